"""/api/v1/: the table of the teams, and why each stands where it stands."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.core import csv_files
from ecarte_club.core.api import View
from ecarte_club.core.negotiation import AnyAccepted
from scoring.leagues import renderers
from scoring.leagues.api.fixture_reads import season_of
from scoring.leagues.api.standings.queries import WHEN, when_of
from scoring.leagues.labels import standings
from scoring.leagues.renderers import adjustments
from scoring.leagues.selectors.standings.explaining import Named, Parted, Told, why
from scoring.leagues.selectors.standings.lines import Line
from scoring.leagues.selectors.standings.reading import Whole
from scoring.leagues.selectors.teams import standing

from . import standing_shapes as shapes


def _found(request: Request, pk: int) -> Whole:
    season, _person = season_of(request, pk)
    return standing.whole(season.pk)


def _lines(request: Request, whole: Whole) -> tuple[Line, ...]:
    when = when_of(request)
    return standing.lines_now(whole, whole.at(when.as_of, when.after_round))


class TeamStandings(View):
    @extend_schema(parameters=WHEN, responses=shapes.TeamStandingsOut)
    def get(self, request: Request, pk: int) -> Response:
        """The table of the teams of a season, as it is or as it was."""
        whole = _found(request, pk)
        told = {
            "season": pk,
            "version": whole.version,
            "team_breaks": whole.table.order,
            "results": [_line(one) for one in _lines(request, whole)],
        }
        return Response(shapes.TeamStandingsOut(told).data)


class TeamStandingsTable(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=WHEN, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The same, as a table for a spreadsheet."""
        lines = _lines(request, _found(request, pk))
        body = csv_files.write_rows(standing.COLUMNS, standing.csv_rows(lines))
        return csv_files.download(f"season-{pk}-team-standings.csv", body)


class TeamStandingsLines(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=WHEN, responses={(200, "application/x-ndjson"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The same: a line of JSON for each team."""
        lines = [_line(one) for one in _lines(request, _found(request, pk))]
        return HttpResponse(renderers.in_lines(lines), content_type=renderers.NDJSON.media_type)


class TeamWhy(View):
    @extend_schema(
        operation_id="seasons_teams_standings_why", parameters=WHEN, responses=shapes.TeamWhyOut
    )
    def get(self, request: Request, pk: int, team: int) -> Response:
        """Why a team stands at its place: what parts it from its neighbours, with the figures."""
        whole, when = _found(request, pk), when_of(request)
        found = why(whole, whole.at(when.as_of, when.after_round), team, "")
        told = {
            "season": found.event,
            "version": found.version,
            "team": _named(found.player),
            "rank": found.rank,
            "match_points": found.points,
            "verdicts": [_verdict(one) for one in found.verdicts],
            "figures": [_figure(one) for one in found.figures],
            "sentences": standings.sentences(found),
        }
        return Response(shapes.TeamWhyOut(told).data)


def _line(one: Line) -> dict[str, Any]:
    share = one.share
    return {
        "rank": one.rank,
        "team": {"id": one.player, "name": one.name},
        "match_points": share.points,
        **{name: getattr(share, name) for name in ("played", "won", "drawn", "lost")},
        "board_points_for": share.games_for,
        "board_points_against": share.games_against,
        "games_for": share.value,
        "games_against": share.value_against,
        "kings": share.kings,
        "voles": share.voles,
        "adjustment": one.adjustment,
        "adjustments": adjustments(one),
        "decided_by": one.decided_by,
    }


def _named(one: Named) -> dict[str, Any]:
    return {"id": one.id, "name": one.name}


def _verdict(one: Parted) -> dict[str, Any]:
    return {
        "team": _named(one.other),
        "above": one.is_above,
        "criterion": one.criterion,
        "figures": [_figure(told) for told in one.figures],
        "sentences": standings.of_verdict(one),
    }


def _figure(one: Told) -> dict[str, Any]:
    return {
        "team": _named(one.player),
        "criterion": one.criterion,
        "worth": one.worth,
        "parts": [standings.made(part, one.criterion) for part in one.parts],
    }

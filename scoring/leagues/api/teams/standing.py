"""/api/v1/: the table of the teams, and why each stands where it stands."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.core import csv_files
from ecarte_club.core.api import AnyAccepted, View
from scoring.leagues import renderers
from scoring.leagues.api.fixture_reads import season_of
from scoring.leagues.api.standings.queries import WHEN, when_of
from scoring.leagues.selectors import team_standings
from scoring.leagues.selectors.explanations import explanation_of
from scoring.leagues.selectors.standings import EventTable, Line

from . import standing_shapes as shapes


def _found(request: Request, pk: int) -> EventTable:
    season, _person = season_of(request, pk)
    return team_standings.team_table(season.pk)


def _lines(request: Request, event_table: EventTable) -> tuple[Line, ...]:
    when = when_of(request)
    return team_standings.team_lines(event_table, event_table.at(when.as_of, when.after_round))


class TeamStandings(View):
    @extend_schema(parameters=WHEN, responses=shapes.TeamStandingsOut)
    def get(self, request: Request, pk: int) -> Response:
        """Read the standings of the teams of a season, as they are or as they were."""
        event_table = _found(request, pk)
        answer = {
            "season": pk,
            "version": event_table.version,
            "team_breaks": event_table.table.order,
            "results": _lines(request, event_table),
        }
        return Response(shapes.TeamStandingsOut(answer).data)


class TeamStandingsTable(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=WHEN, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Read the team standings as a table for a spreadsheet."""
        lines = _lines(request, _found(request, pk))
        body = csv_files.write_rows(team_standings.COLUMNS, team_standings.csv_rows(lines))
        return csv_files.download(f"season-{pk}-team-standings.csv", body)


class TeamStandingsLines(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=WHEN, responses={(200, "application/x-ndjson"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Read the team standings as lines of JSON, one for each team."""
        lines = shapes.TeamLineOut(_lines(request, _found(request, pk)), many=True).data
        return HttpResponse(renderers.in_lines(lines), content_type=renderers.NDJSON.media_type)


class TeamWhy(View):
    @extend_schema(
        operation_id="seasons_teams_standings_why", parameters=WHEN, responses=shapes.TeamWhyOut
    )
    def get(self, request: Request, pk: int, team: int) -> Response:
        """Explain a team's place: what separates it from its neighbours, with the figures."""
        event_table, when = _found(request, pk), when_of(request)
        table = event_table.at(when.as_of, when.after_round)
        return Response(shapes.TeamWhyOut(explanation_of(event_table, table, team, "")).data)

"""/api/v1/: the table of a season, of players or of teams, at any time; and why a place is so."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.core import csv_files, etags
from ecarte_club.core.api import FileView, View
from ecarte_club.core.exceptions import Invalid
from scoring.leagues import renderers
from scoring.leagues.renderers import Printed
from scoring.leagues.selectors import seasons, team_standings
from scoring.leagues.selectors.explanations import explanation_of
from scoring.leagues.selectors.seasons import When
from scoring.leagues.selectors.standings import EventTable, Line, season_table

from .seasons import season_of
from .serializers import standings as serializers

SIZE_MOST, PAGE_MOST, ROUND_MOST = 500, 10**6, 10**4
KNOWN = OpenApiParameter("If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER)
WHEN = [
    OpenApiParameter("as_of", OpenApiTypes.DATE, description="What had happened by that day."),
    OpenApiParameter(
        "after_round",
        OpenApiTypes.INT,
        description="After that round; of a season without rounds, after so many days of play.",
    ),
]
UNCHANGED = OpenApiResponse(description="Unchanged.")


def when_of(request: Request) -> When:
    """As of when a table is asked for. Raises: Invalid, naming the parameter."""
    value = request.query_params.get("as_of", "")
    try:
        as_of = date.fromisoformat(value) if value else None
    except ValueError as wrong:
        text = _("Must be a date, such as 2026-03-14.")
        raise Invalid("invalid", text, field="as_of") from wrong
    return When(as_of, bounded(request, "after_round", 0, ROUND_MOST) or None)


class Standings(View):
    """The standings, as of the newest version, or as they were."""

    @extend_schema(
        parameters=[
            *WHEN,
            OpenApiParameter("page", OpenApiTypes.INT),
            OpenApiParameter("page_size", OpenApiTypes.INT, description=f"{SIZE_MOST} at most."),
            KNOWN,
        ],
        responses={200: serializers.StandingsOut, 304: UNCHANGED},
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        page = bounded(request, "page", 1, PAGE_MOST)
        size = bounded(request, "page_size", renderers.SIZE, SIZE_MOST)
        here = request.build_absolute_uri()
        return printed_answer(
            request,
            pk,
            renderers.JSON,
            lambda table: renderers.printed_page(table, page, size, here),
        )


class StandingsCsv(FileView):
    @extend_schema(
        parameters=[*WHEN, KNOWN],
        responses={(200, "text/csv"): OpenApiTypes.STR, 304: UNCHANGED},
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The same, as a table for a spreadsheet."""
        return printed_answer(
            request, pk, renderers.CSV, lambda table: Printed(renderers.csv_table(table))
        )


class StandingsNdjson(FileView):
    @extend_schema(
        parameters=[*WHEN, KNOWN],
        responses={(200, "application/x-ndjson"): OpenApiTypes.STR, 304: UNCHANGED},
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The same: a line of JSON for each player, all of them."""
        return printed_answer(
            request, pk, renderers.NDJSON, lambda table: Printed(renderers.ndjson_table(table))
        )


def printed_answer(
    request: Request, pk: int, form: renderers.Form, make: Callable[[seasons.Table], Printed]
) -> HttpResponse:
    """The edition as it is printed, from the cache when it was asked for before."""
    when = when_of(request)
    name = form.cache_name(request._request, when)
    edition = getattr(request._request, "edition", None) or seasons.edition(pk)
    actor = actor_of(request)
    reader = person(actor, edition.club) if edition.public else seasons.season(actor, pk)[1]
    if player_names.sees_names(reader):
        edition = edition.for_the_club()
    if etags.is_current(request.headers.get("If-None-Match", ""), renderers.etag(edition)):
        return renderers.not_modified(edition)
    printed = renderers.printed_cache.get(edition, name)
    if printed is None:
        table = seasons.table_of(edition, when)
        # An entry may have come between the two queries: the bytes belong to what was read.
        edition = replace(edition, version=table.version, names_shown=table.names_shown)
        printed = make(table)
        renderers.printed_cache.put(edition, name, printed)
    return renderers.response(edition, printed, form.media_type)


def bounded(request: Request, name: str, usual: int, most: int) -> int:
    """A whole number from 1 to `most`; `usual` where none is given.

    Raises: Invalid, naming the parameter.
    """
    value = request.query_params.get(name, "")
    if not value:
        return usual
    digits = value.lstrip("0")[:9]
    if not digits.isascii() or not digits.isdigit() or not 1 <= int(digits) <= most:
        text = _("Must be a whole number from 1 to %(most)s.") % {"most": most}
        raise Invalid("invalid", text, field=name)
    return int(digits)


class StandingWhy(View):
    @extend_schema(
        operation_id="seasons_standings_why", parameters=WHEN, responses=serializers.WhyOut
    )
    def get(self, request: Request, pk: int, player: int) -> Response:
        """Explain a player's place: what separates them from the one above and the one below."""
        when, (season, reader) = when_of(request), season_of(request, pk)
        event_table = season_table(pk)
        table = event_table.at(when.as_of, when.after_round)
        shown = player_names.names_shown(season.event.club, reader)
        return Response(serializers.WhyOut(explanation_of(event_table, table, player, shown)).data)


def _team_table(request: Request, pk: int) -> EventTable:
    season, _person = season_of(request, pk)
    return team_standings.team_table(season.pk)


def _team_lines(request: Request, event_table: EventTable) -> tuple[Line, ...]:
    when = when_of(request)
    return team_standings.team_lines(event_table, event_table.at(when.as_of, when.after_round))


class TeamStandings(View):
    @extend_schema(parameters=WHEN, responses=serializers.TeamStandingsOut)
    def get(self, request: Request, pk: int) -> Response:
        """Read the standings of the teams of a season, as they are or as they were."""
        event_table = _team_table(request, pk)
        answer = {
            "season": pk,
            "version": event_table.version,
            "team_breaks": event_table.table.order,
            "results": _team_lines(request, event_table),
        }
        return Response(serializers.TeamStandingsOut(answer).data)


class TeamStandingsTable(FileView):
    @extend_schema(parameters=WHEN, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Read the team standings as a table for a spreadsheet."""
        lines = _team_lines(request, _team_table(request, pk))
        return csv_files.download_rows(
            f"season-{pk}-team-standings.csv",
            team_standings.COLUMNS,
            team_standings.csv_rows(lines),
        )


class TeamStandingsLines(FileView):
    @extend_schema(parameters=WHEN, responses={(200, "application/x-ndjson"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Read the team standings as lines of JSON, one for each team."""
        lines = _team_lines(request, _team_table(request, pk))
        body = renderers.in_lines(serializers.TeamLineOut(lines, many=True).data)
        return HttpResponse(body, content_type=renderers.NDJSON.media_type)


class TeamWhy(View):
    @extend_schema(
        operation_id="seasons_teams_standings_why",
        parameters=WHEN,
        responses=serializers.TeamWhyOut,
    )
    def get(self, request: Request, pk: int, team: int) -> Response:
        """Explain a team's place: what separates it from its neighbours, with the figures."""
        event_table, when = _team_table(request, pk), when_of(request)
        table = event_table.at(when.as_of, when.after_round)
        return Response(serializers.TeamWhyOut(explanation_of(event_table, table, team, "")).data)

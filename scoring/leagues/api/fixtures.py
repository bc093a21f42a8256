"""/api/v1/: the fixtures of a season, read, made, changed and started at an evening."""

from collections.abc import Callable
from datetime import date
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.core import csv_files
from ecarte_club.core.api import FileView, View, require_sign_in
from ecarte_club.core.pagination import SortedPages
from games.evenings import selectors as evenings
from games.evenings.models import Evening
from games.matches.api.serializers.matches import MatchOut
from games.matches.selectors.matches import matches
from scoring.leagues.rules.days import Span
from scoring.leagues.selectors import fixtures
from scoring.leagues.selectors.competitors import competitors_of
from scoring.leagues.selectors.due import fixtures_due
from scoring.leagues.selectors.fixtures import FixtureFilters, State
from scoring.leagues.selectors.plans import Plan, rounds_with_names
from scoring.leagues.services.decisions import (
    fixture_award,
    fixture_award_withdraw,
    fixture_postpone,
    postponement_preview,
)
from scoring.leagues.services.planning import season_plan, season_plan_preview
from scoring.leagues.services.results import result_enter
from scoring.leagues.services.starting import FIXTURES, Due, due_start

from .seasons import season_of, season_to_write, version_of
from .serializers import fixtures as serializers
from .serializers import plans

DAYS = [
    OpenApiParameter("from", OpenApiTypes.DATE),
    OpenApiParameter("to", OpenApiTypes.DATE),
]
PLAYER = OpenApiParameter("player", OpenApiTypes.INT, description="A player's id, on either side.")
FILTERS = [
    PLAYER,
    OpenApiParameter("round", OpenApiTypes.INT),
    *DAYS,
    OpenApiParameter("state", OpenApiTypes.STR, enum=list(State)),
]


class FixtureList(View):
    pagination_class = SortedPages

    @extend_schema(parameters=FILTERS, responses=serializers.FixtureOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the fixtures of a season, round by round"""
        season, person = season_of(request, pk)
        found = FixtureFilters.of(request.query_params).fixtures(season)
        return self.paginated(
            found,
            lambda page: serializers.FixtureOut(fixtures.lines(page, person), many=True).data,
        )


class FixtureTable(FileView):
    @extend_schema(parameters=FILTERS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Download the fixtures of a season as CSV"""
        season, person = season_of(request, pk)
        found = FixtureFilters.of(request.query_params).fixtures(season)
        rows = fixtures.csv_rows(fixtures.lines(found, person))
        return csv_files.download_rows(f"season-{pk}-fixtures.csv", fixtures.COLUMNS, rows)


class PlanView(View):
    of_teams = False

    def post(self, request: Request, pk: int) -> Response:
        season, person = season_to_write(request, pk, Act.RUN_SEASON)
        given = self.validated(self.serializer_in)
        competitors_of(season).check_kind(of_teams=self.of_teams)
        fields: dict[str, Any] = {"by": person, "season": season, "plan": _plan(given)}

        def represented() -> Any:
            rounds = rounds_with_names(season, season_plan_preview(**fields))
            own = {"season": pk, "version": version_of(pk), "preview": given["preview"]}
            return self.serializer_out({**own, "rounds": rounds}).data

        if given["preview"]:
            return Response(represented())

        def act() -> Any:
            season_plan(**fields, version=given["version"])
            return represented()

        return self.write(request, act)


def _plan(given: dict[str, Any]) -> Plan:
    away: dict[int, tuple[Span, ...]] = {}
    for one in given["away"]:
        competitor = one["player"] if "player" in one else one["team"]
        away[competitor] = (*away.get(competitor, ()), Span(one["first"], one["last"]))
    return Plan(
        entrants=tuple(given["entrants"] if "entrants" in given else given["teams"]),
        first=given["first"],
        double=given["double"],
        weekdays=frozenset(given["weekdays"]),
        every=given["every"],
        closed=tuple(Span(one["first"], one["last"]) for one in given["closed"]),
        away=away,
        sittings=given["sittings"],
        spread=given["spread"],
        **_tables(given),
    )


def _tables(given: dict[str, Any]) -> dict[str, Any]:
    """Names, or of teams a number."""
    if "teams" in given:
        return {"table_count": given["tables"]}
    return {"tables": tuple(name.strip() for name in given["tables"])}


class SeasonPlanning(PlanView):
    """Make the fixtures of a season in which nothing was begun"""

    serializer_in, serializer_out = plans.PlanIn, plans.PlanOut


class FixtureView(View):
    serializer_out: Any = serializers.FixtureDetailOut

    def row_of(self, request: Request, pk: int) -> tuple[Any, Person]:
        fixture, _season, person = fixtures.fixture(actor_of(request), pk)
        return fixture, person

    def represented(self, request: Request, pk: int, **more: Any) -> Any:
        """`more`: columns as they would be."""
        fixture, person = self.row_of(request, pk)
        for name, value in more.items():
            setattr(fixture, name, value)
        (line,) = fixtures.lines([fixture], person)
        return self.serializer_out(line, context={"person": person}).data


class FixtureDetail(FixtureView):
    @extend_schema(responses=serializers.FixtureDetailOut)
    def get(self, request: Request, pk: int) -> Response:
        """Read one fixture"""
        return Response(self.represented(request, pk))


class FixtureAct(FixtureView):
    """The answer is the fixture as it is then. `argument`: what the service calls it."""

    argument = "fixture"
    service: Callable[..., object]

    def post(self, request: Request, pk: int) -> Response:
        require_sign_in(request)
        row, person = self.row_of(request, pk)
        require(person, Act.RUN_SEASON)
        given = self.validated(self.serializer_in)
        if given.pop("preview", False):
            day: date = given["day"]
            new = postponement_preview(by=person, fixture=row, day=day)
            fields = {"day": new.day, "sitting": new.sitting, "table": new.table}
            return Response(self.represented(request, pk, **fields))

        def act() -> Any:
            type(self).service(by=person, **{self.argument: row}, **given)
            return self.represented(request, pk)

        return self.write(request, act)


class Postponing(FixtureAct):
    """Move a fixture to another day on which both players are free"""

    serializer_in, service = serializers.PostponeIn, fixture_postpone


class Awarding(FixtureAct):
    """Decide a fixture without play: a walkover, neither came, or not played"""

    serializer_in, service = serializers.AwardIn, fixture_award


class AwardWithdrawal(FixtureAct):
    """Withdraw the decision on a fixture, which is then to be played"""

    serializer_in, service = serializers.AwardBackIn, fixture_award_withdraw


class ResultEntry(FixtureView):
    """Enter the result of a fixture that was played without the site"""

    serializer_in = serializers.ResultIn

    def post(self, request: Request, pk: int) -> Response:
        require_sign_in(request)
        row, person = self.row_of(request, pk)
        own = person.player_id is not None and person.player_id in (row.home_id, row.away_id)
        require_own_or_any(person, Act.ENTER_OWN, Act.ENTER_ANY, is_own=own)
        given = self.validated(self.serializer_in)

        def act() -> Any:
            result_enter(by=person, slot=row, **given)
            return self.represented(request, pk)

        return self.write(request, act)


class DueView(View):
    serializer_out = MatchOut(many=True)
    due: Due

    def evening_of(self, request: Request, pk: int) -> tuple[Evening, Person]:
        """Raises: Absent; Denied."""
        evening, person = evenings.evening(actor_of(request), pk)
        require(person, Act.START_ANY)
        return evening, person

    def post(self, request: Request, pk: int) -> Response:
        require_sign_in(request)
        evening, person = self.evening_of(request, pk)
        due, given = self.due, self.validated(self.serializer_in)
        starts = [(one[due.one], one["table"]) for one in given[due.many]]

        def act() -> Any:
            fields = {"starts": starts, "seat_anyway": given["seat_anyway"]}
            started = due_start(by=person, evening=evening, due=due, **fields)
            rows = {one.pk: one for one in matches().filter(pk__in=[one.pk for one in started])}
            return MatchOut([rows[one.pk] for one in started], many=True).data

        return self.write(request, act)


class EveningFixtures(DueView):
    """Start fixtures that are due, each at a free table: all of them, or none"""

    serializer_in, due = serializers.StartIn, FIXTURES

    @extend_schema(responses=serializers.FixtureOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the fixtures due at an evening: of its day first, then overdue ones"""
        evening, person = self.evening_of(request, pk)
        found = fixtures.lines(fixtures.with_related(fixtures_due(evening)), person)
        return Response(serializers.FixtureOut(found, many=True).data)

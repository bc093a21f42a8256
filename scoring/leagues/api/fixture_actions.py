"""/api/v1/: making and changing the fixtures of a season."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.api import StrictSerializer, View, require_sign_in
from games.evenings import selectors as evenings
from games.matches.api.serializers import MatchOut
from games.matches.selectors.matches import matches
from scoring.leagues.models import Season
from scoring.leagues.rules.calendar import Span
from scoring.leagues.selectors import fixtures as reading
from scoring.leagues.selectors.competitors import competitors_of
from scoring.leagues.selectors.next_divisions import NextSeasonQuery
from scoring.leagues.selectors.plans import Plan
from scoring.leagues.services import planning
from scoring.leagues.services.decisions import (
    fixture_award,
    fixture_award_withdraw,
    fixture_postpone,
    postponement_preview,
)
from scoring.leagues.services.divisions import (
    Division,
    division_add,
    division_set,
    divisions_open,
    divisions_preview,
)
from scoring.leagues.services.starting import FIXTURES, Due, due_start

from . import fixture_plain, fixture_serializers
from .fixture_reads import DivisionReads, DueList, season_to_write, version_of


class PlanView(View):
    """Its calendar, previewed or made, on the season's version."""

    of_teams = False

    def answer(
        self,
        request: Request,
        pk: int,
        serializer_in: type[StrictSerializer],
        serializer_out: type[Serializer[Any]],
    ) -> Response:
        season, person = season_to_write(request, pk, Act.RUN_SEASON)
        given = self.given(serializer_in)
        competitors_of(season).check_kind(of_teams=self.of_teams)
        fields: dict[str, Any] = {"by": person, "season": season, "plan": plan_of_request(given)}

        def represented(is_preview: bool) -> Any:
            rounds = planning.season_plan_preview(**fields)
            own: dict[str, Any] = {"season": pk, "version": version_of(pk)}
            own["preview"] = is_preview
            own["rounds"] = fixture_plain.rounds(rounds, of_teams=self.of_teams)
            return serializer_out(own).data

        if given["preview"]:
            return Response(represented(True))

        def act() -> Any:
            planning.season_plan(**fields, version=given["version"])
            return represented(False)

        return self.write(request, act)


class SeasonPlanning(PlanView):
    @extend_schema(
        request=fixture_serializers.PlanIn,
        responses={200: fixture_serializers.PlanOut, 201: fixture_serializers.PlanOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Make the fixtures of a season in which nothing was begun"""
        return self.answer(request, pk, fixture_serializers.PlanIn, fixture_serializers.PlanOut)


def plan_of_request(given: dict[str, Any]) -> Plan:
    away: dict[int, tuple[Span, ...]] = {}
    for one in given["away"]:
        competitor = one["player"] if "player" in one else one["team"]
        spans = away.get(competitor, ())
        away[competitor] = (*spans, Span(one["first"], one["last"]))
    return Plan(
        entrants=tuple(given["entrants"] if "entrants" in given else given["teams"]),
        first=given["first"],
        double=given["double"],
        weekdays=frozenset(given["weekdays"]),
        every=given["every"],
        closed=tuple(Span(one["first"], one["last"]) for one in given["closed"]),
        away=away,
        tables=tuple(name.strip() for name in given.get("tables", ())),
    )


class FixtureWrite(View):
    """One act on a fixture, or a meeting; the answer is what it is then."""

    def one(self, request: Request, pk: int) -> tuple[Any, Person]:
        fixture, _season, person = reading.fixture(actor_of(request), pk)
        return fixture, person

    def represented(self, request: Request, pk: int, **more: Any) -> Any:
        fixture, person = self.one(request, pk)
        (line,) = reading.lines([fixture], person)
        return fixture_serializers.FixtureOut({**fixture_plain.fixture(line), **more}).data

    def act(
        self,
        request: Request,
        pk: int,
        serializer: type[StrictSerializer],
        service: Callable[..., object],
    ) -> Response:
        require_sign_in(request)
        fixture, person = self.one(request, pk)
        require(person, Act.RUN_SEASON)
        given = self.given(serializer)
        if given.pop("preview", False):
            table = postponement_preview(by=person, fixture=fixture, day=given["day"])
            return Response(self.represented(request, pk, day=given["day"], table=table))

        def answer() -> Any:
            service(by=person, fixture=fixture, **given)
            return self.represented(request, pk)

        return self.write(request, answer)


class Postponing(FixtureWrite):
    @extend_schema(
        request=fixture_serializers.PostponeIn,
        responses={200: fixture_serializers.FixtureOut, 201: fixture_serializers.FixtureOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Move a fixture to another day on which both players are free"""
        return self.act(request, pk, fixture_serializers.PostponeIn, fixture_postpone)


class Awarding(FixtureWrite):
    @extend_schema(
        request=fixture_serializers.AwardIn, responses={201: fixture_serializers.FixtureOut}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Decide a fixture without play: a walkover, neither came, or not played"""
        return self.act(request, pk, fixture_serializers.AwardIn, fixture_award)


class AwardWithdrawal(FixtureWrite):
    @extend_schema(
        request=fixture_serializers.AwardBackIn, responses={201: fixture_serializers.FixtureOut}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Withdraw the decision on a fixture, which is then to be played"""
        return self.act(request, pk, fixture_serializers.AwardBackIn, fixture_award_withdraw)


def _division(given: dict[str, Any]) -> Division:
    return Division(given["division"], given["goes_up"], given["goes_down"])


class Divisions(DivisionReads):
    @extend_schema(
        request=fixture_serializers.DivisionIn, responses={201: fixture_serializers.DivisionOut}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Open a division below the lowest, with the days, terms and points of this one"""
        return _written(self, request, pk, division_add)


class DivisionChange(View):
    @extend_schema(
        request=fixture_serializers.DivisionIn, responses={201: fixture_serializers.DivisionOut}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Change a division: its name, and how many are promoted and relegated"""
        return _written(self, request, pk, division_set)


def _written(view: View, request: Request, pk: int, act: Callable[..., Season]) -> Response:
    season, person = season_to_write(request, pk, Act.OPEN_SEASON)
    given = view.given(fixture_serializers.DivisionIn)
    division, version = _division(given), given["version"]

    def written() -> Any:
        found = act(by=person, season=season, division=division, version=version)
        return fixture_serializers.DivisionOut(fixture_plain.division(found)).data

    return view.write(request, written)


class NextSeason(View):
    @extend_schema(
        request=fixture_serializers.NextIn,
        responses={200: fixture_serializers.NextOut, 201: fixture_serializers.NextOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Open the divisions of the next season, with promotion and relegation"""
        season, person = season_to_write(request, pk, Act.OPEN_SEASON)
        given = self.given(fixture_serializers.NextIn)
        query = NextSeasonQuery(
            tuple(given["newcomers"]), frozenset(given["withdrawn"]), given["seed"].strip()
        )
        if given["preview"]:
            found = fixture_plain.next_divisions(
                divisions_preview(by=person, season=season, query=query)
            )
            return Response(fixture_serializers.NextOut({"preview": True, "divisions": found}).data)

        def act() -> Any:
            proposed = divisions_preview(by=person, season=season, query=query)
            opened = divisions_open(
                by=person,
                season=season,
                query=query,
                name=given["name"],
                days=(given["starts_on"], given["ends_on"]),
                version=given["version"],
            )
            found = fixture_plain.next_divisions(proposed, opened)
            return fixture_serializers.NextOut({"preview": False, "divisions": found}).data

        return self.write(request, act)


def due_answer(view: View, request: Request, pk: int, due: Due, serializer: Any) -> Response:
    """The matches started, in the order of the request."""
    require_sign_in(request)
    evening, person = evenings.evening(actor_of(request), pk)
    require(person, Act.START_ANY)
    starts = [(one[due.one], one["table"]) for one in view.given(serializer)[due.many]]

    def act() -> Any:
        started = due_start(by=person, evening=evening, due=due, starts=starts)
        rows = {one.pk: one for one in matches().filter(pk__in=[one.pk for one in started])}
        return MatchOut([rows[one.pk] for one in started], many=True).data

    return view.write(request, act)


class EveningFixtures(DueList):
    @extend_schema(request=fixture_serializers.StartIn, responses={201: MatchOut(many=True)})
    def post(self, request: Request, pk: int) -> Response:
        """Start fixtures that are due, each at a free table: all of them, or none"""
        return due_answer(self, request, pk, FIXTURES, fixture_serializers.StartIn)

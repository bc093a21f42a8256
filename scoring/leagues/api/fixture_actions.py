"""/api/v1/: making and changing the fixtures of a season."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.api import View, require_sign_in
from games.evenings import selectors as evenings
from games.matches.api.serializers import MatchOut
from games.matches.selectors import reading as games_reading
from games.matches.selectors.matches import matches
from scoring.leagues.models import Fixture, Season
from scoring.leagues.plans import Plan
from scoring.leagues.rules.dates import Span
from scoring.leagues.selectors import fixtures as reading
from scoring.leagues.selectors.next_divisions import Asked
from scoring.leagues.services import planning
from scoring.leagues.services.planning import FixtureStart, PlayerReturning
from scoring.leagues.services.planning.divisions import Division

from . import fixture_plain, fixture_serializers
from .fixture_reads import DivisionReads, DueList, season_of


def held(request: Request, pk: int, act: Act) -> tuple[Season, Person]:
    """Raises: NotAuthenticated; Absent; Denied."""
    require_sign_in(request)
    season, person = season_of(request, pk)
    require(person, act)
    return season, person


def version_of(season_id: int) -> int:
    """As it is after the write."""
    return Season.objects.values_list("version", flat=True).get(pk=season_id)


class SeasonPlanning(View):
    @extend_schema(
        request=fixture_serializers.PlanIn,
        responses={200: fixture_serializers.PlanOut, 201: fixture_serializers.PlanOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Make the fixtures of a season in which nothing was begun; `preview` only shows them."""
        season, person = held(request, pk, Act.RUN_SEASON)
        given = self.given(fixture_serializers.PlanIn)
        plan = plan_asked(given)

        def shown(preview: bool) -> Any:
            rounds = planning.season_plan_foreseen(by=person, season=season, plan=plan)
            told = {"season": pk, "version": version_of(pk), "preview": preview}
            return fixture_serializers.PlanOut(
                {**told, "rounds": fixture_plain.rounds(rounds)}
            ).data

        if given["preview"]:
            return Response(shown(True))

        def act() -> Any:
            planning.season_plan(by=person, season=season, plan=plan, version=given["version"])
            return shown(False)

        return self.write(request, act)


def plan_asked(given: dict[str, Any]) -> Plan:
    away: dict[int, tuple[Span, ...]] = {}
    for one in given["away"]:
        spans = away.get(one["player"], ())
        away[one["player"]] = (*spans, Span(one["first"], one["last"]))
    return Plan(
        entrants=tuple(given["entrants"]),
        first=given["first"],
        double=given["double"],
        weekdays=frozenset(given["weekdays"]),
        every=given["every"],
        closed=tuple(Span(one["first"], one["last"]) for one in given["closed"]),
        away=away,
        tables=tuple(name.strip() for name in given["tables"]),
    )


class Entrants(View):
    @extend_schema(responses=fixture_serializers.EntrantOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """Who takes part in a season that is planned, in the order of their places."""
        season, person = season_of(request, pk)
        self.read_version = season.version
        found = [fixture_plain.entrant(one) for one in reading.entrants_of(season, person)]
        return Response(fixture_serializers.EntrantOut(found, many=True).data)

    @extend_schema(
        request=fixture_serializers.JoinIn,
        responses={200: fixture_serializers.JoinedOut, 201: fixture_serializers.JoinedOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Somebody comes late, and meets everybody who is still there."""
        season, person = held(request, pk, Act.RUN_SEASON)
        given = self.given(fixture_serializers.JoinIn)
        asked = {"by": person, "season": season, "player": given["player"]}

        def shown(fixtures: Any, preview: bool) -> Any:
            told = {"season": pk, "version": version_of(pk), "preview": preview}
            return fixture_serializers.JoinedOut(
                {**told, "fixtures": fixture_plain.dated(fixtures)}
            ).data

        if given["preview"]:
            return Response(shown(planning.joining_foreseen(**asked), True))

        def act() -> Any:
            found = planning.joining_foreseen(**asked)
            planning.entrant_join(**asked, version=given["version"])
            return shown(found, False)

        return self.write(request, act)


class Withdrawals(View):
    @extend_schema(
        request=fixture_serializers.WithdrawIn,
        responses={200: fixture_serializers.WithdrawnOut, 201: fixture_serializers.WithdrawnOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Somebody leaves: before half struck out, after it the others win the rest."""
        season, person = held(request, pk, Act.RUN_SEASON)
        given = self.given(fixture_serializers.WithdrawIn)
        asked = {"by": person, "season": season, "player": given["player"]}

        def shown(found: Any, preview: bool) -> Any:
            told: dict[str, Any] = {"season": pk, "version": version_of(pk), "preview": preview}
            told |= {"player": given["player"], **fixture_plain.withdrawn(found)}
            return fixture_serializers.WithdrawnOut(told).data

        if given["preview"]:
            return Response(shown(planning.withdrawal_foreseen(**asked), True))
        more = {"reason": given["reason"], "version": given["version"]}
        return self.write(request, lambda: shown(planning.entrant_withdraw(**asked, **more), False))


class Returns(View):
    @extend_schema(
        request=fixture_serializers.ReturnIn,
        responses={200: fixture_serializers.ReturnedOut, 201: fixture_serializers.ReturnedOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """A withdrawal taken back: as if it had never been."""
        season, person = held(request, pk, Act.RUN_SEASON)
        given = self.given(fixture_serializers.ReturnIn)
        asked = {"by": person, "season": season, "player": given["player"]}

        def shown(found: PlayerReturning, preview: bool) -> Any:
            told: dict[str, Any] = {"season": pk, "version": version_of(pk), "preview": preview}
            told |= {"player": given["player"], **fixture_plain.returned(found)}
            told["matches"] = [
                {"fixture": fixture, "match": match.pk} for fixture, match in found.matches.items()
            ]
            return fixture_serializers.ReturnedOut(told).data

        if given["preview"]:
            return Response(shown(planning.return_foreseen(**asked), True))
        version = given["version"]
        return self.write(
            request, lambda: shown(planning.entrant_return(**asked, version=version), False)
        )


class FixtureWrite(View):
    """One act on a fixture; it answers with the fixture as it is then."""

    def found(self, request: Request, pk: int) -> tuple[Fixture, Person]:
        require_sign_in(request)
        fixture, _season, person = reading.fixture(actor_of(request), pk)
        require(person, Act.RUN_SEASON)
        return fixture, person

    def done(self, request: Request, pk: int, act: Callable[[], object]) -> Response:
        def answer() -> Any:
            act()
            return self.shown(request, pk)

        return self.write(request, answer)

    def shown(self, request: Request, pk: int, **more: Any) -> Any:
        fixture, _season, person = reading.fixture(actor_of(request), pk)
        (line,) = reading.lines([fixture], person)
        return fixture_serializers.FixtureOut({**fixture_plain.fixture(line), **more}).data


class Postponing(FixtureWrite):
    @extend_schema(
        request=fixture_serializers.PostponeIn,
        responses={200: fixture_serializers.FixtureOut, 201: fixture_serializers.FixtureOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """To another day on which both are free; `preview` says whether it can be."""
        fixture, person = self.found(request, pk)
        given = self.given(fixture_serializers.PostponeIn)
        preview, day = given.pop("preview"), given["day"]
        if preview:
            table = planning.postponed(by=person, fixture=fixture, day=day)
            return Response(self.shown(request, pk, day=day, table=table))
        return self.done(
            request, pk, lambda: planning.fixture_postpone(by=person, fixture=fixture, **given)
        )


class Awarding(FixtureWrite):
    @extend_schema(
        request=fixture_serializers.AwardIn, responses={201: fixture_serializers.FixtureOut}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Decide it without play: a walk-over, neither came, or not played."""
        fixture, person = self.found(request, pk)
        given = self.given(fixture_serializers.AwardIn)
        return self.done(
            request, pk, lambda: planning.fixture_award(by=person, fixture=fixture, **given)
        )


class AwardingBack(FixtureWrite):
    @extend_schema(
        request=fixture_serializers.AwardBackIn, responses={201: fixture_serializers.FixtureOut}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Take that back: it is to be played."""
        fixture, person = self.found(request, pk)
        given = self.given(fixture_serializers.AwardBackIn)
        return self.done(
            request, pk, lambda: planning.fixture_award_back(by=person, fixture=fixture, **given)
        )


def _division(given: dict[str, Any]) -> Division:
    return Division(given["division"], given["goes_up"], given["goes_down"])


class Divisions(DivisionReads):
    @extend_schema(
        request=fixture_serializers.DivisionIn, responses={201: fixture_serializers.DivisionOut}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Open another below the lowest, with the days, terms and points of this one."""
        return _written(self, request, pk, planning.division_add)


class DivisionChange(View):
    @extend_schema(
        request=fixture_serializers.DivisionIn, responses={201: fixture_serializers.DivisionOut}
    )
    def post(self, request: Request, pk: int) -> Response:
        """The name of this one, and how many go up from it and down."""
        return _written(self, request, pk, planning.division_set)


def _written(view: View, request: Request, pk: int, act: Callable[..., Season]) -> Response:
    season, person = held(request, pk, Act.OPEN_SEASON)
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
        """Open the divisions of the next season, by who goes up and down from the tables."""
        season, person = held(request, pk, Act.OPEN_SEASON)
        given = self.given(fixture_serializers.NextIn)
        asked = Asked(
            tuple(given["newcomers"]), frozenset(given["withdrawn"]), given["seed"].strip()
        )
        if given["preview"]:
            found = fixture_plain.next_divisions(
                planning.divisions_foreseen(by=person, season=season, asked=asked)
            )
            return Response(fixture_serializers.NextOut({"preview": True, "divisions": found}).data)

        def act() -> Any:
            proposed = planning.divisions_foreseen(by=person, season=season, asked=asked)
            opened = planning.divisions_open(
                by=person,
                season=season,
                asked=asked,
                name=given["name"],
                days=(given["starts_on"], given["ends_on"]),
                version=given["version"],
            )
            found = fixture_plain.next_divisions(proposed, opened)
            return fixture_serializers.NextOut({"preview": False, "divisions": found}).data

        return self.write(request, act)


class EveningFixtures(DueList):
    @extend_schema(request=fixture_serializers.StartIn, responses={201: MatchOut(many=True)})
    def post(self, request: Request, pk: int) -> Response:
        """Start those that are due, each at a free table: all of them, or none."""
        require_sign_in(request)
        evening, person = evenings.evening(actor_of(request), pk)
        require(person, Act.START_ANY)
        given = self.given(fixture_serializers.StartIn)
        starts = [FixtureStart(**one) for one in given["fixtures"]]

        def act() -> Any:
            made = planning.fixtures_start(by=person, evening=evening, starts=starts)
            rows = {one.pk: one for one in matches().filter(pk__in=[one.pk for one in made])}
            found = [games_reading.match_plain(rows[one.pk]) for one in made]
            return MatchOut(found, many=True).data

        return self.write(request, act)

"""/api/v1/: what directors do in a tournament."""

from typing import Any

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.models import Evening
from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.wire.api import StrictSerializer, View, require_sign_in
from ecarte_club.wire.faults import Invalid
from scoring.models import Fixture, Tournament
from scoring.services import tournaments as acts

from . import forms
from .reads import (
    TournamentDetail,
    TournamentList,
    TournamentPools,
    TournamentRound,
    TournamentStandings,
    TournamentStandingsTable,
    TournamentTree,
    round_whole,
    tournament_of,
    whole,
)
from .shapes import PoolsStartedOut, RoundOut, StartedOut, TournamentWholeOut


class Acting(View):
    """`form` is what is sent, `act` what is done; the answer is the tournament as it then is."""

    form: type[StrictSerializer] = forms.NothingIn

    def acted(self, request: Request, pk: int, **more: Any) -> Response:
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        given = self.given(self.form) | more

        def act() -> Any:
            self.act(person, found, given)
            return whole(pk, person)

        return self.write(request, act, 200)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        raise NotImplementedError


class Replanning(Acting):
    form = forms.TournamentPlanIn

    @extend_schema(request=forms.TournamentPlanIn, responses={200: TournamentWholeOut})
    def post(self, request: Request, pk: int) -> Response:
        """Change the plan, until something is published; `nearest` of a draw that is refused names
        what would do."""
        return self.acted(request, pk)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        acts.tournament_replan(by=by, tournament=found, changes=given)


class Entering(Acting):
    form = forms.PlayersIn

    @extend_schema(request=forms.PlayersIn, responses={200: TournamentWholeOut})
    def post(self, request: Request, pk: int) -> Response:
        """Enter players behind those who are in; late ones from the next round on."""
        return self.acted(request, pk)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        acts.players_enter(by=by, tournament=found, players=given["players"])


class Ordering(Acting):
    form = forms.PlayersIn

    @extend_schema(request=forms.PlayersIn, responses={200: TournamentWholeOut})
    def post(self, request: Request, pk: int) -> Response:
        """The order of seeds, everybody once, until the first round is published."""
        return self.acted(request, pk)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        acts.entrants_order(by=by, tournament=found, players=given["players"])


class Withdrawing(Acting):
    form = forms.TournamentEntrantIn

    @extend_schema(request=forms.TournamentEntrantIn, responses={200: TournamentWholeOut})
    def post(self, request: Request, pk: int) -> Response:
        """Drawn no more; before the first round as if he had never entered."""
        return self.acted(request, pk)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        acts.entrant_withdraw(by=by, tournament=found, player=given["player"])


class ComingBack(Acting):
    form = forms.TournamentEntrantIn

    @extend_schema(request=forms.TournamentEntrantIn, responses={200: TournamentWholeOut})
    def post(self, request: Request, pk: int) -> Response:
        """Take a withdrawal back: drawn again from the next round on."""
        return self.acted(request, pk)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        acts.entrant_back(by=by, tournament=found, player=given["player"])


class SittingOut(Acting):
    form = forms.RoundOffIn

    @extend_schema(request=forms.RoundOffIn, responses={200: TournamentWholeOut})
    def post(self, request: Request, pk: int) -> Response:
        """Half a bye asked for, in a round still to be drawn."""
        return self.acted(request, pk)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        do = acts.round_off_ask if given["off"] else acts.round_off_drop
        do(by=by, tournament=found, player=given["player"], number=given["round"])


class KeepingApart(Acting):
    form = forms.KeptApartIn

    @extend_schema(request=forms.KeptApartIn, responses={200: TournamentWholeOut})
    def post(self, request: Request, pk: int) -> Response:
        """Two who are not drawn together; in pools, as far as the numbers allow."""
        return self.acted(request, pk)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        do = acts.pair_keep_apart if given["apart"] else acts.pair_let_meet
        do(by=by, tournament=found, pair=(given["player"], given["other"]))


class Scheduling(Acting):
    form = forms.ScheduleIn

    @extend_schema(request=forms.ScheduleIn, responses={200: TournamentWholeOut})
    def post(self, request: Request, pk: int) -> Response:
        """When the next round is drawn by itself, once all results are there."""
        return self.acted(request, pk)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        acts.round_schedule(by=by, tournament=found, at=given["at"], publish=given["publish"])


class TakingBack(Acting):
    form = forms.TournamentVersionIn

    @extend_schema(request=forms.TournamentVersionIn, responses={200: TournamentWholeOut})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Take back what is drawn, or published while nothing of it is entered yet."""
        return self.acted(request, pk, number=number)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        number, version = given["number"], given["version"]
        acts.round_take_back(by=by, tournament=found, number=number, version=version)


class Drawing(View):
    @extend_schema(request=forms.DrawIn, responses={201: RoundOut})
    def post(self, request: Request, pk: int) -> Response:
        """Draw the next round, or draw it again; directors alone see it until it is published."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        given = self.given(forms.DrawIn)

        def act() -> Any:
            made = acts.round_draw(by=person, tournament=found, **given)
            return round_whole(pk, person, made.number)

        return self.write(request, act)


class Publishing(View):
    @extend_schema(request=forms.TournamentVersionIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """For everybody to see."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        version = self.given(forms.TournamentVersionIn)["version"]

        def act() -> Any:
            acts.round_publish(by=person, tournament=found, number=number, version=version)
            return round_whole(pk, person, number)

        return self.write(request, act, 200)


class Starting(View):
    @extend_schema(request=forms.RoundStartIn, responses={201: StartedOut})
    def post(self, request: Request, pk: int) -> Response:
        """Start matches of what is drawn at the tables of an evening: all of them, or none."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.START_ANY)
        given = self.given(forms.RoundStartIn)
        seated = [acts.Seated(one["fixture"], one["table"]) for one in given["matches"]]

        def act() -> Any:
            evening = _evening(person, given["evening"])
            made = acts.round_start(by=person, tournament=found, evening=evening, seated=seated)
            return {"matches": [one.pk for one in made]}

        return self.write(request, act)


def _evening(person: Person, pk: int) -> Evening:
    evening = Evening.objects.filter(pk=pk, club_id=person.club_id).first()
    if evening is None:
        text = _("Must be an evening of this club.")
        raise Invalid("unknown_evening", text, errors={"evening": text})
    return evening


class StartingBack(View):
    @extend_schema(request=forms.NothingIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, fixture: int) -> Response:
        """A match in which nothing is entered goes, and is to be begun again; the round as it then
        is."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        self.given(forms.NothingIn)

        def act() -> Any:
            row = acts.meeting_start_back(by=person, tournament=found, fixture=fixture)
            return _round_of(row, person)

        return self.write(request, act, 200)


class Awarding(View):
    @extend_schema(request=forms.MeetingAwardIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, fixture: int) -> Response:
        """A walk-over, or neither came; the round as it then is."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        given = self.given(forms.MeetingAwardIn)

        def act() -> Any:
            row = acts.meeting_award(by=person, tournament=found, fixture=fixture, **given)
            return _round_of(row, person)

        return self.write(request, act, 200)


class AwardingBack(View):
    @extend_schema(request=forms.NothingIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, fixture: int) -> Response:
        """To be played again, until the next round is published."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        self.given(forms.NothingIn)

        def act() -> Any:
            row = acts.meeting_award_back(by=person, tournament=found, fixture=fixture)
            return _round_of(row, person)

        return self.write(request, act, 200)


def _round_of(row: Fixture, person: Person) -> Any:
    return round_whole(row.event_id, person, row.round.number)


class PoolsStarting(View):
    @extend_schema(request=forms.PoolsStartIn, responses={201: PoolsStartedOut})
    def post(self, request: Request, pk: int) -> Response:
        """Begin pools at the tables of an evening, each as a contest: all of them, or none."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_CONTEST)
        given = self.given(forms.PoolsStartIn)
        seated = [acts.PoolSeat(one["pool"], one["table"]) for one in given["pools"]]

        def act() -> Any:
            evening = _evening(person, given["evening"])
            made = acts.pools_start(by=person, tournament=found, evening=evening, seated=seated)
            return {"contests": [one.pk for one in made]}

        return self.write(request, act)


class PoolAwarding(View):
    @extend_schema(request=forms.PoolAwardIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, pool: int) -> Response:
        """Who goes on without play, or that nobody came; the round as it then is."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        given = self.given(forms.PoolAwardIn)

        def act() -> Any:
            row = acts.pool_award(by=person, tournament=found, pool=pool, **given)
            return round_whole(pk, person, row.round.number)

        return self.write(request, act, 200)


class PoolAwardingBack(View):
    @extend_schema(request=forms.NothingIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, pool: int) -> Response:
        """To be played again, until the next round is published."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        self.given(forms.NothingIn)

        def act() -> Any:
            row = acts.pool_award_back(by=person, tournament=found, pool=pool)
            return round_whole(pk, person, row.round.number)

        return self.write(request, act, 200)


PATHS = [
    path("clubs/<slug:slug>/tournaments", TournamentList.as_view()),
    path("tournaments/<int:pk>", TournamentDetail.as_view()),
    path("tournaments/<int:pk>/standings", TournamentStandings.as_view()),
    path("tournaments/<int:pk>/standings.csv", TournamentStandingsTable.as_view()),
    path("tournaments/<int:pk>/tree", TournamentTree.as_view()),
    path("tournaments/<int:pk>/pools", TournamentPools.as_view()),
    path("tournaments/<int:pk>/pools/start", PoolsStarting.as_view()),
    path("tournaments/<int:pk>/pools/<int:pool>/award", PoolAwarding.as_view()),
    path("tournaments/<int:pk>/pools/<int:pool>/award-back", PoolAwardingBack.as_view()),
    path("tournaments/<int:pk>/plan", Replanning.as_view()),
    path("tournaments/<int:pk>/entrants", Entering.as_view()),
    path("tournaments/<int:pk>/order", Ordering.as_view()),
    path("tournaments/<int:pk>/withdrawals", Withdrawing.as_view()),
    path("tournaments/<int:pk>/returns", ComingBack.as_view()),
    path("tournaments/<int:pk>/rounds-off", SittingOut.as_view()),
    path("tournaments/<int:pk>/kept-apart", KeepingApart.as_view()),
    path("tournaments/<int:pk>/draw", Drawing.as_view()),
    path("tournaments/<int:pk>/schedule", Scheduling.as_view()),
    path("tournaments/<int:pk>/start", Starting.as_view()),
    path("tournaments/<int:pk>/rounds/<int:number>", TournamentRound.as_view()),
    path("tournaments/<int:pk>/rounds/<int:number>/publish", Publishing.as_view()),
    path("tournaments/<int:pk>/rounds/<int:number>/take-back", TakingBack.as_view()),
    path("tournaments/<int:pk>/meetings/<int:fixture>/start-back", StartingBack.as_view()),
    path("tournaments/<int:pk>/meetings/<int:fixture>/award", Awarding.as_view()),
    path("tournaments/<int:pk>/meetings/<int:fixture>/award-back", AwardingBack.as_view()),
]

"""/api/v1/: what directors do with a tournament, its rounds, matches and pools."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.api import StrictSerializer, View, require_sign_in
from ecarte_club.core.exceptions import Invalid
from games.evenings.models import Evening
from scoring.leagues.models import Fixture
from scoring.tournaments.models import Tournament
from scoring.tournaments.services.meetings import (
    Seated,
    meeting_award,
    meeting_award_back,
    meeting_start_back,
    round_start,
)
from scoring.tournaments.services.opening import tournament_replan
from scoring.tournaments.services.people import (
    entrant_back,
    entrant_withdraw,
    entrants_order,
    pair_keep_apart,
    pair_let_meet,
    players_enter,
    round_off_ask,
    round_off_drop,
)
from scoring.tournaments.services.pool_starting import PoolSeat, pools_start
from scoring.tournaments.services.pools import pool_award, pool_award_back
from scoring.tournaments.services.rounds import (
    round_draw,
    round_publish,
    round_schedule,
    round_take_back,
)

from . import inputs
from .reads import detail_data, round_data, tournament_of
from .serializers import PoolsStartedOut, RoundOut, StartedOut, TournamentDetailOut


class Acting(View):
    """`form` is what is sent, `act` what is done; the answer is the tournament after it."""

    form: type[StrictSerializer] = inputs.NothingIn

    def acted(self, request: Request, pk: int, **more: Any) -> Response:
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        given = self.given(self.form) | more

        def act() -> Any:
            self.act(person, found, given)
            return detail_data(pk, person)

        return self.write(request, act, 200)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        raise NotImplementedError


class Replanning(Acting):
    form = inputs.TournamentPlanIn

    @extend_schema(request=inputs.TournamentPlanIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Change the plan, until something is published.

        A draw that is refused names in `nearest` the values that can be drawn.
        """
        return self.acted(request, pk)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        tournament_replan(by=by, tournament=found, changes=given)


class Entering(Acting):
    form = inputs.PlayersIn

    @extend_schema(request=inputs.PlayersIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Enter players, behind those who have entered; late ones play from the next round on."""
        return self.acted(request, pk)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        players_enter(by=by, tournament=found, players=given["players"])


class Ordering(Acting):
    form = inputs.PlayersIn

    @extend_schema(request=inputs.PlayersIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Set the seeding, naming everybody once, until the first round is published."""
        return self.acted(request, pk)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        entrants_order(by=by, tournament=found, players=given["players"])


class Withdrawing(Acting):
    form = inputs.TournamentEntrantIn

    @extend_schema(request=inputs.TournamentEntrantIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Withdraw a player; before the first round as if they had never entered."""
        return self.acted(request, pk)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        entrant_withdraw(by=by, tournament=found, player=given["player"])


class ComingBack(Acting):
    form = inputs.TournamentEntrantIn

    @extend_schema(request=inputs.TournamentEntrantIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Undo a withdrawal: the player is drawn again from the next round on."""
        return self.acted(request, pk)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        entrant_back(by=by, tournament=found, player=given["player"])


class SittingOut(Acting):
    form = inputs.RoundOffIn

    @extend_schema(request=inputs.RoundOffIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Request a half bye in a round that is still to be drawn, or withdraw the request."""
        return self.acted(request, pk)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        do = round_off_ask if given["off"] else round_off_drop
        do(by=by, tournament=found, player=given["player"], number=given["round"])


class KeepingApart(Acting):
    form = inputs.KeptApartIn

    @extend_schema(request=inputs.KeptApartIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Keep two players apart, or let them meet; in pools, as far as the numbers allow."""
        return self.acted(request, pk)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        do = pair_keep_apart if given["apart"] else pair_let_meet
        do(by=by, tournament=found, pair=(given["player"], given["other"]))


class Scheduling(Acting):
    form = inputs.ScheduleIn

    @extend_schema(request=inputs.ScheduleIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Schedule the draw of the next round; it waits until all results are in."""
        return self.acted(request, pk)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        round_schedule(by=by, tournament=found, at=given["at"], publish=given["publish"])


class TakingBack(Acting):
    form = inputs.TournamentVersionIn

    @extend_schema(request=inputs.TournamentVersionIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Undo a round that is drawn, or published while nothing of it is entered yet."""
        return self.acted(request, pk, number=number)

    def act(self, by: Person, found: Tournament, given: dict[str, Any]) -> None:
        number, version = given["number"], given["version"]
        round_take_back(by=by, tournament=found, number=number, version=version)


class Drawing(View):
    @extend_schema(request=inputs.DrawIn, responses={201: RoundOut})
    def post(self, request: Request, pk: int) -> Response:
        """Draw the next round, or draw it again; only directors see it until it is published."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        given = self.given(inputs.DrawIn)

        def act() -> Any:
            made = round_draw(by=person, tournament=found, **given)
            return round_data(pk, person, made.number)

        return self.write(request, act)


class Publishing(View):
    @extend_schema(request=inputs.TournamentVersionIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Publish a round that is drawn."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        version = self.given(inputs.TournamentVersionIn)["version"]

        def act() -> Any:
            round_publish(by=person, tournament=found, number=number, version=version)
            return round_data(pk, person, number)

        return self.write(request, act, 200)


class Starting(View):
    @extend_schema(request=inputs.RoundStartIn, responses={201: StartedOut})
    def post(self, request: Request, pk: int) -> Response:
        """Start matches of a round at the tables of an evening: all of them, or none."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.START_ANY)
        given = self.given(inputs.RoundStartIn)
        seated = [Seated(one["fixture"], one["table"]) for one in given["matches"]]

        def act() -> Any:
            evening = evening_of(person, given["evening"])
            made = round_start(by=person, tournament=found, evening=evening, seated=seated)
            return {"matches": [one.pk for one in made]}

        return self.write(request, act)


def evening_of(person: Person, pk: int) -> Evening:
    evening = Evening.objects.filter(pk=pk, club_id=person.club_id).first()
    if evening is None:
        text = _("Must be an evening of this club.")
        raise Invalid("unknown_evening", text, errors={"evening": text})
    return evening


class StartingBack(View):
    @extend_schema(request=inputs.NothingIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, fixture: int) -> Response:
        """Undo the start of a match in which nothing is entered; the answer is its round."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        self.given(inputs.NothingIn)

        def act() -> Any:
            row = meeting_start_back(by=person, tournament=found, fixture=fixture)
            return _round_of(row, person)

        return self.write(request, act, 200)


class Awarding(View):
    @extend_schema(request=inputs.MeetingAwardIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, fixture: int) -> Response:
        """Decide a match without play: a walkover, or neither came; the answer is its round."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        given = self.given(inputs.MeetingAwardIn)

        def act() -> Any:
            row = meeting_award(by=person, tournament=found, fixture=fixture, **given)
            return _round_of(row, person)

        return self.write(request, act, 200)


class AwardingBack(View):
    @extend_schema(request=inputs.NothingIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, fixture: int) -> Response:
        """Withdraw a decision without play, until the next round is published."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        self.given(inputs.NothingIn)

        def act() -> Any:
            row = meeting_award_back(by=person, tournament=found, fixture=fixture)
            return _round_of(row, person)

        return self.write(request, act, 200)


def _round_of(row: Fixture, person: Person) -> Any:
    return round_data(row.event_id, person, row.round.number)


class PoolsStarting(View):
    @extend_schema(request=inputs.PoolsStartIn, responses={201: PoolsStartedOut})
    def post(self, request: Request, pk: int) -> Response:
        """Start pools at the tables of an evening, each as a contest: all of them, or none."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_CONTEST)
        given = self.given(inputs.PoolsStartIn)
        seated = [PoolSeat(one["pool"], one["table"]) for one in given["pools"]]

        def act() -> Any:
            evening = evening_of(person, given["evening"])
            made = pools_start(by=person, tournament=found, evening=evening, seated=seated)
            return {"contests": [one.pk for one in made]}

        return self.write(request, act)


class PoolAwarding(View):
    @extend_schema(request=inputs.PoolAwardIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, pool: int) -> Response:
        """Decide a pool without play: its winner, or nobody came; the answer is its round."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        given = self.given(inputs.PoolAwardIn)

        def act() -> Any:
            row = pool_award(by=person, tournament=found, pool=pool, **given)
            return round_data(pk, person, row.round.number)

        return self.write(request, act, 200)


class PoolAwardingBack(View):
    @extend_schema(request=inputs.NothingIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, pool: int) -> Response:
        """Withdraw a decision on a pool, until the next round is published."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        self.given(inputs.NothingIn)

        def act() -> Any:
            row = pool_award_back(by=person, tournament=found, pool=pool)
            return round_data(pk, person, row.round.number)

        return self.write(request, act, 200)

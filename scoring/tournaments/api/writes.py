"""/api/v1/: what directors do with a tournament, its rounds, matches and pools."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.api import StrictSerializer, View, require_sign_in
from ecarte_club.core.exceptions import Invalid, get_or_absent
from ecarte_club.core.pagination import SortedPages
from games.evenings.models import Evening
from games.matches.models import Match
from scoring.contests.models import Contest
from scoring.leagues.models import Fixture, Round
from scoring.tournaments.models import DrawJob, Pool, Tournament
from scoring.tournaments.selectors.reading import entrants_among
from scoring.tournaments.services import (
    draw_jobs,
    meetings,
    opening,
    people,
    pool_starting,
    pools,
    rounds,
)

from . import inputs
from .reads import detail_data, round_data, tournament_of
from .serializers import (
    DrawJobOut,
    PoolsStartedOut,
    RoundOut,
    StartedOut,
    TournamentDetailOut,
    TournamentEntrantOut,
)


def _tournament_data(person: Person, found: Tournament) -> Any:
    return detail_data(found.pk, person)


def round_answer(person: Person, found: Round | Fixture | Pool) -> Any:
    row = found if isinstance(found, Round) else found.round
    return round_data(row.event_id, person, row.number)


class Acting(View):
    act = Act.RUN_SEASON

    def acted(
        self,
        request: Request,
        pk: int,
        form: type[StrictSerializer],
        service: Callable[..., Any],
        answer: Callable[[Person, Any], Any] = _tournament_data,
        status: int = 200,
        **facts: Any,
    ) -> Response:
        """`service` with the fields of `form`; `answer` shows what it returns."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, self.act)
        given = self.validated(form) | facts
        return self.write(
            request,
            lambda: answer(person, service(by=person, tournament=found, **given)),
            status,
        )


class Replanning(Acting):
    @extend_schema(request=inputs.TournamentPlanIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Change the plan, until something is published.

        A draw that is refused names in `nearest` the values that can be drawn.
        """

        def replan(*, by: Person, tournament: Tournament, **changes: Any) -> Tournament:
            return opening.tournament_replan(by=by, tournament=tournament, changes=changes)

        return self.acted(request, pk, inputs.TournamentPlanIn, replan)


class Entering(Acting):
    pagination_class = SortedPages

    @extend_schema(responses=TournamentEntrantOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the entrants of a tournament, in seeding order."""
        found, person = tournament_of(request, pk)
        rows = found.event.entrants.select_related("player").order_by("place", "pk")
        return self.paginated(
            rows,
            lambda page: (
                TournamentEntrantOut(entrants_among(found, person, page), many=True).data
            ),
        )

    @extend_schema(request=inputs.PlayersIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Enter players, behind those who have entered; late ones play from the next round on."""
        return self.acted(request, pk, inputs.PlayersIn, people.players_enter)


class Ordering(Acting):
    @extend_schema(request=inputs.PlayersIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Set the seeding, naming everybody once, until the first round is published."""
        return self.acted(request, pk, inputs.PlayersIn, people.entrants_order)


class Withdrawing(Acting):
    @extend_schema(request=inputs.TournamentEntrantIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Withdraw a player; before the first round as if they had never entered."""
        return self.acted(request, pk, inputs.TournamentEntrantIn, people.entrant_withdraw)


class ComingBack(Acting):
    @extend_schema(request=inputs.TournamentEntrantIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Undo a withdrawal: the player is drawn again from the next round on."""
        return self.acted(request, pk, inputs.TournamentEntrantIn, people.entrant_back)


class SittingOut(Acting):
    @extend_schema(request=inputs.RoundOffIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Request a half bye in a round that is still to be drawn, or withdraw the request."""

        def ask_or_drop(*, off: bool, round: int, **facts: Any) -> Tournament:
            do = people.round_off_ask if off else people.round_off_drop
            return do(number=round, **facts)

        return self.acted(request, pk, inputs.RoundOffIn, ask_or_drop)


class KeepingApart(Acting):
    @extend_schema(request=inputs.KeptApartIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Keep two players apart, or let them meet; in pools, as far as the numbers allow."""

        def keep_or_let(*, apart: bool, player: int, other: int, **facts: Any) -> Tournament:
            do = people.pair_keep_apart if apart else people.pair_let_meet
            return do(pair=(player, other), **facts)

        return self.acted(request, pk, inputs.KeptApartIn, keep_or_let)


class Scheduling(Acting):
    @extend_schema(request=inputs.ScheduleIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Schedule the draw of the next round; it waits until all results are in."""
        return self.acted(request, pk, inputs.ScheduleIn, rounds.round_schedule)


class TakingBack(Acting):
    @extend_schema(request=inputs.TournamentVersionIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Undo a round that is drawn, or published while nothing of it is entered yet."""
        form = inputs.TournamentVersionIn
        return self.acted(request, pk, form, rounds.round_take_back, number=number)


class Drawing(Acting):
    @extend_schema(request=inputs.DrawIn, responses={201: RoundOut, 202: DrawJobOut})
    def post(self, request: Request, pk: int) -> Response:
        """Draw the next round, or draw it again; only directors see it until it is published.

        More than 512 players are drawn in the background: the answer is 202, and says how to follow
        the draw.
        """
        found, _person = tournament_of(request, pk)
        if rounds.is_large(found):
            service = draw_jobs.draw_job_begin
            return self.acted(request, pk, inputs.DrawIn, service, draw_job_data, 202)
        return self.acted(request, pk, inputs.DrawIn, rounds.round_draw, round_answer, 201)


def draw_job_data(_person: Person, job: DrawJob) -> Any:
    return DrawJobOut(job).data


class DrawJobDetail(View):
    @extend_schema(responses=DrawJobOut)
    def get(self, request: Request, pk: int, job: int) -> Response:
        """Read how far a draw in the background is; once it is done, read the round."""
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        return Response(DrawJobOut(get_or_absent(found.draw_jobs.all(), job)).data)


class DrawJobCancelling(Acting):
    @extend_schema(request=inputs.NothingIn, responses={200: DrawJobOut})
    def post(self, request: Request, pk: int, job: int) -> Response:
        """Stop a draw in the background: nothing is drawn then."""
        service = draw_jobs.draw_job_cancel
        return self.acted(request, pk, inputs.NothingIn, service, draw_job_data, job=job)


class Publishing(Acting):
    @extend_schema(request=inputs.TournamentVersionIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Publish a round that is drawn."""
        form = inputs.TournamentVersionIn
        return self.acted(request, pk, form, rounds.round_publish, round_answer, number=number)


class Starting(Acting):
    act = Act.START_ANY

    @extend_schema(request=inputs.RoundStartIn, responses={201: StartedOut})
    def post(self, request: Request, pk: int) -> Response:
        """Start matches of a round at the tables of an evening: all of them, or none."""

        def start(
            *,
            by: Person,
            tournament: Tournament,
            evening: int,
            matches: list[dict[str, int]],
            seat_anyway: bool,
        ) -> list[Match]:
            return meetings.round_start(
                by=by,
                tournament=tournament,
                evening=_evening_of(by, evening),
                seated=[meetings.Seated(**one) for one in matches],
                seat_anyway=seat_anyway,
            )

        def answer(_person: Person, made: list[Match]) -> Any:
            return {"matches": [one.pk for one in made]}

        return self.acted(request, pk, inputs.RoundStartIn, start, answer, 201)


def _evening_of(person: Person, pk: int) -> Evening:
    evening = Evening.objects.filter(pk=pk, club_id=person.club_id).first()
    if evening is None:
        raise Invalid("unknown_evening", _("Must be an evening of this club."), field="evening")
    return evening


class StartingBack(Acting):
    @extend_schema(request=inputs.NothingIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, fixture: int) -> Response:
        """Undo the start of a match in which nothing is entered; the answer is its round."""
        service = meetings.meeting_start_back
        return self.acted(request, pk, inputs.NothingIn, service, round_answer, fixture=fixture)


class Awarding(Acting):
    @extend_schema(request=inputs.MeetingAwardIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, fixture: int) -> Response:
        """Decide a match without play: a walkover, or neither came; the answer is its round."""
        form, service = inputs.MeetingAwardIn, meetings.meeting_award
        return self.acted(request, pk, form, service, round_answer, fixture=fixture)


class AwardingBack(Acting):
    @extend_schema(request=inputs.NothingIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, fixture: int) -> Response:
        """Withdraw a decision without play, until the next round is published."""
        service = meetings.meeting_award_back
        return self.acted(request, pk, inputs.NothingIn, service, round_answer, fixture=fixture)


class PoolsStarting(Acting):
    act = Act.RUN_CONTEST

    @extend_schema(request=inputs.PoolsStartIn, responses={201: PoolsStartedOut})
    def post(self, request: Request, pk: int) -> Response:
        """Start pools at the tables of an evening, each as a contest: all of them, or none."""

        def start(
            *,
            by: Person,
            tournament: Tournament,
            evening: int,
            pools: list[dict[str, int]],
            accepted: bool,
            seat_anyway: bool,
        ) -> list[Contest]:
            return pool_starting.pools_start(
                by=by,
                tournament=tournament,
                evening=_evening_of(by, evening),
                seated=[pool_starting.PoolSeat(**one) for one in pools],
                seat_anyway=seat_anyway,
            )

        def answer(_person: Person, made: list[Contest]) -> Any:
            return {"contests": [one.pk for one in made]}

        return self.acted(request, pk, inputs.PoolsStartIn, start, answer, 201)


class PoolAwarding(Acting):
    @extend_schema(request=inputs.PoolAwardIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, pool: int) -> Response:
        """Decide a pool without play: its winner, or nobody came; the answer is its round."""
        form = inputs.PoolAwardIn
        return self.acted(request, pk, form, pools.pool_award, round_answer, pool=pool)


class PoolAwardingBack(Acting):
    @extend_schema(request=inputs.NothingIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, pool: int) -> Response:
        """Withdraw a decision on a pool, until the next round is published."""
        form = inputs.NothingIn
        return self.acted(request, pk, form, pools.pool_award_back, round_answer, pool=pool)

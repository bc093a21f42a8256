"""/api/v1/: the pools of a round: started, decided without play, and that undone."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.permissions import Act, require
from ecarte_club.core.api import View, require_sign_in
from scoring.tournaments.services.pool_starting import PoolSeat, pools_start
from scoring.tournaments.services.pools import pool_award, pool_award_back

from . import inputs
from .playing import evening_of
from .reads import round_data, tournament_of
from .serializers import PoolsStartedOut, RoundOut


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

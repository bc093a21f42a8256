"""A small Swiss that is over, a knock-out half way, and pools of which the final is drawn."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from random import Random
from zoneinfo import ZoneInfo

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from games.engine.seats import Seat
from games.evenings.models import Evening, Table
from games.matches.services.matches import MatchTerms, match_enter_at_once
from scoring.contests.models import Contest
from scoring.leagues.models import Fixture
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.selectors import pool_states
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services.opening import TournamentPlan, tournament_open
from scoring.tournaments.services.people import players_enter
from scoring.tournaments.services.pool_starting import PoolSeat, pools_start
from scoring.tournaments.services.pools import pool_award
from scoring.tournaments.services.rounds import round_draw, round_publish

from .contests import ONE_GAME, Slips, Tonight
from .evenings import clock_at, end_of, hand_times
from .hands import played_match

SWISS, TREE, SEED = "Coupe d’automne", "Coupe du Cercle", "le roi de cœur"
ROUNDS, PLAYERS, LEFT = 3, 8, 4
# Their own, so that what else is made up stays as it is.
RANDOM = 1887


class Tournaments:
    def __init__(
        self,
        terms: MatchTerms,
        *,
        by: Person,
        day: date,
        slips: Callable[[int], float],
        table: Callable[[int], Table],
    ) -> None:
        """`table`: of the evening of that day, by its number."""
        self.terms, self.by, self.day, self.slips, self.table = terms, by, day, slips, table
        self.random = Random(RANDOM)  # noqa: S311  (the same sample for everybody)

    def swiss(self, players: list[Player], zone: ZoneInfo) -> None:
        plan = TournamentPlan(name=SWISS, terms=self.terms, rounds=ROUNDS, seed=SEED)
        cup = _enter(self.by, plan, players)
        for number in range(1, ROUNDS + 1):
            _draw(self.by, cup, number)
            for place, fixture in enumerate(progress_of(cup).of_round(number), start=1):
                self._match(fixture, 20 * (number - 1) + place, zone)

    def knock_out(self, players: list[Player], zone: ZoneInfo) -> None:
        """One of two semi-finals is played."""
        plan = TournamentPlan(
            name=TREE, terms=self.terms, kind=Kind.KNOCKOUT, seed=SEED, third_place=True
        )
        cup = _enter(self.by, plan, players)
        _draw(self.by, cup, 1)
        self._match(progress_of(cup).of_round(1)[0], 65, zone)

    def _match(self, fixture: Fixture, late: int, zone: ZoneInfo) -> None:
        if fixture.away_id is None:
            return
        pair = (fixture.home_id, fixture.away_id)
        slips = dict(zip(Seat, map(self.slips, pair), strict=True))
        hands = played_match(self.random, self.terms.engine(), Seat.A, slips)
        times = hand_times(self.day, late, zone)
        match_enter_at_once(
            by=self.by,
            player_a=pair[0],
            player_b=pair[1],
            plays=list(zip(hands, times, strict=False)),
            event_id=fixture.event_id,
            evening_table=self.table(fixture.number).pk,
            first_dealer=Seat.A,
        )


POOLS, POOLS_SEED = "Poules d’honneur", "la tourne"
POOL_PLAYERS = 9
TABLES = (8, 9)
ABSENT = "Les deux autres n’ont pas pu rester."
PLAYED = timedelta(minutes=100)
POOLS_RANDOM = 1830


class Pools:
    def __init__(
        self, evening: Evening, *, by: Person, slips: Slips, table: Callable[[int], Table]
    ) -> None:
        """`table`: of the evening, by its number."""
        self.evening, self.by, self.table = evening, by, table
        self.tonight = Tonight(evening, by, Random(POOLS_RANDOM), slips)  # noqa: S311  (the same for all)

    def play(self, players: Sequence[Player], zone: ZoneInfo) -> None:
        """To be played before the evening is signed off."""
        with clock_at(end_of(self.evening, zone) - PLAYED):
            plan = TournamentPlan(name=POOLS, terms=ONE_GAME, kind=Kind.POOLS, seed=POOLS_SEED)
            cup = _enter(self.by, plan, players)
            _draw(self.by, cup, 1)
            *played, last = [one.pk for one in pool_states.rows(cup.pk)]
            self._played(cup, played)
            self._awarded(cup, last)
            _draw(self.by, cup, 2)

    def _played(self, cup: Tournament, pools: Sequence[int]) -> None:
        seated = [PoolSeat(pk, self.table(at).pk) for pk, at in zip(pools, TABLES, strict=True)]
        contests = pools_start(
            by=self.by, tournament=cup, evening=self.evening, seated=seated, seat_anyway=True
        )
        for contest in contests:
            while not self._over(contest):
                self.tonight.game(contest)

    def _over(self, contest: Contest) -> bool:
        return self.tonight.now(contest).over

    def _awarded(self, cup: Tournament, pk: int) -> None:
        """To who was drawn first."""
        row = next(one for one in pool_states.rows(cup.pk) if one.pk == pk)
        winner = pool_states.players(row)[0]
        pool_award(by=self.by, tournament=cup, pool=pk, winner=winner, reason=ABSENT)


def _enter(by: Person, plan: TournamentPlan, players: Sequence[Player]) -> Tournament:
    cup = tournament_open(by=by, plan=plan)
    players_enter(by=by, tournament=cup, players=[one.pk for one in players])
    return cup


def _draw(by: Person, cup: Tournament, number: int) -> None:
    cup.refresh_from_db()
    round_draw(by=by, tournament=cup, version=cup.version)
    cup.refresh_from_db()
    round_publish(by=by, tournament=cup, number=number, version=cup.version)

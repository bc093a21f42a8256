"""A small Swiss that is over, and a knock-out half way."""

from collections.abc import Callable
from datetime import date
from random import Random
from zoneinfo import ZoneInfo

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from games.engine.seats import Seat
from games.evenings.models import Table
from games.matches.services.matches import MatchTerms, match_enter_whole
from scoring.leagues.models import Fixture
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services.opening import TournamentPlan, tournament_open
from scoring.tournaments.services.people import players_enter
from scoring.tournaments.services.rounds import round_draw, round_publish

from .calendar import hand_times
from .hands import whole_match

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
        cup = self._entered(plan, players)
        for number in range(1, ROUNDS + 1):
            self._drawn(cup, number)
            for place, fixture in enumerate(progress_of(cup).of_round(number), start=1):
                self._match(fixture, 20 * (number - 1) + place, zone)

    def knock_out(self, players: list[Player], zone: ZoneInfo) -> None:
        """One of two semi-finals is played."""
        plan = TournamentPlan(
            name=TREE, terms=self.terms, kind=Kind.KNOCKOUT, seed=SEED, third_place=True
        )
        cup = self._entered(plan, players)
        self._drawn(cup, 1)
        self._match(progress_of(cup).of_round(1)[0], 65, zone)

    def _entered(self, plan: TournamentPlan, players: list[Player]) -> Tournament:
        cup = tournament_open(by=self.by, plan=plan)
        players_enter(by=self.by, tournament=cup, players=[one.pk for one in players])
        return cup

    def _drawn(self, cup: Tournament, number: int) -> None:
        cup.refresh_from_db()
        round_draw(by=self.by, tournament=cup, version=cup.version)
        cup.refresh_from_db()
        round_publish(by=self.by, tournament=cup, number=number, version=cup.version)

    def _match(self, fixture: Fixture, late: int, zone: ZoneInfo) -> None:
        if fixture.away_id is None:
            return
        pair = (fixture.home_id, fixture.away_id)
        slips = dict(zip(Seat, map(self.slips, pair), strict=True))
        hands = whole_match(self.random, self.terms.engine(), Seat.A, slips)
        times = hand_times(self.day, late, zone)
        match_enter_whole(
            by=self.by,
            player_a=pair[0],
            player_b=pair[1],
            plays=list(zip(hands, times, strict=False)),
            event_id=fixture.event_id,
            evening_table=self.table(fixture.number).pk,
            first_dealer=Seat.A,
        )

"""The contests of tonight: a pool that was won, a chouette of the regulation, a cul-levé in
which bets are laid just now, and a social chouette in the middle of a game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import cycle
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from games.engine.codes import CODES
from games.engine.seats import Seat
from games.engine.terms import Format, FormatKind, HandEntry, Terms
from games.evenings.models import Evening
from games.evenings.services.evenings import player_arrive, table_add
from games.matches.models import Match
from games.matches.services.entries import play_record
from games.matches.services.matches import MatchTerms
from scoring.contests.models import Contest
from scoring.contests.rules import bank
from scoring.contests.rules.bets import BetLaid, Side
from scoring.contests.rules.events import Closed
from scoring.contests.rules.machine import ContestState, Kind
from scoring.contests.rules.pool import Seated
from scoring.contests.rules.social import Partnered, StakeSet
from scoring.contests.selectors.courses import read
from scoring.contests.services.events import event_tell, game_deal
from scoring.contests.services.opening import Plan, contest_open
from scoring.ledger.models import Settlement
from scoring.ledger.services.posting import book_for
from scoring.ledger.services.settling import books_settle, payment_mark

from .evenings import clock_at, end_of
from .hands import game_by_score, played_match

ONE_GAME = MatchTerms(format=FormatKind.ONE_GAME.value, games=1)
GAME = Terms(CODES["london"], Format(FormatKind.ONE_GAME, 1))
GAMES = 3
# Of what is won by the gallery: article 64.
LEVY = 5

Slips = Callable[[int], float]


def contests_tonight(
    evening: Evening, *, by: Person, players: Sequence[Player], random: Random, slips: Slips
) -> None:
    """`players`: whoever is free to come; the first of them are in the pool."""
    tonight = Tonight(evening, by, random, slips)
    some = iter(players)
    ids = [[next(some).pk for _ in range(number)] for number in (3, 5, 3, 3, 4)]
    pool, chouette, cul_leve, gallery, box = ids
    tonight.pool("4", pool)
    tonight.chouette("5", chouette)
    tonight.cul_leve("6", cul_leve, gallery)
    tonight.social_chouette("7", box)


@dataclass(frozen=True, slots=True)
class Tonight:
    evening: Evening
    by: Person
    random: Random
    slips: Slips

    def pool(self, table: str, players: Sequence[int]) -> None:
        """Of three, as Foster has it, who draw their places; won by two games in succession."""
        contest = self.opened(Kind.POOL, table, players, {"stake": 2, "paying": "deposit"})
        order = self.random.sample(players, len(players))
        self.tell(contest, Seated(tuple(order)))
        while not self.now(contest).over:
            self.game(contest)

    def chouette(self, table: str, players: Sequence[int]) -> None:
        """A bank that is renewed when it is broken, and taken up after the last game."""
        contest = self.opened(Kind.BANK, table, players, {"minimum": 10, "step": 5})
        for player, amount in zip(players, (10, 15, 25), strict=False):
            self.tell(contest, bank.Bid(player, amount))
        self.tell(contest, bank.Adjudged())
        for _game in range(GAMES):
            if self.phase(contest) is bank.Phase.RENEWAL:
                self.tell(contest, bank.Renewed())
            for player in self.now(contest).contest.order:
                self.tell(contest, bank.Punted(player, self.random.randint(2, 6)))
            self.game(contest)
        if self.phase(contest) is bank.Phase.STAKES:
            self.tell(contest, bank.GaveUp())
        self.tell(contest, Closed())

    def phase(self, contest: Contest) -> bank.Phase:
        found: bank.Phase = self.now(contest).contest.phase
        return found

    def cul_leve(self, table: str, players: Sequence[int], gallery: Sequence[int]) -> None:
        """The bets on the game that is due are laid, and open."""
        agreed = {"stake": 1, "loser_inscribes": True}
        laid = {"levy": LEVY, "most": 20}
        contest = self.opened(Kind.CUL_LEVE, table, players, agreed, laid)
        self.come(gallery)
        for _game in range(GAMES - 1):
            self.bets(contest, gallery)
            self.game(contest)
        self.bets(contest, gallery)

    def social_chouette(self, table: str, players: Sequence[int]) -> None:
        """The third of the line is the partner of the box, and the first hands are played."""
        contest = self.opened(Kind.BOX, table, players, {"stake": 2, "most": 10})
        self.game(contest)
        line = self.now(contest).contest.line
        self.tell(contest, StakeSet(line[1], 5))
        self.tell(contest, Partnered(line[2]))
        match, plays = self.dealt(contest)
        for play in plays[:2]:
            play_record(by=self.by, match=match, what=play, version=match.version)

    # what each of them is made of

    def opened(
        self,
        kind: Kind,
        table: str,
        players: Sequence[int],
        agreed: Mapping[str, Any],
        gallery: Mapping[str, Any] | None = None,
    ) -> Contest:
        self.come(players)
        at = table_add(by=self.by, evening=self.evening, name=table)
        plan = Plan(kind.value, at.pk, ONE_GAME, agreed, gallery, players)
        return contest_open(by=self.by, evening=self.evening, plan=plan, seat_anyway=True)

    def come(self, players: Sequence[int]) -> None:
        there = set(self.evening.attendances.values_list("player_id", flat=True))
        for player in players:
            if player not in there:
                player_arrive(by=self.by, evening=self.evening, player_id=player)

    def now(self, contest: Contest) -> ContestState:
        return read(contest).state

    def tell(self, contest: Contest, event: Any) -> None:
        # Later evenings may be loaded first: their matches are in play then.
        event_tell(by=self.by, contest=contest, event=event, seat_anyway=True)

    def bets(self, contest: Contest, gallery: Sequence[int]) -> None:
        """On either side in turn, so that most of it is covered."""
        for player, side in zip(gallery, cycle(Side), strict=False):
            self.tell(contest, BetLaid(player, side, self.random.randint(1, 8)))

    def game(self, contest: Contest) -> None:
        """Kept by its score, as a table does that has no time."""
        match, plays = self.dealt(contest)
        (score,) = game_by_score(GAME, Seat.A, plays)
        play_record(by=self.by, match=match, what=score, version=match.version)
        contest.refresh_from_db(fields=["version", "over", "games_won"])

    def dealt(self, contest: Contest) -> tuple[Match, list[HandEntry]]:
        """The match of the game that is due, and how it will go."""
        version = contest.version
        _told, match = game_deal(by=self.by, contest=contest, version=version, first_dealer="a")
        slips = {seat: self.slips(pk) for seat, pk in zip(Seat, match.player_ids, strict=True)}
        return match, played_match(self.random, GAME, Seat.A, slips)


# With this seed the third of the players wins.
LATE_SEED = 21
LATE_TABLE = "11"
PLAYED = timedelta(minutes=50)
PAID = timedelta(days=2, hours=-3)


def pool_late(
    evening: Evening, *, by: Person, players: Sequence[Player], slips: Slips, zone: ZoneInfo
) -> None:
    """To be played before the evening is signed off."""
    with clock_at(end_of(evening, zone) - PLAYED):
        tonight = Tonight(evening, by, Random(LATE_SEED), slips)  # noqa: S311  (the same for everybody)
        tonight.pool(LATE_TABLE, [player.pk for player in players])


def settle(evening: Evening, *, by: Person, payer: Person, zone: ZoneInfo) -> Settlement:
    """`payer`: who paid what they owed two days later, and said so themselves."""
    book = book_for(evening)
    with clock_at(end_of(evening, zone)):
        settlement = books_settle(by=by, books={book.pk: book.version})
    with clock_at(end_of(evening, zone) + PAID):
        paid = settlement.payments.get(payer=payer.player_id)
        payment_mark(by=payer, payment=paid, made=True)
    return settlement

"""Contests drawn at random, with bets, undo, corrections and payments, against a naive second book
that knows only what was seen at the table."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pytest

from ecarte_club.clubs.models import Player
from games.matches.models import Match
from games.matches.services.revisions import entry_correct
from scoring.contests.models import ContestEntry
from scoring.contests.rules import bank, machine, social
from scoring.contests.rules.bank import Adjudged, Backed, Bid, Punted, Renewed
from scoring.contests.rules.events import Closed, GameWon
from scoring.contests.rules.pool import Seated
from scoring.contests.services.corrections import contest_correct
from scoring.ledger.models import Payment
from scoring.ledger.services.cash import payment_record, payment_undo
from tests.support.clubhouse import House
from tests.support.contests import Club, opened
from tests.support.nights import game
from tests.support.settlings import settled

from .naive_book import Book, Game

pytestmark = pytest.mark.slow

PLAYERS, GALLERY = ("ann", "bob", "cyd"), ("dora", "eve", "fay", "gus")
STEPS = 22
BANK = 12
THE_CLUB = "club"


@dataclass
class Table:
    """The site and the second book side by side."""

    club: Club
    book: Book
    random: Random
    pending: list[tuple[str, bool, int]] = field(default_factory=list)
    punted: dict[str, int] = field(default_factory=dict)
    backed: dict[str, int] = field(default_factory=dict)

    @property
    def is_dealt(self) -> bool:
        return bool(self.book.games) and not self.book.games[-1].winner

    def seats(self) -> tuple[str, ...]:
        return self.club.seats()

    # what happens

    def deals(self) -> None:
        seats = self.seats()
        if len(seats) < 2 or self.is_dealt:
            return
        state = self.club.course().state.contest
        team: tuple[str, ...] = ()
        if isinstance(state, social.State):
            team = self.club.named(social.team(state))
        self.club.deals()
        stakes = tuple(self.punted.items()), tuple(self.backed.items())
        dealt = Game((seats[0], seats[1]), self.pending, *stakes, team=team)
        self.forgets_stakes()
        self.book.games.append(dealt)

    def forgets_stakes(self) -> None:
        self.pending, self.punted, self.backed = [], {}, {}

    def wins(self) -> None:
        if not self.is_dealt:
            return self.deals()
        last = self.book.games[-1]
        last.winner = self.random.choice(last.pair)
        dealt = self.club.course().dealt
        match = Match.objects.filter(pk=dealt.entry.match or 0).first() if dealt else None
        if match is not None and (match.version or self.random.random() < 0.5):
            self.club.wins(last.winner, match)
        else:
            self.club.tell(GameWon(self.club.pk(last.winner)))
        return None

    def bets(self) -> None:
        name, amount = self.random.choice(GALLERY), self.random.randint(1, 19)
        state = self.club.course().state
        if self.is_dealt:
            return
        if isinstance(state.contest, bank.State) and state.contest.phase is bank.Phase.STAKES:
            self._stakes_at_bank(amount)
        elif state.book is not None:
            on = next((on for who, on, _much in self.pending if who == name), None)
            on = self.random.random() < 0.5 if on is None else on
            self.club.bets(name, "a" if on else "b", amount)
            self.pending.append((name, on, amount))

    def _stakes_at_bank(self, amount: int) -> None:
        """Behind the bank nobody stakes more than it leaves of what is staked against it."""
        banked = self.club.amounts().get("bank", 0)
        left = sum(self.punted.values()) - banked
        behind = [name for name in self.club.queue() if name not in self.punted]
        if left > 0 and behind and self.random.random() < 0.7:
            name, amount = self.random.choice(behind), min(amount, left)
            self.backed.pop(name, None)
            self._takes_back(name)
            self.club.tell(Backed(self.club.pk(name), amount))
            self.backed[name] = amount
            return
        name = self.random.choice([name for name in self.at_bank[1:] if name not in self.backed])
        self.punted.pop(name, None)
        self._takes_back(name)
        self.club.tell(Punted(self.club.pk(name), amount))
        self.punted[name] = amount

    @property
    def at_bank(self) -> tuple[str, ...]:
        return self.book.players

    def _takes_back(self, name: str) -> None:
        """So that the stake is the last in the order."""
        state = self.club.course().state.contest
        if any(stake.player == self.club.pk(name) for stake in (*state.against, *state.behind)):
            self.club.tell(bank.TookBack(self.club.pk(name)))

    def undoes(self) -> None:
        if not self.book.games:
            return
        self.club.undo()
        last = self.book.games[-1]
        if last.winner:
            last.winner = ""
            self.forgets_stakes()
        else:
            self.book.games.pop()
            self.pending = last.bets
            self.punted, self.backed = dict(last.against), dict(last.behind)

    def corrects(self) -> None:
        won = [one for one in self.book.games if one.winner]
        if not won:
            return
        number = self.random.randrange(len(won))
        winner = won[number].loser
        entry = self._result(number)
        if entry.match is not None:
            self._corrects_on_pad(entry.match, winner)
        else:
            self._corrects_here(entry, winner)
        won[number].winner = winner
        before = len(self.book.games)
        self.book.games = list(self.book._counting())
        if self.book.is_won or len(self.book.games) < before:
            self.forgets_stakes()

    def _result(self, number: int) -> ContestEntry:
        found = [one for one in self.club.course().happened if isinstance(one.event, GameWon)]
        return found[number].entry

    def _corrects_here(self, entry: ContestEntry, winner: str) -> None:
        self.club.contest.refresh_from_db()
        contest_correct(
            by=self.club.house.person("director"),
            contest=self.club.contest,
            changes=[(entry.place, GameWon(self.club.pk(winner)))],
            reason="Misheard.",
            version=self.club.contest.version,
        )

    def _corrects_on_pad(self, pk: int, winner: str) -> None:
        match = Match.objects.select_related("evening_table").get(pk=pk)
        is_a = match.player_a_id == self.club.pk(winner)
        stands = match.entries.order_by("-number").first()
        assert stands is not None
        entry_correct(
            by=self.club.house.person("director"),
            match=match,
            number=stands.number,
            what=game(5, 0) if is_a else game(0, 5),
            reason="Misread.",
            version=match.version,
        )

    def pays(self) -> None:
        people = [*PLAYERS, *GALLERY, ""]
        payer, payee = self.random.sample(people, 2)
        amount = self.random.randint(1, 20)
        by = self.club.house.person("director")
        pks = [self.club.pk(name) if name else None for name in (payer, payee)]
        paid = payment_record(
            by=by, evening=self.club.night, payer=pks[0], payee=pks[1], amount=amount
        )
        if self.random.random() < 0.3:
            payment_undo(by=by, evening=self.club.night, posting=paid.pk)
        else:
            self.book.cash[payer or "cash"] += amount
            self.book.cash[payee or "cash"] -= amount

    # what it comes to

    def renews(self) -> None:
        """A bank that is broken for the first time, always."""
        state = self.club.course().state.contest
        if isinstance(state, bank.State) and state.phase is bank.Phase.RENEWAL:
            self.club.tell(Renewed())

    def agrees(self) -> None:
        found = {
            name: amount
            for name, amount in self.club.amounts().items()
            if name not in ("pot", "bank", "mass")
        }
        wanted = self.book.sums()
        for name, _on, amount in self.pending:
            wanted[name] = wanted.get(name, 0) - amount
        if not self.is_dealt:
            self.book.rentrant_pays(wanted, self.seats())
        assert found == {name: amount for name, amount in wanted.items() if amount}

    def settles(self) -> None:
        """At the end of the evening nobody plays any further, and as many pay as have to."""
        if not self.club.course().state.over:
            self.club.tell(Closed())
        wanted = self.book.closed()
        assert {name: amount for name, amount in self.club.amounts().items() if amount} == wanted
        settlement = settled(self.club.house, self.club.night.book)
        names = {player.pk: name for name, player in self.club.house.players.items()}
        left = Counter({THE_CLUB: wanted.pop("levy", 0) + wanted.pop("cash", 0), **wanted})
        have = sum(amount != 0 for amount in left.values())
        payments = list(Payment.objects.filter(settlement=settlement))
        for paid in payments:
            left[names.get(paid.payer_id or 0, THE_CLUB)] += paid.amount
            left[names.get(paid.payee_id or 0, THE_CLUB)] -= paid.amount
        assert not any(left.values())
        assert len(payments) <= max(0, have - 1)

    def sat_as_seen(self) -> None:
        befores = (self.club.course().begun, *self.club.course().states)
        sat = [
            self.club.named(machine.seats(state) or ())
            for one, state in zip(self.club.course().happened, befores, strict=False)
            if type(one.event).__name__ == "Dealt"
        ]
        assert sat == [one.pair for one in self.book.games]


def table_of(kind: str, house: House, random: Random) -> Table:
    for name in GALLERY:
        house.players[name] = Player.objects.create(club=house.club, name=name.title())
    levy = 15 if kind == "cul_leve" else 0
    gallery = {"levy": levy} if kind in ("cul_leve", "pool", "seated") else None
    if kind in ("pool", "seated"):
        paying = "deposit" if kind == "pool" else "seated"
        agreed = {"stake": 3, "paying": paying}
        club = opened(house, "pool", *PLAYERS, agreed=agreed, gallery=gallery)
        club.tell(Seated(tuple(club.pk(name) for name in PLAYERS)))
        return Table(club, Book("pool", 3, PLAYERS, kind == "pool"), random)
    if kind == "bank":
        people = (*PLAYERS, *GALLERY)
        club = opened(house, "bank", *people, agreed={"levy": 10})
        club.tell(Bid(club.pk("ann"), BANK))
        club.tell(Adjudged())
        return Table(
            club, Book("bank", 0, people, chouetteur="ann", adjudged=BANK, levy=10), random
        )
    agreed = (
        {"stake": 2, "loser_inscribes": True} if kind == "cul_leve" else {"stake": 2, "most": 2}
    )
    club = opened(house, kind, *PLAYERS, agreed=agreed, gallery=gallery)
    return Table(club, Book(kind, 2, PLAYERS, bets_levy=levy), random)


# Levies, remainders and banks that break are rare in few games.
STORIES = {"cul_leve": 4, "pool": 2, "seated": 2, "box": 2, "bank": 6}


@pytest.mark.parametrize(
    ("kind", "seed"), [(kind, seed) for kind, many in STORIES.items() for seed in range(many)]
)
def test_the_second_book_has_the_same(kind: str, seed: int, house: House) -> None:
    random = Random(f"{kind} {seed}")
    table = table_of(kind, house, random)
    acts: list[Callable[[], None]] = [
        *(table.wins,) * 6,
        *(table.bets,) * (6 if kind in ("bank", "cul_leve") else 3),
        *(table.corrects,) * 2,
        table.undoes,
        table.pays,
    ]
    for _step in range(STEPS):
        random.choice(acts)()
        table.renews()
        table.agrees()
        table.sat_as_seen()
    table.settles()

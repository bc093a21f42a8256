"""A contest played at random, by the site and by the second book side by side."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from scoring.contests.rules import bank, machine, social
from scoring.contests.rules.bank import Adjudged, Backed, Bid, GaveUp, NotRenewed, Punted, Renewed
from scoring.contests.rules.bets import BetLaid, Forfeited, Short, Side
from scoring.contests.rules.pool import Seated
from scoring.contests.selectors.courses import Course

from .naive_book import Bank, Book, Game, Stake

PLAYERS, GALLERY = ("ann", "bob", "cyd"), ("dora", "eve", "fay", "gus")
BANK = 12
KINDS = ("cul_leve", "pool", "seated", "box", "bank", "winnings")
"""Pools by what is put in; banks by what is levied."""


class Site(Protocol):
    """What keeps the contest that is compared. `corrects`: the other won the game of this number,
    from 0. `wins`: the game in play."""

    def pk(self, name: str) -> int: ...
    def named(self, players: tuple[int, ...]) -> tuple[str, ...]: ...
    def course(self) -> Course: ...
    def amounts(self) -> dict[str, int]: ...
    def tell(self, event: Any) -> Any: ...
    def deals(self) -> Any: ...
    def wins_game(self, name: str) -> None: ...
    def undo(self) -> Any: ...
    def corrects(self, number: int, winner: str) -> None: ...


@dataclass(frozen=True)
class Plan:
    """How a contest is opened. `people`: who is inscribed."""

    kind: str
    agreed: dict[str, Any]
    gallery: dict[str, Any] | None
    people: tuple[str, ...] = PLAYERS

    @classmethod
    def drawn(cls, name: str, random: Random) -> "Plan":
        terms = {
            "levy": random.choice([0, 5, 15, 30]),
            "remainder": random.choice(["largest", "first"]),
        }
        match name:
            case "bank" | "winnings":
                return cls("bank", {**terms, "levy_on": name}, None, (*PLAYERS, *GALLERY))
            case "pool" | "seated":
                paying = "deposit" if name == "pool" else "seated"
                return cls("pool", {"stake": 3, "paying": paying}, terms)
            case "cul_leve":
                return cls("cul_leve", {"stake": 2, "loser_inscribes": True}, terms)
        return cls("box", {"stake": 2, "most": 2}, terms)

    def book(self) -> Book:
        deposit = self.agreed.get("paying") != "seated"
        of_winnings = self.agreed.get("levy_on") == "winnings"
        masses = self.gallery or self.agreed
        return Book(
            self.kind,
            self.agreed.get("stake", 0),
            self.people,
            deposit,
            levy=self.agreed.get("levy", 0),
            levy_on_winnings=of_winnings,
            bets_levy=self.gallery["levy"] if self.gallery else 0,
            first_has_odd_counters=masses["remainder"] == "first",
        )


@dataclass
class Table:
    """`bets`, `stakes`: laid on the game that is due. Games and bets after a pool was won, as a
    correction has it, count again when another correction has it otherwise."""

    site: Site
    book: Book
    random: Random
    bets: list[tuple[str, bool, int]] = field(default_factory=list)
    stakes: list[Stake] = field(default_factory=list)

    @classmethod
    def of(cls, site: Site, plan: Plan, random: Random) -> "Table":
        table = cls(site, plan.book(), random)
        if plan.kind == "pool":
            site.tell(Seated(tuple(map(site.pk, plan.people))))
        elif plan.kind == "bank":
            table.puts_up("ann", BANK)
        return table

    def acts(self) -> list[Callable[[], None]]:
        laying = 6 if self.book.kind in ("bank", "cul_leve") else 3
        return [
            *(self.wins,) * 6,
            *(self.lays,) * laying,
            *(self.corrects,) * 2,
            self.undoes,
            self.finds_fault,
        ]

    def goes_on(self, acts: list[Callable[[], None]]) -> None:
        """One act, after which both have the same."""
        self.random.choice(acts)()
        self.sees_to_the_bank()
        self.agrees()
        self.sat_as_seen()

    @property
    def last(self) -> Game | None:
        games = self.book.counting()
        return games[-1] if games else None

    @property
    def is_dealt(self) -> bool:
        return self.last is not None and not self.last.winner

    def seats(self) -> tuple[str, ...]:
        return self.site.named(machine.seats(self.site.course().state) or ())

    def _phase(self) -> bank.Phase | None:
        state = self.site.course().state.contest
        return state.phase if isinstance(state, bank.State) else None

    # what happens

    def deals(self) -> None:
        seats = self.seats()
        if len(seats) < 2 or self.is_dealt:
            return
        state = self.site.course().state.contest
        team = self.site.named(social.team(state)) if isinstance(state, social.State) else ()
        self.site.deals()
        self.book.games.append(Game((seats[0], seats[1]), self.bets, self.stakes, team))
        self.forgets_stakes()

    def forgets_stakes(self) -> None:
        self.bets, self.stakes = [], []

    def wins(self) -> None:
        if self.last is None or not self.is_dealt:
            return self.deals()
        winner = self.random.choice(self.last.pair)
        self.site.wins_game(winner)
        self.last.winner = winner
        return None

    def lays(self) -> None:
        if self.is_dealt:
            return
        if self._phase() is bank.Phase.STAKES:
            for _stake in range(self.random.randint(1, 4)):
                self._stakes_at_bank(self.random.randint(1, self.random.choice([4, 19])))
        elif self.site.course().state.book is not None:
            for name in self.random.sample(GALLERY, self.random.randint(1, len(GALLERY))):
                self._bets(name, self.random.randint(1, 19))

    def _bets(self, name: str, amount: int) -> None:
        on = next((on for who, on, _much in self.bets if who == name), None)
        on = self.random.random() < 0.5 if on is None else on
        self.site.tell(BetLaid(self.site.pk(name), Side.A if on else Side.B, amount))
        self.bets.append((name, on, amount))

    def _stakes_at_bank(self, amount: int) -> None:
        """Whoever has laid takes it back first, so that it is laid last."""
        state = self.site.course().state.contest
        punted = self.site.named(tuple(stake.player for stake in state.against))
        backed = self.site.named(tuple(stake.player for stake in state.behind))
        left = sum(stake.amount for stake in state.against) - state.bank
        waiting = self.site.named(state.order)
        behind = [name for name in waiting[1:] if name not in punted]
        backs = left > 0 and behind and self.random.random() < 0.6
        name = self.random.choice(behind if backs else waiting)
        if name in (*punted, *backed):
            self.site.tell(bank.TookBack(self.site.pk(name)))
            self.stakes.append(("back", name, 0))
        if backs:
            amount = min(amount, left) if self.random.random() < 0.5 else left
            self.site.tell(Backed(self.site.pk(name), amount))
        else:
            self.site.tell(Punted(self.site.pk(name), amount))
        self.stakes.append(("behind" if backs else "against", name, amount))
        self._bank_goes_on()

    def _bank_goes_on(self) -> None:
        if self.last is not None and len(self.book.games) > self.book.banks[-1].first:
            self.last.went_on = True

    def finds_fault(self) -> None:
        """With a backer who saw cards, or with the losing mass."""
        if self.last is None or not self.is_dealt or self.last.short:
            return
        laid = self.site.course().state.book
        if laid is None or not laid.cover.covered:
            return
        backers = [bet.player for bet in laid.bets if bet.player not in (laid.a, laid.b)]
        if backers and self.random.random() < 0.5:
            name = self.site.named((self.random.choice(backers),))[0]
            self.site.tell(Forfeited(self.site.pk(name)))
            self.last.overlooked.append(name)
        else:
            self.last.short = self.random.randint(1, laid.cover.covered)
            self.site.tell(Short(self.last.short))

    def undoes(self) -> None:
        if self.last is None:
            return
        self.site.undo()
        self.book.games = self.book.counting()
        if self.last.winner:
            self.last.winner, self.last.went_on = "", False
            self.forgets_stakes()
            while self.book.banks and self.book.banks[-1].first == len(self.book.games):
                self.book.banks.pop()
            if self.book.banks:
                self.book.banks[-1].given_up = False
        else:
            game = self.book.games.pop()
            self.bets, self.stakes = game.bets, game.stakes

    def corrects(self) -> None:
        won = [game for game in self.book.counting() if game.winner]
        if not won:
            return
        number = self.random.randrange(len(won))
        winner = won[number].loser
        self.site.corrects(number, winner)
        won[number].winner = winner

    # a bank

    def sees_to_the_bank(self) -> None:
        phase = self._phase()
        if phase is bank.Phase.AUCTION and self.random.random() < 0.4:
            order = self.site.named(self.site.course().state.contest.order)
            self.book.banks[-1].given_up = True
            self.puts_up(self.random.choice(order), self.random.randint(4, 20))
        elif phase is bank.Phase.RENEWAL and self.random.random() < 0.7:
            self.site.tell(Renewed())
            self._bank_goes_on()
        elif phase is bank.Phase.RENEWAL:
            self.site.tell(NotRenewed())
            self.book.banks[-1].given_up = True
        elif phase is bank.Phase.STAKES and self.random.random() < 0.05:
            self.site.tell(GaveUp())
            self.book.banks[-1].given_up = True
            self.forgets_stakes()

    def puts_up(self, name: str, amount: int) -> None:
        self.site.tell(Bid(self.site.pk(name), amount))
        self.site.tell(Adjudged())
        self.book.banks.append(Bank(name, amount, len(self.book.games)))

    # what it comes to

    def agrees(self) -> None:
        purses = {
            name: amount
            for name, amount in self.site.amounts().items()
            if name not in ("pot", "bank", "mass")
        }
        wanted = self.book.sums()
        for name, _on, amount in () if self.book.is_won else self.bets:
            wanted[name] = wanted.get(name, 0) - amount
        if not self.is_dealt:
            self.book.rentrant_pays(wanted, self.seats())
        assert purses == {name: amount for name, amount in wanted.items() if amount}

    def sat_as_seen(self) -> None:
        course = self.site.course()
        befores = (course.begun, *course.states)
        sat = [
            self.site.named(machine.seats(state) or ())
            for one, state in zip(course.happened, befores, strict=False)
            if type(one.event).__name__ == "Dealt"
        ]
        assert sat == [game.pair for game in self.book.counting()]

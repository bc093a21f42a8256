"""Any evening of a pool, against a purse and a line of chairs."""

from collections import Counter
from dataclasses import dataclass

from hypothesis import event as seen
from hypothesis import given
from hypothesis import strategies as st

from scoring.contests.rules import pool
from scoring.contests.rules.events import Closed, Dealt, GameWon, Joined, Left, SatOut
from scoring.contests.rules.pool import Paying, Seated, State, Terms
from scoring.ledger.rules import POT, Holder, Transfer, balances, member

players = st.integers(1, 6)
terms = st.builds(Terms, st.integers(0, 9), st.sampled_from(Paying), st.sampled_from([0, 0, 2, 3]))
games = st.one_of(st.just(Dealt()), st.builds(GameWon, players))
anything = st.one_of(
    games,
    st.builds(Joined, players),
    st.builds(Left, players),
    st.builds(SatOut, players),
    st.builds(Seated, st.lists(players, max_size=6).map(tuple)),
    st.builds(Seated, st.permutations(range(1, 5)).map(tuple)),
    st.just(Closed()),
)


@dataclass(frozen=True)
class Played:
    """A game between whoever sits, from the deal to its end."""

    first_wins: bool


played = st.builds(Played, st.booleans())


@st.composite
def evenings(draw: st.DrawFn) -> list[object]:
    """Half of them begin with a pool that runs, and most games are played to their end."""
    opening: list[object] = []
    if draw(st.booleans()):
        order = draw(st.permutations(range(1, draw(st.integers(3, 6)) + 1)))
        opening = [*map(Joined, range(1, len(order) + 1)), Seated(tuple(order))]
    kinds = draw(st.lists(st.sampled_from([anything, played, played, played]), max_size=30))
    return opening + [draw(kind) for kind in kinds]


def events(state: State, move: object) -> tuple[object, ...]:
    if not isinstance(move, Played):
        return (move,)
    first, second = pool.seats(state) or (0, 0)
    return Dealt(), GameWon(first if move.first_wins else second)


class Table:
    """The chairs are one line: two who play, then who waits. Money lies in purses and on the
    table."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.purse: Counter[int] = Counter()
        self.put_in: Counter[int] = Counter()
        self.pot = 0
        self.line: list[int] = []
        self.order: list[int] = []
        self.need = 0
        self.champion, self.wins = 0, 0
        self.cards_out = False
        self.done = False

    def pay(self, player: int) -> None:
        self.purse[player] -= self.terms.stake
        self.put_in[player] += self.terms.stake
        self.pot += self.terms.stake

    def take(self, event: object) -> bool:
        """Whether it happened."""
        if self.done:
            return False
        kind = type(event).__name__.lower()
        return bool(getattr(self, kind, lambda _: False)(event))

    def joined(self, event: Joined) -> bool:
        if self.order or event.player in self.line:
            return False
        self.line.append(event.player)
        return True

    def seated(self, event: Seated) -> bool:
        if self.order or len(self.line) < 3 or sorted(event.order) != sorted(self.line):
            return False
        self.line, self.order = list(event.order), list(event.order)
        self.need = self.terms.to_win or len(self.line) - 1
        who_pays = self.line if self.terms.paying is Paying.DEPOSIT else self.line[:2]
        for player in who_pays:
            self.pay(player)
        return True

    def left(self, event: Left) -> bool:
        if event.player not in self.line:
            return False
        sat = bool(self.order) and event.player in self.line[:2]
        if sat and self.cards_out:
            return False
        self.line.remove(event.player)
        if self.champion == event.player:
            self.champion = 0
        if sat and len(self.line) == 1:
            return self.closed(Closed())
        if sat and self.terms.paying is Paying.SEATED:
            self.pay(self.line[1])
        return True

    def dealt(self, _: Dealt) -> bool:
        if not self.order or self.cards_out:
            return False
        self.cards_out = True
        return True

    def gamewon(self, event: GameWon) -> bool:
        if not self.cards_out or event.winner not in self.line[:2]:
            return False
        self.cards_out = False
        loser = next(one for one in self.line[:2] if one != event.winner)
        self.wins = self.wins + 1 if self.champion == event.winner else 1
        self.champion = event.winner
        if self.terms.paying is Paying.DEPOSIT:
            self.pay(loser)
        if self.wins == self.need:
            self.purse[event.winner] += self.pot
            self.pot, self.done = 0, True
            return True
        self.line = [event.winner, *self.line[2:], loser]
        if self.terms.paying is Paying.SEATED:
            self.pay(self.line[1])
        return True

    def closed(self, _: Closed) -> bool:
        here = [player for player in self.order if player in self.line]
        total = sum(self.put_in[player] for player in here)
        back = {one: self.pot * self.put_in[one] // total for one in here} if total else {}
        over = self.pot - sum(back.values())
        for player in [one for one in here if self.put_in[one]] if total else []:
            extra = 1 if over else 0
            over -= extra
            self.purse[player] += back[player] + extra
        self.pot, self.done = 0, True
        return True


@given(terms, evenings())
def test_any_evening_of_a_pool_is_as_purses_and_chairs_have_it(
    terms: Terms, evening: list[object]
) -> None:
    state, table = pool.begin(terms), Table(terms)
    made: list[Transfer] = []
    for move in evening:
        for event in events(state, move):
            taken = pool.refusal(state, event) is None
            assert table.take(event) == taken
            if taken:
                state, more = pool.apply(state, event)
                made += more
            _agrees(state, made, table)
    seen("won" if state.winner else "over" if state.over else "runs")


def _agrees(state: State, made: list[Transfer], table: Table) -> None:
    found = balances(made)
    assert sum(found.values()) == 0
    assert {one.holder for one in found} <= {Holder.MEMBER, Holder.POT}
    assert pool.holdings(state) == {POT: found.get(POT, 0)} == {POT: table.pot}
    assert all(found.get(member(one), 0) == table.purse[one] for one in range(1, 7))
    assert state.over == table.done
    seats = pool.seats(state) or ()
    if not table.done:
        assert (*seats, *pool.queue(state)) == tuple(table.line)
        assert len(set(table.line)) == len(table.line)
    assert len(seats) == (2 if table.order and not table.done else 0)


@given(terms, evenings(), anything)
def test_a_pool_that_is_over_takes_nothing(
    terms: Terms, evening: list[object], more: object
) -> None:
    state = pool.begin(terms)
    for event in (one for move in (*evening, Closed()) for one in events(state, move)):
        if pool.refusal(state, event) is None:
            state, _ = pool.apply(state, event)
    assert state.over
    assert pool.refusal(state, more) is not None
    assert not state.pot

"""The social chouette under events drawn at random, beside one reckoned with lists and halves."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contests.rules.events import (
    CameBack,
    Closed,
    Dealt,
    GameWon,
    Joined,
    Left,
    NotTakenError,
    SatOut,
)
from scoring.contests.rules.machine import CONTESTS, Kind
from scoring.contests.rules.social import (
    Event,
    OnLoss,
    Partnered,
    StakeSet,
    State,
    Terms,
    Unpartnered,
    apply,
    begin,
    queue,
    refusal,
    seats,
)
from scoring.ledger.rules import Holder, Transfers, balances

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

players = st.integers(1, 5)
kinds = [Joined, Joined, Left, SatOut, CameBack, Partnered, Unpartnered]
drawn: st.SearchStrategy[Event] = st.one_of(
    *(st.builds(kind, players) for kind in kinds),
    st.builds(StakeSet, players, st.integers(-1, 12)),
    st.just(Dealt()),
    *(st.builds(GameWon, players) for _ in range(4)),
    st.just(Dealt()),
)
courses = st.tuples(st.lists(drawn, max_size=60), st.booleans()).map(
    lambda found: [*(Joined(player) for player in (1, 2, 3)), *found[0], *[Closed()] * found[1]]
)
all_terms = st.builds(
    Terms, stake=st.integers(1, 9), most=st.integers(9, 11), on_loss=st.sampled_from(OnLoss)
)


class Naive:
    """A scorer's slip of paper: names in a column, and the box's half left unrounded until it is
    paid."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.column: list[int] = []
        self.partner = 0
        self.named: dict[int, int] = {}
        self.won: Counter[int] = Counter()

    def take(self, event: Event) -> None:
        match event:
            case Joined(player) | CameBack(player):
                self.column.append(player)
            case SatOut(player) | Left(player):
                self.go(player)
                if isinstance(event, Left):
                    self.named.pop(player, None)
            case StakeSet(player, amount):
                self.named[player] = amount
            case Partnered(player):
                self.partner = player
            case Unpartnered():
                self.partner = 0
            case GameWon(winner):
                self.score(winner)

    def go(self, player: int) -> None:
        if self.partner == player or self.column[:1] == [player]:
            self.partner = 0
        if player in self.column:
            self.column.remove(player)

    def score(self, winner: int) -> None:
        box = self.column[0]
        against = [one for one in self.column if one not in (box, self.partner)]
        sign = 1 if winner == box else -1
        pile = 0
        for one in against:
            amount = self.named.get(one, self.terms.stake)
            self.won[one] -= sign * amount
            pile += amount
        hers = int(Fraction(pile, 2)) if self.partner else 0
        self.won[self.partner] += sign * hers
        self.won[box] += sign * (pile - hers)
        self.turn(winner == box, box, against[0])

    def turn(self, box_won: bool, box: int, captain: int) -> None:
        if box_won:
            self.column.remove(captain)
            self.column.append(captain)
        elif self.terms.on_loss == "box_passes":
            self.column.remove(box)
            self.column.remove(captain)
            self.column = [captain, *self.column, box]
            self.partner = 0


def check(state: State, naive: Naive, books: Transfers, members: set[int]) -> None:
    found = balances(books)
    assert sum(found.values()) == 0
    assert {account.holder for account in found} <= {Holder.MEMBER}
    assert not CONTESTS[Kind.BOX].holdings(state)
    assert {account.of: amount for account, amount in found.items()} == dict(state.won)
    assert {k: v for k, v in dict(state.won).items() if v} == {
        k: v for k, v in naive.won.items() if v
    }
    assert list(state.line) == naive.column
    everybody = [*(seats(state) or ()), *queue(state), *state.resting]
    assert len(everybody) == len(set(everybody))
    assert set(everybody) == members


@given(all_terms, courses)
def test_any_course_of_a_chouette(terms: Terms, events: list[Event]) -> None:
    walk(terms, events)


EVERYTHING: list[Event] = [
    *(
        kind(player)
        for kind in (Joined, CameBack, SatOut, Left, Partnered)
        for player in range(1, 7)
    ),
    *(StakeSet(player, amount) for player in range(1, 7) for amount in (1, 4, 9)),
    *(Unpartnered(player) for player in range(1, 7)),
]


@pytest.mark.parametrize("on_loss", OnLoss)
def test_a_long_evening_of_events_that_are_taken(on_loss: OnLoss) -> None:
    """By chance alone few draws are legal, so here only those are drawn: 300 games."""
    chance, terms = Random(1911), Terms(stake=3, most=9, on_loss=on_loss)
    state, events = begin(terms), list[Event]()
    while sum(isinstance(event, GameWon) for event in events) < 300:
        sat = seats(state)
        event: Event
        if state.in_play and sat:
            event = GameWon(chance.choice(sat))
        elif sat and chance.random() < 0.5:
            event = Dealt()
        else:
            event = chance.choice([one for one in EVERYTHING if not refusal(state, one)])
        state, _ = apply(state, event)
        events.append(event)
    assert walk(terms, events) == len(events)


def walk(terms: Terms, events: list[Event]) -> int:
    """How many were taken."""
    state, naive, members, taken = begin(terms), Naive(terms), set[int](), 0
    books: Transfers = ()
    for event in events:
        refused = refusal(state, event)
        if refused:
            with pytest.raises(NotTakenError) as told:
                apply(state, event)
            assert told.value.refusal == refused
            continue
        assert not state.over
        state, paid = apply(state, event)
        books += paid
        naive.take(event)
        if isinstance(event, Joined):
            members.add(event.player)
        if isinstance(event, Left):
            members.discard(event.player)
        check(state, naive, books, members)
        taken += 1
    return taken

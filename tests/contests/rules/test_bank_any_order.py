"""La chouette of the regulation under any events in any order, legal and not."""

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.contests.rules import bank
from scoring.contests.rules.bank import (
    Adjudged,
    Backed,
    Bid,
    Event,
    GaveUp,
    NotRenewed,
    Phase,
    Punted,
    Renewed,
    State,
    Terms,
    TookBack,
)
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
from scoring.ledger.rules import BANK, LEVY, MASS, Cause, Holder, Transfer, balances
from tests.support.depth import examples

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

players = st.integers(1, 5)
amounts = st.integers(-1, 9)
own = [
    st.builds(Bid, players, amounts),
    st.builds(Adjudged),
    st.builds(Punted, players, amounts),
    st.builds(Backed, players, amounts),
    st.builds(TookBack, players),
    st.builds(Renewed),
    st.builds(NotRenewed),
    st.builds(GaveUp),
]
common = [
    st.builds(Joined, players),
    st.builds(Left, players),
    st.builds(SatOut, players),
    st.builds(CameBack, players),
    st.builds(Dealt),
    st.builds(GameWon, players),
]
some_terms = st.builds(
    Terms,
    minimum=st.integers(1, 3),
    step=st.integers(1, 2),
    most_bank=st.sampled_from([0, 6]),
    most_stake=st.sampled_from([0, 4]),
    levy=st.sampled_from([0, 5, 50, 100]),
)
anything: st.SearchStrategy[Event] = st.one_of(*own, *common)
# Beside single events whole games and auctions, which chance alone would seldom put together.
stakes = st.tuples(
    st.builds(Punted, players, st.integers(2, 9)), st.builds(Backed, players, st.integers(1, 4))
)
endings = st.sampled_from([1, 2, 2, 3]).map(lambda winner: (Dealt(), GameWon(winner)))
after_it = st.sampled_from([(), (), (Renewed(),), (NotRenewed(), Bid(2, 3), Adjudged())])
games = st.tuples(stakes, endings, after_it).map(lambda parts: tuple(chain(*parts)))
START: tuple[Event, ...] = (*(Joined(one) for one in (1, 2, 3)), Bid(1, 4), Adjudged())
logs: st.SearchStrategy[list[Event]] = st.lists(
    st.one_of(st.tuples(anything), st.tuples(anything), games), max_size=25
).map(lambda parts: list(chain(*parts)))


def those_here(state: State) -> list[int]:
    found = [*state.order, *state.out]
    return found if state.chouetteur is None else [state.chouetteur, *found]


def step(state: State, event: Event, transfers: list[Transfer]) -> State:
    """The next state; the same where the event is refused."""
    refused = bank.refusal(state, event)
    if refused is not None:
        with pytest.raises(NotTakenError) as caught:
            bank.apply(state, event)
        assert caught.value.refusal == refused
        return state
    after, moved = bank.apply(state, event)
    transfers += moved
    return after


def check_books(state: State, transfers: list[Transfer]) -> None:
    found = balances(transfers)
    assert sum(found.values()) == 0
    assert all(one.amount >= 1 for one in transfers)
    held = dict(bank.holdings(state))
    assert set(held) == {BANK, MASS, LEVY}
    for account, amount in held.items():
        assert found.get(account, 0) == amount >= 0
    assert {one.holder for one in found} <= {Holder.MEMBER, *(one.holder for one in held)}


def check_people(state: State, present: set[int]) -> None:
    everybody = those_here(state)
    assert len(everybody) == len(set(everybody))
    assert set(everybody) == present
    seats = bank.seats(state) or ()
    assert len(set(seats)) == len(seats)
    assert not set(seats) & set(bank.queue(state))
    waiting = {*bank.queue(state), *state.out, state.chouetteur}
    assert {*seats, *waiting} >= present
    sides = ({one.player for one in state.against}, {one.player for one in state.behind})
    assert not sides[0] & sides[1]
    assert state.chouetteur not in sides[0] | sides[1]


@settings(max_examples=examples(100, thorough=1200))
@given(some_terms, st.booleans(), logs)
def test_after_every_event_the_books_add_up_and_nobody_is_lost(
    terms: Terms, warm: bool, log: list[Event]
) -> None:
    state, transfers, present = bank.begin(terms), list[Transfer](), set[int]()
    for event in (*(START if warm else ()), *log):
        before = state
        state = step(state, event, transfers)
        if state is not before and isinstance(event, Joined):
            present.add(event.player)
        if state is not before and isinstance(event, Left):
            present.discard(event.player)
        check_books(state, transfers)
        check_people(state, present)


@given(some_terms, logs)
def test_what_is_closed_holds_the_levy_alone_and_takes_nothing(
    terms: Terms, log: list[Event]
) -> None:
    state, transfers = bank.begin(terms), list[Transfer]()
    for event in (*START, *log, Closed()):
        state = step(state, event, transfers)
    assert state.over
    assert bank.seats(state) is None
    found = balances(transfers)
    assert found.get(BANK, 0) == found.get(MASS, 0) == 0
    for event in (*START, *log, Closed()):
        assert step(state, event, transfers) is state


@given(some_terms, logs)
def test_without_a_game_the_money_comes_back_to_whom_it_came_from(
    terms: Terms, log: list[Event]
) -> None:
    """Auctions, banks given up, stakes laid and a deal: until a game is won nobody has won."""
    state, transfers = bank.begin(terms), list[Transfer]()
    for event in (*START, *log, Closed()):
        if not isinstance(event, GameWon):
            state = step(state, event, transfers)
    but_for_levies = [one for one in transfers if one.cause is not Cause.LEVY]
    assert set(balances(but_for_levies).values()) <= {0}


@given(some_terms, logs)
def test_only_the_deal_the_end_of_a_game_and_the_bank_move_money(
    terms: Terms, log: list[Event]
) -> None:
    state = bank.begin(terms)
    for event in (*START, *log):
        moved: list[Transfer] = []
        state = step(state, event, moved)
        if not isinstance(event, Adjudged | Renewed | GaveUp | Dealt | GameWon):
            assert moved == []


@settings(max_examples=examples(100, thorough=1200))
@given(some_terms, logs)
def test_the_seats_follow_the_rotation(terms: Terms, log: list[Event]) -> None:
    """Who faces the chouetteur stays after winning and is last after losing; the chouetteur
    changes with the bank alone, which he renews at most once."""
    state, renewed = bank.begin(terms), 0
    for event in (*START, *log):
        before = state
        state = step(state, event, [])
        renewed += state is not before and isinstance(event, Renewed)
        if state.chouetteur is None:
            renewed = 0
        assert renewed <= 1
        if state.chouetteur != before.chouetteur:
            assert isinstance(event, Adjudged | NotRenewed | GaveUp | GameWon)
            assert None in (state.chouetteur, before.chouetteur)
        if state is not before and isinstance(event, GameWon):
            faced, rest = before.order[0], before.order[1:]
            lost = event.winner == before.chouetteur
            order = (*rest, faced) if lost else before.order
            assert state.order[: len(order)] == order
            broken_again = state.phase is Phase.AUCTION
            assert state.order[len(order) :] == ((before.chouetteur,) if broken_again else ())


def test_the_draws_reach_everything() -> None:
    """A control: properties that never saw a broken bank would say nothing about it."""
    seen: set[str] = set()

    @settings(max_examples=examples(100, thorough=1200), database=None, derandomize=True)
    @given(logs)
    def look(log: list[Event]) -> None:
        state = bank.begin(Terms())
        for event in (*START, *log, Closed()):
            before, state = state, step(state, event, [])
            seen.add(state.phase)
            if state.phase is Phase.GAME and state.behind:
                seen.add("others cover")
            if before.renewed and state.phase is Phase.AUCTION and isinstance(event, GameWon):
                seen.add("broken again")
            if state.chouetteur == 2:
                seen.add("another chouetteur")

    look()
    assert seen == {*Phase, "others cover", "broken again", "another chouetteur"}

"""How many rounds are to come, foreseen at every step and counted when all is over."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournaments.rules import pools
from scoring.tournaments.rules.pools import RoundDrawn, State, Terms
from scoring.tournaments.rules.stages import WalkedOver, Withdrew, Won
from scoring.tournaments.selectors.pool_states import rounds_to_come
from tests.support.depth import examples


def _played(state: State) -> State:
    for fixture in pools.due(state):
        state = pools.apply(state, Won(fixture.slot, fixture.entrants[0]))
    return state


@settings(max_examples=examples(15, thorough=40))
@given(st.integers(3, 60), st.integers(3, 6))
def test_as_many_as_are_then_drawn(entrants: int, size: int) -> None:
    """Foreseen before the first, while a round is played, and when it is over."""
    state, foreseen = pools.begin(Terms(size), range(1, entrants + 1)), []
    while not pools.is_over(state):
        foreseen.append(len(state.rounds) + rounds_to_come(state))
        state = pools.apply(state, RoundDrawn("king"))
        foreseen.append(len(state.rounds) + rounds_to_come(state))
        state = _played(state)
        foreseen.append(len(state.rounds) + rounds_to_come(state))
    assert set(foreseen) == {len(state.rounds)}


def test_of_nine_two_and_when_two_have_gone_one() -> None:
    state = pools.begin(Terms(seeds=9), range(1, 10))
    assert rounds_to_come(state) == 2
    state = pools.apply(state, RoundDrawn("king"))
    one, other, third = pools.due(state)
    assert rounds_to_come(state) == 1
    # Of two pools nobody goes on: whoever wins the third has won all.
    for fixture in (one, other):
        state = pools.apply(state, WalkedOver(fixture.slot, None))
    assert rounds_to_come(state) == 0
    assert pools.is_over(pools.apply(state, Won(third.slot, third.entrants[0])))


def test_a_winner_who_has_gone_is_waited_for_no_more() -> None:
    state = pools.apply(pools.begin(Terms(seeds=9), range(1, 10)), RoundDrawn("king"))
    state = _played(state)
    winners = pools.left(state)
    for gone, rounds in zip(winners[:2], (1, 0), strict=True):
        state = pools.apply(state, Withdrew(gone))
        assert rounds_to_come(state) == rounds
    assert pools.is_over(state)

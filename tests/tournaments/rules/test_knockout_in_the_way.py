"""What a correction cannot leave as it is: found again by trying every choice of what is undone."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.tournaments.rules import knockout
from scoring.tournaments.rules.knockout import State, Terms
from scoring.tournaments.rules.stages import Slot, Status, TakenBack
from tests.support.depth import examples

from . import play

MAIN, THIRD, CONSOLATION = 0, 1, 2


def sat(state: State) -> dict[Slot, frozenset[int | None]]:
    """Who plays or played what was entered."""
    kept = {*state.record.begun, *(one.slot for one in state.record.results)}
    return {one.slot: frozenset(one.sides) for one in knockout.fixtures(state) if one.slot in kept}


def turned(state: State, slot: Slot) -> State:
    """The other one had won there."""
    pair = sat(state)[slot]
    results = tuple(
        one if one.slot != slot else one._replace(winner=min(pair - {one.winner}, key=str))
        for one in state.record.results
    )
    return replace(state, record=replace(state.record, results=results))


def test_the_final_stands_in_the_way_of_a_semi_final() -> None:
    """Of four the better wins; the third place is to be played."""
    state = knockout.begin(Terms(third_place=True), (1, 2, 3, 4))
    semi = Slot(MAIN, 1, 1)
    state = play.winning(knockout, state, (1, 2))
    assert knockout.in_the_way(turned(state, semi), sat(state)) == ()
    state = play.winning(knockout, state, (1,))
    final, third = Slot(MAIN, 2, 1), Slot(THIRD, 1, 1)
    assert knockout.in_the_way(turned(state, semi), sat(state)) == (final,)
    state = play.winning(knockout, state, (3,), part=THIRD)
    assert knockout.in_the_way(turned(state, semi), sat(state)) == (third, final)
    assert knockout.in_the_way(state, sat(state)) == ()


def test_what_rests_on_what_is_in_the_way_is_named_before_it() -> None:
    """Of eight the better wins; the final is between the same two whoever won the first match, and
    is undone all the same, because a semi-final has to be."""
    state = play.the_better_wins(knockout, knockout.begin(Terms(), range(1, 9)))
    first = next(one.slot for one in knockout.fixtures(state) if set(one.sides) == {4, 5})
    semi = next(one.slot for one in knockout.fixtures(state) if set(one.sides) == {1, 4})
    assert (first.round, semi.round) == (1, 2)
    assert knockout.in_the_way(turned(state, first), sat(state)) == (Slot(MAIN, 3, 1), semi)


@st.composite
def played(draw: st.DrawFn) -> State:
    terms = draw(st.builds(Terms, st.none(), st.just(""), st.booleans(), st.booleans()))
    number = draw(st.integers(knockout.entrants_least(terms), 6))
    state = knockout.begin(terms, range(1, number + 1))
    random = draw(st.randoms(use_true_random=False))
    for _event in range(draw(st.integers(2, 9))):
        if knockout.due(state):
            state = knockout.apply(state, play.something(random, knockout, state))
    return state


@pytest.mark.slow
@settings(max_examples=examples(15, thorough=40), deadline=None)
@given(played(), st.randoms(use_true_random=False))
def test_the_fewest_that_have_to_be_undone(state: State, random: Random) -> None:
    here = sat(state)
    over = [one.slot for one in state.record.results if one.winner and len(here[one.slot]) == 2]
    assume(over)
    slot = random.choice(over)
    after = turned(state, slot)
    found = knockout.in_the_way(after, here)
    others = [one for one in here if one != slot]
    fewest = next(
        chosen
        for number in range(len(others) + 1)
        for chosen in combinations(others, number)
        if _stands(after, here, chosen)
    )
    assert sorted(found) == sorted(fewest)
    for one in found:
        while one in sat(state):  # the result, and then that it has begun
            assert knockout.refusal(state, TakenBack(one)) is None
            state = knockout.apply(state, TakenBack(one))
    assert _stands(turned(state, slot), sat(state), ())


def _stands(
    state: State, here: dict[Slot, frozenset[int | None]], without: tuple[Slot, ...]
) -> bool:
    """Without these, everybody plays whom he played."""
    results = tuple(one for one in state.record.results if one.slot not in without)
    begun = tuple(one for one in state.record.begun if one not in without)
    record = replace(state.record, results=results, begun=begun)
    now = {one.slot: one for one in knockout.fixtures(replace(state, record=record))}
    return all(
        slot in now
        and now[slot].status is not Status.WAITING
        and frozenset(now[slot].sides) == here[slot]
        for slot in here
        if slot not in without
    )

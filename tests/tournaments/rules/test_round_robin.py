"""Everybody meets everybody, in one group and in several."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournaments.rules import round_robin
from scoring.tournaments.rules.round_robin import State, Terms
from scoring.tournaments.rules.stages import (
    Because,
    Begun,
    CameBack,
    Drew,
    How,
    NotTakenError,
    Reason,
    Record,
    Slot,
    Status,
    TakenBack,
    WalkedOver,
    Why,
    Withdrew,
    Won,
)
from tests.support.depth import examples

from . import play
from .play import ALICE, BOB, CHLOE, DAVID, after

FOUR = round_robin.begin(Terms(), [(ALICE, BOB, CHLOE, DAVID)])


def refused(state: State, event: object) -> Why:
    return play.refused(round_robin, state, event)


def test_four_meet_in_three_rounds_by_the_berger_table() -> None:
    """1 4, 2 3; 4 3, 1 2; 2 4, 3 1."""
    assert play.pairs(round_robin.fixtures(FOUR)) == [
        *((1, 4), (2, 3)),
        *((4, 3), (1, 2)),
        *((2, 4), (3, 1)),
    ]
    assert round_robin.rounds(FOUR) == 3
    assert play.pairs(round_robin.due(FOUR)) == [(1, 4), (2, 3)]
    assert round_robin.due(FOUR)[0].reason == Reason(
        Because.ALL_MEET, {"home": 1, "away": 4, "of": 4}
    )


def test_of_three_one_waits_each_round_and_it_says_why() -> None:
    state = round_robin.begin(Terms(double=True), [(ALICE, BOB, CHLOE)])
    byes = [one for one in round_robin.fixtures(state) if one.how is How.BYE]
    assert Counter(one.winner for one in byes) == {ALICE: 2, BOB: 2, CHLOE: 2}
    assert {one.status for one in byes} == {Status.OVER}
    assert byes[0].reason == Reason(Because.ODD, {"number": 1, "of": 3})
    assert round_robin.rounds(state) == 6


def test_groups_go_side_by_side_each_at_its_own_round() -> None:
    state = round_robin.begin(Terms(), [(1, 2), (3, 4, 5, 6)])
    assert round_robin.entrants(state) == (1, 2, 3, 4, 5, 6)
    assert play.pairs(round_robin.due(state)) == [(1, 2), (3, 6), (4, 5)]
    state = play.winning(round_robin, state, [6], part=2)
    state = play.winning(round_robin, state, [5], part=2)
    assert play.pairs(round_robin.due(state)) == [(1, 2), (6, 5), (3, 4)]
    over = play.the_better_wins(round_robin, state)
    assert round_robin.is_over(over)
    assert not round_robin.is_over(state)


def test_who_withdraws_leaves_the_rest_to_his_adversaries() -> None:
    state = after(round_robin, FOUR, Won(Slot(1, 1, 1), ALICE), Withdrew(ALICE))
    found = [one for one in round_robin.fixtures(state) if ALICE in one.entrants]
    assert [(one.how, one.winner) for one in found] == [
        (How.PLAYED, ALICE),
        (How.WALKOVER, BOB),
        (How.WALKOVER, CHLOE),
    ]
    assert found[1].reason == Reason(Because.WITHDREW, {"entrant": ALICE})
    both = after(round_robin, state, Withdrew(CHLOE))
    assert play.at(round_robin, both, 1, 3, 2).how is How.BOTH_ABSENT
    assert after(round_robin, both, CameBack(CHLOE)) == state


def test_a_match_may_be_drawn_where_the_format_allows_it() -> None:
    first = Slot(1, 1, 1)
    assert refused(FOUR, Drew(first)) is Why.DRAW_IMPOSSIBLE
    state = round_robin.begin(Terms(may_draw=True), FOUR.groups)
    drawn = play.at(round_robin, after(round_robin, state, Begun(first), Drew(first)), 1, 1, 1)
    assert (drawn.status, drawn.how, drawn.winner) == (Status.OVER, How.PLAYED, None)


def test_any_round_may_be_played_before_its_turn_and_taken_back() -> None:
    late = Slot(1, 3, 2)
    state = after(round_robin, FOUR, Begun(late), Won(late, CHLOE))
    assert after(round_robin, state, TakenBack(late), TakenBack(late)) == FOUR
    assert after(round_robin, FOUR, WalkedOver(late, None), TakenBack(late)) == FOUR


def test_what_is_not_taken() -> None:
    assert refused(FOUR, 5) is Why.NOT_AN_EVENT
    assert refused(FOUR, Won(Slot(2, 1, 1), ALICE)) is Why.NO_SUCH_FIXTURE
    assert refused(FOUR, Won(Slot(1, 1, 1), BOB)) is Why.NOT_PLAYING
    assert refused(play.the_better_wins(round_robin, FOUR), Withdrew(BOB)) is Why.ALREADY_OUT


@pytest.mark.parametrize(
    ("groups", "why"),
    [
        ([], Why.ENTRANTS_TOO_FEW),
        ([(1, 2), (3,)], Why.ENTRANTS_TOO_FEW),
        ([(1, 2), (3, 1)], Why.ENTRANT_TWICE),
    ],
)
def test_groups_that_cannot_be(groups: list[tuple[int, ...]], why: Why) -> None:
    with pytest.raises(NotTakenError) as caught:
        round_robin.begin(Terms(), groups)
    assert caught.value.refusal.why is why


@settings(max_examples=examples(10))
@given(
    st.lists(st.integers(2, 6), min_size=1, max_size=3),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_everybody_meets_everybody_once_or_twice_and_nobody_twice_in_a_round(
    sizes: list[int], double: bool, random: Random
) -> None:
    ids = iter(range(1, 100))
    groups = [tuple(next(ids) for _one in range(size)) for size in sizes]
    state = round_robin.begin(Terms(double), groups)
    found = round_robin.fixtures(state)
    met = Counter(frozenset(one.entrants) for one in found if one.how is not How.BYE)
    pairs = [frozenset(pair) for group in groups for pair in combinations(group, 2)]
    assert met == dict.fromkeys(pairs, 2 if double else 1)
    assert len({one.slot for one in found}) == len(found)
    seen = Counter((one.slot.round, entrant) for one in found for entrant in one.entrants)
    assert set(seen.values()) == {1}
    while round_robin.due(state):
        event = play.something(random, round_robin, state)
        back = play.undoing(event)
        after_ = round_robin.apply(state, event)
        assert back is not None
        assert round_robin.apply(after_, back) == state
        state = after_
    assert round_robin.is_over(state)
    again = Record(tuple(sorted(state.record.results)), state.record.begun, state.record.withdrawn)
    assert state.record == again

"""Pairings by hand: Alice is 1, Bob 2, and so on down the seeds."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tournaments.rules.swiss.by_hand import (
    Change,
    Criterion,
    Fault,
    Pair,
    Swap,
    decides,
    round_costs,
    swap_for,
    swapped,
)
from scoring.tournaments.rules.swiss.contenders import Fixed
from scoring.tournaments.rules.swiss.costs import placed
from scoring.tournaments.rules.swiss.drawing import draw
from scoring.tournaments.rules.swiss.reasons import Because
from scoring.tournaments.rules.swiss.refusals import Refusal, Remedy, Why

from .naive import all_rounds, badness, legal
from .test_least import as_round, some_contenders, some_forbidden
from .test_round import ALICE, BOB, CHLOE, DORA, EMIL, FARID, drawn, met, pairs, refused, seeds

pytestmark = pytest.mark.any_database

ROUND = [Pair(ALICE, BOB), Pair(CHLOE, DORA), Pair(EMIL, None)]


@pytest.mark.parametrize(
    ("change", "player", "other", "after"),
    [
        (Change.SWAP, ALICE, CHLOE, [{CHLOE, BOB}, {ALICE, DORA}, {EMIL}]),
        (Change.SWAP, BOB, EMIL, [{ALICE, EMIL}, {CHLOE, DORA}, {BOB}]),
        (Change.PAIR, ALICE, CHLOE, [{ALICE, CHLOE}, {BOB, DORA}, {EMIL}]),
        (Change.PAIR, ALICE, EMIL, [{ALICE, EMIL}, {CHLOE, DORA}, {BOB}]),
        (Change.PAIR, EMIL, DORA, [{ALICE, BOB}, {EMIL, DORA}, {CHLOE}]),
        (Change.BYE, DORA, None, [{ALICE, BOB}, {CHLOE, EMIL}, {DORA}]),
    ],
)
def test_what_becomes_of_the_opponents(
    change: Change, player: int, other: int | None, after: list[set[int]]
) -> None:
    swap = swap_for(ROUND, change, player, other)
    assert isinstance(swap, Swap)
    found = [{one for one in pair if one is not None} for pair in swapped(ROUND, swap)]
    assert sorted(map(sorted, found)) == sorted(map(sorted, after))


@pytest.mark.parametrize(
    ("change", "player", "other", "fault"),
    [
        (Change.SWAP, ALICE, ALICE, Fault.ONE_PLAYER),
        (Change.SWAP, ALICE, BOB, Fault.TOGETHER),
        (Change.PAIR, ALICE, BOB, Fault.TOGETHER),
        (Change.SWAP, ALICE, FARID, Fault.NOT_PAIRED),
        (Change.SWAP, FARID, ALICE, Fault.NOT_PAIRED),
        (Change.PAIR, ALICE, None, Fault.NOT_PAIRED),
        (Change.BYE, EMIL, None, Fault.HAS_BYE),
    ],
)
def test_what_is_no_change(change: Change, player: int, other: int | None, fault: Fault) -> None:
    assert swap_for(ROUND, change, player, other) is fault


def test_an_even_round_has_no_bye_to_have() -> None:
    assert swap_for(ROUND[:2], Change.BYE, ALICE, None) is Fault.NO_BYE


@given(st.integers(2, 9), st.integers(0, 10**6), st.sampled_from([Change.SWAP, Change.PAIR]))
def test_an_exchange_twice_is_none(number: int, seed: int, change: Change) -> None:
    random = Random(seed)
    ids = random.sample(range(1, 20), number)
    found = [Pair(*ids[at : at + 2]) for at in range(0, number - number % 2, 2)]
    found += [Pair(ids[-1], None)] if number % 2 else []
    one, other = random.sample(ids, 2)
    swap = swap_for(found, change, one, other)
    if isinstance(swap, Fault):
        assert swap is Fault.TOGETHER
        return
    after = swapped(found, swap)
    assert after != found
    assert swapped(after, swap) == found
    if change is Change.PAIR:
        assert any({*pair} == {one, other} for pair in after)


@given(st.integers(2, 8), st.integers(0, 10**6))
def test_what_a_round_costs_is_what_a_naive_count_finds(number: int, seed: int) -> None:
    """Of any round, drawn or not."""
    random = Random(seed)
    contenders = some_contenders(random, number)
    forbidden = some_forbidden(random, contenders)
    found, out = random.choice(list(all_rounds(sorted(one.id for one in contenders))))
    pairs = [Pair(*sorted(pair)) for pair in found] + ([Pair(out, None)] if out else [])
    costs = round_costs(placed(contenders), pairs, forbidden)
    meetings, byes, points, running, apart, deals, again, before, _lower, places, fold = badness(
        (found, out), contenders
    )
    assert list(costs.values()) == [
        *(meetings, len(found & forbidden), byes, points, running, apart, deals),
        *(again, before, places, fold),
    ]


def test_the_first_criterion_that_differs_decides() -> None:
    """Alice and Bob have two points, Chloé and Dora none: crosswise it costs 2 · 2²."""
    order = placed(seeds(2, 2, 0, 0))
    was = round_costs(order, [Pair(ALICE, BOB), Pair(CHLOE, DORA)])
    now = round_costs(order, [Pair(ALICE, DORA), Pair(CHLOE, BOB)])
    assert (was[Criterion.APART], now[Criterion.APART]) == (0, 8)
    assert decides(was, now) is Criterion.APART
    assert decides(was, was) is None


# fixed before the draw


def test_a_fixed_pair_is_drawn_and_the_rest_around_it() -> None:
    """Of six the first would meet the fourth, the second the fifth, the third the sixth."""
    found = drawn(seeds(0, 0, 0, 0, 0, 0), 1, fixed=Fixed(frozenset({frozenset((ALICE, BOB))})))
    assert {ALICE, BOB} in pairs(found)
    by_hand = {
        frozenset((board.first, board.second))
        for board in found.boards
        if board.why[0].code is Because.BY_HAND
    }
    assert by_hand == {frozenset((ALICE, BOB))}


def test_two_who_have_met_and_are_kept_apart_meet_if_they_are_fixed() -> None:
    pair = frozenset((ALICE, BOB))
    four = met(seeds(0, 0, 0, 0), (ALICE, BOB))
    found = drawn(four, forbidden=frozenset({pair}), fixed=Fixed(frozenset({pair})))
    assert pairs(found)[0] | pairs(found)[1] == {1, 2, 3, 4}
    assert {ALICE, BOB} in pairs(found)


def test_the_bye_is_fixed() -> None:
    found = drawn(seeds(4, 2, 0), fixed=Fixed(bye=ALICE))
    assert found.bye is not None
    assert (found.bye.player, found.bye.why[0].code) == (ALICE, Because.BY_HAND)
    assert not [one for one in found.bye.why if one.code is Because.BYE_PASSED]


def test_no_bye_is_fixed_in_an_even_round() -> None:
    refusal = refused(seeds(4, 2, 0, 0), fixed=Fixed(bye=ALICE))
    assert (refusal.why, refusal.remedies) == (Why.NO_BYE, ((Remedy.LIFT_FIXED,),))


def test_what_is_fixed_can_be_in_the_way() -> None:
    """Alice and Bob are fixed, and Chloé and Dora have met: only crosswise they could play."""
    four = met(seeds(0, 0, 0, 0), (CHLOE, DORA))
    refusal = refused(four, fixed=Fixed(frozenset({frozenset((ALICE, BOB))})))
    assert (refusal.why, refusal.remedies) == (Why.FIXED, ((Remedy.LIFT_FIXED,),))
    assert refusal.stuck == (CHLOE, DORA)


def test_what_is_fixed_of_an_absent_player_counts_for_nothing() -> None:
    found = drawn(seeds(0, 0, 0, 0), fixed=Fixed(frozenset({frozenset((ALICE, 99))}), bye=98))
    assert len(found.boards) == 2
    assert found.bye is None


@pytest.mark.slow
@given(st.integers(2, 8), st.integers(0, 10**6))
def test_no_other_round_with_what_is_fixed_is_better(number: int, seed: int) -> None:
    random = Random(seed)
    contenders = some_contenders(random, number)
    forbidden = some_forbidden(random, contenders)
    ids = random.sample([one.id for one in contenders], number)
    pair = frozenset(ids[:2])
    out = ids[2] if number % 2 and random.random() < 0.5 else None
    found = draw(
        contenders,
        round_number=4,
        seed="a seed",
        forbidden=forbidden,
        fixed=Fixed(frozenset({pair}), out),
    )
    rounds = [
        one
        for one in all_rounds(sorted(ids))
        if pair in one[0]
        and out in (None, one[1])
        and legal((one[0] - {pair}, one[1]), contenders, forbidden, again=False)
    ]
    if isinstance(found, Refusal):
        assert not rounds
        return
    assert as_round(found) in rounds
    # The fixed pair is in all of them: what it costs beside is the same for each.
    assert badness(as_round(found), contenders) == min(badness(one, contenders) for one in rounds)

"""Draws of more than are weighed pair by pair: no worse than if they were."""

from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournaments.rules.swiss import pairing
from scoring.tournaments.rules.swiss.contenders import EXACT_MOST, MOST, Choices, Contender
from scoring.tournaments.rules.swiss.costs import Allowed, costs, near, placed
from scoring.tournaments.rules.swiss.drawing import Drawn, draw, ordered
from scoring.tournaments.rules.swiss.matching import Lots
from scoring.tournaments.rules.swiss.pairing import Step, best_pairing
from tests.support.depth import each, examples, times

from .test_beside_bbp import positions
from .tournaments import Tournament

pytestmark = [pytest.mark.any_database, pytest.mark.slow]


def test_of_a_small_group_everybody_is_near_everybody() -> None:
    order = placed(Contender(rank, rank) for rank in range(1, 9))
    assert sorted(near(order, 4)) == [(a, b) for a in range(8) for b in range(a + 1, 8)]


def test_those_at_the_edge_are_near_the_next_group() -> None:
    """Four of 2 points, four of none, and a window of one: the last meets the first below."""
    order = placed(Contender(rank, rank, points=2 * (rank < 5)) for rank in range(1, 9))
    folds = {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}
    folds |= {(a + 4, b + 4) for a, b in folds}
    assert set(near(order, 1)) == folds | {(3, 4)}


@pytest.mark.slow
def test_what_is_drawn_of_many_is_what_is_drawn_of_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the positions that bbpPairings drew: the same costs, rule by rule."""
    found = []
    drawn = each(8, [*positions()])
    for most in (EXACT_MOST, 0):
        monkeypatch.setattr(pairing, "EXACT_MOST", most)
        monkeypatch.setattr(pairing, "WINDOW", 4)
        found.append([_drawn(contenders, number) for number, contenders, _deals, _pairs in drawn])
    exact, near_ones = found
    assert len(exact) == times(53, thorough=419)
    assert [one for one in zip(near_ones, exact, strict=True) if one[0] > one[1]] == []


def _drawn(contenders: tuple[Contender, ...], number: int) -> tuple[int, ...]:
    lots = Lots("bbp", number)
    order = ordered(contenders, lots, Choices())
    return best_pairing(order, Allowed(), lots, None, lambda _step: None).costs


@pytest.mark.parametrize("clubs", [0, 5])
def test_those_likely_to_meet_suffice(clubs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Round by round of a tournament of 61 who come and go, also where those of one of five clubs
    are kept apart, a fifth of the field: weighing a third of the pairs, or
    fewer, is as good by every rule as weighing all."""
    for stage in Tournament(61, 5, Random(61)).stages():
        apart = {
            frozenset((one.id, other.id))
            for one, other in combinations(stage.contenders, 2)
            if clubs and one.id % clubs == other.id % clubs
        }
        allowed, lots = Allowed(frozenset(apart)), Lots("many", stage.round_number)
        order = ordered(stage.contenders, lots, Choices())
        exact = best_pairing(order, allowed, lots, None, lambda _step: None)
        assert 3 * len(costs(order, allowed, 5)) < len(costs(order, allowed))
        with monkeypatch.context() as patched:
            patched.setattr(pairing, "EXACT_MOST", 0)
            patched.setattr(pairing, "WINDOW", 5)
            assert best_pairing(order, allowed, lots, None, lambda _step: None).costs == exact.costs


@given(st.integers(0, 10**6), st.integers(17, 41))
@settings(max_examples=examples(10, thorough=30))
def test_all_are_paired_where_nobody_is_kept_from_a_quarter(seed: int, number: int) -> None:
    """Even where nobody may meet those they are likely to meet; and not all pairs are weighed."""
    random = Random(seed)
    met: dict[int, set[int]] = {rank: set() for rank in range(1, number + 1)}
    most = (number - 1) // 4 - 1
    half = number // 2
    pairs = sorted(combinations(met, 2), key=lambda pair: abs(pair[1] - pair[0] - half))
    for one, other in pairs:
        if max(len(met[one]), len(met[other])) < most and random.random() < 0.9:
            met[one].add(other)
            met[other].add(one)
    order = placed(Contender(rank, rank, met=tuple(own)) for rank, own in met.items())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pairing, "EXACT_MOST", 0)
        patched.setattr(pairing, "WINDOW", 1)
        patched.setattr(pairing, "WIDEST_WINDOW", 1)
        weighed: list[int | None] = []
        real = pairing._paired

        def counted(*given: Any) -> Any:
            weighed.append(given[4])
            return real(*given)

        patched.setattr(pairing, "_paired", counted)
        found = best_pairing(order, Allowed(), Lots("s", 1), None, lambda _step: None)
    assert found.is_complete
    assert (found.out is None) is (number % 2 == 0)
    assert None not in weighed


def test_who_cannot_have_the_bye_does_not_take_it_from_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The last of nine is the only one whom the first may meet: another has the bye, and nobody is
    left without both."""
    monkeypatch.setattr(pairing, "EXACT_MOST", 0)
    monkeypatch.setattr(pairing, "WINDOW", 1)
    players = [Contender(rank, rank) for rank in range(1, 10)]
    apart = frozenset(frozenset((1, rank)) for rank in range(2, 9))
    found = draw(players, round_number=1, seed="s", forbidden=apart)
    assert isinstance(found, Drawn)
    assert found.bye is not None
    assert found.bye.player == 8
    assert {frozenset((1, 9))} < {frozenset((one.first, one.second)) for one in found.boards}
    assert len(found.boards) == 4


@pytest.mark.slow
def test_two_thousand_are_drawn() -> None:
    """In the first round the upper half meets the lower; 2,047 leave one with the bye. Usually 701
    are drawn, who are more than are weighed pair by pair; test_matching has that 2,048 fit."""
    steps: list[Step] = []
    number = times(701, thorough=MOST - 1)
    found = draw(
        [Contender(rank, rank) for rank in range(1, number + 1)],
        round_number=1,
        seed="many",
        notify=steps.append,
    )
    assert isinstance(found, Drawn)
    assert found.bye is not None
    assert found.bye.player == number
    half = number // 2
    assert [{one.first, one.second} for one in found.boards] == [
        {rank, rank + half} for rank in range(1, half + 1)
    ]
    assert steps == [Step.PAIRS, Step.WIDER, Step.TABLES]


def test_a_pair_far_apart_is_drawn_if_it_is_fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "EXACT_MOST", 0)
    monkeypatch.setattr(pairing, "WINDOW", 1)
    order = placed(Contender(rank, rank) for rank in range(1, 21))
    pair = frozenset((1, 20))
    found = best_pairing(
        order, Allowed(fixed=frozenset({pair})), Lots("s", 1), None, lambda _step: None
    )
    assert found.is_complete
    assert (0, 19) in found.pairs


@pytest.mark.slow
@pytest.mark.parametrize("points", [pytest.param(1, marks=pytest.mark.thorough), 997])
def test_many_with_points_far_apart_fit_the_weights(points: int) -> None:
    """Counters as points: each of 601 has others. A 250th of the way from the first to the last is
    not told apart, which is three places at most."""
    found = draw(
        [Contender(rank, rank, points=points * (601 - rank)) for rank in range(1, 602)],
        round_number=4,
        seed="many",
    )
    assert isinstance(found, Drawn)
    assert found.bye is not None
    assert found.bye.player == 601
    assert all(abs(one.first - one.second) <= 3 for one in found.boards)

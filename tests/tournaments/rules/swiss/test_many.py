"""Draws of more than are weighed pair by pair: no worse than if they were."""

import pytest

from scoring.tournaments.rules.swiss import pairing
from scoring.tournaments.rules.swiss.contenders import EXACT_MOST, MOST, Choices, Contender
from scoring.tournaments.rules.swiss.costs import Allowed, near, placed
from scoring.tournaments.rules.swiss.drawing import Drawn, draw, ordered
from scoring.tournaments.rules.swiss.matching import Lots
from scoring.tournaments.rules.swiss.pairing import Step, best_pairing

from .test_beside_bbp import positions

pytestmark = pytest.mark.any_database


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
    for most in (EXACT_MOST, 0):
        monkeypatch.setattr(pairing, "EXACT_MOST", most)
        monkeypatch.setattr(pairing, "WINDOW", 4)
        found.append(
            [_drawn(contenders, number) for number, contenders, _deals, _pairs in positions()]
        )
    exact, near_ones = found
    assert len(exact) == 419
    assert [one for one in zip(near_ones, exact, strict=True) if one[0] > one[1]] == []


def _drawn(contenders: tuple[Contender, ...], number: int) -> tuple[int, ...]:
    lots = Lots("bbp", number)
    order = ordered(contenders, lots, Choices())
    return best_pairing(order, Allowed(), lots, None, lambda _step: None).costs


@pytest.mark.slow
def test_two_thousand_are_drawn() -> None:
    """In the first round the upper half meets the lower; 2,047 leave one with the bye."""
    steps: list[Step] = []
    found = draw(
        [Contender(rank, rank) for rank in range(1, MOST)],
        round_number=1,
        seed="many",
        notify=steps.append,
    )
    assert isinstance(found, Drawn)
    assert found.bye is not None
    assert found.bye.player == MOST - 1
    half = MOST // 2 - 1
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


@pytest.mark.parametrize("points", [1, 997])
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

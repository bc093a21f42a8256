"""The sums of packed costs order pairings as the tuples of sums do, within the bits there are."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournaments.rules.swiss.contenders import EXACT_MOST, MOST
from scoring.tournaments.rules.swiss.costs import BEYOND_MOST, SPREAD, Cost
from scoring.tournaments.rules.swiss.matching import (
    LOT_BITS,
    WIDEST,
    Costs,
    Edge,
    TooWideError,
    cheapest,
    pack,
)
from tests.support.depth import examples

from .naive import all_rounds

pytestmark = pytest.mark.any_database


@settings(max_examples=examples(35, thorough=100))
@given(st.sampled_from((2, 4, 6)), st.integers(1, 5), st.integers(0, 10**6))
def test_the_cheapest_of_all_pairings(number: int, places: int, seed: int) -> None:
    random = Random(seed)
    most = [random.choice((0, 1, 3, 1000)) for _ in range(places)]
    edges = list(combinations(range(number), 2))
    costs = {edge: tuple(random.randint(0, one) for one in most) for edge in edges}
    lots = {edge: random.getrandbits(LOT_BITS) for edge in edges}
    found = cheapest(number, costs, lots)
    assert found == min(_pairings(number), key=lambda pairs: _sums(pairs, costs, lots))


def _pairings(number: int) -> list[tuple[Edge, ...]]:
    found = []
    for pairs, _out in all_rounds(range(number)):
        found.append(tuple(sorted((min(pair), max(pair)) for pair in pairs)))
    return found


def _sums(pairs: tuple[Edge, ...], costs: dict[Edge, Costs], lots: dict[Edge, int]) -> Costs:
    columns = zip(*((*costs[pair], lots[pair]) for pair in pairs), strict=True)
    return tuple(map(sum, columns))


def test_as_many_as_can_be_are_paired_before_any_cost_counts() -> None:
    """0 - 1 - 2 - 3 in a row: the cheap pair in the middle would leave two alone."""
    costs = {(0, 1): (9,), (1, 2): (0,), (2, 3): (9,)}
    assert cheapest(4, costs, dict.fromkeys(costs, 0)) == ((0, 1), (2, 3))
    assert cheapest(4, {}, {}) == ()


def _worst_fits(number: int, *, fold: int) -> None:
    """Each pair as bad as a pair can be in every way at once, and who met in thirty rounds."""
    deals = 2 * (4 * BEYOND_MOST**2 + 1)
    worst = Cost(30, 2, SPREAD**2, deals, 2, 2, number, fold)
    edges = [(place, place + 1) for place in range(0, number, 2)]
    packed = pack(number, dict.fromkeys(edges, worst), dict.fromkeys(edges, 0))
    assert max(packed.values()) * number < 2**WIDEST


def test_the_worst_of_512_players_fits() -> None:
    _worst_fits(EXACT_MOST, fold=(EXACT_MOST // 2) ** 2)


def test_the_worst_of_all_fits_without_the_last_rule() -> None:
    """Which is weighed less finely until it does."""
    with pytest.raises(TooWideError):
        _worst_fits(MOST, fold=(MOST // 2) ** 2)
    _worst_fits(MOST, fold=0)


def test_lots_are_narrower_where_costs_need_the_room() -> None:
    lots = {(0, 1): 2**LOT_BITS - 1, (2, 3): 0}
    for spare in (0, 1, 2, 3, 10, 60):
        packed = pack(4, dict.fromkeys(lots, (2 ** (WIDEST - 3 - spare) - 1,)), lots)
        assert max(packed.values()) * 4 < 2**WIDEST
        assert (packed[0, 1] > packed[2, 3]) == (spare > 2)


def test_costs_that_do_not_fit_are_never_handed_on() -> None:
    with pytest.raises(TooWideError):
        pack(2, {(0, 1): (2**WIDEST, 0)}, {(0, 1): 0})

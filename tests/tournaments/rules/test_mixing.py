"""One round's pools: everybody once, seeds and circles apart, and drawn again the same."""

from collections import Counter
from itertools import combinations, islice

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tables.ranking import drawn
from scoring.tournaments.rules.pool_draws import mates_of, mixed, together
from tests.support.depth import examples

THREES = (3, 3, 3)
NINE = tuple(range(1, 10))


def test_club_mates_are_in_different_pools() -> None:
    circles = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    for seed in map(str, range(20)):
        pools = mixed(NINE, 0, THREES, circles, seed)
        assert all(together(pool, circles) == 0 for pool in pools)


def test_seeds_are_in_different_pools_and_the_rest_is_by_lot() -> None:
    draws = {mixed(NINE, 3, THREES, (), str(seed)) for seed in range(20)}
    assert len(draws) > 15
    assert all(len({1, 2, 3}.intersection(pool)) == 1 for pools in draws for pool in pools)


def test_four_of_a_club_in_three_pools_have_one_pair_together() -> None:
    circles = ((1, 2, 3, 4),)
    pools = mixed(NINE, 0, THREES, circles, "king")
    assert sum(together(pool, circles) for pool in pools) == 1


def test_a_change_parts_whom_the_seeds_left_together() -> None:
    """1 and 2 are seeds and of the circles of 4 and 3; what is drawn last may have no choice."""
    circles = ((1, 4, 5), (2, 5, 6), (3, 4, 6))
    for seed in map(str, range(60)):
        pools = mixed((1, 2, 3, 4, 5, 6), 2, (3, 3), circles, seed)
        best = min(
            together((*one,), circles) + together([x for x in range(1, 7) if x not in one], circles)
            for one in combinations(range(1, 7), 3)
            if len({1, 2}.intersection(one)) == 1
        )
        assert sum(together(pool, circles) for pool in pools) == best


def test_who_is_in_two_circles_has_the_mates_of_both() -> None:
    assert mates_of(((1, 2), (2, 3))) == {1: {2}, 2: {1, 3}, 3: {2}}
    assert together((1, 2, 3), ((1, 2), (2, 3))) == 2
    assert together((1, 2), ((1, 2), (2, 1))) == 1


def test_every_two_are_in_one_pool_about_as_often() -> None:
    """Of 400 draws of six in two pools, any two are together in two of five: 160."""
    met: Counter[frozenset[int]] = Counter()
    for seed in range(400):
        for pool in mixed(drawn(range(1, 7), str(seed)), 0, (3, 3), (), str(seed)):
            met.update(map(frozenset, combinations(pool, 2)))
    assert len(met) == 15
    assert all(115 < times < 205 for times in met.values())


@settings(max_examples=examples(15, thorough=40))
@given(st.data())
def test_circles_no_larger_than_there_are_pools_are_wholly_apart(data: st.DataObject) -> None:
    sizes = tuple(sorted(data.draw(st.lists(st.integers(3, 4), min_size=2, max_size=5)))[::-1])
    order = data.draw(st.permutations(range(1, sum(sizes) + 1)))
    lengths = data.draw(st.lists(st.integers(0, len(sizes)), max_size=4))
    members = iter(sorted(order))
    circles = [list(islice(members, length)) for length in lengths]
    pools = mixed(order, 0, sizes, circles, "king")
    assert sorted(one for pool in pools for one in pool) == sorted(order)
    assert tuple(map(len, pools)) == sizes
    assert pools == mixed(order, 0, sizes, circles, "king")
    assert all(together(pool, circles) == 0 for pool in pools)


def test_two_change_places_where_that_parts_a_pair() -> None:
    """The three seeds are two and one; of 1, 2, 5 and 6 two are in each pool, and 4 not with 5."""
    circles = ((1, 2, 5, 6), (4, 5))
    pools = mixed((1, 2, 3, 4, 5, 6), 3, (3, 3), circles, "13")
    assert [together(pool, circles) for pool in pools] == [1, 1]
    assert {len({1, 2, 3}.intersection(pool)) for pool in pools} == {1, 2}

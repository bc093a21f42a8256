"""How many pools, and how many sit out."""

import pytest

from scoring.tournaments.rules.pool_draws import POOL_LEAST, Layout, layout, layouts


def shapes(entrants: int, size: int = 3) -> list[tuple[tuple[int, ...], int]]:
    return [(one.sizes, one.byes) for one in layouts(entrants, size)]


def test_nine_are_three_pools_and_a_final() -> None:
    assert shapes(9) == [((3, 3, 3), 0), ((3,), 0)]
    assert shapes(27) == [((3,) * 9, 0), ((3, 3, 3), 0), ((3,), 0)]


def test_what_is_over_makes_pools_of_four() -> None:
    assert shapes(10) == [((4, 3, 3), 0), ((3,), 0)]
    assert shapes(12) == [((3, 3, 3, 3), 0), ((4,), 0)]
    assert shapes(4) == [((4,), 0)]


def test_two_winners_would_have_no_pool_and_somebody_sits_out() -> None:
    """Five: a pool of three and two byes. Six: a pool of four and two. Seven, eight: one bye."""
    assert shapes(5) == [((3,), 2), ((3,), 0)]
    assert shapes(6) == [((4,), 2), ((3,), 0)]
    assert shapes(7) == [((3, 3), 1), ((3,), 0)]
    assert shapes(8) == [((4, 3), 1), ((3,), 0)]


def test_a_round_looks_ahead_to_the_next_ones() -> None:
    """Of 60, twenty pools of three would leave 20, and 20 need byes; sixteen leave none."""
    assert shapes(60) == [((4,) * 12 + (3,) * 4, 0), ((4,) * 4, 0), ((4,), 0)]
    assert sum(byes for _sizes, byes in shapes(20)) > 0


def test_larger_pools_may_be_asked_for() -> None:
    assert shapes(20, 5) == [((5, 5, 5, 5), 0), ((4,), 0)]
    assert shapes(3, 5) == [((3,), 0)]
    assert shapes(6, 5) == [((6,), 0)]


def test_two_who_are_left_by_withdrawals_and_one_alone() -> None:
    assert layout(2, 3) == Layout((2,))
    assert layouts(1, 3) == ()


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_everybody_plays_or_sits_out_and_one_is_left(size: int) -> None:
    for entrants in range(POOL_LEAST, 130):
        left = entrants
        for one in layouts(entrants, size):
            assert sum(one.sizes) + one.byes == left
            assert all(POOL_LEAST <= pool <= size + 1 for pool in one.sizes)
            assert one.remaining < left
            assert one.remaining == 1 or one.remaining >= POOL_LEAST
            left = one.remaining
        assert left == 1


@pytest.mark.parametrize("entrants", range(3, 24))
def test_no_other_way_has_fewer_byes(entrants: int) -> None:
    """All ways of pools of three and four, to the end."""

    def fewest(left: int) -> int:
        if left == 1:
            return 0
        return min(
            (
                byes + fewest(threes + fours + byes)
                for fours in range(left // 4 + 1)
                for threes in range((left - 4 * fours) // 3 + 1)
                if threes + fours
                for byes in [left - 4 * fours - 3 * threes]
                if threes + fours + byes != 2
            ),
            default=10**6,
        )

    assert sum(one.byes for one in layouts(entrants, 3)) == fewest(entrants)

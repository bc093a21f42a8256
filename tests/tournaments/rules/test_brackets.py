"""The places of a bracket against the published sheets, and against their own rule."""

from itertools import combinations

import pytest

from scoring.tournaments.rules.brackets import byes, lines, rounds


def sheet(entrants: int) -> list[set[int]]:
    order = lines(entrants)
    return [set(order[line : line + 2]) for line in range(0, len(order), 2)]


def test_the_published_sheet_of_eight() -> None:
    assert sheet(8) == [{1, 8}, {4, 5}, {3, 6}, {2, 7}]


def test_the_published_sheet_of_sixteen() -> None:
    """From the top: 1 16, 8 9, 5 12, 4 13; and the lower half to 2 15 at the foot."""
    assert sheet(16) == [
        *({1, 16}, {8, 9}, {5, 12}, {4, 13}),
        *({3, 14}, {6, 11}, {7, 10}, {2, 15}),
    ]


def test_the_quarters_of_sixteen_are_the_published_ones() -> None:
    """Another printed sheet has 6 11 above 3 14: the same quarters in the same halves."""
    printed = ({1, 16, 8, 9}, {5, 12, 4, 13}, {6, 11, 3, 14}, {7, 10, 2, 15})
    order = lines(16)
    assert tuple(set(order[line : line + 4]) for line in range(0, 16, 4)) == printed


def test_the_smallest_sheets() -> None:
    assert lines(1) == (1,)
    assert sheet(2) == [{1, 2}]
    assert sheet(4) == [{1, 4}, {2, 3}]
    assert (rounds(0), rounds(1), byes(1)) == (0, 0, 0)


@pytest.mark.parametrize(
    ("entrants", "rounds_", "free"),
    [(2, 1, 0), (3, 2, 1), (5, 3, 3), (6, 3, 2), (8, 3, 0), (9, 4, 7), (17, 5, 15), (500, 9, 12)],
)
def test_byes_fill_up_to_the_next_power_of_two(entrants: int, rounds_: int, free: int) -> None:
    assert (rounds(entrants), byes(entrants)) == (rounds_, free)


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128])
def test_two_places_meet_no_earlier_than_their_rank_promises(size: int) -> None:
    """Of the best 2 ** k no two meet before so many of them are left: 1 and 2 in the final only."""
    order = lines(size)
    line = {place: number for number, place in enumerate(order)}
    for a, b in combinations(range(1, size + 1), 2):
        meets = (line[a] ^ line[b]).bit_length()
        left_after = size >> meets
        better_half = (max(a, b) - 1).bit_length()
        assert left_after < 2**better_half <= size
    assert line[1] == 0
    assert line[2] == size - 1


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32])
def test_when_the_better_always_wins_every_match_is_best_against_last(size: int) -> None:
    left = list(lines(size))
    while len(left) > 1:
        met = [left[line : line + 2] for line in range(0, len(left), 2)]
        assert all(sum(pair) == len(left) + 1 for pair in met)
        left = [min(pair) for pair in met]

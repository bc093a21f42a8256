"""Tables against every way to seat the boards."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournaments.rules.swiss.contenders import Choices, Contender
from scoring.tournaments.rules.swiss.drawing import Drawn, draw, tables
from scoring.tournaments.rules.swiss.matching import Lots
from scoring.tournaments.rules.swiss.reasons import Because, Reason
from tests.support.depth import examples

pytestmark = pytest.mark.any_database

Boards = list[tuple[Contender, Contender]]


def some_boards(number: int, seed: int) -> Boards:
    random = Random(seed)

    def somebody(pk: int) -> Contender:
        sat = random.choices(range(1, number + 2), k=random.randint(0, 4))
        return Contender(pk, rank=pk, tables=tuple(sat))

    return [(somebody(2 * board), somebody(2 * board + 1)) for board in range(number)]


def badness(boards: Boards, seats: tuple[int, ...]) -> tuple[int, int]:
    """How often those seated have sat where they sit, and how far boards are from their places."""
    sat = sum(
        one.tables.count(table) for board, table in zip(boards, seats, strict=True) for one in board
    )
    return sat, sum((table - place) ** 2 for place, table in enumerate(seats, 1))


@settings(max_examples=examples(20, thorough=60))
@given(st.integers(1, 5), st.integers(0, 10**6))
def test_no_other_seating_is_better(number: int, seed: int) -> None:
    boards = some_boards(number, seed)
    found = tables(boards, Lots("seed", 2), vary=True)
    every = permutations(range(1, number + 1))
    assert badness(boards, found) == min(badness(boards, seats) for seats in every)


def test_boards_are_at_their_own_tables_where_nothing_speaks_against_it() -> None:
    boards = some_boards(4, 1)
    assert tables(boards, Lots("seed", 2), vary=False) == (1, 2, 3, 4)
    first_round = [(Contender(1, 1), Contender(2, 2)), (Contender(3, 3), Contender(4, 4))]
    assert tables(first_round, Lots("seed", 1), vary=True) == (1, 2)


def test_who_sits_at_the_same_table_again_is_told_so() -> None:
    """Two tables; Alice has sat at both, at the first twice."""
    four = [Contender(1, 1, points=2, tables=(1, 2, 1)), *(Contender(pk, pk) for pk in (2, 3, 4))]
    found = draw(four, round_number=4, seed="seed")
    assert isinstance(found, Drawn)
    assert found.boards[0].table == 2
    assert Reason(Because.TABLE_BEFORE, 1, (1,)) in found.boards[0].why
    fixed = draw(four, round_number=4, seed="seed", choices=Choices(vary_tables=False))
    assert isinstance(fixed, Drawn)
    assert [board.table for board in fixed.boards] == [1, 2]

"""Against every way there is."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.leagues.rules.assigning import assigned
from tests.support.depth import examples

pytestmark = pytest.mark.any_database


@st.composite
def costs(draw: st.DrawFn) -> list[list[int]]:
    rows = draw(st.integers(0, 4))
    columns = draw(st.integers(rows, 5))
    cost = st.integers(-9, 20) | st.just(10**9)
    return [[draw(cost) for _column in range(columns)] for _row in range(rows)]


@pytest.mark.slow
@settings(max_examples=examples(25, thorough=80))
@given(costs())
def test_no_other_way_is_cheaper(asked: list[list[int]]) -> None:
    found = assigned(asked)
    assert len(found) == len(asked) == len(set(found))
    columns = len(asked[0]) if asked else 0
    least = min(
        sum(line[column] for line, column in zip(asked, way, strict=True))
        for way in permutations(range(columns), len(asked))
    )
    assert sum(line[column] for line, column in zip(asked, found, strict=True)) == least


def test_who_would_do_best_gives_way_where_that_is_cheaper_for_all() -> None:
    assert assigned([[1, 2], [1, 9]]) == (1, 0)


def test_more_columns_than_rows_leave_some_over() -> None:
    assert assigned([[5, 4, 3]]) == (2,)

"""No table twice at once, and everybody at each about as often."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, permutations

import pytest
from hypothesis import given, settings

from scoring.leagues.rules.berger import Fixture
from scoring.leagues.rules.calendar import calendar
from scoring.leagues.rules.days import Season
from scoring.leagues.rules.refusals import Fact, Refusal, Why
from scoring.leagues.rules.seating import Seated, seated
from tests.support.depth import examples

from .seasons import FIRST, dated, leagues, met, thursdays

pytestmark = pytest.mark.any_database

TABLES = (31, 32, 33, 34, 35, 36)


def times(found: Sequence[Seated]) -> Counter[tuple[int, int]]:
    """How often who sat where."""
    return Counter(
        (entrant, one.table)
        for one in found
        if one.table is not None
        for entrant in one.dated.fixture.entrants
    )


def spread(found: Sequence[Seated], entrants: int, tables: Sequence[int]) -> int:
    """The most by which anybody sat at one table more often than at another."""
    sat = times(found)
    return max(
        max(sat[entrant, table] for table in tables) - min(sat[entrant, table] for table in tables)
        for entrant in range(1, entrants + 1)
    )


@pytest.mark.slow
@settings(max_examples=examples(30), deadline=None)
@given(leagues())
def test_at_a_sitting_no_table_is_used_twice_and_a_bye_has_none(
    league: tuple[tuple[Fixture, ...], Season],
) -> None:
    planned = calendar(*league)
    if isinstance(planned, Refusal):
        return
    found = seated(planned, TABLES)
    assert not isinstance(found, Refusal)
    assert sorted(one.dated for one in found) == sorted(planned)
    for _slot, together in groupby(found, key=lambda one: one.dated.slot):
        tables = [one.table for one in together if one.dated.fixture.away is not None]
        assert None not in tables
        assert len(set(tables)) == len(tables)
    for one in found:
        assert (one.table is None) == (one.dated.fixture.away is None)


@pytest.mark.parametrize("number", [4, 6, 8, 9, 12, 20])
def test_nobody_sits_at_a_table_three_times_more_than_at_another(number: int) -> None:
    tables = range(number // 2)
    planned = dated(met(number, double=True), thursdays(60))
    found = seated(planned, tables)
    assert not isinstance(found, Refusal)
    assert spread(found, number, tables) <= 2
    in_order = [Seated(one, place % len(tables)) for place, one in enumerate(planned)]
    assert spread(in_order, number, tables) > 2


def test_each_sitting_is_the_best_after_those_before() -> None:
    planned = dated(met(6, double=True), thursdays(10))
    tables = (1, 2, 3, 4)
    found = seated(planned, tables)
    assert not isinstance(found, Refusal)
    sat: Counter[tuple[int, int]] = Counter()
    for _slot, together in groupby(found, key=lambda one: one.dated.slot):
        pairs, given_ = [], []
        for one in together:
            pairs.append(one.dated.fixture.entrants)
            given_.append(one.table or 0)
        afterwards = [squares(sat, pairs, way) for way in permutations(tables, len(pairs))]
        assert squares(sat, pairs, given_) == min(afterwards)
        sat.update((who, at) for pair, at in zip(pairs, given_, strict=True) for who in pair)


def squares(
    sat: Counter[tuple[int, int]], pairs: Sequence[Sequence[int]], way: Sequence[int]
) -> int:
    after = sat.copy()
    after.update((who, at) for pair, at in zip(pairs, way, strict=True) for who in pair)
    return sum(number**2 for number in after.values())


def test_too_few_tables() -> None:
    found = seated(dated(met(6), thursdays(9)), TABLES[:2])
    facts: dict[str, Fact] = {"tables": 2, "fixtures": 3, "day": FIRST, "sitting": 1}
    assert found == Refusal(Why.TABLES_TOO_FEW, facts)


def test_a_table_named_twice() -> None:
    found = seated((), (31, 32, 31))
    assert found == Refusal(Why.TABLE_TWICE, {"table": 31})

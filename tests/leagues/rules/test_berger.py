"""The tables as they are printed, and what must hold for any number."""

from collections import Counter
from collections.abc import Iterable
from itertools import groupby, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.leagues.rules.berger import Fixture, berger
from scoring.leagues.rules.refusals import Refusal, Why
from tests.support.depth import examples

from . import naive, published

pytestmark = pytest.mark.any_database


def planned(entrants: Iterable[int], *, double: bool = False) -> tuple[Fixture, ...]:
    found = berger(tuple(entrants), double=double)
    assert not isinstance(found, Refusal)
    return found


def by_round(fixtures: Iterable[Fixture]) -> list[list[tuple[int, int | None]]]:
    return [
        [(one.home, one.away) for one in round_]
        for _number, round_ in groupby(fixtures, key=lambda one: one.round)
    ]


def with_byes(
    rounds: list[list[tuple[int, int]]], nobody: int
) -> list[list[tuple[int, int | None]]]:
    """As printed for one more, whom nobody is."""
    found: list[list[tuple[int, int | None]]] = []
    for one in rounds:
        bye = next(min(pair) for pair in one if nobody in pair)
        found.append([*(pair for pair in one if nobody not in pair), (bye, None)])
    return found


@pytest.mark.parametrize("even", published.PRINTED)
def test_the_tables_are_those_that_are_published(even: int) -> None:
    assert by_round(planned(range(1, even + 1))) == published.rounds(even)


@pytest.mark.parametrize("even", published.PRINTED)
def test_of_an_odd_number_the_highest_number_is_the_bye(even: int) -> None:
    printed = with_byes(published.rounds(even), even)
    assert by_round(planned(range(1, even))) == printed


@pytest.mark.parametrize("even", published.PRINTED)
def test_the_cards_on_a_table_give_what_is_published(even: int) -> None:
    assert naive.rounds(even) == published.rounds(even)


@pytest.mark.parametrize("number", [*range(2, 30), 40, 41, 64, 99])
def test_beyond_what_is_published_the_cards_on_a_table_say_the_same(number: int) -> None:
    told = naive.rounds(number)
    expected = with_byes(told, number + 1) if number % 2 else told
    assert by_round(planned(range(1, number + 1))) == expected


def test_a_double_round_is_the_tables_twice_the_last_two_rounds_of_the_first_exchanged() -> None:
    printed = published.rounds(6)
    first = [*printed[:3], printed[4], printed[3]]
    second = [[(away, home) for home, away in one] for one in printed]
    assert by_round(planned(range(1, 7), double=True)) == first + second


numbers = st.integers(2, 33)
some = st.lists(st.integers(1, 10**6), min_size=2, max_size=24, unique=True)


@pytest.mark.slow
@settings(max_examples=examples(15, thorough=40))
@given(some, st.booleans())
def test_everybody_meets_everybody_and_nobody_is_twice_in_a_round(
    entrants: list[int], double: bool
) -> None:
    fixtures = planned(entrants, double=double)
    met = Counter((one.home, one.away) for one in fixtures if one.away is not None)
    both = Counter(frozenset(pair) for pair in met.elements())
    assert set(both) == {frozenset(pair) for pair in permutations(entrants, 2)}
    assert set(both.values()) == {2 if double else 1}
    assert set(met.values()) == {1}
    for _number, round_ in groupby(fixtures, key=lambda one: one.round):
        there = [entrant for one in round_ for entrant in one.entrants]
        assert sorted(there) == sorted(entrants)


@pytest.mark.slow
@settings(max_examples=examples(15, thorough=40))
@given(numbers, st.booleans())
def test_homes_differ_by_one_at_most_and_byes_go_round(number: int, double: bool) -> None:
    fixtures = planned(range(number), double=double)
    home = Counter(one.home for one in fixtures if one.away is not None)
    away = Counter(one.away for one in fixtures if one.away is not None)
    byes = Counter(one.home for one in fixtures if one.away is None)
    for entrant in range(number):
        least = 0 if double or number % 2 else 1
        assert abs(home[entrant] - away[entrant]) == least
        assert byes[entrant] == (number % 2) * (2 if double else 1)


@pytest.mark.parametrize("number", [*range(2, 25), 40, 41])
@pytest.mark.parametrize("double", [False, True])
def test_nobody_is_at_home_or_away_three_times_in_a_row(number: int, double: bool) -> None:
    sides: dict[int, str] = dict.fromkeys(range(number), "")
    for one in planned(range(number), double=double):
        if one.away is not None:
            sides[one.home] += "h"
            sides[one.away] += "a"
    assert not any("hhh" in side or "aaa" in side for side in sides.values())


def test_the_tables_twice_as_they_stand_would_give_three_in_a_row() -> None:
    """Why the last two rounds are exchanged."""
    printed = published.rounds(6)
    sides = ""
    for one in [*printed, *([(away, home) for home, away in line] for line in printed)]:
        sides += next("h" if pair[0] == 1 else "a" for pair in one if 1 in pair)
    assert "aaa" in sides


@pytest.mark.parametrize("entrants", [(), (1,)])
def test_one_alone_has_nobody_to_meet(entrants: tuple[int, ...]) -> None:
    facts = {"entrants": len(entrants), "least": 2}
    assert berger(entrants) == Refusal(Why.ENTRANTS_TOO_FEW, facts)


def test_who_is_named_twice_is_refused() -> None:
    assert berger((4, 5, 4)) == Refusal(Why.ENTRANT_TWICE, {"entrant": 4})


def test_who_is_in_a_fixture() -> None:
    assert Fixture(1, 4, 5).entrants == (4, 5)
    assert Fixture(1, 4, None).entrants == (4,)
    assert Fixture(1, 4, None).mirrored() == Fixture(1, 4, None)

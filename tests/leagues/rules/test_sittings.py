"""Fewer tables than a round has fixtures: several sittings a day, or rounds over several days."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.leagues.rules.berger import Fixture
from scoring.leagues.rules.calendar import calendar
from scoring.leagues.rules.changes import joined, postpone
from scoring.leagues.rules.days import Season, Slot
from scoring.leagues.rules.diary import Dated
from scoring.leagues.rules.refusals import Refusal, Why
from scoring.leagues.rules.seating import seated
from tests.support.depth import examples

from .seasons import ALICE, BOB, CHLOE, FIRST, dated, leagues, met, played, thursday, thursdays

pytestmark = pytest.mark.any_database

SIXTEEN, SIX = met(16), 6


def fixtures_at(found: Sequence[Dated]) -> Counter[Slot]:
    return Counter(one.slot for one in played(found))


def slots_of(found: Sequence[Dated], player: int) -> list[Slot]:
    """In the order of the rounds."""
    own = [one for one in played(found) if player in one.fixture.entrants]
    return [one.slot for one in sorted(own, key=lambda one: one.fixture.round)]


def test_sixteen_at_six_tables_play_each_round_at_two_sittings_of_its_day() -> None:
    found = dated(SIXTEEN, replace(thursdays(15, sittings=2), at_once=SIX))
    assert fixtures_at(found) == {
        Slot(thursday(day), sitting): 4 for day in range(1, 16) for sitting in (1, 2)
    }
    assert all(one.slot.day == thursday(one.fixture.round) for one in found)


def test_everybody_plays_about_as_often_early_as_late() -> None:
    found = dated(SIXTEEN, replace(thursdays(15, sittings=2), at_once=SIX))
    early = [sum(slot.sitting == 1 for slot in slots_of(found, one)) for one in range(1, 17)]
    # Fifteen rounds: seven or eight, where turns are taken.
    assert max(early) - min(early) <= 2


def test_two_rounds_of_two_sittings_fill_a_day_of_five() -> None:
    found = dated(met(4), replace(thursdays(2, sittings=5), at_once=1))
    assert {one.fixture.round: one.slot.day for one in found} == {
        1: thursday(1),
        2: thursday(1),
        3: thursday(2),
    }
    assert {at.sitting for at in fixtures_at(found) if at.day == thursday(1)} == {1, 2, 3, 4}


def test_a_round_that_no_day_has_tables_for_is_refused() -> None:
    found = calendar(SIXTEEN, replace(thursdays(40), at_once=SIX))
    facts = {"fixtures": 8, "tables": 6, "sittings": 1}
    assert found == Refusal(Why.TABLES_TOO_FEW, facts)
    enough = calendar(SIXTEEN, replace(thursdays(15), at_once=8))
    assert not isinstance(enough, Refusal)


def test_spread_over_evenings_four_play_six_fixtures_at_one_table_in_turn() -> None:
    found = dated(met(4), replace(thursdays(6), at_once=1, spread=True))
    # The Berger table for four: 1-4 2-3, 4-3 1-2, 2-4 3-1.
    order = [(1, 4), (2, 3), (4, 3), (1, 2), (2, 4), (3, 1)]
    assert [one.fixture.entrants for one in found] == order
    assert [one.slot for one in found] == [Slot(thursday(day)) for day in range(1, 7)]


def test_what_is_left_of_an_evening_goes_to_the_next_round() -> None:
    found = dated(SIXTEEN, replace(thursdays(40), at_once=SIX, spread=True))
    at = fixtures_at(found)
    assert sum(at.values()) == 120
    assert max(at.values()) == SIX
    assert at[Slot(thursday(1))] == at[Slot(thursday(2))] == SIX
    # Two evenings for each round would be thirty; six fixtures on each of them are twenty.
    assert 20 <= len(at) < 25
    for player in range(1, 17):
        own = slots_of(found, player)
        assert own == sorted(own)
        assert len(set(own)) == 15


def test_what_has_no_evening_left_is_counted() -> None:
    found = calendar(met(4), replace(thursdays(4), at_once=1, spread=True))
    assert found == Refusal(Why.FIXTURES_WITHOUT_PLACE, {"left": 2, "fixtures": 6})


def test_a_bye_is_on_the_first_day_of_its_round() -> None:
    found = dated(met(5), replace(thursdays(10), at_once=1, spread=True))
    byes = {one.fixture.round: one.slot for one in found if one.fixture.away is None}
    first = {
        number: min(one.slot for one in played(found) if one.fixture.round == number)
        for number in range(1, 6)
    }
    assert byes == first


@pytest.mark.slow
@settings(max_examples=examples(20, thorough=60), deadline=None)
@given(leagues(8), st.integers(1, 4), st.booleans())
def test_with_any_number_of_tables_nobody_plays_twice_at_once_nor_away(
    league: tuple[tuple[Fixture, ...], Season], tables: int, spread: bool
) -> None:
    fixtures, season = league
    season = replace(season, at_once=tables, spread=spread)
    found = calendar(fixtures, season)
    if isinstance(found, Refusal):
        return
    assert Counter(one.fixture for one in found) == Counter(fixtures)
    assert set(fixtures_at(found)) <= set(season.slots())
    assert max(fixtures_at(found).values()) <= tables
    players = [(who, one.slot) for one in played(found) for who in one.fixture.entrants]
    assert len(set(players)) == len(players)
    assert not any(season.is_away(who, slot.day) for who, slot in players)
    if not spread:
        days = defaultdict(set)
        for one in found:
            if not one.moved:
                days[one.fixture.round].add(one.slot.day)
        assert {len(each) for each in days.values()} <= {1}
    seats = seated(found, tuple(range(tables)))
    assert not isinstance(seats, Refusal)


def test_who_is_away_finds_a_table_another_day() -> None:
    # Three fixtures at one table on three of four days: Alice is away on the first.
    season = replace(thursdays(4, away={ALICE: [thursday(1)]}), at_once=1, spread=True)
    found = dated(met(3), season)
    assert max(fixtures_at(found).values()) == 1
    assert all(slot.day != thursday(1) for slot in slots_of(found, ALICE))


def test_with_no_table_free_another_fixture_makes_room() -> None:
    # One table on three days for three fixtures; the one that is free on the first day goes there.
    season = replace(thursdays(3, away={ALICE: [thursday(1)]}), at_once=1, spread=True)
    found = {one.fixture.entrants: one.slot.day for one in played(dated(met(3), season))}
    (first,) = (pair for pair, day in found.items() if day == thursday(1))
    assert set(first) == {BOB, CHLOE}


FULL = replace(thursdays(9), at_once=1)


def test_a_fixture_is_not_moved_to_a_day_without_a_free_table() -> None:
    theirs = Dated(Fixture(1, 1, 2), Slot(thursday(1)))
    others = Dated(Fixture(2, 3, 4), Slot(thursday(2)))
    found = postpone(theirs, thursday(2), calendar=[theirs, others], season=FULL, today=thursday(1))
    assert found == Refusal(Why.NO_TABLE_FREE, {"day": thursday(2)})
    twice = replace(FULL, sittings=2)
    found = postpone(
        theirs, thursday(2), calendar=[theirs, others], season=twice, today=thursday(1)
    )
    assert found == theirs._replace(slot=Slot(thursday(2), 2), moved=True)


def test_who_comes_late_plays_where_a_table_is_free() -> None:
    calendar_ = [Dated(Fixture(1, 1, 2), Slot(thursday(1)))]
    found = joined(3, calendar_, season=FULL, today=FIRST)
    assert not isinstance(found, Refusal)
    assert [one.slot.day for one in found.fixtures] == [thursday(2), thursday(3)]

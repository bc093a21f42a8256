"""Rounds on days: in order, past the days of closing, and around who is away."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.leagues.rules import calendar as module
from scoring.leagues.rules import diary
from scoring.leagues.rules.berger import Fixture
from scoring.leagues.rules.calendar import calendar
from scoring.leagues.rules.days import Season, Slot
from scoring.leagues.rules.diary import Dated
from scoring.leagues.rules.refusals import Refusal, Why
from tests.support.depth import examples

from .seasons import ALICE, BOB, CHLOE, DAVID, dated, leagues, met, played, thursday, thursdays

pytestmark = pytest.mark.any_database

NO_WAY = {Why.AWAY_TOO_OFTEN, Why.NO_DAY_FOR_BOTH, Why.NO_DAY_FREE}


def days_of_rounds(found: Sequence[Dated]) -> list[int]:
    """The round on each Thursday, of those that are not moved."""
    return [
        next(one.fixture.round for one in day)
        for _slot, day in groupby((one for one in found if not one.moved), key=lambda one: one.slot)
    ]


def test_rounds_are_on_the_first_days_in_order() -> None:
    found = dated(met(4), thursdays(9))
    assert [one.slot.day for one in found] == [thursday(n) for n in (1, 1, 2, 2, 3, 3)]
    assert [one.fixture for one in found] == list(met(4))


def test_a_day_of_closing_moves_the_rest_on() -> None:
    found = dated(met(4), thursdays(9, closed=[thursday(2)]))
    assert sorted({one.slot.day for one in found}) == [thursday(n) for n in (1, 3, 4)]


def test_two_rounds_a_day() -> None:
    found = dated(met(4), thursdays(2, sittings=2))
    assert {one.fixture.round: one.slot for one in found} == {
        1: Slot(thursday(1), 1),
        2: Slot(thursday(1), 2),
        3: Slot(thursday(2), 1),
    }


def test_too_few_days() -> None:
    refusal = Refusal(Why.TOO_FEW_DAYS, {"rounds": 3, "places": 2})
    assert calendar(met(4), thursdays(2)) == refusal


def test_a_season_that_may_not_be() -> None:
    found = calendar(met(4), replace(thursdays(9), every=0))
    assert isinstance(found, Refusal)
    assert found.why is Why.NUMBER_TOO_SMALL


def test_who_is_away_has_his_bye_then() -> None:
    """Of three, Alice has her bye in round 1: it changes places with round 3."""
    found = dated(met(3), thursdays(3, away={ALICE: [thursday(3)]}))
    assert days_of_rounds(found) == [3, 2, 1]
    assert not any(one.moved for one in found)


def test_two_who_are_away_together_have_each_other_then_and_one_fixture_is_moved() -> None:
    """Alice and Bob meet in round 2 of four; one fixture is moved instead of two."""
    found = dated(met(4), thursdays(4, away={ALICE: [thursday(1)], BOB: [thursday(1)]}))
    assert days_of_rounds(found) == [2, 1, 3]
    moved = [one for one in found if one.moved]
    assert moved == [Dated(Fixture(2, ALICE, BOB), Slot(thursday(4)), moved=True)]


def test_a_fixture_is_moved_to_the_nearest_day() -> None:
    """All four play on each of the three days: the fourth is the first that is free."""
    found = dated(met(4), thursdays(6, away={CHLOE: [thursday(2)]}))
    assert [(one.fixture.round, one.slot.day) for one in found if one.moved] == [(2, thursday(4))]


def test_the_two_are_never_there_together() -> None:
    days = [thursday(number) for number in range(1, 7)]
    season = thursdays(6, away={ALICE: days[:3], DAVID: days[3:]})
    refusal = Refusal(Why.NO_DAY_FOR_BOTH, {"home": ALICE, "away": DAVID, "round": 1})
    assert calendar(met(4), season) == refusal


def test_who_is_there_on_fewer_days_than_there_are_fixtures() -> None:
    found = calendar(met(4), thursdays(3, away={ALICE: [thursday(1)]}))
    assert found == Refusal(Why.AWAY_TOO_OFTEN, {"entrant": ALICE, "fixtures": 3, "places": 2})


def test_two_rounds_a_day_are_room_for_who_is_away() -> None:
    found = dated(met(4), thursdays(3, away={ALICE: [thursday(1)]}, sittings=2))
    assert {one.slot.day for one in found if ALICE in one.fixture.entrants} <= {
        thursday(2),
        thursday(3),
    }


def test_no_day_is_found_for_a_fixture() -> None:
    """Each could be there for all of his three, but not on the same days as the others."""
    away = {ALICE: [thursday(1)], BOB: [thursday(2)], CHLOE: [thursday(3)]}
    refusal = calendar(met(4), thursdays(4, away=away))
    assert isinstance(refusal, Refusal)
    assert refusal.why is Why.NO_DAY_FREE
    assert set(refusal.facts) == {"home", "away", "round"}


def test_who_has_the_fewest_days_chooses_first() -> None:
    """Alice is away on the three days and has three more: Bob can on the first of them, Chloé on
    the first two, David on all."""
    days = [thursday(number) for number in range(1, 7)]
    away = {ALICE: days[:3], BOB: [days[4], days[5]], CHLOE: [days[5]]}
    found = dated(met(4), thursdays(6, away=away))
    moved = {one.fixture.entrants: one.slot.day for one in found if one.moved}
    assert {frozenset(who) - {ALICE}: day for who, day in moved.items()} == {
        frozenset({BOB}): days[3],
        frozenset({CHLOE}): days[4],
        frozenset({DAVID}): days[5],
    }


def test_it_is_given_up_at_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diary, "MOST_TRIED", 0)
    refusal = calendar(met(4), thursdays(9, away={CHLOE: [thursday(2)]}))
    assert refusal == Refusal(Why.NO_DAY_FREE, {"home": DAVID, "away": CHLOE, "round": 2})


@st.composite
def tight(draw: st.DrawFn) -> tuple[tuple[Fixture, ...], Season]:
    """Few, with hardly a day to spare."""
    fixtures = met(draw(st.integers(3, 5)))
    number = max(one.round for one in fixtures) + draw(st.integers(1, 2))
    days = st.lists(st.integers(1, number).map(thursday), min_size=1, max_size=2)
    return fixtures, thursdays(
        number, away=draw(st.dictionaries(st.integers(1, 5), days, min_size=1, max_size=3))
    )


def can_be_played(fixtures: Sequence[Fixture], season: Season) -> bool:
    """By trying every day for every fixture, one after the other."""
    taken: set[tuple[int, date]] = set()

    def rest_from(number: int) -> bool:
        if number == len(fixtures):
            return True
        who = fixtures[number].entrants
        for day in season.days():
            both = {(one, day) for one in who}
            if both & taken or any(season.is_away(one, day) for one in who):
                continue
            taken.update(both)
            if rest_from(number + 1):
                return True
            taken.difference_update(both)
        return False

    return rest_from(0)


@pytest.mark.slow
@settings(max_examples=examples(20, thorough=60), deadline=None)
@given(tight())
def test_in_a_small_league_it_is_refused_only_where_it_cannot_be(
    league: tuple[tuple[Fixture, ...], Season],
) -> None:
    fixtures, season = league
    found = calendar(fixtures, season)
    possible = can_be_played([one for one in fixtures if one.away is not None], season)
    assert isinstance(found, Refusal) is not possible


@pytest.mark.slow
@settings(max_examples=examples(20, thorough=50), deadline=None)
@given(leagues())
def test_nobody_plays_when_he_is_away_or_the_club_is_closed_or_twice_at_once(
    league: tuple[tuple[Fixture, ...], Season],
) -> None:
    fixtures, season = league
    found = calendar(fixtures, season)
    if isinstance(found, Refusal):
        assert found.why in {*NO_WAY, Why.TOO_FEW_DAYS}
        return
    assert Counter(one.fixture for one in found) == Counter(fixtures)
    assert [one.slot for one in found] == sorted(one.slot for one in found)
    days = set(season.days())
    at: Counter[tuple[int, Slot]] = Counter()
    for one in played(found):
        assert one.slot.day in days
        assert 1 <= one.slot.sitting <= season.sittings
        for entrant in one.fixture.entrants:
            spans = season.away.get(entrant, ())
            assert not any(span.first <= one.slot.day <= span.last for span in spans)
            at[entrant, one.slot] += 1
    assert set(at.values()) <= {1}
    for _round, together in groupby(
        sorted((one for one in found if not one.moved), key=lambda one: one.fixture.round),
        key=lambda one: one.fixture.round,
    ):
        assert len({one.slot for one in together}) == 1


@pytest.mark.slow
@settings(max_examples=examples(15, thorough=40), deadline=None)
@given(st.integers(2, 6), st.data())
def test_no_other_order_of_the_rounds_leaves_fewer_fixtures_to_move(
    number: int, data: st.DataObject
) -> None:
    fixtures = met(number)
    rounds = max(one.round for one in fixtures)
    days = st.lists(st.integers(1, rounds).map(thursday), max_size=2)
    away = data.draw(st.dictionaries(st.integers(1, number), days, max_size=4))
    # So many more days that every fixture finds one.
    season = thursdays(rounds + 40, away=away)
    found = dated(fixtures, season)

    def to_move(order: Sequence[int]) -> tuple[int, int]:
        hurt = sum(
            any(thursday(order[one.round - 1]) in away.get(who, ()) for who in one.entrants)
            for one in fixtures
            if one.away is not None
        )
        return hurt, sum(place != at for at, place in enumerate(order, start=1))

    least = min(to_move(order) for order in permutations(range(1, rounds + 1)))
    by_round = [[one for one in fixtures if one.round == at + 1] for at in range(rounds)]
    chosen = [place + 1 for place in module._places(by_round, list(season.slots()), season)]
    assert to_move(chosen) == least
    assert sum(one.moved for one in found) == least[0]

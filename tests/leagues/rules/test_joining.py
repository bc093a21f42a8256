"""Late, against everybody: byes first, then other places; what is dated stays."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.leagues.rules.calendar import calendar
from scoring.leagues.rules.changes import Joined, joined
from scoring.leagues.rules.days import Season, Slot
from scoring.leagues.rules.diary import Dated
from scoring.leagues.rules.refusals import Refusal, Why
from tests.support.depth import examples

from .seasons import ALICE, BOB, CHLOE, DAVID, FIRST, dated, met, played, thursday, thursdays

pytestmark = pytest.mark.any_database

LATE = 77


def taken_in(
    planned: Sequence[Dated], season: Season, today: date = FIRST, double: bool = False
) -> Joined:
    found = joined(LATE, planned, season=season, today=today, double=double)
    assert not isinstance(found, Refusal)
    return found


def balance(fixtures: Sequence[Dated]) -> Counter[int]:
    """Homes less aways of each."""
    found: Counter[int] = Counter()
    for one in fixtures:
        if one.fixture.away is not None:
            found[one.fixture.home] += 1
            found[one.fixture.away] -= 1
    return found


@pytest.mark.parametrize("number", [3, 5, 7, 9])
@pytest.mark.parametrize("double", [False, True])
def test_before_an_odd_league_begins_he_has_all_its_byes_and_no_day_more(
    number: int, double: bool
) -> None:
    planned = dated(met(number, double=double), thursdays(30))
    found = taken_in(planned, thursdays(30), double=double)
    byes = tuple(one for one in planned if one.fixture.away is None)
    assert found.byes == byes
    assert [(one.fixture.round, one.slot) for one in found.fixtures] == [
        (one.fixture.round, one.slot) for one in byes
    ]


@pytest.mark.parametrize("number", [2, 4, 6, 8])
def test_in_an_even_league_he_plays_once_it_is_over_a_round_of_his_own_each(number: int) -> None:
    planned = dated(met(number), thursdays(30))
    found = taken_in(planned, thursdays(30))
    assert not found.byes
    assert [one.slot.day for one in found.fixtures] == [
        thursday(at) for at in range(number, 2 * number)
    ]
    assert [one.fixture.round for one in found.fixtures] == list(range(number, 2 * number))


@pytest.mark.parametrize("number", [3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("double", [False, True])
def test_homes_are_level_with_him(number: int, double: bool) -> None:
    planned = dated(met(number, double=double), thursdays(40))
    found = taken_in(planned, thursdays(40), double=double)
    homes = balance([*planned, *found.fixtures])
    assert all(abs(homes[who]) <= (0 if double else 1) for who in [LATE, *range(1, number + 1)])


def test_half_way_through_he_has_the_byes_to_come_and_then_new_days() -> None:
    """Of five, Alice and David have had their byes when he comes."""
    planned = dated(met(5), thursdays(9))
    past = {one.fixture.home for one in planned if not one.fixture.away and one.fixture.round < 3}
    found = taken_in(planned, thursdays(9), today=thursday(3))
    assert [one.slot.day for one in found.fixtures] == [thursday(at) for at in (3, 4, 5, 6, 7)]
    assert [one.fixture.round for one in found.fixtures] == [3, 4, 5, 6, 7]
    assert past == {ALICE, DAVID}
    assert {who for one in found.fixtures[3:] for who in one.fixture.entrants} - {LATE} == past


def test_he_is_met_where_the_others_fixture_was_moved_away() -> None:
    season = thursdays(5, away={ALICE: [thursday(1)]})
    planned = dated(met(4), season)
    free = next(one for one in planned if one.moved).fixture.entrants
    found = taken_in(planned, replace(season, last=thursday(12)))
    assert found.fixtures[0].slot.day == thursday(1)
    assert set(found.fixtures[0].fixture.entrants) == {LATE, *free} - {ALICE}
    assert found.fixtures[0].fixture.round == 4


def test_who_is_gone_is_not_met() -> None:
    planned = dated(met(4), thursdays(20))
    gone = frozenset({BOB, CHLOE})
    found = joined(LATE, planned, season=thursdays(20), today=FIRST, gone=gone)
    assert isinstance(found, Joined)
    met_ = {who for one in found.fixtures for who in one.fixture.entrants}
    assert met_ == {LATE, ALICE, DAVID}


@pytest.mark.parametrize("days", [3, 4])
def test_no_day_is_left_for_one_of_them(days: int) -> None:
    planned = dated(met(4), thursdays(3))
    found = joined(LATE, planned, season=thursdays(days), today=FIRST)
    assert isinstance(found, Refusal)
    assert found.why is Why.NO_DAY_FREE
    assert found.facts["home"] == LATE
    assert found.facts["away"] in {ALICE, BOB, CHLOE, DAVID}


def test_after_the_season_there_is_no_day() -> None:
    planned = dated(met(4), thursdays(9))
    found = joined(LATE, planned, season=thursdays(9), today=thursday(10))
    assert found == Refusal(Why.NO_DAY_FREE, {"home": LATE, "away": ALICE})


def test_who_is_in_it_already_cannot_join() -> None:
    found = joined(ALICE, dated(met(4), thursdays(9)), season=thursdays(9), today=FIRST)
    assert found == Refusal(Why.ENTRANT_TWICE, {"entrant": ALICE})


def test_who_is_here_without_a_fixture_left_is_met() -> None:
    """All whom they would have met have left, and nothing of it is in the calendar any more."""
    found = joined(
        LATE, (), season=thursdays(9), today=FIRST, here=frozenset({ALICE, BOB}), rounds=3
    )
    assert isinstance(found, Joined)
    assert [(one.fixture.round, {*one.fixture.entrants}) for one in found.fixtures] == [
        (4, {ALICE, LATE}),
        (5, {BOB, LATE}),
    ]
    assert found.byes == ()


def test_nobody_is_there_to_meet() -> None:
    found = joined(LATE, (), season=thursdays(9), today=FIRST)
    assert found == Refusal(Why.ENTRANTS_TOO_FEW, {"entrants": 1, "least": 2})


def test_a_season_that_may_not_be() -> None:
    found = joined(LATE, (), season=replace(thursdays(9), every=0), today=FIRST)
    assert isinstance(found, Refusal)
    assert found.why is Why.NUMBER_TOO_SMALL


@pytest.mark.slow
@settings(max_examples=examples(15, thorough=40), deadline=None)
@given(st.integers(2, 7), st.booleans(), st.data())
def test_everybody_is_met_when_both_are_there_and_free(
    number: int, double: bool, data: st.DataObject
) -> None:
    days = st.lists(st.integers(1, 16).map(thursday), max_size=3)
    away = data.draw(st.dictionaries(st.sampled_from([*range(1, number + 1), LATE]), days))
    season = thursdays(24, away=away, sittings=data.draw(st.integers(1, 2)))
    planned = calendar(met(number, double=double), season)
    today = FIRST + timedelta(data.draw(st.integers(0, 60)))
    if isinstance(planned, Refusal):
        return
    found = joined(LATE, planned, season=season, today=today, double=double)
    if isinstance(found, Refusal):
        assert found.why is Why.NO_DAY_FREE
        return
    pairs = Counter((one.fixture.home, one.fixture.away) for one in found.fixtures)
    assert set(pairs.values()) == {1}
    both = Counter(frozenset(pair) for pair in pairs)
    assert both == {frozenset({LATE, who}): 1 + double for who in range(1, number + 1)}
    everything = [*(one for one in planned if one not in found.byes), *found.fixtures]
    at: Counter[tuple[int, Slot]] = Counter()
    in_round: Counter[tuple[int, int]] = Counter()
    for one in everything:
        in_round.update((who, one.fixture.round) for who in one.fixture.entrants)
    for one in played(everything):
        at.update((who, one.slot) for who in one.fixture.entrants)
    assert set(at.values()) == set(in_round.values()) == {1}
    for one in found.fixtures:
        assert one.slot.day >= today
        assert not any(one.slot.day in away.get(who, ()) for who in one.fixture.entrants)
    assert abs(balance(found.fixtures)[LATE]) <= (0 if double else 1)


@pytest.mark.slow
@settings(max_examples=examples(10, thorough=25), deadline=None)
@given(st.integers(2, 4), st.data())
def test_no_other_places_take_up_more_byes_or_are_sooner(number: int, data: st.DataObject) -> None:
    """By trying every way; and where there is none, it is refused."""
    rounds = number - 1 + number % 2
    extra = data.draw(st.integers(0, 4))
    days = st.lists(st.integers(1, rounds + extra).map(thursday), max_size=3)
    planned = dated(met(number), thursdays(rounds))
    season = thursdays(
        rounds + extra, away=data.draw(st.dictionaries(st.sampled_from([1, 2, LATE]), days))
    )
    slots = list(season.slots())
    busy = {(who, one.slot) for one in played(planned) for who in one.fixture.entrants}
    byes = {(one.fixture.home, one.slot) for one in planned if one.fixture.away is None}

    def worth(way: Sequence[Slot]) -> tuple[int, int] | None:
        for other, slot in enumerate(way, start=1):
            if (other, slot) in busy or any(season.is_away(who, slot.day) for who in (other, LATE)):
                return None
        taken_up = sum((other, slot) in byes for other, slot in enumerate(way, start=1))
        return -taken_up, sum(map(slots.index, way))

    ways = [known for way in permutations(slots, number) if (known := worth(way)) is not None]
    found = joined(LATE, planned, season=season, today=FIRST)
    if isinstance(found, Refusal):
        assert not ways
        return
    by_other = {
        who: one.slot for one in found.fixtures for who in one.fixture.entrants if who != LATE
    }
    assert worth([by_other[who] for who in range(1, number + 1)]) == min(ways)

"""One fixture to another day, and every reason why not."""

from collections.abc import Mapping
from datetime import date

import pytest

from scoring.leagues.rules.berger import Fixture
from scoring.leagues.rules.changes import postpone
from scoring.leagues.rules.days import Season, Slot
from scoring.leagues.rules.diary import Dated
from scoring.leagues.rules.refusals import Fact, Refusal, Why

from .seasons import ALICE, BOB, CHLOE, DAVID, EMMA, FIRST, dated, met, thursday, thursdays

pytestmark = pytest.mark.any_database

SEASON = thursdays(9, closed=[thursday(6)], away={BOB: [thursday(7)]})
PLANNED = dated(met(4), SEASON)
# Chloé at home to Alice, on the third day.
LATE = next(one for one in PLANNED if set(one.fixture.entrants) == {CHLOE, ALICE})
# Alice at home to Bob, on the second day.
AB = next(one for one in PLANNED if set(one.fixture.entrants) == {ALICE, BOB})


def moved(asked: Dated, to: date, season: Season = SEASON, today: date = FIRST) -> Dated | Refusal:
    return postpone(asked, to, calendar=PLANNED, season=season, today=today)


def test_a_fixture_is_put_off_to_a_free_day() -> None:
    assert moved(AB, thursday(4)) == Dated(AB.fixture, Slot(thursday(4)), moved=True)


def test_it_need_not_be_a_day_of_play_and_may_be_today() -> None:
    monday = date(2026, 9, 7)
    assert moved(AB, monday, today=monday) == Dated(AB.fixture, Slot(monday), moved=True)


def test_it_may_be_put_forward() -> None:
    found = moved(LATE, date(2026, 9, 4))
    assert isinstance(found, Dated)
    assert found.slot.day < LATE.slot.day


@pytest.mark.parametrize(
    ("to", "why", "facts"),
    [
        (AB.slot.day, Why.SAME_DAY, {"day": AB.slot.day}),
        (date(2026, 9, 2), Why.IN_THE_PAST, {"day": date(2026, 9, 2), "today": FIRST}),
        (
            date(2026, 10, 30),
            Why.SEASON_OVER,
            {"day": date(2026, 10, 30), "last": date(2026, 10, 29)},
        ),
        (thursday(6), Why.CLUB_CLOSED, {"day": thursday(6)}),
        (thursday(7), Why.ENTRANT_AWAY, {"entrant": BOB, "day": thursday(7)}),
        (thursday(3), Why.PLAYS_ALREADY, {"entrant": ALICE, "day": thursday(3)}),
    ],
)
def test_why_not(to: date, why: Why, facts: Mapping[str, Fact]) -> None:
    assert moved(AB, to) == Refusal(why, facts)


def test_a_bye_is_not_put_off() -> None:
    planned = dated(met(3), SEASON)
    bye = next(one for one in planned if one.fixture.away is None)
    found = postpone(bye, thursday(8), calendar=planned, season=SEASON, today=FIRST)
    assert found == Refusal(Why.IS_A_BYE, {"entrant": ALICE, "round": 1})


def test_what_is_not_of_this_calendar_is_not_put_off() -> None:
    other = Dated(Fixture(1, ALICE, EMMA), Slot(FIRST))
    assert moved(other, thursday(8)) == Refusal(Why.NOT_A_FIXTURE, {"home": ALICE, "round": 1})


def test_with_two_rounds_a_day_the_second_sitting_is_free() -> None:
    twice = thursdays(9, sittings=2)
    found = moved(AB, thursday(3), season=twice)
    assert found == Dated(AB.fixture, Slot(thursday(3), 2), moved=True)


def test_each_is_free_at_another_sitting_of_the_day_but_never_both() -> None:
    day = thursday(3)
    wanted = Dated(Fixture(1, ALICE, BOB), Slot(thursday(1)))
    planned = (
        wanted,
        Dated(Fixture(2, ALICE, CHLOE), Slot(day, 1)),
        Dated(Fixture(3, BOB, DAVID), Slot(day, 2)),
    )
    season = thursdays(9, sittings=2)
    found = postpone(wanted, day, calendar=planned, season=season, today=FIRST)
    assert found == Refusal(Why.PLAYS_ALREADY, {"day": day})

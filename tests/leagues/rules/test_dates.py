"""Days of play, and what a season may not be."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

import pytest

from scoring.leagues.rules.days import Season, Slot, Span, only, season_refusal
from scoring.leagues.rules.refusals import Fact, Refusal, Why

from .seasons import ALICE, BOB, FIRST, thursday, thursdays

pytestmark = pytest.mark.any_database

AUTUMN = Season(FIRST, date(2026, 9, 30))


def test_every_week_from_the_first_day_unless_otherwise_said() -> None:
    assert list(AUTUMN.days()) == [date(2026, 9, day) for day in (3, 10, 17, 24)]


def test_every_ten_days() -> None:
    assert list(replace(AUTUMN, every=10).days()) == [date(2026, 9, day) for day in (3, 13, 23)]


def test_tuesdays_and_thursdays_both_ends_with_them() -> None:
    found = replace(AUTUMN, last=date(2026, 9, 15), weekdays=frozenset({1, 3})).days()
    assert list(found) == [date(2026, 9, day) for day in (3, 8, 10, 15)]


def test_a_day_of_closing_is_passed_over_and_the_rest_stays_where_it_was() -> None:
    closed = (Span(date(2026, 9, 9), date(2026, 9, 17)),)
    assert list(replace(AUTUMN, closed=closed).days()) == [FIRST, date(2026, 9, 24)]


def test_two_rounds_a_day_follow_one_another() -> None:
    found = list(thursdays(2, sittings=2).slots())
    assert found == [Slot(thursday(day), sitting) for day in (1, 2) for sitting in (1, 2)]


def test_who_is_away_is_away_alone() -> None:
    season = replace(AUTUMN, away={ALICE: (Span(date(2026, 9, 5), date(2026, 9, 7)),)})
    days = [date(2026, 9, day) for day in (4, 5, 7, 8)]
    assert [season.is_away(ALICE, day) for day in days] == [False, True, True, False]
    assert not season.is_away(BOB, days[1])


@pytest.mark.parametrize(
    ("season", "why", "facts"),
    [
        (
            replace(AUTUMN, last=date(2026, 9, 2)),
            Why.ENDS_BEFORE_IT_BEGINS,
            {"first": FIRST, "last": date(2026, 9, 2)},
        ),
        (
            replace(AUTUMN, closed=(Span(date(2026, 9, 5), date(2026, 9, 4)),)),
            Why.ENDS_BEFORE_IT_BEGINS,
            {"first": date(2026, 9, 5), "last": date(2026, 9, 4)},
        ),
        (
            replace(AUTUMN, away={ALICE: (Span(date(2026, 9, 5), date(2026, 9, 4)),)}),
            Why.ENDS_BEFORE_IT_BEGINS,
            {"first": date(2026, 9, 5), "last": date(2026, 9, 4)},
        ),
        (replace(AUTUMN, weekdays=frozenset({3, 7})), Why.NO_SUCH_WEEKDAY, {"weekday": 7}),
        (
            replace(AUTUMN, every=0),
            Why.NUMBER_TOO_SMALL,
            {"field": "every", "number": 0, "least": 1},
        ),
        (
            replace(AUTUMN, sittings=0),
            Why.NUMBER_TOO_SMALL,
            {"field": "sittings", "number": 0, "least": 1},
        ),
    ],
)
def test_what_a_season_may_not_be(season: Season, why: Why, facts: Mapping[str, Fact]) -> None:
    assert season_refusal(season) == Refusal(why, facts)


def test_a_season_of_one_day_is_one() -> None:
    season = replace(AUTUMN, last=FIRST, closed=(only(date(2026, 12, 24)),))
    assert season_refusal(season) is None
    assert list(season.days()) == [FIRST]

"""Seasons to plan: Thursdays from 3 September 2026."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta

from hypothesis import strategies as st

from scoring.leagues.rules.berger import Fixture, berger
from scoring.leagues.rules.calendar import calendar
from scoring.leagues.rules.days import Season, Span
from scoring.leagues.rules.diary import Dated
from scoring.leagues.rules.refusals import Refusal

FIRST = date(2026, 9, 3)
THURSDAY = 3
ALICE, BOB, CHLOE, DAVID, EMMA, FELIX = range(1, 7)


def thursday(number: int) -> date:
    """From 1."""
    return FIRST + timedelta(7 * (number - 1))


def thursdays(
    number: int,
    *,
    closed: Iterable[date] = (),
    away: Mapping[int, Iterable[date]] | None = None,
    sittings: int = 1,
) -> Season:
    return Season(
        FIRST,
        thursday(number),
        frozenset({THURSDAY}),
        sittings=sittings,
        closed=tuple(Span(day, day) for day in closed),
        away={who: tuple(Span(day, day) for day in days) for who, days in dict(away or {}).items()},
    )


def met(entrants: int | Sequence[int], *, double: bool = False) -> tuple[Fixture, ...]:
    who = range(1, entrants + 1) if isinstance(entrants, int) else entrants
    found = berger(tuple(who), double=double)
    assert not isinstance(found, Refusal)
    return found


def dated(fixtures: Sequence[Fixture], season: Season) -> tuple[Dated, ...]:
    found = calendar(fixtures, season)
    assert not isinstance(found, Refusal), found
    return found


def played(calendar_: Iterable[Dated]) -> list[Dated]:
    return [one for one in calendar_ if one.fixture.away is not None]


@st.composite
def leagues(draw: st.DrawFn, most: int = 10) -> tuple[tuple[Fixture, ...], Season]:
    """With some absences, not always with room for all."""
    fixtures = met(draw(st.integers(2, most)), double=draw(st.booleans()))
    rounds = max(one.round for one in fixtures)
    number = rounds + draw(st.integers(0, 8))
    days = st.lists(st.integers(1, number).map(thursday), max_size=3)
    entrants = sorted({one.home for one in fixtures})
    season = thursdays(
        number,
        closed=draw(days),
        away=draw(st.dictionaries(st.sampled_from(entrants), days, max_size=4)),
        sittings=draw(st.integers(1, 2)),
    )
    return fixtures, season

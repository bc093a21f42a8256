"""A season's fixtures for 40, with days and tables, against cards moved on a table and a diary.

The cards are moved as in `tests.leagues.rules.naive`, each round is written on the next Thursday
on which the club is open, and the tables are given in the order of the pairs: nobody is away, and
nobody minds where he sits.
"""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from statistics import median
from time import process_time

from scoring.leagues.rules.berger import berger
from scoring.leagues.rules.calendar import calendar
from scoring.leagues.rules.days import Season, Span
from scoring.leagues.rules.refusals import Refusal
from scoring.leagues.rules.seating import Seated, seated
from tests.leagues.rules import naive

from . import report

ENTRANTS, ROUNDS, GOAL = 40, 5, 1
TABLES = range(1, ENTRANTS // 2 + 1)
FIRST, LAST = date(2026, 9, 3), date(2028, 12, 28)
CLOSED = (Span(date(2026, 12, 20), date(2027, 1, 5)), Span(date(2027, 7, 1), date(2027, 8, 31)))
SOME_AWAY = {who: (Span(date(2026, 10, who), date(2026, 10, who + 9)),) for who in (1, 8, 15)}
MANY_AWAY = {
    who: (Span(FIRST + timedelta(11 * who), FIRST + timedelta(11 * who + 20)),)
    for who in range(1, ENTRANTS + 1)
}


def run() -> None:
    report.heading(f"A double round for {ENTRANTS}, its days and tables: CPU time")
    bare = _middle(_by_hand)
    rows, slowest = [("cards and a diary", f"{bare * 1e3:.1f}", "1", "")], 0.0
    for name, away in (("nobody", {}), ("three", SOME_AWAY), ("everybody once", MANY_AWAY)):
        season = Season(FIRST, LAST, closed=CLOSED, away=away)
        spent = _middle(partial(_planned, season))
        moved = sum(one.dated.moved for one in _planned(season))
        rows.append((f"{name} away", f"{spent * 1e3:.0f}", f"{spent / bare:.0f}", str(moved)))
        slowest = max(slowest, spent)
    report.table(("", "ms", "of cards", "fixtures moved"), rows)
    report.goal(f"less than {GOAL} s: {slowest:.2f} s", slowest < GOAL)


def _planned(season: Season) -> tuple[Seated, ...]:
    fixtures = berger(range(1, ENTRANTS + 1), double=True)
    dated = fixtures if isinstance(fixtures, Refusal) else calendar(fixtures, season)
    found = dated if isinstance(dated, Refusal) else seated(dated, TABLES)
    if isinstance(found, Refusal):
        raise AssertionError(found)
    return found


def _by_hand() -> list[tuple[date, int, int, int]]:
    rounds = naive.rounds(ENTRANTS)
    rounds += [[(away, home) for home, away in one] for one in rounds]
    found, day = [], FIRST
    for one in rounds:
        while any(span.first <= day <= span.last for span in CLOSED):
            day += timedelta(7)
        found += [(day, table, *pair) for table, pair in zip(TABLES, one, strict=True)]
        day += timedelta(7)
    return found


def _middle(act: Callable[[], object]) -> float:
    """Seconds of CPU, the middle of some."""
    spent = []
    for _round in range(ROUNDS):
        begun = process_time()
        act()
        spent.append(process_time() - begun)
    return median(spent)

"""Tables by turns: at a sitting none is used twice, and everybody sits at each about as often."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from .assigning import assigned
from .berger import Fixture
from .days import Slot
from .diary import Dated
from .refusals import Fact, Refusal, Why


class Seated(NamedTuple):
    """`table` is None for a bye."""

    dated: Dated
    table: int | None


def seated(calendar: Sequence[Dated], tables: Sequence[int]) -> tuple[Seated, ...] | Refusal:
    """In order of day and sitting; at a sitting no table is used twice.

    Sitting by sitting the tables are given so that the sum of the squares, of how often everybody
    sat at each table until then, is the least. The same calendar gives the same tables.
    """
    for table, number in Counter(tables).items():
        if number > 1:
            return Refusal(Why.TABLE_TWICE, {"table": table})
    sat: Counter[tuple[int, int]] = Counter()
    found: list[Seated] = []
    ordered = sorted(calendar, key=lambda one: one.slot)
    for slot, at_once in groupby(ordered, key=lambda one: one.slot):
        together = list(at_once)
        played = [one.fixture for one in together if one.fixture.away is not None]
        if len(played) > len(tables):
            return _too_few(slot, len(played), len(tables))
        given = dict(zip(played, _tables_for(played, tables, sat), strict=True))
        found += [Seated(one, given.get(one.fixture)) for one in together]
    return tuple(found)


def _tables_for(
    played: Sequence[Fixture], tables: Sequence[int], sat: Counter[tuple[int, int]]
) -> list[int]:
    """One time more raises the square of n by 2 n + 1: the least sum is that of the least n."""
    costs = [[sum(sat[who, table] for who in one.entrants) for table in tables] for one in played]
    given = [tables[place] for place in assigned(costs)]
    sat.update((who, at) for one, at in zip(played, given, strict=True) for who in one.entrants)
    return given


def _too_few(slot: Slot, fixtures: int, tables: int) -> Refusal:
    facts: dict[str, Fact] = {
        "day": slot.day,
        "sitting": slot.sitting,
        "fixtures": fixtures,
        "tables": tables,
    }
    return Refusal(Why.TABLES_TOO_FEW, facts)

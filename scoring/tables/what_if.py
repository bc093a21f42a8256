"""A table with results that are only tried, and who would stand where."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from .results import Meeting
from .table import Table, tabled


class Change(NamedTuple):
    """Of one entrant. A rank of 3 that becomes 1 has risen by 2."""

    entrant: int
    rank: int
    rank_before: int
    points: int
    points_before: int

    @property
    def risen(self) -> int:
        return self.rank_before - self.rank


class WhatIf(NamedTuple):
    table: Table
    changes: Mapping[int, Change]


def what_if(found: Table, tried: Iterable[Meeting]) -> WhatIf:
    """Beside all that the table counts; what is tried counts whatever its day and round.

    It takes the place of a result of the same two in the same round. Raises ValueError for who
    has not entered or is struck out.
    """
    extra = tuple(tried)
    instead = {_which(one) for one in extra}
    left = tuple(one for one in found.counted.meetings if _which(one) not in instead)
    given = replace(
        found.given,
        entrants=found.counted.entrants,
        meetings=(*left, *extra),
        rulings=found.counted.adjustments,
        as_of=None,
        until_round=None,
    )
    after = tabled(given, found.order)
    return WhatIf(after, {one: _change(found, after, one) for one in found.counted.entrants})


def _which(one: Meeting) -> tuple[int, frozenset[int | None]]:
    return one.round, frozenset((one.home, one.away))


def _change(found: Table, after: Table, entrant: int) -> Change:
    was, now = found.line(entrant), after.line(entrant)
    return Change(entrant, now.rank, was.rank, now.points, was.points)

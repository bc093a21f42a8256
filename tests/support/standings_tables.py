"""A table of the pure package, from what a test says of it."""

from collections.abc import Iterable, Sequence
from datetime import date

from scoring.tables.counted import TableData, Unplayed
from scoring.tables.criteria import AnyCriterion
from scoring.tables.results import Meeting, Ruling, Scheme
from scoring.tables.table import Table, table_of


def table(
    entrants: Iterable[int],
    meetings: Iterable[Meeting],
    rulings: Iterable[Ruling],
    scheme: Scheme,
    order: Sequence[AnyCriterion],
    seed: str = "",
    as_of: date | None = None,
    until_round: int | None = None,
    unplayed: Unplayed = Unplayed.PLANNED,
) -> Table:
    """Nothing depends on the order of entrants, meetings and rulings.

    Raises ValueError for meetings and rulings of those who have not entered.
    """
    data = TableData(
        tuple(entrants),
        tuple(meetings),
        tuple(rulings),
        scheme,
        seed,
        unplayed,
        as_of,
        until_round,
    )
    return table_of(data, order)

"""A table by the pure rules as screens and programs show it: with names, and in their order."""

from functools import cache
from itertools import groupby

from ecarte_club.clubs.selectors.public_names import public_name
from ecarte_club.core.collation import sort_key
from scoring.tables.season_order import Line, Ruled, decided
from scoring.tables.splits import Split
from scoring.tables.table import Table

from .reading import Whole


def names_of(whole: Whole, shown: str) -> dict[int, str]:
    """`shown`: what the club lets strangers see of names; empty: as its own people see them."""
    return {
        pk: public_name(who.name, pk, club=shown, own=who.shown) if shown else who.name
        for pk, who in whole.who.items()
    }


def lines_of(whole: Whole, table: Table, shown: str) -> tuple[Line, ...]:
    """Who shares a rank stands in the order of names."""
    names, other_key = names_of(whole, shown), cache(sort_key)
    keys = {one.name: one.key for one in whole.who.values()}
    ruled: dict[int, list[Ruled]] = {}
    for one in table.counted.adjustments:
        ruled.setdefault(one.entrant, []).append(Ruled(one.points, one.reason, one.day))
    parted = [None, *map(_name, table.splits), None]
    lines = [
        Line(
            line.rank,
            line.entrant,
            names[line.entrant],
            line.share._replace(points=line.points),
            decided(above, below),
            tuple(ruled.get(line.entrant, ())),
            {criterion.value: worth for criterion, worth in line.figures.items()},
        )
        for line, above, below in zip(table.lines, parted, parted[1:], strict=False)
    ]

    def key(line: Line) -> tuple[str, int]:
        return keys.get(line.name) or other_key(line.name), line.player

    return tuple(line for _rank, level in groupby(lines, _rank) for line in sorted(level, key=key))


def _rank(line: Line) -> int:
    return line.rank


def _name(split: Split | None) -> str:
    return split.criterion.value if split else ""

"""What earlier rounds left to the next: who has met whom, byes, floats, deals, tables."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from .entries import Contender, Float


class Meeting(NamedTuple):
    """A pair that sat down, or a bye of `first` where there is no `second`.

    `points` and `others` are what the two had before that round. A walk-over is a bye of who came:
    the two may still be paired. `table` 0: not known.
    """

    round_number: int
    first: int
    second: int | None
    points: int = 0
    others: int = 0
    table: int = 0


class Part(NamedTuple):
    """One player's part in a meeting; `deal` 1 with the first deal, -1 without, 0 at a bye."""

    round_number: int
    opponent: int | None
    deal: int
    way: Float | None
    table: int


def with_past(
    contenders: Iterable[Contender], meetings: Iterable[Meeting], round_number: int
) -> tuple[Contender, ...]:
    """The same, with what the meetings before that round left; their points are as they were."""
    parts = _parts(meeting for meeting in meetings if meeting.round_number < round_number)
    return tuple(_after(one, parts.get(one.id, ()), round_number) for one in contenders)


def _parts(meetings: Iterable[Meeting]) -> Mapping[int, Sequence[Part]]:
    parts = defaultdict(list)
    for at, first, second, points, others, table in sorted(meetings, key=lambda one: one[:2]):
        if second is None:
            parts[first].append(Part(at, None, 0, Float.DOWN, 0))
            continue
        parts[first].append(Part(at, second, 1, _way(points, others), table))
        parts[second].append(Part(at, first, -1, _way(others, points), table))
    return parts


def _way(own: int, others: int) -> Float | None:
    if own == others:
        return None
    return Float.DOWN if own > others else Float.UP


def _after(one: Contender, parts: Sequence[Part], round_number: int) -> Contender:
    ways = {part.round_number: part.way for part in parts}
    deals = [part.deal for part in parts if part.deal]
    return replace(
        one,
        met=tuple(part.opponent for part in parts if part.opponent is not None),
        byes=sum(part.opponent is None for part in parts),
        floats=(ways.get(round_number - 2), ways.get(round_number - 1)),
        firsts=sum(deals),
        dealt_last=deals[-1] if deals else 0,
        tables=tuple(part.table for part in parts if part.table),
    )

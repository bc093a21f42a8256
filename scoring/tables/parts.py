"""What a figure is made of: its meetings, the opponents' scores, what was ruled."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from .criteria import AMONG_TIED, CUTS, SUMMED, Criterion
from .opponents import Contribution, kept
from .points import Share
from .results import How, Side
from .table import Table
from .tied import between


class Source(StrEnum):
    MEETING = "meeting"
    DUMMY = "dummy"
    ADJUSTMENT = "adjustment"
    LOT = "lot"


class Part(NamedTuple):
    """`figure` is what it adds, `score` the opponent's where that is counted.

    `left_out` is what a cut takes away. A lot is its place in the draw, taken as a loss.
    """

    source: Source
    figure: int
    round: int | None = None
    opponent: int | None = None
    score: int | None = None
    left_out: bool = False
    reason: str = ""


def parts(
    found: Table, criterion: Criterion, entrant: int, tied: Sequence[int]
) -> tuple[Part, ...]:
    """By round. `tied` is with whom the entrant is compared, himself too."""
    if criterion in CUTS:
        return tuple(_cut(found.opponents.contributions[entrant], CUTS[criterion]))
    if criterion is Criterion.SONNEBORN_BERGER:
        return tuple(
            _contributed(one, one.score * one.earned)
            for one in found.opponents.contributions[entrant]
        )
    if criterion is Criterion.LOTS:
        return (Part(Source.LOT, found.line(entrant).figures[criterion][0]),)
    if criterion in AMONG_TIED:
        return tuple(_met(between(found.counted, entrant, tied), lambda share: share.points))
    return tuple(_of_all(found, criterion, entrant))


def _of_all(found: Table, criterion: Criterion, entrant: int) -> Iterable[Part]:
    sides = found.counted.sides[entrant]
    if criterion in SUMMED:
        yield from _met(sides, SUMMED[criterion])
    elif criterion is Criterion.WON_PLAYED:
        yield from _met((side for side in sides if side.how is How.PLAYED), lambda one: one.won)
    else:
        yield from _met(sides, lambda share: share.points)
        for one in sorted(found.counted.adjustments, key=lambda one: (str(one.day), one)):
            if one.entrant == entrant:
                yield Part(Source.ADJUSTMENT, one.points, reason=one.reason)


def _met(sides: Iterable[Side], key: Callable[[Share], int]) -> Iterable[Part]:
    for side in sides:
        yield Part(Source.MEETING, key(side.share), side.round, side.opponent)


def _cut(contributions: Sequence[Contribution], cuts: tuple[int, int]) -> Iterable[Part]:
    left = list(kept(contributions, *cuts))
    for one in contributions:
        counts = one in left
        if counts:
            left.remove(one)
        yield _contributed(one, one.score)._replace(left_out=not counts)


def _contributed(one: Contribution, figure: int) -> Part:
    source = Source.DUMMY if one.opponent is None else Source.MEETING
    return Part(source, figure, one.round, one.opponent, one.score)

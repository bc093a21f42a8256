"""Who is better among entrants that are level: their meetings with each other, and no others.

Asked only where every two of them have met equally often, and at least once; else there is no
answer (FIDE's C.07, article 6.1, without its averages and its places that are already certain).
Where it separates some and leaves others level, it is asked again of these alone (6.3).
"""

from collections.abc import Iterable, Sequence
from itertools import groupby

from .counted import ZERO, Counted, Unplayed
from .criteria import AMONG_TIED, Criterion
from .points import Share
from .results import How, Side
from .splits import Split, Worth

Blocks = list[list[int]]


def between(counted: Counted, entrant: int, others: Iterable[int]) -> Iterable[Side]:
    """Walk-overs only where the pairings were known from the beginning (articles 6.1 and 15)."""
    met = {How.PLAYED}
    if counted.unplayed is Unplayed.PLANNED:
        met |= {How.WALKOVER, How.BOTH_ABSENT}
    wanted = set(others)
    for side in counted.sides[entrant]:
        if side.opponent in wanted and side.how in met:
            yield side


def worths(counted: Counted, criterion: Criterion, tied: Sequence[int]) -> dict[int, Worth] | None:
    """Of each of the tied; None if they have not met equally often."""
    keys = AMONG_TIED[criterion]
    found: dict[int, Worth] = {}
    times: int | None = None
    place = {other: number for number, other in enumerate(tied)}
    for entrant in tied:
        met = list(between(counted, entrant, tied))
        each = [0] * len(tied)
        for side in met:
            each[place[side.opponent]] += 1  # type: ignore[index]  # they are of the tied
        del each[place[entrant]]
        if times is None:
            times = each[0]
        if not times or any(count != times for count in each):
            return None
        total = _total(side.share for side in met)
        found[entrant] = tuple(key(total) for key in keys)
    return found


def broken(
    counted: Counted, criterion: Criterion, tied: Sequence[int]
) -> tuple[Blocks, list[Split]]:
    """The tied in blocks, better ones first, and what parts each block from the next."""
    found = worths(counted, criterion, tied)
    if found is None:
        return [list(tied)], []
    split = Split(criterion, tuple((entrant, found[entrant]) for entrant in tied))
    ordered = sorted(tied, key=found.__getitem__, reverse=True)
    levels = [list(level) for _worth, level in groupby(ordered, key=found.__getitem__)]
    if len(levels) == 1:
        return levels, []
    blocks, splits = _again(counted, criterion, levels[0])
    for level in levels[1:]:
        more, within = _again(counted, criterion, level)
        blocks += more
        splits += [split, *within]
    return blocks, splits


def _again(counted: Counted, criterion: Criterion, level: list[int]) -> tuple[Blocks, list[Split]]:
    return broken(counted, criterion, level) if len(level) > 1 else ([level], [])


def _total(shares: Iterable[Share]) -> Share:
    return sum(shares, start=ZERO)

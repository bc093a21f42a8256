"""Figures made of an entrant's own rounds: FIDE's C.07, article 7."""

from collections.abc import Sequence
from typing import NamedTuple

from .counted import Counted
from .results import How, Side


class RunningTotal(NamedTuple):
    """After a round, also one in which the entrant had nothing to play."""

    round: int
    points: int


def won_rounds(counted: Counted, entrant: int) -> Sequence[Side]:
    """Those that brought the points of a win: also by a walkover or a bye that is worth one."""
    return [
        side
        for side in counted.sides[entrant]
        if (side.won if side.how is How.PLAYED else side.share.points >= counted.scheme.win)
    ]


def progressive(counted: Counted, entrant: int) -> Sequence[RunningTotal]:
    points = dict.fromkeys(counted.played_rounds, 0)
    for side in counted.sides[entrant]:
        points[side.round] += side.share.points
    total, totals = 0, []
    for round_, own in points.items():
        total += own
        totals.append(RunningTotal(round_, total))
    return totals

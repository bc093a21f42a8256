"""Figures made of an entrant's own rounds: FIDE's C.07, articles 7 and 10."""

from collections.abc import Sequence
from typing import NamedTuple

from .counted import Counted
from .figures import Number, exact
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


def opponents_ratings(counted: Counted, entrant: int) -> Sequence[tuple[Side, Number]]:
    """Of those met at the table, each divided by their number: they add up to the average (10.1).
    In games of a hundred."""
    met = [
        (side, side.opponent)
        for side in counted.sides[entrant]
        if side.how is How.PLAYED and side.opponent is not None
    ]
    return [(side, exact(counted.ratings[opponent], 10 * len(met))) for side, opponent in met]

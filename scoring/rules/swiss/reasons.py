"""Why a pair was drawn: codes and figures, from which a page writes its sentences."""

from enum import StrEnum
from typing import NamedTuple

from scoring.rules.swiss.costs import Placed, cost
from scoring.rules.swiss.entries import Contender, Float


class Because(StrEnum):
    """Every code, with its figures; none is ever renamed. `who` is None where it is about both."""

    SAME_POINTS = "same_points"
    """Points of both."""
    FLOATS_DOWN = "floats_down"
    """`who`; his points, the other's."""
    FLOATS_UP = "floats_up"
    """`who`; his points, the other's."""
    FLOATS_AGAIN = "floats_again"
    """`who`, the same way as he did; rounds ago: 1 or 2."""
    FOLD = "fold"
    """Places in their score group, from 1, the upper's first; its size; places that they would be
    apart, were the upper half to meet the lower."""
    NEVER_MET = "never_met"
    MET_BEFORE = "met_before"
    """How often, as the director allows it."""
    DEALS_LESS = "deals_less"
    """`who` deals first; his first deals less those without, the same of the other."""
    DEALS_IN_TURN = "deals_in_turn"
    """`who` deals first, as in his last match he did not, or the other did; their balance."""
    DEALS_BY_LOT = "deals_by_lot"
    """`who` deals first; their balance."""
    TABLE_BEFORE = "table_before"
    """`who` has sat at this table; how often."""
    JOINED_LATE = "joined_late"
    """`who` plays his first round; its number."""
    BYE = "bye"
    """`who`; byes he has had, his points, his place by rank among all of this round."""
    BYE_PASSED = "bye_passed"
    """`who` came before in the order of byes, but without him the others cannot be paired."""


class Reason(NamedTuple):
    code: Because
    who: int | None = None
    figures: tuple[int, ...] = ()


def of_pair(upper: Placed, lower: Placed) -> list[Reason]:
    """What brought the two together; `upper` stands before `lower` in the order."""
    one, other = upper.contender, lower.contender
    meetings = cost(upper, lower).meetings
    met = Reason(Because.MET_BEFORE, None, (meetings,)) if meetings else Reason(Because.NEVER_MET)
    if one.points == other.points:
        apart = (upper.place + 1, lower.place + 1, upper.size, upper.size // 2)
        return [
            Reason(Because.SAME_POINTS, None, (one.points,)),
            Reason(Because.FOLD, None, apart),
            met,
        ]
    return [
        Reason(Because.FLOATS_DOWN, one.id, (one.points, other.points)),
        Reason(Because.FLOATS_UP, other.id, (other.points, one.points)),
        *_again(one, Float.DOWN),
        *_again(other, Float.UP),
        met,
    ]


def _again(one: Contender, way: Float) -> list[Reason]:
    ago = zip((1, 2), reversed(one.floats), strict=True)
    return [
        Reason(Because.FLOATS_AGAIN, one.id, (rounds,)) for rounds, float_ in ago if float_ is way
    ]


def late(one: Contender, round_number: int) -> list[Reason]:
    if one.joined < round_number or round_number == 1:
        return []
    return [Reason(Because.JOINED_LATE, one.id, (round_number,))]

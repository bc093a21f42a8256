"""Why two were drawn together, or somebody has the bye."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from .contenders import Contender, Float
from .costs import Allowed, Placed, bye_class, candidates, cost
from .matching import Edge


class Because(StrEnum):
    """Every code, with its figures; none is ever renamed. `who` is None where it is about both."""

    SAME_POINTS = "same_points"
    """Points of both."""
    FLOATS_DOWN = "floats_down"
    """`who`; their points, the other's; their place in the score group, from 1, and its size; how
    many of it they may meet. Of an odd group, or where they may meet nobody of it, somebody has to
    float."""
    FLOATS_UP = "floats_up"
    """The same figures."""
    FLOATS_AGAIN = "floats_again"
    """`who`, the same way as before; rounds ago: 1 or 2."""
    FOLD = "fold"
    """Places in their score group, from 1, the upper's first; its size; places that they would be
    apart, were the upper half to meet the lower."""
    NEVER_MET = "never_met"
    MET_BEFORE = "met_before"
    """How often, as the director allows it."""
    DEALS_RUNNING = "deals_running"
    """`who` deals first, or one of the two would deal first, or not, three times running."""
    DEALS_LESS = "deals_less"
    """`who` deals first; their first deals less those without, the same of the other."""
    DEALS_IN_TURN = "deals_in_turn"
    """`who` deals first, as in their last match they did not, or the other did; their balance."""
    DEALS_BY_LOT = "deals_by_lot"
    """`who` deals first; their balance."""
    TABLE_BEFORE = "table_before"
    """`who` has sat at this table; how often."""
    JOINED_LATE = "joined_late"
    """`who` plays their first round; its number."""
    BYE = "bye"
    """`who`; byes they have had, their points, their place by rank among all of this round."""
    BYE_PASSED = "bye_passed"
    """`who` came before in the order of byes, but without them the others cannot be paired."""
    BYE_FOR_PAIRS = "bye_for_pairs"
    """`who` has as few byes and points, but without them the pairs would be worse."""
    BY_HAND = "by_hand"
    """The director fixed it before the draw, or changed it afterwards."""


class Reason(NamedTuple):
    code: Because
    who: int | None = None
    figures: tuple[int, ...] = ()


def of_pair(order: Sequence[Placed], pair: Edge, allowed: Allowed) -> list[Reason]:
    """What brought the two together, by places in `order`."""
    upper, lower = (order[place] for place in pair)
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
    down = (one.points, other.points, *_in_group(order, pair[0], allowed))
    up = (other.points, one.points, *_in_group(order, pair[1], allowed))
    return [
        Reason(Because.FLOATS_DOWN, one.id, down),
        Reason(Because.FLOATS_UP, other.id, up),
        *_again(one, Float.DOWN),
        *_again(other, Float.UP),
        met,
    ]


def _in_group(order: Sequence[Placed], at: int, allowed: Allowed) -> tuple[int, int, int]:
    """Place, from 1, size, and how many of it they may meet."""
    own = order[at]
    begin = at - own.place
    members = (order[place].contender for place in range(begin, begin + own.size) if place != at)
    may_meet = sum(allowed.permits(own.contender, other) for other in members)
    return own.place + 1, own.size, may_meet


def _again(one: Contender, way: Float) -> list[Reason]:
    ago = zip((1, 2), reversed(one.floats), strict=True)
    return [
        Reason(Because.FLOATS_AGAIN, one.id, (rounds,)) for rounds, float_ in ago if float_ is way
    ]


def late(one: Contender, round_number: int) -> list[Reason]:
    if one.joined < round_number or round_number == 1:
        return []
    return [Reason(Because.JOINED_LATE, one.id, (round_number,))]


def at_table(one: Contender, table: int) -> list[Reason]:
    times = one.tables.count(table)
    return [Reason(Because.TABLE_BEFORE, one.id, (times,))] if times else []


def of_bye(order: Sequence[Placed], out: int) -> list[Reason]:
    """`order`: everybody; `out`: the place of who has it."""
    one = order[out].contender
    ranked = sorted((other.contender.rank, other.contender.id) for other in order)
    figures = (one.byes, one.points, ranked.index((one.rank, one.id)) + 1)
    return [Reason(Because.BYE, one.id, figures)]


def of_others(order: Sequence[Placed], out: int) -> list[Reason]:
    """Why those before them in the order of byes do not have it."""
    one, turns = order[out].contender, candidates(order)
    return [
        Reason(
            Because.BYE_FOR_PAIRS if bye_class(other) == bye_class(one) else Because.BYE_PASSED,
            other.id,
        )
        for other in (order[place].contender for place in turns[: turns.index(out)])
    ]

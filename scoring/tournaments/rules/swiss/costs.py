"""What a pair costs: one number for each rule, the first rule first.

All are counted so that 0 is best and the sum over the pairs of a round is what the rule is about.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import NamedTuple

from .contenders import Contender, Float
from .matching import Edge, cheapest

SPREAD = 250
"""From the first to the last are at most so many steps; where there are more points, they are
counted in larger units, so that the squares fit."""
FLOATS_MOST = 250
DEALS_MOST = 8
DEALS_APART = 2
"""Nobody has dealt first more often than so many times more than not, nor less, if it can be."""


class Cost(NamedTuple):
    """`meetings` they had; 0 unless second meetings are allowed. `apart`: the points between them,
    squared. `floats_again`: how many of the two float as in the last round, and `floats_before` as
    in the one before it. `deals_apart`: how many of the two would be beyond `DEALS_APART`, whoever
    deals first. `float_places`: how many of the upper's score group are below them, and of the
    lower's above them. `fold`: how far from half their score group they are apart in it, squared;
    of two groups, the square of `float_places` up to `FLOATS_MOST`, so that of several who float
    the first meets the first. `deals`: less the more one of them has had the first deal than the
    other."""

    meetings: int
    apart: int
    floats_again: int
    floats_before: int
    deals_apart: int
    float_places: int
    fold: int
    deals: int


@dataclass(frozen=True, slots=True)
class Placed:
    """`place`, from 0, in a score group of `size`."""

    contender: Contender
    place: int
    size: int


def placed(contenders: Iterable[Contender]) -> list[Placed]:
    """In the order of the score groups, within them by rank."""
    found = []
    ordered = sorted(contenders, key=lambda one: (-one.points, one.rank, one.id))
    for _points, members in groupby(ordered, key=lambda one: one.points):
        group = list(members)
        found += [Placed(one, place, len(group)) for place, one in enumerate(group)]
    return found


@dataclass(frozen=True, slots=True)
class Allowed:
    """Any pair but those forbidden, by ids, and those who met."""

    forbidden: frozenset[frozenset[int]] = frozenset()
    second_meetings: bool = False


def costs(order: Sequence[Placed], allowed: Allowed) -> dict[Edge, Cost]:
    """Of every pair that may be, by places in `order`."""
    unit = _unit(order)
    met = [frozenset(one.contender.met) for one in order]
    ids = [one.contender.id for one in order]
    return {
        (a, b): cost(order[a], order[b], unit)
        for a, b in combinations(range(len(order)), 2)
        if (allowed.second_meetings or (ids[b] not in met[a] and ids[a] not in met[b]))
        and not (allowed.forbidden and frozenset((ids[a], ids[b])) in allowed.forbidden)
    }


def _unit(order: Sequence[Placed]) -> int:
    spread = order[0].contender.points - order[-1].contender.points
    return max(1, -(-spread // SPREAD))


def cost(upper: Placed, lower: Placed, unit: int = 1) -> Cost:
    """`upper` stands before `lower` in the order."""
    one, other = upper.contender, lower.contender
    steps = -(-(one.points - other.points) // unit)
    between = _float_places(upper, lower) if steps else 0
    return Cost(
        meetings=max(one.met.count(other.id), other.met.count(one.id)),
        apart=steps**2,
        floats_again=_again(upper, lower, 1) if steps else 0,
        floats_before=_again(upper, lower, 0) if steps else 0,
        deals_apart=_beyond(one, other),
        float_places=between,
        fold=min(between, FLOATS_MOST) ** 2
        if steps
        else (lower.place - upper.place - upper.size // 2) ** 2,
        deals=2 * DEALS_MOST - abs(_deals(one) - _deals(other)),
    )


def _float_places(upper: Placed, lower: Placed) -> int:
    return upper.size - 1 - upper.place + lower.place


def _again(upper: Placed, lower: Placed, past: int) -> int:
    """How many float as in that one of the two rounds before."""
    return (upper.contender.floats[past] is Float.DOWN) + (lower.contender.floats[past] is Float.UP)


def _beyond(one: Contender, other: Contender) -> int:
    less, more = sorted((one.firsts, other.firsts))
    return (abs(less + 1) > DEALS_APART) + (abs(more - 1) > DEALS_APART)


def _deals(one: Contender) -> int:
    return max(-DEALS_MOST, min(DEALS_MOST, one.firsts))


def candidates(order: Sequence[Placed]) -> list[int]:
    """Places in `order`; who should have the bye comes first."""

    def claim(place: int) -> tuple[int, int, int, int]:
        one = order[place].contender
        return one.byes, one.points, -one.rank, -one.id

    return sorted(range(len(order)), key=claim)


def bye(order: Sequence[Placed], costs: Mapping[Edge, Cost]) -> int | None:
    """The place in `order` of who has it; None where nobody's bye lets the others be paired."""
    nobody = len(order)
    weighed = {edge: (cost.meetings, 0) for edge, cost in costs.items()}
    weighed |= {(place, nobody): (0, turn) for turn, place in enumerate(candidates(order))}
    pairs = cheapest(nobody + 1, weighed, dict.fromkeys(weighed, 0))
    if 2 * len(pairs) <= nobody:
        return None
    return next(a for a, b in pairs if b == nobody)

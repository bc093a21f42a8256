"""What a pair costs: one number for each rule, the first rule first.

All are counted so that 0 is best and the sum over the pairs of a round is what the rule is about.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, groupby
from typing import NamedTuple

from .contenders import Contender, Float
from .matching import Edge, cheapest

SPREAD = 250
"""From the first to the last are at most so many steps; where there are more points, they are
counted in larger units, so that the squares fit."""
FLOATS_MOST = 250
BEYOND_MOST = 3


class Cost(NamedTuple):
    """`meetings` they had; 0 unless second meetings are allowed. `deals_running`: how many of the
    two would deal first, or not, for the third time running; 0 with a topscorer. `apart`: the
    points between them, squared. `floats_again`: how many of the two float as in the last round,
    and `floats_before` as in the one before it. `deals`: of each of the two, how far their first
    deals and the others are out of balance (`DealCost`). Both of the better way to deal.
    `float_places`: how many of the upper's score group are below them, and of the lower's above
    them. `fold`: how far from half their score group they are apart in it, squared; of two groups,
    the square of `float_places` up to `FLOATS_MOST`, so that of several who float the first meets
    the first."""

    meetings: int
    deals_running: int
    apart: int
    deals: int
    floats_again: int
    floats_before: int
    float_places: int
    fold: int


class DealCost(NamedTuple):
    """`balance`: four times the square of what is beyond one more first deal than not, or less; and
    one for who deals first, or does not, as in their last match."""

    running: int
    balance: int


def own_deal_cost(one: Contender, way: int) -> DealCost:
    """`way` 1: of dealing first, -1: of not."""
    beyond = min(max(abs(one.firsts + way) - 1, 0), BEYOND_MOST)
    again = one.dealt_last == way
    return DealCost(again and one.dealt_before == way, 4 * beyond**2 + again)


def deal_cost(first: Contender, second: Contender) -> DealCost:
    """Of a pair."""
    one, other = own_deal_cost(first, 1), own_deal_cost(second, -1)
    return DealCost(one.running + other.running, one.balance + other.balance)


@dataclass(frozen=True, slots=True)
class Placed:
    """`place`, from 0, in a score group of `size`; what it costs that they deal `first`, or do
    not."""

    contender: Contender
    place: int
    size: int
    first: DealCost
    second: DealCost


def placed(contenders: Iterable[Contender]) -> list[Placed]:
    """In the order of the score groups, within them by rank."""
    found = []
    ordered = sorted(contenders, key=lambda one: (-one.points, one.rank, one.id))
    for _points, members in groupby(ordered, key=lambda one: one.points):
        group = list(members)
        found += [
            Placed(one, place, len(group), own_deal_cost(one, 1), own_deal_cost(one, -1))
            for place, one in enumerate(group)
        ]
    return found


@dataclass(frozen=True)
class Allowed:
    """Any pair but those forbidden, by ids, and those who met; of `fixed` players only theirs."""

    forbidden: frozenset[frozenset[int]] = frozenset()
    second_meetings: bool = False
    fixed: frozenset[frozenset[int]] = frozenset()

    @cached_property
    def fixed_players(self) -> frozenset[int]:
        return frozenset().union(*self.fixed)

    def permits(self, one: Contender, other: Contender) -> bool:
        if one.id in self.fixed_players or other.id in self.fixed_players:
            return frozenset((one.id, other.id)) in self.fixed
        if not self.second_meetings and (other.id in one.met or one.id in other.met):
            return False
        return not self.forbidden or frozenset((one.id, other.id)) not in self.forbidden


def costs(
    order: Sequence[Placed],
    allowed: Allowed,
    window: int | None = None,
    left: frozenset[int] = frozenset(),
) -> dict[Edge, Cost]:
    """Of every pair that may be, by places in `order`; with a `window`, of those alone that are
    likely to meet (`near`), and of whoever is `left`, by ids, with anybody."""
    unit = unit_of(order)
    every = range(len(order))
    edges = (
        combinations(every, 2)
        if window is None
        else chain(near(order, window, allowed.fixed), _of_those(left, order))
    )
    return {
        (a, b): cost(order[a], order[b], unit)
        for a, b in edges
        if allowed.permits(order[a].contender, order[b].contender)
    }


def near(
    order: Sequence[Placed], window: int, fixed: frozenset[frozenset[int]] = frozenset()
) -> Iterator[Edge]:
    """Within a score group those whose distance is so near to half of it; its last so many and the
    next so many below it; and what is `fixed`. In a group of twice the window everybody."""
    for at, one in enumerate(order):
        end = at - one.place + one.size
        fold = at + one.size // 2
        for other in range(max(at + 1, fold - window), min(end, fold + window + 1)):
            yield at, other
        if end - at <= window:
            for other in range(end, min(end + window, len(order))):
                yield at, other
    places = {one.contender.id: place for place, one in enumerate(order)}
    for pair in fixed:
        a, b = sorted(places[player] for player in pair)
        yield a, b


def _of_those(left: frozenset[int], order: Sequence[Placed]) -> Iterator[Edge]:
    for at, one in enumerate(order):
        if one.contender.id in left:
            yield from (
                (min(at, other), max(at, other)) for other in range(len(order)) if other != at
            )


def unit_of(order: Sequence[Placed]) -> int:
    spread = order[0].contender.points - order[-1].contender.points
    return max(1, -(-spread // SPREAD))


def cost(upper: Placed, lower: Placed, unit: int = 1) -> Cost:
    """`upper` stands before `lower` in the order."""
    one, other = upper.contender, lower.contender
    steps = -(-(one.points - other.points) // unit)
    between = _float_places(upper, lower) if steps else 0
    first, second, other_first, other_second = upper.first, upper.second, lower.first, lower.second
    deals_running, deals = min(
        (first[0] + other_second[0], first[1] + other_second[1]),
        (second[0] + other_first[0], second[1] + other_first[1]),
    )
    return Cost(
        meetings=max(one.met.count(other.id), other.met.count(one.id)),
        deals_running=0 if one.is_topscorer or other.is_topscorer else deals_running,
        apart=steps**2,
        deals=deals,
        floats_again=_again(upper, lower, 1) if steps else 0,
        floats_before=_again(upper, lower, 0) if steps else 0,
        float_places=between,
        fold=min(between, FLOATS_MOST) ** 2
        if steps
        else (lower.place - upper.place - upper.size // 2) ** 2,
    )


def _float_places(upper: Placed, lower: Placed) -> int:
    return upper.size - 1 - upper.place + lower.place


def _again(upper: Placed, lower: Placed, past: int) -> int:
    """How many float as in that one of the two rounds before."""
    return (upper.contender.floats[past] is Float.DOWN) + (lower.contender.floats[past] is Float.UP)


def candidates(order: Sequence[Placed]) -> list[int]:
    """Places in `order`; who should have the bye comes first."""

    def claim(place: int) -> tuple[int, int, int, int]:
        one = order[place].contender
        return one.byes, one.points, -one.rank, -one.id

    return sorted(range(len(order)), key=claim)


def bye(
    order: Sequence[Placed],
    costs: Mapping[Edge, Cost],
    fixed: frozenset[int] = frozenset(),
    window: int | None = None,
    most: int | None = None,
) -> int | None:
    """The place in `order` of who has it; None where nobody's bye lets the others be paired.

    Of those with the fewest byes and points, whoever's bye leaves the best pairs, but for their
    places in the score groups; then the last by rank. `fixed`: ids of those who have a partner.
    `most`: of so many who come first. With a `window` the places settle what is equal otherwise, as
    among very many equal pairings a search takes minutes."""
    nobody = len(order)
    turns = [place for place in candidates(order) if order[place].contender.id not in fixed]
    classes = sorted({bye_class(one.contender) for one in order})
    rules = Cost._fields.index("float_places")
    weighed: dict[Edge, tuple[int, ...]] = {
        edge: (cost.meetings, 0, *cost[1:rules], 0, *(cost[rules:] if window else ()))
        for edge, cost in costs.items()
    }
    for turn, place in enumerate(turns[:most]):
        one = order[place].contender
        own = bye_cost(one)
        weighed[place, nobody] = (
            *(0, classes.index(bye_class(one))),
            *(*own[1:rules], turn, *(own[rules:] if window else ())),
        )
    pairs = cheapest(nobody + 1, weighed, dict.fromkeys(weighed, 0))
    if 2 * len(pairs) <= nobody:
        return None
    return next(a for a, b in pairs if b == nobody)


def bye_cost(one: Contender) -> Cost:
    """Of a bye as the downfloat that it is."""
    before, last = (past is Float.DOWN for past in one.floats)
    return Cost(0, 0, 0, 0, last, before, 0, 0)


def bye_class(one: Contender) -> tuple[int, int]:
    return one.byes, one.points

"""Who is in which group, who qualifies from it, and where they stand in the knock-out.

The knock-out is begun with `order` as its seeding: winners of groups first, then the seconds, each
tier in the order of the groups but for what keeps people of one group apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.tables.ranking import drawn, pots

from .brackets import byes, lines, rounds
from .stages import Refusal, Why, check

GROUP_LEAST = 2
QUALIFIERS_LEAST = 2


# who is in which group


def number_refusal(entrants: int, groups: int) -> Refusal | None:
    if groups < 1:
        return Refusal(Why.GROUPS_IMPOSSIBLE, "groups", {"least": 1})
    if entrants < groups * GROUP_LEAST:
        return Refusal(Why.GROUPS_TOO_MANY, "groups", {"most": entrants // GROUP_LEAST})
    return None


def snake(entrants: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """The best one to each group from the first on, the next ones from the last back, and so on.

    Raises: NotTakenError where a group would have nobody to meet.
    """
    check(number_refusal(len(entrants), groups))
    rows = pots(entrants, groups)
    turned = [
        row if number % 2 == 0 else _backwards(row, groups) for number, row in enumerate(rows)
    ]
    return _columns(turned, groups)


def _backwards(row: Sequence[int], groups: int) -> tuple[int | None, ...]:
    return (*(None,) * (groups - len(row)), *reversed(row))


def by_lot(entrants: Sequence[int], groups: int, seed: str) -> tuple[tuple[int, ...], ...]:
    """From pots of as many as there are groups, the best first; of each pot the first lot goes to
    the first group, and so on.

    Raises: NotTakenError where a group would have nobody to meet.
    """
    check(number_refusal(len(entrants), groups))
    return _columns([drawn(pot, seed) for pot in pots(entrants, groups)], groups)


def _columns(rows: Sequence[Sequence[int | None]], groups: int) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _group in range(groups)]
    for row in rows:
        for group, entrant in zip(found, row, strict=False):
            if entrant is not None:
                group.append(entrant)
    return tuple(map(tuple, found))


# qualifiers


class Qualifier(NamedTuple):
    """Out of which group, and with which rank in it, both from 1."""

    entrant: int
    group: int
    rank: int


Tables = Sequence[Sequence[int]]


def qualifiers_refusal(
    tables: Tables, first: int, best: int = 0, order: Sequence[int] = ()
) -> Refusal | None:
    """See `qualifiers`."""
    shortest = min(map(len, tables))
    if first < 0 or best < 0 or len(tables) * first + best < QUALIFIERS_LEAST:
        return Refusal(Why.TOO_FEW_GO_ON, "first", {"least": QUALIFIERS_LEAST})
    if first > shortest:
        return Refusal(Why.TOO_MANY_GO_ON, "first", {"most": shortest})
    candidates = _candidates(tables, first)
    if best > len(candidates):
        return Refusal(Why.TOO_MANY_GO_ON, "best", {"most": len(candidates)})
    if best and sorted(order) != sorted(candidates):
        return Refusal(Why.RANKS_INCOMPLETE, "order", {"ranked": len(candidates)})
    return None


def _candidates(tables: Tables, first: int) -> list[int]:
    return [table[first] for table in tables if len(table) > first]


def qualifiers(
    tables: Tables, first: int, best: int = 0, order: Sequence[int] = ()
) -> tuple[Qualifier, ...]:
    """The first so many of each group, and the best of those who come next in theirs.

    `tables`: each group's entrants by their final rank, without those who withdrew. `order`: all
    who come next, by a rank among them that the caller gives.
    Raises: NotTakenError.
    """
    check(qualifiers_refusal(tables, first, best, order))
    found = [
        Qualifier(table[rank - 1], group, rank)
        for rank in range(1, first + 1)
        for group, table in enumerate(tables, start=1)
    ]
    next_ = {table[first]: group for group, table in enumerate(tables, 1) if len(table) > first}
    found += [Qualifier(entrant, next_[entrant], first + 1) for entrant in order[:best]]
    return tuple(found)


# places in the knock-out


@dataclass(frozen=True, slots=True)
class Placed:
    """`order`: of the places in the knock-out. `clashes`: who meets one of their own group in the
    first round because it cannot be otherwise."""

    order: tuple[int, ...]
    clashes: tuple[tuple[int, int], ...] = ()


def placed(going: Sequence[Qualifier]) -> Placed:
    """Of two or more. A place that others reach is given to the first for whom the rest can still
    be kept from their own groups: of the tier that stands there, then players with nobody of their
    group above them in that half of the bracket, then in the order they come. First so where two
    byes meet, then in the lower half of the places, which meets the upper."""
    middle = 2 ** (rounds(len(going)) - 1)
    free = byes(len(going))
    byes_meet = {place: middle + 1 - place for place in range(middle // 2 + 1, free + 1)}
    others_meet = {place: 2 * middle + 1 - place for place in range(middle + 1, len(going) + 1)}
    order = _kept_apart(going, range(middle // 2 + 1, middle + 1), byes_meet)
    order = _kept_apart(order, range(middle + 1, len(going) + 1), others_meet)
    clashes = [
        (order[other - 1].entrant, order[place - 1].entrant)
        for place, other in (byes_meet | others_meet).items()
        if order[other - 1].group == order[place - 1].group
    ]
    return Placed(tuple(one.entrant for one in order), tuple(clashes))


def _kept_apart(
    order: Sequence[Qualifier], places: range, meets: Mapping[int, int]
) -> Sequence[Qualifier]:
    """With `places` given anew to those who have them. `meets`: the place that each one of them
    meets; others than these keep the order they had."""
    chosen: Mapping[int, Qualifier] = {}
    for tiers in (True, False):
        may = {
            place: [
                one
                for one in _preferred(place, order, places)
                if one.group != order[other - 1].group
                and (not tiers or one.rank == order[place - 1].rank)
            ]
            for place, other in meets.items()
        }
        chosen = _chosen(may)
        if len(chosen) == len(meets):
            break
    left = iter([order[place - 1] for place in places if order[place - 1] not in chosen.values()])
    given = [chosen[place] if place in chosen else next(left) for place in places]
    return (*order[: places.start - 1], *given, *order[places.stop - 1 :])


def _preferred(place: int, order: Sequence[Qualifier], places: range) -> list[Qualifier]:
    halves = _halves(len(order))
    above = enumerate(order[: places.start - 1], start=1)
    beside = {one.group for number, one in above if halves[number] == halves[place]}
    return sorted(order[places.start - 1 : places.stop - 1], key=lambda one: one.group in beside)


def _halves(entrants: int) -> Mapping[int, bool]:
    order = lines(entrants)
    return {place: 2 * line < len(order) for line, place in enumerate(order)}


Choices = Mapping[int, Sequence[Qualifier]]


def _chosen(may: Choices) -> dict[int, Qualifier]:
    """For as many places as can be at all; of these the first ones have their first choice."""
    most = len(_matching(may))
    chosen: dict[int, Qualifier] = {}
    for place in may:
        for one in may[place]:
            rest = {**may, **{done: [taken] for done, taken in chosen.items()}, place: [one]}
            if one not in chosen.values() and len(_matching(rest)) == most:
                chosen[place] = one
                break
    return chosen


def _matching(may: Choices) -> dict[Qualifier, int]:
    """As many places as possible with one of those who may stand there, nobody in two of them:
    by augmenting paths."""
    place_of: dict[Qualifier, int] = {}

    def settle(place: int, seen: set[Qualifier]) -> bool:
        for one in may[place]:
            if one not in seen:
                seen.add(one)
                if one not in place_of or settle(place_of[one], seen):
                    place_of[one] = place
                    return True
        return False

    for place in may:
        settle(place, set())
    return place_of

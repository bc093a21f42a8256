"""How many pools of how many, and how many sit a round out, until one final pool is left.

A pool has the size that was asked for, or one more, or one less where that is three at least. The
winners of a round are one, or three at least: two would have no pool. Where the numbers do not fit
some sit the round out, and go on. Of all the ways the one with the fewest byes from here to the
final is taken, then with the fewest rounds, then with the most pools of the very size.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from scoring.tables.ranking import drawn, lot

POOL_LEAST = 3


class Layout(NamedTuple):
    """`sizes` of the pools, the largest first."""

    sizes: tuple[int, ...]
    byes: int = 0

    @property
    def remaining(self) -> int:
        return len(self.sizes) + self.byes


class Cost(NamedTuple):
    """Of this round and those that follow."""

    byes: int
    rounds: int
    odd_pools: int


def layouts(entrants: int, size: int) -> tuple[Layout, ...]:
    """Round by round, if nobody withdraws.

    Two, who are left when others have withdrawn, are a pool of two; one alone has no round.
    """
    found = []
    while entrants > 1:
        found.append(layout(entrants, size))
        entrants = found[-1].remaining
    return tuple(found)


@cache
def layout(entrants: int, size: int) -> Layout:
    """Of the next round. From two entrants on; a size of three at least."""
    if entrants < POOL_LEAST:
        return Layout((entrants,))
    return min(_ways(entrants, size), key=lambda way: (_cost(way, size), way.byes))


@cache
def _cost(way: Layout, size: int) -> Cost:
    odd = sum(one != size for one in way.sizes)
    if way.remaining == 1:
        return Cost(way.byes, 1, odd)
    later = _cost(layout(way.remaining, size), size)
    return Cost(way.byes + later.byes, 1 + later.rounds, odd + later.odd_pools)


def _ways(entrants: int, size: int) -> list[Layout]:
    least, most = max(POOL_LEAST, size - 1), size + 1
    if entrants < least:
        return [Layout((entrants,))]
    found = []
    for byes in range(min(entrants - least, size) + 1):
        playing = entrants - byes
        for pools in range(-(-playing // most), playing // least + 1):
            way = Layout(_sizes(playing, pools), byes)
            if way.remaining == 1 or way.remaining >= POOL_LEAST:
                found.append(way)
    return found


def _sizes(playing: int, pools: int) -> tuple[int, ...]:
    """As even as can be."""
    each, more = divmod(playing, pools)
    return (each + 1,) * more + (each,) * (pools - more)


Pools = tuple[tuple[int, ...], ...]
Circles = Sequence[Sequence[int]]


def mixed(
    order: Sequence[int], seeds: int, sizes: Sequence[int], circles: Circles, seed: str
) -> Pools:
    """Each pool in the order in which places are taken.

    `order`: everybody who plays, of whom the first `seeds` are spread first, one to a pool as far
    as it goes. Then, the largest circles first and in each the order, everybody goes where fewest
    of their circles are, of such pools where most room is, then by the lot "seed/entrant:pool". At
    last two who are no seeds change places wherever that parts more people than it brings
    together. The places in a pool are by the lots of "seed/places".
    """
    mates = mates_of(circles)
    seeded = frozenset(order[:seeds])
    here = set(order)
    rest = sorted(order[seeds:], key=lambda one: -len(mates.get(one, NOBODY) & here))
    pools: list[list[int]] = [[] for _size in sizes]
    for entrant in (*order[:seeds], *rest):
        room = [number for number, size in enumerate(sizes) if len(pools[number]) < size]
        own = mates.get(entrant, NOBODY)

        def key(
            number: int, entrant: int = entrant, own: frozenset[int] = own
        ) -> tuple[int, int, int, str]:
            others = len(seeded.intersection(pools[number])) if entrant in seeded else 0
            free = sizes[number] - len(pools[number])
            return (
                others,
                len(own.intersection(pools[number])),
                -free,
                lot(number + 1, f"{seed}/{entrant}"),
            )

        pools[min(room, key=key)].append(entrant)
    _parted(pools, seeded, mates)
    return tuple(drawn(pool, f"{seed}/places") for pool in pools)


NOBODY: frozenset[int] = frozenset()
Mates = Mapping[int, frozenset[int]]


def mates_of(circles: Circles) -> Mates:
    """Of each who has any, who is in a circle with them."""
    found: dict[int, set[int]] = {}
    for circle in circles:
        for entrant in circle:
            found.setdefault(entrant, set()).update(other for other in circle if other != entrant)
    return {entrant: frozenset(mates) for entrant, mates in found.items()}


def together(pool: Sequence[int], circles: Circles) -> int:
    """How many pairs of a circle are in one pool."""
    mates = mates_of(circles)
    return sum(len(mates.get(one, NOBODY).intersection(pool)) for one in pool) // 2


def _parted(pools: list[list[int]], seeded: frozenset[int], mates: Mates) -> None:
    """Every change parts at least one pair more, so that it comes to an end."""
    while (change := _change(pools, seeded, mates)) is not None:
        (a, one), (b, other) = change
        pools[a][pools[a].index(one)] = other
        pools[b][pools[b].index(other)] = one


Where = tuple[int, int]


def _change(
    pools: list[list[int]], seeded: frozenset[int], mates: Mates
) -> tuple[Where, Where] | None:
    def met(entrant: int, pool: Sequence[int], without: int) -> int:
        return len(mates.get(entrant, NOBODY).intersection(pool) - {without})

    free = [(number, one) for number, pool in enumerate(pools) for one in pool if one not in seeded]
    for a, one in free:
        now = met(one, pools[a], one)
        if not now:
            continue
        for b, other in free:
            if a == b:
                continue
            before = now + met(other, pools[b], other)
            if met(one, pools[b], other) + met(other, pools[a], one) < before:
                return (a, one), (b, other)
    return None

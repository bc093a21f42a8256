"""How many pools of how many, and how many sit a round out, until one final pool is left.

A pool has the size that was asked for, or one more, or one less where that is three at least. The
winners of a round are one, or three at least: two would have no pool. Where the numbers do not fit
some sit the round out, and go on. Of all the ways the one with the fewest byes from here to the
final is taken, then with the fewest rounds, then with the most pools of the very size.
"""

from functools import cache
from typing import NamedTuple

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

"""Who plays whom next, of those who are here and free.

A pairing is the choice of pairs that costs least in all, and of two that cost the same the one
that names the lower ids first: the same data give the same pairing. Whether anybody met tonight
weighs more than everything else together, then what the mode asks for, then the rest.

Up to `EXACT_MOST` players the choice is the best there is, found by going through all of them
with what is known of the smaller ones. Beyond, a first choice is bettered until no block of its
pairs can be rearranged at less cost: tests/rules/test_pairing.py measures how near that comes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations

EXACT_MOST = 20
# So many pairs at once are rearranged in the best way, while that makes anything better.
BLOCK = 6
# Who met longer ago than so many evenings, or never, is as new as anybody.
FORGOTTEN = 20
# More than any sum of the lesser weights of one pairing.
MODE, TONIGHT, SAT_OUT = 10**6, 10**12, 10**18


class Mode(StrEnum):
    VARIED = "varied"
    LEVEL = "level"


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody to pair. `place`: in the season's order, from 1; 0 without one. `waited`: how long
    they were here tonight without playing, in any unit."""

    player: int
    place: int = 0
    waited: int = 0


@dataclass(frozen=True, slots=True)
class Met:
    """How often two met tonight, and how many evenings ago they last did; 0: never before."""

    tonight: int = 0
    evenings_ago: int = 0


Pair = tuple[int, int]
Meetings = Mapping[frozenset[int], Met]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Ids of players. `out` sits out where the number is odd."""

    pairs: tuple[Pair, ...]
    out: int | None = None


def pairing(guests: Sequence[Guest], met: Meetings, mode: Mode = Mode.VARIED) -> Pairing:
    """Nobody twice, everybody once; of an odd number, who has waited least tonight sits out."""
    order = sorted(guests, key=lambda guest: guest.player)
    if len(order) < 2:
        return Pairing((), order[0].player if order else None)
    cost = _costs(order, met, mode)
    chosen = best(len(order) + len(order) % 2, cost)
    pairs = [(a, b) for a, b in chosen if b < len(order)]
    out = [a for a, b in chosen if b >= len(order)]
    return Pairing(
        tuple((order[a].player, order[b].player) for a, b in pairs),
        order[out[0]].player if out else None,
    )


def pair_cost(a: Guest, b: Guest, met: Met, mode: Mode) -> int:
    """More is worse. The mode weighs above the other, which decides where it is level."""
    lately = max(0, FORGOTTEN - met.evenings_ago) if met.evenings_ago else 0
    apart = abs(a.place - b.place) ** 2 if a.place and b.place else 0
    first, second = (lately, apart) if mode is Mode.VARIED else (apart, lately)
    return met.tonight * TONIGHT + min(first, 10**4) * MODE + min(second, 10**4)


Cost = Callable[[int, int], int]


def _costs(order: Sequence[Guest], met: Meetings, mode: Mode) -> Cost:
    """By places in `order`; one beyond the last is nobody: their opponent sits out."""
    least = min(guest.waited for guest in order)
    nothing = Met()

    @cache
    def cost(a: int, b: int) -> int:
        if b >= len(order):
            return (order[a].waited - least) * SAT_OUT
        pair = frozenset((order[a].player, order[b].player))
        return pair_cost(order[a], order[b], met.get(pair, nothing), mode)

    return cost


def best(number: int, cost: Cost) -> tuple[Pair, ...]:
    """Of 0, 1 … `number` - 1, an even number: pairs, the lower first, in order."""
    if number <= EXACT_MOST:
        return _exact(tuple(range(number)), cost)
    chosen = _greedy(number, cost)
    while (better := _bettered(chosen, cost)) is not None:
        chosen = better
    return tuple(sorted(chosen))


def _exact(members: tuple[int, ...], cost: Cost) -> tuple[Pair, ...]:
    @cache
    def least(left: tuple[int, ...]) -> tuple[int, tuple[Pair, ...]]:
        if not left:
            return 0, ()
        first, rest = left[0], left[1:]
        found = []
        for other in rest:
            sum_, pairs = least(tuple(one for one in rest if one != other))
            found.append((cost(first, other) + sum_, ((first, other), *pairs)))
        return min(found)

    return least(members)[1]


def _greedy(number: int, cost: Cost) -> list[Pair]:
    """The cheapest pair, then the cheapest of the rest, and so on."""
    free, chosen = set(range(number)), []
    for _cost, pair in sorted((cost(*pair), pair) for pair in combinations(range(number), 2)):
        if free.issuperset(pair):
            free.difference_update(pair)
            chosen.append(pair)
    return chosen


def _bettered(chosen: list[Pair], cost: Cost) -> list[Pair] | None:
    """With the first block of pairs that can be arranged at less cost so arranged; or None."""
    chosen = sorted(chosen)
    for block in _blocks(len(chosen)):
        old = [chosen[place] for place in block]
        arranged = _exact(tuple(sorted(member for pair in old for member in pair)), cost)
        if sum(cost(*pair) for pair in arranged) < sum(cost(*pair) for pair in old):
            return [*(pair for pair in chosen if pair not in old), *arranged]
    return None


def _blocks(number: int) -> Iterator[list[int]]:
    """Places of pairs, near ones and far ones: every two are together in one."""
    for stride in range(1, number):
        for start in range(number):
            places = {(start + step * stride) % number for step in range(BLOCK)}
            yield sorted(places)

"""Of all ways to pair everybody, the one of least cost, by maximum-weight matching (rustworkx).

Costs are tuples compared from the left, summed place by place over the pairs. Each tuple is packed
into one integer, every place with more room than any pairing can fill, so that the sum of the
integers orders pairings as the tuples of sums do. The library counts in 128 bits and says nothing
when that is too few, so the width is ours to watch.
"""

from collections.abc import Mapping
from hashlib import sha256
from itertools import accumulate
from operator import mul
from typing import NamedTuple, TypeAlias

import rustworkx

Edge: TypeAlias = tuple[int, int]
Costs: TypeAlias = tuple[int, ...]

WIDEST = 124
"""Bits of one weight times the number of nodes. What the algorithm reckons with is no more than
that times four: along a path of alternate pairs it adds up twice as many weights as pairs."""
LOT_BITS = 24


class TooWideError(Exception):
    """The costs do not fit one weight."""


def cheapest(
    number: int, costs: Mapping[Edge, Costs], lots: Mapping[Edge, int]
) -> tuple[Edge, ...]:
    """Of nodes 0 to `number` - 1 as many pairs as can be, at least cost; in order.

    `costs`: of every pair there may be, the lower node first, none below 0, all equally long.
    `lots`, of `LOT_BITS` bits, decide between pairings that cost the same; as many of their last
    bits are left out as the costs need the room.
    """
    packed = pack(number, costs, lots)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(number))
    graph.add_edges_from([(*edge, -packed[edge]) for edge in sorted(packed)])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(pair), max(pair)) for pair in found))


def pack(number: int, costs: Mapping[Edge, Costs], lots: Mapping[Edge, int]) -> dict[Edge, int]:
    """One integer for each pair, of as many bits as `WIDEST` leaves to that number of nodes."""
    if not costs:
        return {}
    rooms = [most + 1 for most in _mosts(number, costs)]
    # What a place weighs is the room of all after it.
    *after, _all = accumulate(reversed(rooms), mul, initial=1)
    scales = after[::-1]
    packed = {edge: sum(map(mul, places, scales)) for edge, places in costs.items()}
    spare = WIDEST - number.bit_length() - max(packed.values()).bit_length()
    if spare < 0:
        raise TooWideError
    # So many lots of b bits add up to less than 2 to the b + `carry`.
    carry = (number // 2).bit_length()
    bits = min(LOT_BITS, max(0, spare - carry))
    if not bits:
        return packed
    shift = bits + carry
    return {edge: (one << shift) + (lots[edge] >> LOT_BITS - bits) for edge, one in packed.items()}


def _mosts(number: int, costs: Mapping[Edge, Costs]) -> list[int]:
    """What no pairing's sum exceeds, place by place: half of what each node could bring at most."""
    width = len(next(iter(costs.values())))
    highest = [[0] * width for _ in range(number)]
    for edge, edge_costs in costs.items():
        for node in edge:
            highest[node] = list(map(max, highest[node], edge_costs))
    return [sum(column) // 2 for column in zip(*highest, strict=True)]


class Lots(NamedTuple):
    seed: str
    round_number: int

    def of(self, *concerned: int | str) -> int:
        """Of `LOT_BITS` bits, the first of the hash of "seed:round:one:other…"."""
        text = ":".join(map(str, (*self, *concerned)))
        return int.from_bytes(sha256(text.encode()).digest()[: LOT_BITS // 8], "big")

"""Of all ways to pair everybody, the one of least cost, by maximum-weight matching (rustworkx).

Costs are tuples compared from the left, summed place by place over the pairs. Each tuple is packed
into one integer, every place with more room than any pairing can fill, so that the sum of the
integers orders pairings as the tuples of sums do. The library counts in 128 bits and says nothing
when that is too few, so the width is ours to watch.
"""

from collections.abc import Mapping
from itertools import accumulate
from typing import TypeAlias

import rustworkx

Edge: TypeAlias = tuple[int, int]
Costs: TypeAlias = tuple[int, ...]

WIDEST = 123
"""Bits of one weight. The algorithm adds and doubles weights: four bits are left to it."""
LOT_BITS = 24


class TooWideError(Exception):
    """The costs do not fit one weight."""


def cheapest(
    number: int, costs: Mapping[Edge, Costs], lots: Mapping[Edge, int]
) -> tuple[Edge, ...]:
    """Of nodes 0 to `number` - 1 as many pairs as can be, at least cost; in order.

    `costs`: of every pair there may be, the lower node first, none below 0, all equally long.
    `lots`, of `LOT_BITS` bits, decide between pairings that cost the same; the last bits of them
    are left out where the costs need the room.
    """
    packed = pack(number, costs, lots)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(number))
    graph.add_edges_from([(*edge, -packed[edge]) for edge in sorted(packed)])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(pair), max(pair)) for pair in found))


def pack(number: int, costs: Mapping[Edge, Costs], lots: Mapping[Edge, int]) -> dict[Edge, int]:
    """One integer for each pair, of at most `WIDEST` bits."""
    if not costs:
        return {}
    rooms = [most + 1 for most in _mosts(number, costs)]
    # What a place weighs is the room of all after it; the first is bounded by one pair alone.
    *after, _all = accumulate(reversed(rooms), lambda one, other: one * other, initial=1)
    scales = after[::-1]
    widest = max(edge_costs[0] for edge_costs in costs.values()) + 1
    spare = WIDEST - (widest * scales[0]).bit_length()
    # A lot of b bits takes b more for each pair, and those of half the nodes are summed.
    bits = min(LOT_BITS, spare - number.bit_length())
    if bits < 0:
        raise TooWideError
    shift = bits + number.bit_length()
    return {
        edge: (sum(map(int.__mul__, edge_costs, scales)) << shift) + (lots[edge] >> LOT_BITS - bits)
        for edge, edge_costs in costs.items()
    }


def _mosts(number: int, costs: Mapping[Edge, Costs]) -> list[int]:
    """What no pairing's sum exceeds, place by place: half of what each node could bring at most."""
    width = len(next(iter(costs.values())))
    highest = [[0] * width for _ in range(number)]
    for edge, edge_costs in costs.items():
        for node in edge:
            highest[node] = list(map(max, highest[node], edge_costs))
    return [sum(column) // 2 for column in zip(*highest, strict=True)]

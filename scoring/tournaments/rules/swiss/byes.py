"""Who has the bye: of those without whom the others can be paired, the last in this order.

Who has had fewer byes, then who has fewer points, then who stands lower by rank. Where second
meetings are allowed, first who leaves the others with the fewest of them.
"""

from collections.abc import Mapping, Sequence

from .costs import Cost, Placed
from .matching import Edge, cheapest


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

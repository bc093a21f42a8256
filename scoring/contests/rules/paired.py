"""Odds of hands that take long to play: from fewer of them, each beside the usual way's.

What the same packs bring in both ways differs less than two hands do, so the difference of the two
is added to the odds of the many hands in the usual way.
"""

from collections.abc import Mapping
from math import hypot, sqrt
from typing import NamedTuple

from .odds import SCORES, At, Chances, Marks, Outcomes, chances, errors

Pairs = Mapping[tuple[Marks, Marks], int]
"""Of how many hands these were the marks in the usual way, and in the other."""


class Estimate(NamedTuple):
    """`chance`: that the dealer wins the game; `change`: what of it comes of the other way. Both
    with their standard error."""

    chance: float
    error: float
    change: float
    change_error: float


def marginal(pairs: Pairs, place: int) -> Outcomes:
    found: dict[Marks, int] = {}
    for pair, hands in pairs.items():
        found[pair[place]] = found.get(pair[place], 0) + hands
    return found


def estimates(many: Outcomes, pairs: Pairs) -> Mapping[At, Estimate]:
    """`many`: of the usual way, of hands that are others for the most part."""
    usual, other = marginal(pairs, 0), marginal(pairs, 1)
    base, sampling = chances(many), errors(many)
    of_usual, of_other = chances(usual), chances(other)
    by_usual, by_other = _moves(usual, of_usual), _moves(other, of_other)
    found = {}
    for at in SCORES:
        change = float(of_other[at] - of_usual[at])
        square = sum(
            hands * (by_other[theirs][at] - by_usual[own][at]) ** 2
            for (own, theirs), hands in pairs.items()
        )
        error = hypot(sampling[at], sqrt(square))
        found[at] = Estimate(float(base[at]) + change, error, change, sqrt(square))
    return found


def _moves(outcomes: Outcomes, usual: Chances) -> Mapping[Marks, Mapping[At, float]]:
    """What one hand more with these marks adds to each chance."""
    found = {}
    for marks, hands in outcomes.items():
        moved = chances({**outcomes, marks: hands + 1})
        found[marks] = {at: float(moved[at] - usual[at]) for at in SCORES}
    return found

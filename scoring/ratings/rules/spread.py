"""How far the players of a club lie apart, learnt from its results (empirical Bayes).

Each pair of a spread and a drift says how likely the results were, every match given those before
it: the match's own likelihood over all differences of strength, by Laplace's method. The likeliest
pair of a fixed list is taken, weighted by what is usual in clubs. The latest results suffice, so
the work is bounded. How well it does: docs/decisions/ratings.md.
"""

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple

from .skill import ONE, USUAL, WEEK, Scale

SPREADS: Final = (60, 80, 100, 125, 160, 200, 250, 320, 400, 500, 630, 800, 1000)
"""Preferred numbers (Renard's series R10), in thousandths of log-odds."""
DRIFTS: Final = (20, 40, 80, 160)
"""A week, in thousandths of the spread."""
USUAL_PLACE: Final = (6, 2)
SPREAD_VARIES: Final = 0.7
"""Between clubs: a standard deviation of the logarithm."""
DRIFT_VARIES: Final = 0.5
DOUBT: Final = 1.0
"""What is usual is left only for what is likelier by this logarithm."""
FEWEST: Final = 50
"""Results: before these, a club has the usual scale."""
MOST: Final = 2000
"""Results: the latest that are looked at."""
GROWTH: Final = 4
"""Learnt again once there are a quarter more results."""


class Result(NamedTuple):
    """`players`: any two names. `day`: an ordinal."""

    day: int
    players: tuple[int, int]
    games: tuple[int, int]


def learnt_scale(results: Sequence[Result]) -> Scale:
    """`results`: in order; the latest `MOST` count. The usual scale if there are too few."""
    if len(results) < FEWEST:
        return USUAL
    latest = results[-MOST:]
    scale = _scale(_likeliest(latest))
    players = len({player for result in latest for player in result.players})
    weeks = (latest[-1].day - latest[0].day) / WEEK
    variance = (scale.spread**2 + scale.drift**2 * weeks) / players
    return scale._replace(middle=round(sqrt(variance)))


def _likeliest(results: Sequence[Result]) -> tuple[int, int]:
    """Of all spreads with the usual drift; from there uphill, place by place of the two lists."""
    values: dict[tuple[int, int], float] = {}

    def value(place: tuple[int, int]) -> float:
        if place not in values:
            values[place] = _prior(place) + evidence(results, _scale(place))
        return values[place]

    best = max(((row, USUAL_PLACE[1]) for row in range(len(SPREADS))), key=value)
    while True:
        near = [(best[0] + row, best[1] + column) for row in (0, 1, -1) for column in (0, 1, -1)]
        highest = max(filter(_is_listed, near), key=value)
        if highest == best:
            return best if value(best) > value(USUAL_PLACE) + DOUBT else USUAL_PLACE
        best = highest


def _is_listed(place: tuple[int, int]) -> bool:
    return 0 <= place[0] < len(SPREADS) and 0 <= place[1] < len(DRIFTS)


def _scale(place: tuple[int, int]) -> Scale:
    spread = SPREADS[place[0]] * ONE // 1000
    return Scale(spread, spread * DRIFTS[place[1]] // 1000)


def _prior(place: tuple[int, int]) -> float:
    spread = log(SPREADS[place[0]] / SPREADS[USUAL_PLACE[0]]) / SPREAD_VARIES
    drift = log(DRIFTS[place[1]] / DRIFTS[USUAL_PLACE[1]]) / DRIFT_VARIES
    return -(spread**2 + drift**2) / 2


def evidence(results: Sequence[Result], scale: Scale) -> float:
    """The logarithm of how likely `results` were, less a constant.

    The steps are those of `skill.meet`, without its whole numbers.
    """
    newcomer = (scale.spread / ONE) ** 2
    weekly = (scale.drift / ONE) ** 2
    known: dict[int, tuple[float, float, int]] = {}
    total = 0.0
    for day, (a, b), (won, lost) in results:
        strength_a, variance_a, day_a = known.get(a, (0.0, newcomer, day))
        strength_b, variance_b, day_b = known.get(b, (0.0, newcomer, day))
        variance_a = min(newcomer, variance_a + weekly * (day - day_a) / WEEK)
        variance_b = min(newcomer, variance_b + weekly * (day - day_b) / WEEK)
        both, played = variance_a + variance_b, won + lost
        before = strength_a - strength_b
        expected = 1 / (1 + exp(-before))
        shift = (won - played * expected) / (played * expected * (1 - expected) + 1 / both)
        after = 1 / (1 + exp(-before - shift))
        weight = played * after * (1 - after)
        total += won * log(after) + lost * log(1 - after)
        total -= (shift**2 / both + log(1 + weight * both)) / 2
        push, part = shift / both, weight / (1 + weight * both)
        known[a] = strength_a + variance_a * push, variance_a - variance_a**2 * part, day
        known[b] = strength_b - variance_b * push, variance_b - variance_b**2 * part, day
    return total

"""How far the players of a club lie apart, learnt from its results (empirical Bayes).

Each spread of a fixed list says how likely the results were, every match given those before it: the
match's own likelihood over all differences of strength, by Laplace's method. A mean of the list is
taken, each spread as likely as the results and what is expected of clubs make it: a few lucky
evenings then do not make a club of equals look mixed. Of many players more is expected than of few,
since their results soon tell where that was wrong. The drift is the likeliest of a list. The latest
results suffice, so the work is bounded. How well it does: docs/decisions/ratings.md.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple

from .skill import ONE, USUAL, WEEK, Scale

SPREADS: Final = (32, 40, 50, 63, 80, 100, 125, 160, 200, 250, 320, 400, 500, 630, 800, 1000)
"""Preferred numbers (Renard's series R10), in thousandths of log-odds."""


class Expectation(NamedTuple):
    """Of a club without results: the logarithm of its spread is normal. `middle`: as the list has
    it. `varies`: the standard deviation of the logarithm."""

    middle: int
    varies: float


EXPECTED: Final = Expectation(180, 0.5)
WIDE: Final = Expectation(200, 0.7)
"""For ranges, which would rather be too wide."""

USUAL_SPREAD: Final = 250
"""What a club with many players is expected to have, as the list has it."""
FEW: Final = 16
MANY: Final = 32
"""Players: up to `FEW` no club is expected to have the usual spread, from `MANY` on it has it with
the probability `USUALLY`; between them that grows evenly."""
USUALLY: Final = 0.8

DRIFTS: Final = (20, 40, 80, 160)
"""A week, in thousandths of the spread."""
USUAL_DRIFT: Final = 80
DRIFT_VARIES: Final = 0.5
DOUBT: Final = 1.0
"""The usual drift is left only for one that is likelier by this logarithm."""
FEWEST: Final = 25
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
    return likeliest_scale(
        latest, {listed: evidence(latest, scale) for listed, scale in listed_scales().items()}
    )


def listed_scales() -> Mapping[int, Scale]:
    return {listed: _scale(listed * ONE // 1000) for listed in SPREADS}


def likeliest_scale(results: Sequence[Result], likely: Mapping[int, float]) -> Scale:
    """`likely`: the evidence of these results for each of the listed scales.

    The spread is the harmonic mean, since one taken too large costs predictions more than one too
    small; the widest is the arithmetic one.
    """
    shares = _shares(likely, _expected(EXPECTED, usual_share(results)))
    spread = _rounded(1 / sum(share / one for one, share in shares.items()))
    shares = _shares(likely, _expected(WIDE))
    widest = max(spread, _rounded(sum(share * one for one, share in shares.items())))
    drift = spread * _likeliest_drift(results, spread) // 1000
    players = len({player for result in results for player in result.players})
    weeks = (results[-1].day - results[0].day) / WEEK
    variance = (spread**2 + drift**2 * weeks) / players
    return Scale(spread, drift, round(sqrt(variance)), widest)


def usual_share(results: Sequence[Result]) -> float:
    """How probable the usual spread is before any result, of 1.

    By as many players as there would be if all played equally often: guests hardly count.
    """
    played = Counter(player for result in results for player in result.players)
    players = played.total() ** 2 / sum(matches**2 for matches in played.values())
    return USUALLY * min(1, max(0, (players - FEW) / (MANY - FEW)))


def _expected(expectation: Expectation, usual: float = 0) -> Mapping[int, float]:
    """How probable each spread is before any result. `usual`: of the usual one by itself; what is
    left of 1 is as the expectation has it."""
    shares = _of_one(
        {
            listed: exp(-((log(listed / expectation.middle) / expectation.varies) ** 2) / 2)
            for listed in SPREADS
        }
    )
    return {
        listed: (1 - usual) * share + usual * (listed == USUAL_SPREAD)
        for listed, share in shares.items()
    }


def _shares(likely: Mapping[int, float], expected: Mapping[int, float]) -> Mapping[int, float]:
    """How probable each spread is after the results, which were as `likely` with each."""
    most = max(likely.values())
    return _of_one({spread: exp(one - most) * expected[spread] for spread, one in likely.items()})


def _of_one(weights: Mapping[int, float]) -> Mapping[int, float]:
    total = sum(weights.values())
    return {spread: weight / total for spread, weight in weights.items()}


def _rounded(spread: float) -> int:
    """To two figures: what changes it less is not worth computing all ratings again, and other
    machines come to the same."""
    return round(float(f"{spread:.2g}")) * ONE // 1000


def _likeliest_drift(results: Sequence[Result], spread: int) -> int:
    likely = {
        drift: evidence(results, _scale(spread, drift))
        - (log(drift / USUAL_DRIFT) / DRIFT_VARIES) ** 2 / 2
        for drift in DRIFTS
    }
    best = max(likely, key=likely.__getitem__)
    return best if likely[best] > likely[USUAL_DRIFT] + DOUBT else USUAL_DRIFT


def _scale(spread: int, drift: int = USUAL_DRIFT) -> Scale:
    return Scale(spread, spread * drift // 1000, 0, spread)


def evidence(results: Sequence[Result], scale: Scale) -> float:
    """The logarithm of how likely `results` were, less a constant."""
    return Evidence(scale).after(results)


class Evidence:
    """Grows with the results of a club, so that nothing is computed twice while it is watched.

    The steps are those of `skill.meet`, without its whole numbers.
    """

    def __init__(self, scale: Scale) -> None:
        self.newcomer = (scale.spread / ONE) ** 2
        self.daily = (scale.drift / ONE) ** 2 / WEEK
        self.known: dict[int, tuple[float, float, int]] = {}
        self.total = 0.0

    def after(self, results: Sequence[Result]) -> float:
        """Of these, which come after those before."""
        newcomer, daily, known, total = self.newcomer, self.daily, self.known, self.total
        unknown = (0.0, newcomer, 0)
        for day, (a, b), (won, lost) in results:
            strength_a, variance_a, day_a = known.get(a, unknown)
            strength_b, variance_b, day_b = known.get(b, unknown)
            if day_a != day:
                variance_a = min(newcomer, variance_a + daily * (day - day_a))
            if day_b != day:
                variance_b = min(newcomer, variance_b + daily * (day - day_b))
            both, played = variance_a + variance_b, won + lost
            before = strength_a - strength_b
            expected = 1 / (1 + exp(-before))
            push = (won - played * expected) / (1 + played * expected * (1 - expected) * both)
            shift = push * both
            odds = before + shift
            after = 1 / (1 + exp(-odds))
            weight = played * after * (1 - after)
            width = 1 + weight * both
            # won · log(after) + lost · log(1 - after) by one logarithm, where most time is spent.
            total += played * log(after) - lost * odds
            total -= (shift * push + log(width)) / 2
            part = weight / width
            known[a] = strength_a + variance_a * push, variance_a - variance_a**2 * part, day
            known[b] = strength_b - variance_b * push, variance_b - variance_b**2 * part, day
        self.total = total
        return total

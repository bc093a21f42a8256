"""Clubs whose players lie more or less apart: how often published ranges are right, and how well
rubbers are predicted, beside one spread for all clubs, a coin, and whoever knows more of the club.

`python -m tests.bench.rating.spreads` prints the tables; it needs neither the site nor a database.
Losses are expected ones, from the true chances, which leaves luck out of the comparison. They are
compared club by club; after ± is the standard error.
"""

from collections.abc import Callable, Sequence
from functools import cache
from math import exp, hypot, log, sqrt
from statistics import mean, stdev
from typing import NamedTuple

from scoring.ratings.rules.skill import ONE, Scale, rested, span
from tests.bench import report

from .clubs import PLAYERS, WEEKS, Met, Simulated, World, of_rubber, simulated
from .ways import SAME, Ours

SPREADS = (0.1, 0.25, 0.4, 0.6)
STEADY, MOVING = 0.0, 0.08
"""What a strength moves in a week, in parts of the spread."""
COIN = log(2)
STRETCHES = ((0, 300), (300, 1000), (1000, 1700))
"""Rubbers of a large club in order: from, and before."""
SHARES = (0.1, 0.2, 0.3, 0.5, 0.6, 0.7)


class Size(NamedTuple):
    """Of a club: `rubbers` at most. `seeds`: of the clubs that are measured."""

    players: int
    weeks: int
    rubbers: int
    seeds: range


LARGE = Size(PLAYERS, WEEKS, 10**6, range(900, 924))
SMALL = Size(16, 60, 320, range(500, 620))
SIZES = {"16 players, 320 rubbers": SMALL, "40 players, 100 evenings": LARGE}


@cache
def clubs(size: Size, spread: float, drift: float) -> Sequence[Simulated]:
    world = World(spread, drift * spread)
    return [
        simulated(seed, world, players=size.players, weeks=size.weeks, most=size.rubbers)
        for seed in size.seeds
    ]


class Figure(NamedTuple):
    """`error`: the standard error, from how the clubs differ."""

    mean: float
    error: float


def figure(values: Sequence[float]) -> Figure:
    return Figure(mean(values), stdev(values) / sqrt(len(values)))


def difference(values: Sequence[float], others: Sequence[float]) -> Figure:
    return figure([one - other for one, other in zip(values, others, strict=True)])


@cache
def covered(
    size: Size, spread: float, drift: float, *, fixed: Scale | None = None
) -> Sequence[float]:
    """Of each club, the part of the players whose true strength is in the range that is published.

    `fixed`: the scale of all clubs, and nothing is learnt of it.
    """
    return [_covered(club, fixed) for club in clubs(size, spread, drift)]


def _covered(club: Simulated, fixed: Scale | None) -> float:
    ours = Ours.after(club.rubbers, fixed)
    right = []
    for player, skill in ours.skills.items():
        low, high = span(rested(skill, club.day, ours.scale), ours.scale)
        right.append(low <= 1000 / (1 + exp(-club.strengths[player])) <= high)
    return mean(right)


@cache
def losses(
    size: Size, spread: float, drift: float, *, fixed: Scale | None = None
) -> Sequence[float]:
    """Of each club, in nats a rubber."""
    return [mean(club) for club in losses_in_order(size, spread, drift, fixed=fixed)]


@cache
def losses_in_order(
    size: Size, spread: float, drift: float, *, fixed: Scale | None = None
) -> Sequence[Sequence[float]]:
    """Of each club, rubber by rubber."""
    return [_losses(club, Ours(fixed).foretold) for club in clubs(size, spread, drift)]


def _losses(club: Simulated, foretold: Callable[[Met], float]) -> Sequence[float]:
    return [_of_rubber(foretold(met), of_rubber(met.chance)) for met in club.rubbers]


def _of_rubber(chance: float, truth: float) -> float:
    return -truth * log(chance) - (1 - truth) * log(1 - chance)


class EitherOr:
    """Whoever knows that players lie as far apart as in one or in the other, and is never
    surprised by anything else: no forecast does better in both, on average by these shares.

    `share`: how probable the first is before any result.
    """

    def __init__(self, share: float, first: Scale, second: Scale) -> None:
        self.odds = log(share / (1 - share))
        self.both = Ours(first), Ours(second)

    def foretold(self, met: Met) -> float:
        likely = [_likelihood(ours, met) for ours in self.both]
        first, second = (ours.foretold(met) for ours in self.both)
        share = 1 / (1 + exp(-self.odds))
        self.odds += log(likely[0] / likely[1])
        return share * first + (1 - share) * second


NODES = (
    (0.0, 8 / 15),
    *((sign * x, w) for x, w in ((1.355626, 0.222076), (2.856970, 0.011257)) for sign in (-1, 1)),
)
"""Gauss and Hermite's, five of them."""


def _likelihood(ours: Ours, met: Met) -> float:
    """Of the rubber, over all that the difference of the two may be."""
    a, b = (
        rested(ours.skills.get(player, ours.scale.newcomer), met.day, ours.scale)
        for player in (met.a, met.b)
    )
    middle, doubt = (a.strength - b.strength) / ONE, hypot(a.doubt, b.doubt) / ONE
    at = [(1 / (1 + exp(-middle - doubt * node)), weight) for node, weight in NODES]
    return sum(weight * chance**met.won * (1 - chance) ** met.lost for chance, weight in at)


@cache
def losses_of_either(size: Size, spread: float, drift: float, share: float) -> Sequence[float]:
    narrow = Scale(100_000, 8_000, 0, 100_000)
    return [
        mean(_losses(club, EitherOr(share, narrow, SAME).foretold))
        for club in clubs(size, spread, drift)
    ]


def show() -> None:
    for name, size in SIZES.items():
        report.heading(f"Ranges that are right, and log-loss: {name}, {len(size.seeds)} clubs")
        worlds = [(spread, drift) for spread in SPREADS for drift in (STEADY, MOVING)]
        of_worlds = ("spread", "weekly", "right", "one for all", "less a coin", "less one for all")
        report.table(of_worlds, [_row(size, *world) for world in worlds])
    report.heading("A spread of 0.1 as time goes on, log-loss less a coin's: 40 players")
    columns = (f"rubbers {begin + 1} to {end}" for begin, end in STRETCHES)
    rows = [_stretches(drift, fixed) for drift in (STEADY, MOVING) for fixed in (None, SAME)]
    report.table(("", "weekly", *columns), rows)
    heads = ("chance", "weekly", "0.1, less a coin", "0.25, less one for all")
    for name, size in SIZES.items():
        report.heading(f"Whoever knows that it is 0.1, with this chance, or 0.25: {name}")
        rows = [_bound(size, share, drift) for drift in (STEADY, MOVING) for share in SHARES]
        report.table(heads, rows)


def _row(size: Size, spread: float, drift: float) -> tuple[str, ...]:
    right = (figure(covered(size, spread, drift, fixed=fixed)) for fixed in (None, SAME))
    ours, same = (losses(size, spread, drift, fixed=fixed) for fixed in (None, SAME))
    differences = (difference(ours, [COIN] * len(ours)), difference(ours, same))
    return (
        f"{spread}",
        f"{drift * spread:.3f}",
        *(f"{100 * one.mean:.1f} ± {100 * one.error:.1f} %" for one in right),
        *map(_printed, differences),
    )


def _stretches(drift: float, fixed: Scale | None) -> tuple[str, ...]:
    found = losses_in_order(LARGE, 0.1, drift, fixed=fixed)
    parts = ([mean(club[begin:end]) for club in found] for begin, end in STRETCHES)
    less = (difference(part, [COIN] * len(found)) for part in parts)
    return ("one for all" if fixed else "ours", f"{drift * 0.1:.3f}", *map(_printed, less))


def _bound(size: Size, share: float, drift: float) -> tuple[str, ...]:
    narrow, usual = (losses_of_either(size, spread, drift, share) for spread in (0.1, 0.25))
    same = losses(size, 0.25, drift, fixed=SAME)
    differences = (difference(narrow, [COIN] * len(narrow)), difference(usual, same))
    return (f"{share}", f"{drift:.2f}", *map(_printed, differences))


def _printed(one: Figure) -> str:
    return f"{one.mean:+.4f} ± {one.error:.4f}"


if __name__ == "__main__":
    show()

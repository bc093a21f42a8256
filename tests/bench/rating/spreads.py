"""Clubs whose players lie more or less apart: how often published ranges are right, and how well
rubbers are predicted, beside one spread for all clubs and a coin.

`python -m tests.bench.rating.spreads` prints the table; it needs neither the site nor a database.
Losses are expected ones, from the true chances, which leaves luck out of the comparison.
"""

from collections.abc import Iterator
from functools import cache
from math import exp, log
from statistics import mean
from typing import NamedTuple

from scoring.ratings.rules.skill import Scale, rested, span
from tests.bench import report

from .clubs import PLAYERS, WEEKS, Simulated, World, of_rubber, simulated
from .ways import SAME, Ours

SPREADS = (0.1, 0.25, 0.4, 0.6)
STEADY, MOVING = 0.0, 0.08
"""What a strength moves in a week, in parts of the spread."""
COIN = log(2)


class Size(NamedTuple):
    """Of a club: `rubbers` at most. `seeds`: of the clubs that are measured."""

    players: int
    weeks: int
    rubbers: int
    seeds: range


LARGE = Size(PLAYERS, WEEKS, 10**6, range(900, 908))
SMALL = Size(16, 60, 320, range(500, 524))


class Measured(NamedTuple):
    """`covered`: the part of all players whose true strength is in the range that is published.
    `loss`: in nats a rubber."""

    covered: float
    loss: float


@cache
def measured(size: Size, spread: float, drift: float, *, fixed: Scale | None = None) -> Measured:
    """`fixed`: for all clubs, and nothing is learnt of it."""
    covered: list[bool] = []
    losses: list[float] = []
    for seed in size.seeds:
        world = World(spread, drift * spread)
        club = simulated(seed, world, players=size.players, weeks=size.weeks, most=size.rubbers)
        ours = Ours(fixed)
        losses += _losses(ours, club)
        covered += _covered(ours, club)
    return Measured(mean(covered), mean(losses))


def _losses(ours: Ours, club: Simulated) -> Iterator[float]:
    for met in club.rubbers:
        chance, truth = ours.foretold(met), of_rubber(met.chance)
        yield -truth * log(chance) - (1 - truth) * log(1 - chance)


def _covered(ours: Ours, club: Simulated) -> Iterator[bool]:
    for player, skill in ours.skills.items():
        low, high = span(rested(skill, club.day, ours.scale), ours.scale)
        yield low <= 1000 / (1 + exp(-club.strengths[player])) <= high


def show() -> None:
    for size, name in ((LARGE, "40 players, 100 evenings"), (SMALL, "16 players, 320 rubbers")):
        report.heading(f"Ranges that are right, and log-loss against a coin’s: {name}")
        rows = [_row(size, spread, drift) for spread in SPREADS for drift in (STEADY, MOVING)]
        columns = ("spread", "weekly", "right", "one for all", "loss – coin", "one for all")
        report.table(columns, rows)


def _row(size: Size, spread: float, drift: float) -> tuple[str, ...]:
    ours, same = (measured(size, spread, drift, fixed=fixed) for fixed in (None, SAME))
    right = (f"{100 * one.covered:.1f} %" for one in (ours, same))
    losses = (f"{one.loss - COIN:+.4f}" for one in (ours, same))
    return (f"{spread}", f"{drift * spread:.3f}", *right, *losses)


if __name__ == "__main__":
    show()

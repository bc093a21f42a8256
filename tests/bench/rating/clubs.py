"""Made-up clubs: players whose strength drifts, evenings with whoever comes, rubbers."""

from math import exp
from random import Random
from typing import NamedTuple

PLAYERS, WEEKS, ROUNDS = 40, 100, 2
GAMES = 2


class World(NamedTuple):
    """In log-odds: how far players lie apart, and how far one moves in a week."""

    apart: float
    drift: float


WORLDS = {
    "narrow": World(0.15, 0.01),
    "usual": World(0.25, 0.02),
    "wide": World(0.40, 0.03),
}


class Met(NamedTuple):
    """A rubber: `won` and `lost` games of `a`; `chance`: that `a` won any one, truly."""

    day: int
    a: int
    b: int
    won: int
    lost: int
    chance: float


class Simulated(NamedTuple):
    """All rubbers in order, and how strong each player was at the last of them. `day`: a week
    later."""

    rubbers: list[Met]
    strengths: list[float]
    day: int


def evenings(seed: int, world: World) -> list[Met]:
    return simulated(seed, world).rubbers


def simulated(
    seed: int,
    world: World,
    *,
    players: int = PLAYERS,
    weeks: int = WEEKS,
    most: int = 10**6,
) -> Simulated:
    """`most`: rubbers; with the evening on which they are reached the club ends."""
    random = Random(seed)
    strengths = [random.gauss(0, world.apart) for _player in range(players)]
    keen = [random.uniform(0.2, 0.9) for _player in range(players)]
    found: list[Met] = []
    week = 0
    while week < weeks and len(found) < most:
        strengths = [strength + random.gauss(0, world.drift) for strength in strengths]
        for _round in range(ROUNDS):
            here = [player for player in range(players) if random.random() < keen[player]]
            random.shuffle(here)
            for a, b in zip(here[::2], here[1::2], strict=False):
                chance = 1 / (1 + exp(strengths[b] - strengths[a]))
                found.append(Met(7 * week, a, b, *_rubber(random, chance), chance))
        week += 1
    return Simulated(found[:most], strengths, 7 * week)


def _rubber(random: Random, chance: float) -> tuple[int, int]:
    won = lost = 0
    while max(won, lost) < GAMES:
        if random.random() < chance:
            won += 1
        else:
            lost += 1
    return won, lost


def of_rubber(chance: float) -> float:
    """That somebody wins two games before the other, each with this chance."""
    return chance**2 * (3 - 2 * chance)

"""How well each way foretells rubbers: log-loss in nats, less being better."""

from collections.abc import Callable, Iterable, Sequence
from math import log
from statistics import mean

from .clubs import WORLDS, Met, evenings, of_rubber
from .ways import Way

# Not the clubs by which the ways were tuned, which had the seeds 0 to 3.
SEEDS = range(100, 110)
LEAST = 1e-9
BINS = 10
Foretold = tuple[float, bool]


def clubs(world: str) -> list[list[Met]]:
    return [evenings(seed, WORLDS[world]) for seed in SEEDS]


def foretold(make: Callable[[], Way], club: Sequence[Met]) -> list[Foretold]:
    """Each rubber's chance as it was before it, and whether `a` won it."""
    way = make()
    return [(way.foretold(met), met.won > met.lost) for met in club]


def true_chances(club: Sequence[Met]) -> list[Foretold]:
    return [(of_rubber(met.chance), met.won > met.lost) for met in club]


def loss(found: Iterable[Foretold]) -> float:
    return mean(-log(max(LEAST, chance if won else 1 - chance)) for chance, won in found)


def calibration(found: Iterable[Foretold]) -> list[tuple[float, float, int]]:
    """Tenths from the least likely on: mean chance, share won, and how many rubbers.

    Both sides of each rubber are counted, as which of the two is `a` means nothing.
    """
    both = sorted(one for chance, won in found for one in ((chance, won), (1 - chance, not won)))
    size = len(both) // BINS
    tenths = (both[size * place : size * (place + 1)] for place in range(BINS))
    return [
        (mean(chance for chance, _won in tenth), mean(won for _chance, won in tenth), len(tenth))
        for tenth in tenths
    ]

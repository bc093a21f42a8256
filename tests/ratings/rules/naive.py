"""The same by brute force: a grid of strengths, each with how likely it is (Bayes)."""

from math import comb, exp

STEPS, REACH = 121, 4.5


def posterior(
    a: tuple[float, float], b: tuple[float, float], games: tuple[int, int]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Mean and standard deviation of each, after the games; given and told in log-odds."""
    ours, theirs = _grid(*a), _grid(*b)
    sums = [[0.0] * STEPS, [0.0] * STEPS]
    for row, (x, density_x) in enumerate(ours):
        for column, (y, density_y) in enumerate(theirs):
            chance = 1 / (1 + exp(y - x))
            likely = comb(sum(games), games[0]) * chance ** games[0] * (1 - chance) ** games[1]
            weight = density_x * density_y * likely
            sums[0][row] += weight
            sums[1][column] += weight
    return _moments(ours, sums[0]), _moments(theirs, sums[1])


def _grid(mean: float, spread: float) -> list[tuple[float, float]]:
    steps = [REACH * (2 * step / (STEPS - 1) - 1) for step in range(STEPS)]
    return [(mean + spread * step, exp(-(step**2) / 2)) for step in steps]


def _moments(grid: list[tuple[float, float]], weights: list[float]) -> tuple[float, float]:
    total = sum(weights)
    mean = sum(x * weight for (x, _density), weight in zip(grid, weights, strict=True)) / total
    square = sum(
        (x - mean) ** 2 * weight for (x, _density), weight in zip(grid, weights, strict=True)
    )
    return mean, float((square / total) ** 0.5)

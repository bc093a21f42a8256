"""Charts as geometry: what a template needs to draw an SVG, and nothing of colours."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

WIDTH, HEIGHT, MARGIN = 320.0, 120.0, 8.0
BAR = 200.0


@dataclass(frozen=True, slots=True)
class Dot:
    """Where the line is after a match; `outcome` 1, 0 or -1."""

    x: float
    y: float
    outcome: int


@dataclass(frozen=True, slots=True)
class FormChart:
    """Matches won less lost, one after the other. `zero`: the height of the level line.

    `low` and `high`: the least and the most that was reached, 0 included.
    """

    dots: tuple[Dot, ...]
    zero: float
    low: int
    high: int
    last: int
    width: float = WIDTH
    height: float = HEIGHT

    @property
    def line(self) -> str:
        """For a polyline, from the level at the left edge on."""
        return " ".join(f"{x:g},{y:g}" for x, y in self._points())

    @property
    def area(self) -> str:
        """For a polygon: the line, closed along the level."""
        points = [*self._points(), (self.dots[-1].x, self.zero)] if self.dots else []
        return " ".join(f"{x:g},{y:g}" for x, y in points)

    def _points(self) -> list[tuple[float, float]]:
        return [(MARGIN, self.zero), *((dot.x, dot.y) for dot in self.dots)]


def form_chart(outcomes: Sequence[int]) -> FormChart:
    """`outcomes`: 1 for a match won, 0 drawn, -1 lost, the oldest first."""
    sums = list(accumulate(outcomes))
    low, high = min([0, *sums]), max([0, *sums])
    step = (WIDTH - 2 * MARGIN) / max(1, len(sums))
    # A line that hardly moves is not blown up to the whole height.
    unit = (HEIGHT - 2 * MARGIN) / max(4, high - low)
    top = MARGIN + ((HEIGHT - 2 * MARGIN) - unit * (high - low)) / 2

    def y(value: int) -> float:
        return round(top + (high - value) * unit, 2)

    dots = tuple(
        Dot(round(MARGIN + step * number, 2), y(value), outcome)
        for number, (value, outcome) in enumerate(zip(sums, outcomes, strict=True), start=1)
    )
    return FormChart(dots, y(0), low, high, sums[-1] if sums else 0)


@dataclass(frozen=True, slots=True)
class Bar:
    """Matches won, drawn and lost side by side; `x` and `width` of each, in units of `BAR`."""

    won: tuple[float, float]
    drawn: tuple[float, float]
    lost: tuple[float, float]


def outcome_bars(rows: Sequence[tuple[int, int, int]]) -> tuple[Bar, ...]:
    """`rows`: won, drawn, lost. The longest fills the width; the others are to its scale."""
    most = max((sum(row) for row in rows), default=0) or 1
    return tuple(_bar(row, BAR / most) for row in rows)


def _bar(row: tuple[int, int, int], unit: float) -> Bar:
    won, drawn, lost = (round(number * unit, 2) for number in row)
    return Bar((0.0, won), (won, drawn), (round(won + drawn, 2), lost))

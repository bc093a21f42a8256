"""A rating's history as geometry: what a template needs to draw an SVG, and nothing of colours."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil, floor

from .figures import Figures

WIDTH, HEIGHT, MARGIN = 640.0, 220.0, 12.0
# Room for the figures at the left.
LEFT = 36.0
# A chart shows this much of the scale at least: luck is not to look like a career.
LEAST = 20
STEP = 10
MIDDLE = Decimal(50)


@dataclass(frozen=True, slots=True)
class Rule:
    """A level line, with the figure that it stands for."""

    y: float
    figure: int


@dataclass(frozen=True, slots=True)
class RatingChart:
    """`line` for a polyline, `band` for a polygon: where it is in nineteen cases of twenty."""

    line: str
    band: str
    dots: tuple[tuple[float, float], ...]
    rules: tuple[Rule, ...]
    middle: float
    left: float = LEFT
    width: float = WIDTH
    height: float = HEIGHT


def rating_chart(history: Sequence[Figures]) -> RatingChart:
    """`history`: the oldest first, one at least."""
    low, high = _scale(history)
    step = (WIDTH - LEFT - MARGIN) / max(1, len(history) - 1)

    def y(figure: Decimal) -> float:
        part = float(figure - low) / (high - low)
        return round(HEIGHT - MARGIN - part * (HEIGHT - 2 * MARGIN), 2)

    xs = [round(LEFT + step * number, 2) for number in range(len(history))]
    dots = [(x, y(one.rating)) for x, one in zip(xs, history, strict=True)]
    top = [(x, y(one.high)) for x, one in zip(xs, history, strict=True)]
    bottom = [(x, y(one.low)) for x, one in zip(xs, history, strict=True)]
    return RatingChart(
        line=_text(dots),
        band=_text([*top, *reversed(bottom)]),
        dots=tuple(dots),
        rules=tuple(Rule(y(Decimal(at)), at) for at in range(low, high + 1, STEP)),
        middle=y(MIDDLE),
    )


def _scale(history: Sequence[Figures]) -> tuple[int, int]:
    """Whole steps about everything that is drawn, the middle among it."""
    least = min(MIDDLE, *(one.low for one in history))
    most = max(MIDDLE, *(one.high for one in history))
    low, high = floor(least / STEP) * STEP, ceil(most / STEP) * STEP
    while high - low < LEAST:
        low, high = low - STEP, high + STEP
    return low, high


def _text(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)

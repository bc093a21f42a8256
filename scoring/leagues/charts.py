"""Lines over steps as geometry: what a template needs to draw an SVG, and nothing of colours."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

WIDTH, HEIGHT, MARGIN = 640.0, 260.0, 12.0
# Room for the figures at the left, for the numbers of the lines at the right.
LEFT, RIGHT = 36.0, 34.0
RULES_MOST = 6


@dataclass(frozen=True, slots=True)
class Rule:
    """A level line, with the figure that it stands for."""

    y: float
    figure: int


@dataclass(frozen=True, slots=True)
class Line:
    """`line` for a polyline; `number`: by which it is known, from 1, at `end_y`."""

    number: int
    line: str
    dots: tuple[tuple[float, float], ...]
    end_y: float


@dataclass(frozen=True, slots=True)
class Chart:
    lines: tuple[Line, ...]
    rules: tuple[Rule, ...]
    left: float = LEFT
    right: float = WIDTH - RIGHT
    label: float = WIDTH - RIGHT + 8
    width: float = WIDTH
    height: float = HEIGHT


def chart(courses: Sequence[Sequence[int]], *, least_first: bool = False) -> Chart:
    """Each of the courses has a figure for every step, one step at least; the same number of all.

    `least_first`: 1 is at the top, as a place is.
    """
    figures = [figure for own in courses for figure in own]
    low, high = min(figures), max(figures)
    if low == high:
        low, high = low - (0 if least_first else 1), high + 1
    unit = (HEIGHT - 2 * MARGIN) / (high - low)

    def y(figure: int) -> float:
        up = (figure - low) if least_first else (high - figure)
        return round(MARGIN + up * unit, 2)

    steps = max(len(courses[0]) - 1, 1)
    step = (WIDTH - LEFT - RIGHT) / steps
    lines = [_line(number, own, step, y) for number, own in enumerate(courses, start=1)]
    ends = _apart([one.dots[-1][1] for one in lines])
    return Chart(
        tuple(
            Line(one.number, one.line, one.dots, end) for one, end in zip(lines, ends, strict=True)
        ),
        tuple(Rule(y(figure), figure) for figure in _ruled(low, high)),
    )


def _line(number: int, own: Sequence[int], step: float, y: Callable[[int], float]) -> Line:
    dots = tuple((round(LEFT + step * n, 2), y(figure)) for n, figure in enumerate(own))
    text = " ".join(f"{x:g},{height:g}" for x, height in dots)
    return Line(number, text, dots, dots[-1][1])


def _ruled(low: int, high: int) -> list[int]:
    """Whole figures at even distances."""
    step = max(1, -(-(high - low) // RULES_MOST))
    return list(range(low, high + 1, step))


# Two numbers closer than this cannot be read.
APART = 15.0


def _apart(heights: Sequence[float]) -> list[float]:
    """The same, moved so far that none covers another, and none falls out at the bottom."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    found = dict(enumerate(heights))
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + APART)
    last = HEIGHT - 2
    for one in reversed(order):
        found[one] = min(found[one], last)
        last = found[one] - APART
    return [round(found[one], 2) for one in range(len(heights))]

"""The line below a chart: what its steps are called, as many of them as can be read."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.utils.formats import date_format, get_format

# Of the text below a chart in units of the chart, and how far apart two of its labels stand.
FOOT, LABEL_ROOM = 26.0, 62.0
# In a window narrower than a chart the same is drawn as wide as a phone, and text stays as large.
WIDE, NARROW = 640.0, 328.0


class Tick(NamedTuple):
    x: float
    text: str


def ticks(xs: Sequence[float], texts: Sequence[str]) -> tuple[Tick, ...]:
    """The last step has its label, and every one before it that is far enough from the next."""
    found: list[Tick] = []
    for x, text in zip(reversed(xs), reversed(texts), strict=True):
        if not found or (found[-1].x - x >= LABEL_ROOM and text != found[-1].text):
            found.append(Tick(x, text))
    return tuple(reversed(found))


def day_label(day: date) -> str:
    """Without the year: 21 Sep, 21 sept."""
    return date_format(day, get_format("SHORT_DATE_FORMAT").removesuffix(" Y"))

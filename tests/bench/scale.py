"""What a large site carries, part by part: `make bench ONLY=scale`."""

from collections.abc import Callable

from . import scale_pages, scale_pooling, scale_size, scale_watchers

# Each prints its own heading and rows.
PARTS: tuple[Callable[[], None], ...] = (
    scale_size.run,
    scale_pages.run,
    scale_watchers.run,
    scale_pooling.run,
)


def run() -> None:
    for part in PARTS:
        part()

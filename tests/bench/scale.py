"""What a large site carries, part by part: `make bench ONLY=scale`."""

from collections.abc import Callable

# Each prints its own heading and rows.
PARTS: tuple[Callable[[], None], ...] = ()


def run() -> None:
    for part in PARTS:
        part()

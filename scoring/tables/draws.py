"""Lots drawn from a seed, so that anybody can draw them again.

The seed is published with the draw. An entrant's lot is the SHA-256 of "seed:entrant" in UTF-8,
the entrant by its id in decimal digits, written as 64 hexadecimal digits in small letters. The
lots in rising order are the order of the draw. One drawing inside another has "seed/what" for its
seed.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256


def lot(entrant: int, seed: str) -> str:
    """As hexadecimal digits."""
    return sha256(f"{seed}:{entrant}".encode()).hexdigest()


def drawn(entrants: Iterable[int], seed: str) -> tuple[int, ...]:
    """In the order of their lots, whatever order they come in."""
    return tuple(sorted(entrants, key=lambda entrant: (lot(entrant, seed), entrant)))


def lots(seed: str, entrants: Iterable[int]) -> dict[int, int]:
    """Each one's place in the draw, from 1."""
    return {entrant: place for place, entrant in enumerate(drawn(entrants, seed), start=1)}


def seeded_then_drawn(entrants: Sequence[int], seeds: int | None, seed: str) -> tuple[int, ...]:
    """The first `seeds` as they stand (None: all of them), behind them the others by lot."""
    seeded = len(entrants) if seeds is None else seeds
    return (*entrants[:seeded], *drawn(entrants[seeded:], seed))


def pots(entrants: Sequence[int], size: int) -> tuple[tuple[int, ...], ...]:
    """The best `size`, the next `size` and so on; the last pot may be short."""
    starts = range(0, len(entrants), size)
    return tuple(tuple(entrants[start : start + size]) for start in starts)

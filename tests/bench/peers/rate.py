from collections.abc import Callable
from dataclasses import dataclass
from time import process_time


@dataclass(frozen=True, slots=True)
class Rate:
    """`of`: what is counted."""

    of: str
    per_second: float


def measured(of: str, act: Callable[[], int]) -> Rate:
    """`act` gives how many it has done."""
    begun = process_time()
    done = act()
    return Rate(of, done / (process_time() - begun))


def median_of(rates: list[Rate]) -> Rate:
    return sorted(rates, key=lambda rate: rate.per_second)[len(rates) // 2]

"""What parts two neighbours of a table."""

from typing import NamedTuple

from .criteria import Criterion

# Figures of one entrant by one criterion, to be compared in their order; more is better.
Worth = tuple[int, ...]


class Split(NamedTuple):
    """The criterion, and the figures of all who were level until then."""

    criterion: Criterion
    figures: tuple[tuple[int, Worth], ...]

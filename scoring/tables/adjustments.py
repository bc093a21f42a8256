"""What the committee rules beside the results: points given or taken, and entrants struck out."""

from datetime import date
from typing import NamedTuple


class Adjustment(NamedTuple):
    """Points given, or taken where negative, from a day on; None: from the beginning.

    They are the entrant's own: nobody who met him has a better or worse figure for it.
    """

    entrant: int
    points: int
    reason: str
    day: date | None = None


class Struck(NamedTuple):
    """An entrant whose meetings count for nobody from a day on, and who has no place.

    For who withdraws before half of the fixtures; after it, what is left of them are walk-overs.
    """

    entrant: int
    reason: str
    day: date | None = None


Ruling = Adjustment | Struck

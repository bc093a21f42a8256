"""The only code that writes ratings: they follow each result, and are brought again when an
older one changes."""

from .catching_up import ratings_bring, ratings_bring_all
from .following import rating_follow, ratings_gather
from .people import rating_kept, ratings_merge

__all__ = [
    "rating_follow",
    "rating_kept",
    "ratings_bring",
    "ratings_bring_all",
    "ratings_gather",
    "ratings_merge",
]

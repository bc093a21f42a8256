from .leagues import League, Season, Standing
from .ledger import Balance, Book, ClubLimit, Held, Limits, PlayerLimit, Posting

__all__ = [
    "Balance",
    "Book",
    "ClubLimit",
    "Held",
    "League",
    "Limits",
    "PlayerLimit",
    "Posting",
    "Season",
    "Standing",
]

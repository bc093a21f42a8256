from .contests import Acceptance, Contest, ContestEntry
from .leagues import League, Season, Standing
from .ledger import Balance, Book, ClubLimit, Held, Limits, PlayerLimit, Posting
from .outbox import Delivery, Outgoing, OutgoingCount, Subscription
from .ratings import Rating, RatingBook, RatingPoint
from .settling import Payment, SettledBook, Settlement, StatementLetter

__all__ = [
    "Acceptance",
    "Balance",
    "Book",
    "ClubLimit",
    "Contest",
    "ContestEntry",
    "Delivery",
    "Held",
    "League",
    "Limits",
    "Outgoing",
    "OutgoingCount",
    "Payment",
    "PlayerLimit",
    "Posting",
    "Rating",
    "RatingBook",
    "RatingPoint",
    "Season",
    "SettledBook",
    "Settlement",
    "Standing",
    "StatementLetter",
    "Subscription",
]

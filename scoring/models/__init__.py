from .archives import Archive
from .contests import Acceptance, Contest, ContestEntry
from .leagues import League, Season, Standing
from .ledger import Balance, Book, ClubLimit, Held, Limits, PlayerLimit, Posting
from .outbox import Delivery, Outgoing, OutgoingCount, Subscription
from .planning import Adjustment, Entrant, Fixture, Result, Round
from .pools import Pool, PoolMember
from .ratings import Rating, RatingBook, RatingPoint
from .settling import Payment, SettledBook, Settlement, StatementLetter
from .teams import Board, Meeting, Team, TeamAdjustment, TeamPlayer
from .tournaments import KeptApart, RoundOff, Tournament

__all__ = [
    "Acceptance",
    "Adjustment",
    "Archive",
    "Balance",
    "Board",
    "Book",
    "ClubLimit",
    "Contest",
    "ContestEntry",
    "Delivery",
    "Entrant",
    "Fixture",
    "Held",
    "KeptApart",
    "League",
    "Limits",
    "Meeting",
    "Outgoing",
    "OutgoingCount",
    "Payment",
    "PlayerLimit",
    "Pool",
    "PoolMember",
    "Posting",
    "Rating",
    "RatingBook",
    "RatingPoint",
    "Result",
    "Round",
    "RoundOff",
    "Season",
    "SettledBook",
    "Settlement",
    "Standing",
    "StatementLetter",
    "Subscription",
    "Team",
    "TeamAdjustment",
    "TeamPlayer",
    "Tournament",
]

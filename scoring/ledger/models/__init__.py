"""Books of transfers, what each account holds, and evenings that were settled together."""

from .books import Balance, Book, ClubLimit, Held, Limits, PlayerLimit, Posting
from .settlements import Payment, SettledBook, Settlement, StatementLetter

__all__ = [
    "Balance",
    "Book",
    "ClubLimit",
    "Held",
    "Limits",
    "Payment",
    "PlayerLimit",
    "Posting",
    "SettledBook",
    "Settlement",
    "StatementLetter",
]

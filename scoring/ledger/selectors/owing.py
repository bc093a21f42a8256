"""What a player still owes or is to receive, without what is paid and what lies in play."""

from collections.abc import Sequence
from dataclasses import dataclass

from ecarte_club.clubs.models import Player
from scoring.contests.selectors.in_play import in_play
from scoring.ledger.models import Balance, Book

from . import statements
from .accounts import dues_for
from .books import cash_sums


@dataclass(frozen=True, slots=True)
class Owing:
    """Each below zero where the player has lost or owes it.

    won      in these books, also of what was settled since
    in_play  stakes, pots and banks that they would get back if everything were closed now
    cash     what they paid during the evenings, less what they were paid
    unpaid   of what was settled, what they are still to receive, less what they are still to pay
    amount   what they are to receive in the end, if nothing in play is won or lost
    """

    won: int
    in_play: int
    cash: int
    unpaid: int
    amount: int

    @property
    def owed(self) -> int:
        return -self.amount


def owing(player: Player, books: Sequence[int]) -> Owing:
    found = list(Book.objects.filter(pk__in=books).only("pk", "evening_id", "settled_at"))
    unsettled = [book for book in found if not book.is_settled]
    rows = Balance.objects.filter(book__in=unsettled, player=player)
    balance = sum(rows.values_list("amount", flat=True))
    playing = in_play(book.evening_id for book in unsettled)[player.pk]
    cash = cash_sums(books)[player.pk]
    unpaid = sum(
        due.amount * (1 if due.payee == player else -1)
        for due in dues_for(books, player.pk)
        if due.payment is not None and not due.payment.is_made
    )
    total = statements.total(player, list(books))
    return Owing(total - cash + playing, playing, cash, unpaid, balance + playing + unpaid)

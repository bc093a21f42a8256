"""Payments that were made while an evening was not settled yet."""

from dataclasses import dataclass
from datetime import datetime

from ecarte_club.clubs.models import Player
from scoring.ledger.models import Book, Posting
from scoring.ledger.rules import IN_CASH, Cause

from .debts import PostedTransfer, PostingReader


@dataclass(frozen=True, slots=True)
class PaidInCash:
    """`payer`, `payee`: nobody is the club. `undone`: by the posting that reverses it."""

    transfer: PostedTransfer
    undone: Posting | None

    @property
    def pk(self) -> int:
        return self.transfer.posting.pk

    @property
    def payer(self) -> Player | None:
        return self.transfer.giver.player

    @property
    def payee(self) -> Player | None:
        return self.transfer.taker.player

    @property
    def amount(self) -> int:
        return self.transfer.amount

    @property
    def is_buy_in(self) -> bool:
        return self.transfer.cause is Cause.BUY_IN

    @property
    def at(self) -> datetime:
        return self.transfer.posting.at

    @property
    def by(self) -> str:
        who = self.transfer.posting.by
        return str(who) if who else ""

    @property
    def undone_at(self) -> datetime | None:
        return self.undone.at if self.undone else None


def paid_in_cash(book: Book | None) -> list[PaidInCash]:
    """The newest first; undone ones are among them."""
    causes = [cause.value for cause in IN_CASH]
    rows = Posting.objects.filter(book=book, cause__in=causes, reverses=None)
    found = list(rows.select_related("by", "reversed_by").order_by("-pk"))
    reader = PostingReader.of(found)
    return [PaidInCash(reader.read(one), getattr(one, "reversed_by", None)) for one in found]

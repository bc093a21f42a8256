"""A club whose evening has a book, and what is posted in it told briefly."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils import timezone

from ecarte_club.clubs.models import Player
from scoring.ledger.models import Balance, Book, BookAccount, Posting
from scoring.ledger.rules import LEVY, POT, Account, Cause, Holder, Transfer, member
from scoring.ledger.selectors.books import recount
from scoring.ledger.services.posting import Due

from .clubhouse import House
from .postings import postings_post

CONTEST = 7
PARTS = {"pot": POT, "levy": LEVY}


@dataclass(slots=True)
class Ledger:
    """Ann, Bob, Cyd, a pot and the levy box; `pays("k", "ann", "pot", 5)` posts at once."""

    house: House
    book: Book
    others: dict[str, Player] = field(default_factory=dict)

    @property
    def players(self) -> dict[str, Player]:
        return self.house.players | self.others

    def side(self, name: str) -> Account:
        return PARTS.get(name) or member(self.players[name].pk)

    def transfer(self, source: str, target: str, amount: int) -> Transfer:
        return Transfer(self.side(source), self.side(target), amount, Cause.STAKE)

    def due(self, key: str, source: str, target: str, amount: int) -> Due:
        return Due(key, self.transfer(source, target, amount), CONTEST, 1)

    def pays(self, key: str, source: str, target: str, amount: int) -> list[Posting]:
        return self.post([self.due(key, source, target, amount)])

    def post(self, postings: Iterable[Due]) -> list[Posting]:
        return postings_post(by=self.house.person("scorer"), book=self.book, postings=postings)

    def held(self, name: str) -> BookAccount:
        account = self.side(name)
        return BookAccount(account.holder, account.of or CONTEST)

    def amounts(self) -> dict[str, int]:
        """Of every account that holds, or owes, anything."""
        names = {self.held(name): name for name in (*PARTS, *self.players)}
        rows = Balance.objects.filter(book=self.book).exclude(amount=0)
        return {names[row.held]: row.amount for row in rows}

    def is_whole(self) -> bool:
        """The sum is nothing, and every balance is what postings read one by one come to."""
        kept = {row.held: row.amount for row in Balance.objects.filter(book=self.book)}
        counted: Counter[BookAccount] = Counter()
        into = dict(Player.objects.values_list("pk", "merged_into_id"))
        for row in Posting.objects.filter(book=self.book):
            for sign, side in ((-1, row.transfer.source), (1, row.transfer.target)):
                of = (into[side.of] or side.of) if side.holder is Holder.MEMBER else row.contest
                counted[BookAccount(side.holder, of or 0)] += sign * row.amount
        same = all(kept.get(held, 0) == counted[held] for held in kept.keys() | counted.keys())
        return same and sum(kept.values()) == 0 and recount(self.book) == []


def open_ledger(house: House) -> Ledger:
    book = Book.objects.create(club=house.club, name="Pool", opened_at=timezone.now())
    return Ledger(house, book)

"""A member's statement: what was posted to their account, the newest first."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Sum

from ecarte_club.clubs.models import Player
from ecarte_club.core.parsing import whole
from scoring.ledger.models import Balance, Book

from . import books as ledger
from .accounts import Period
from .books import PAGE, Line, Place
from .debts import Party, PostedTransfer, PostingReader

COLUMNS = ("at", "evening", "contest", "game", "cause", "with", "amount")


@dataclass(frozen=True, slots=True)
class StatementLine:
    """`amount`: what it adds to the account, or takes from it."""

    book: Book
    moved: PostedTransfer
    amount: int

    @property
    def other(self) -> Party:
        """Who gave it, or got it."""
        return self.moved.source if self.amount > 0 else self.moved.target


@dataclass(frozen=True, slots=True)
class Page:
    lines: tuple[StatementLine, ...]
    after: Place | None

    @property
    def next(self) -> str:
        """As an address says it."""
        return f"{self.after.book}.{self.after.posting}" if self.after else ""


def place_of(text: str) -> Place | None:
    """None for what was never in a `next`."""
    book, _dot, posting = text.partition(".")
    one, other = whole(book), whole(posting)
    return Place(one, other) if one is not None and other is not None else None


def books_of(player: Player, period: Period) -> list[int]:
    """Those in which the player has a balance."""
    held = Balance.objects.filter(player=player).values_list("book_id", flat=True)
    found = Book.objects.filter(period.holds(), pk__in=held)
    return sorted(found.values_list("pk", flat=True))


def total(player: Player, books: list[int]) -> int:
    found = Balance.objects.filter(player=player, book__in=books)
    return found.aggregate(sum=Sum("amount"))["sum"] or 0


def page(player: Player, books: list[int], after: Place | None = None, size: int = PAGE) -> Page:
    found = ledger.statement(player.pk, books, after=after, size=size)
    return Page(tuple(statement_lines(found.lines)), found.after)


def statement_lines(lines: tuple[Line, ...]) -> Iterator[StatementLine]:
    reader = PostingReader.of([line.posting for line in lines])
    for line in lines:
        yield StatementLine(line.posting.book, reader.read(line.posting), line.amount)


def every_line(player: Player, books: list[int], size: int = 500) -> Iterator[StatementLine]:
    """Read a page at a time."""
    after: Place | None = None
    while True:
        found = page(player, books, after, size)
        yield from found.lines
        after = found.after
        if after is None:
            return

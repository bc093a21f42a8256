"""A member's statement: what was posted to their account, the newest first."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, Sum
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.core.days import written_day
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.parsing import whole_number
from scoring.ledger.models import Balance, Book

from . import books as ledger
from .books import PAGE, Line, Place
from .debts import Party, PostedTransfer, PostingReader

COLUMNS = ("at", "evening", "contest", "game", "cause", "with", "amount")


@dataclass(frozen=True, slots=True)
class Period:
    """Days, both of it; None: from the first, or to the last that there is."""

    starts_on: date | None = None
    ends_on: date | None = None

    @classmethod
    def of(cls, query: Mapping[str, str], *, strict: bool = False) -> "Period":
        """`strict`: in ISO alone, and raises Invalid for what is no day; else that is left
        aside."""
        return cls(*(_day(name, query.get(name, ""), strict) for name in ("starts_on", "ends_on")))

    def books(self) -> Q:
        """A filter of books: that their day is one of these."""
        found = Q()
        for day, bound in ((self.starts_on, "gte"), (self.ends_on, "lte")):
            if day:
                opened = Q(evening=None, **{f"opened_at__date__{bound}": day})
                found &= Q(**{f"evening__held_on__{bound}": day}) | opened
        return found

    @property
    def query(self) -> str:
        """As in an address."""
        days = {"starts_on": self.starts_on, "ends_on": self.ends_on}
        return "&".join(f"{name}={day}" for name, day in days.items() if day)


def _day(name: str, text: str, strict: bool) -> date | None:
    if not text:
        return None
    try:
        found = parse_date(text) if strict else written_day(text)
    except ValueError:
        found = None
    if found is None and strict:
        text = _("Must be a date, such as 2026-03-14.")
        raise Invalid("invalid", text, field=name)
    return found


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
    one, other = whole_number(book), whole_number(posting)
    return Place(one, other) if one is not None and other is not None else None


def books_of(player: Player, period: Period) -> list[int]:
    """Those in which the player has a balance."""
    held = Balance.objects.filter(player=player).values_list("book_id", flat=True)
    found = Book.objects.filter(period.books(), pk__in=held)
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

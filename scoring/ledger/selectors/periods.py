"""Evenings that can be settled together, and what it would come to."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Q
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Club
from ecarte_club.core.exceptions import Invalid
from scoring.ledger.models import Book
from scoring.ledger.models.settlements import BOOKS_MOST

from .accounts import Accounts, accounts
from .debts import OwedOver, who_owes_whom_over


@dataclass(frozen=True, slots=True)
class Period:
    """Days, both of it; None: from the first, or to the last that there is."""

    starts_on: date | None = None
    ends_on: date | None = None

    @classmethod
    def of(cls, query: Mapping[str, str], *, strict: bool = False) -> "Period":
        """`strict`: raises Invalid for what is no day; else that is left aside."""
        days = [_day(name, query.get(name, ""), strict) for name in ("starts_on", "ends_on")]
        return cls(*days)

    def holds(self) -> Q:
        """Of a book: that its day is one of these."""
        found = Q()
        if self.starts_on:
            found &= _since(self.starts_on)
        if self.ends_on:
            found &= _until(self.ends_on)
        return found

    @property
    def query(self) -> str:
        """As in an address."""
        days = {"starts_on": self.starts_on, "ends_on": self.ends_on}
        return "&".join(f"{name}={day}" for name, day in days.items() if day)


def _since(day: date) -> Q:
    return Q(evening__held_on__gte=day) | Q(evening=None, opened_at__date__gte=day)


def _until(day: date) -> Q:
    return Q(evening__held_on__lte=day) | Q(evening=None, opened_at__date__lte=day)


def _day(name: str, text: str, strict: bool) -> date | None:
    if not text:
        return None
    try:
        found = parse_date(text)
    except ValueError:
        found = None
    if found is None and strict:
        text = _("Must be a date, such as 2026-03-14.")
        raise Invalid("invalid", text, errors={name: text})
    return found


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be frozen together, and what it comes to."""

    books: tuple[Book, ...]
    accounts: Accounts
    debts: tuple[OwedOver, ...]

    @property
    def starts_on(self) -> date | None:
        return min((book.day for book in self.books), default=None)

    @property
    def ends_on(self) -> date | None:
        return max((book.day for book in self.books), default=None)

    @property
    def seen(self) -> str:
        """The books with their versions, as a form sends them back."""
        return ",".join(f"{book.pk}:{book.version}" for book in self.books)


def unsettled(club: Club, period: Period, book: int | None = None) -> list[Book]:
    """The oldest first; `book`: this one alone."""
    found = Book.objects.filter(period.holds(), club=club, settled_at=None)
    if book is not None:
        found = found.filter(pk=book)
    return list(found.select_related("evening").order_by("pk")[:BOOKS_MOST])


def preview(club: Club, period: Period, book: int | None = None) -> Preview:
    return together(unsettled(club, period, book), club)


def together(books: list[Book], club: Club) -> Preview:
    return Preview(tuple(books), accounts(books, club.unit), tuple(who_owes_whom_over(books)))

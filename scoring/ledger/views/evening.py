"""The accounts of an evening: everybody's sum, who pays whom, who owes whom and how come."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.models import Club, Unit
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.views.common import context, faults_as_pages, known
from ecarte_club.core import csv_files
from ecarte_club.core.exceptions import Absent
from games.evenings.live_state import evening_name
from games.evenings.models import Evening
from scoring.ledger.labels.unit import unit_words
from scoring.ledger.models import Book
from scoring.ledger.selectors import accounts as reading
from scoring.ledger.selectors import visibility
from scoring.ledger.selectors.debts import who_owes_whom

USUAL_SORT = "-amount"


@dataclass(frozen=True, slots=True)
class Found:
    evening: Evening
    book: Book | None
    person: Person
    accounts: reading.Accounts

    @property
    def club(self) -> Club:
        return self.evening.club


def found_of(request: HttpRequest, slug: str, pk: int) -> Found:
    evening, book, person = visibility.evening_book(actor_of(request), pk)
    if evening.club.slug != slug:
        raise Absent
    books = [book] if book else []
    accounts = reading.accounts(books, evening.club.unit, sort_of(request))
    return Found(evening, book, person, accounts)


def sort_of(request: HttpRequest) -> str:
    asked = request.GET.get("sort", "")
    return asked if asked in reading.SORTS else USUAL_SORT


@known
@require_safe
@faults_as_pages
def evening_accounts(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found = found_of(request, slug, pk)
    club, person, book = found.club, found.person, found.book
    shown: dict[str, Any] = {
        "evening": found.evening,
        "title": evening_name(found.evening),
        "book": book,
        "settlement": visibility.settlement_of(book) if book else None,
        "accounts": found.accounts,
        "debts": who_owes_whom(book) if book else [],
        "words": unit_words(club),
        "sort": sort_of(request),
        "settles": bool(book) and not (book and book.is_settled) and person.may(Act.SETTLE),
        "in_points": club.unit == Unit.POINTS,
        "tab": "evenings",
    }
    return render(request, "ledger/evening.html", context(club, person, **shown))


@known
@require_safe
@faults_as_pages
def evening_accounts_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found = found_of(request, slug, pk)
    body = csv_files.write_rows(reading.COLUMNS, reading.csv_rows(found.accounts))
    return csv_files.download(f"accounts-{found.evening.held_on}.csv", body)

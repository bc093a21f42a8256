"""The accounts of an evening: everybody's sum, who pays whom, who owes whom and how come."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ecarte_club.clubs.askers import asker_of
from ecarte_club.clubs.models import Club, Evening, Unit
from ecarte_club.clubs.rights import Act, Person
from ecarte_club.clubs.views.people import context, faults_as_pages, known
from ecarte_club.wire import csvs
from ecarte_club.wire.faults import Absent
from games.evening_reading import evening_name
from scoring.contests.words import unit_words
from scoring.models import Book
from scoring.settling import reading, seen
from scoring.settling.debts import who_owes_whom

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
    evening, book, person = seen.evening_book(asker_of(request), pk)
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
        "settlement": seen.settlement_of(book) if book else None,
        "accounts": found.accounts,
        "debts": who_owes_whom(book) if book else [],
        "words": unit_words(club),
        "sort": sort_of(request),
        "settles": bool(book) and not (book and book.is_settled) and person.may(Act.SETTLE),
        "in_points": club.unit == Unit.POINTS,
        "tab": "evenings",
    }
    return render(request, "scoring/settling_evening.html", context(club, person, **shown))


@known
@require_safe
@faults_as_pages
def evening_accounts_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found = found_of(request, slug, pk)
    body = csvs.write_rows(reading.COLUMNS, reading.csv_rows(found.accounts))
    return csvs.download(f"accounts-{found.evening.held_on}.csv", body)

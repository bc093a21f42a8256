"""The accounts of an evening and of a club, settling evenings together, and payments."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Club, Unit
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import (
    club_of,
    context,
    form_page,
    identified,
    post_page,
    safe_page,
)
from ecarte_club.core import csv_files, pages
from ecarte_club.core.exceptions import Absent, Fault
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole
from games.evenings.live_state import evening_name
from games.evenings.models import Evening
from scoring.ledger.labels.unit import unit_words
from scoring.ledger.models import Book, Settlement
from scoring.ledger.selectors import accounts as reading
from scoring.ledger.selectors.debts import who_owes_whom, who_owes_whom_over
from scoring.ledger.services.settling import books_settle, payment_mark

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
    evening, book, person = reading.evening_book(actor_of(request), pk)
    if evening.club.slug != slug:
        raise Absent
    books = [book] if book else []
    accounts = reading.accounts(books, evening.club.unit, sort_of(request))
    return Found(evening, book, person, accounts)


def sort_of(request: HttpRequest) -> str:
    asked = request.GET.get("sort", "")
    return asked if asked in reading.SORTS else USUAL_SORT


@identified
@safe_page
def evening_accounts(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found = found_of(request, slug, pk)
    club, person, book = found.club, found.person, found.book
    shown: dict[str, Any] = {
        "evening": found.evening,
        "title": evening_name(found.evening),
        "book": book,
        "settlement": reading.settlement_of(book) if book else None,
        "accounts": found.accounts,
        "debts": who_owes_whom(book) if book else [],
        "words": unit_words(club),
        "sort": sort_of(request),
        "settles": bool(book) and not (book and book.is_settled) and person.may(Act.SETTLE),
        "in_points": club.unit == Unit.POINTS,
        "tab": "evenings",
    }
    return render(request, "ledger/evening.html", context(club, person, **shown))


@identified
@safe_page
def evening_accounts_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found = found_of(request, slug, pk)
    body = csv_files.write_rows(reading.COLUMNS, reading.csv_rows(found.accounts))
    return csv_files.download(f"accounts-{found.evening.held_on}.csv", body)


SHOWN = 50


@identified
@safe_page
def accounts(request: HttpRequest, slug: str) -> HttpResponse:
    """Evenings that are not settled yet, and what was settled, the newest first."""
    club, person = club_of(request, slug)
    books = reading.books(person).order_by("-pk")
    older = whole(request.GET.get("older", ""))
    settlements = reading.settlements(person)
    if person.may(Act.SEE_ACCOUNTS):
        not_made = Count("payments", filter=Q(payments__made_at=None))
        settlements = settlements.annotate(open=not_made).order_by("-pk")
    page = list((settlements.filter(pk__lt=older) if older else settlements)[: SHOWN + 1])
    shown: dict[str, Any] = {
        "words": unit_words(club),
        "open_books": books.filter(settled_at=None)[:SHOWN],
        "settlements": page[:SHOWN],
        "older": page[SHOWN - 1].pk if len(page) > SHOWN else None,
        "dues": reading.dues_open(club.pk, person.player_id) if person.player_id else (),
        "marks": person.may(Act.PAY_OWN),
        "settles": person.may(Act.SETTLE),
        "key": pages.new_key(),
        "tab": "evenings",
    }
    return render(request, "ledger/all.html", context(club, person, **shown))


@login_required
@form_page
def settle(request: HttpRequest, slug: str) -> HttpResponse:
    """What it comes to is shown first; the form then does it, if nothing was posted meanwhile."""
    club, person = club_of(request, slug)
    require(person, Act.SETTLE)
    form, status = Form(request.POST or None), 200
    if request.method == "POST":
        try:
            books = books_sent(request.POST.get("books", ""))
            made = pages.write(request, lambda: books_settle(by=person, books=books).pk)
            return redirect("settlement", slug=slug, pk=made.body)
        except Fault as fault:
            status = fault.status
            form.add_error(None, str(fault.detail))
    period = reading.Period.of(request.GET)
    found = reading.preview(club, period, whole(request.GET.get("book", "")))
    more = {
        "form": form,
        "found": found,
        "accounts": found.accounts,
        "period": period,
        "key": pages.new_key(),
        **_words(club),
    }
    return render(request, "ledger/settle.html", context(club, person, **more), status=status)


def _words(club: Club) -> dict[str, Any]:
    in_points = club.unit == Unit.POINTS
    return {"words": unit_words(club), "in_points": in_points, "tab": "evenings"}


def books_sent(text: str) -> dict[int, int]:
    """As `Preview.seen` says them; what else was sent is nothing."""
    pairs = [part.partition(":")[::2] for part in text.split(",")]
    numbers = [(whole(book), whole(version)) for book, version in pairs]
    return {book: version for book, version in numbers if book and version is not None}


def settlement_of(request: HttpRequest, slug: str, pk: int) -> tuple[Settlement, Person]:
    found, person = reading.settlement(actor_of(request), pk)
    if found.club.slug != slug:
        raise Absent
    return found, person


def books_of(settlement: Settlement) -> list[Book]:
    found = Book.objects.filter(settled__settlement=settlement).select_related("evening")
    return list(found.order_by("pk"))


@identified
@safe_page
def settlement(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """To staff the whole of it; to a member what he gives or gets."""
    found, person = settlement_of(request, slug, pk)
    sees_all = person.may(Act.SEE_ACCOUNTS)
    books = books_of(found)
    asked = request.GET.get("sort", "")
    sort = asked if asked in reading.SORTS else "-amount"
    accounts = reading.accounts(books, found.club.unit, sort)
    dues = reading.dues_of(found.pk, None if sees_all else person.player_id)
    marks = person.may(Act.PAY_ANY), person.may(Act.PAY_OWN)
    shown: dict[str, Any] = {
        "settlement": found,
        "books": books,
        "sees_all": sees_all,
        "sort": sort,
        "accounts": accounts if sees_all else accounts.of(person.player_id),
        "statement_query": f"?starts_on={found.starts_on}&ends_on={found.ends_on}",
        "dues": [
            (due, marks[0] or (marks[1] and reading.is_side(due, person.player_id))) for due in dues
        ],
        "debts": who_owes_whom_over(books) if sees_all else [],
        "key": pages.new_key(),
        **_words(found.club),
    }
    return render(request, "ledger/settlement.html", context(found.club, person, **shown))


@identified
@safe_page
def settlement_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = settlement_of(request, slug, pk)
    accounts = reading.accounts(books_of(found), found.club.unit)
    if not person.may(Act.SEE_ACCOUNTS):
        accounts = accounts.of(person.player_id)
    body = csv_files.write_rows(reading.COLUMNS, reading.csv_rows(accounts))
    return csv_files.download(f"accounts-{found.starts_on}-{found.ends_on}.csv", body)


@login_required
@post_page
def payment(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Marks it as made, or as not made yet."""
    found, person = reading.payment(actor_of(request), pk)
    if found.settlement.club.slug != slug:
        raise Absent
    made = request.POST.get("made", "") == "yes"
    pages.write(request, lambda: payment_mark(by=person, payment=found, made=made).pk)
    address = reverse("settlement", args=[slug, found.settlement_id])
    return redirect(f"{address}#payment-{found.pk}")

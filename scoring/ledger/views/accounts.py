"""Pages of accounts: an evening's, what is settled together, payments, statements and limits."""

from typing import Any, TypeVar

from django import forms
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Club, Player, Unit
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import (
    club_of,
    club_page,
    form_page,
    identified,
    post_page,
    safe_page,
)
from ecarte_club.core import csv_files, pages
from ecarte_club.core.days import is_mistyped_day
from ecarte_club.core.exceptions import Absent, Fault
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from games.evenings.live_state import evening_name
from scoring.ledger.labels import accounts as labels
from scoring.ledger.labels.unit import UnitWords, unit_words
from scoring.ledger.models import Limits, Settlement
from scoring.ledger.selectors import accounts as reading
from scoring.ledger.selectors import books as limits
from scoring.ledger.selectors import statements
from scoring.ledger.selectors.debts import who_owes_whom, who_owes_whom_over
from scoring.ledger.selectors.owing import owing
from scoring.ledger.selectors.statements import Period
from scoring.ledger.services.limits import MOST, club_limits_set, player_limits_set
from scoring.ledger.services.settling import books_settle, payment_mark, statement_ask

PAGE = 50

M = TypeVar("M", bound=Model)


def ledger_page(
    request: HttpRequest, template: str, club: Club, person: Person, **shown: Any
) -> HttpResponse:
    in_points = club.unit == Unit.POINTS
    shown = {"words": unit_words(club), "in_points": in_points, "tab": "accounts", **shown}
    return club_page(request, template, club, person, **shown)


def _sort(request: HttpRequest) -> str:
    sort = request.GET.get("sort", "")
    return sort if sort in reading.SORTS else reading.SORTS[0]


def _evening_accounts(request: HttpRequest, slug: str, pk: int) -> reading.EveningAccounts:
    found = reading.evening_accounts(actor_of(request), pk, _sort(request))
    if found.evening.club.slug != slug:
        raise Absent
    return found


@identified
@safe_page
def evening_accounts(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    evening, book, person, accounts = _evening_accounts(request, slug, pk)
    return ledger_page(
        request,
        "ledger/evening.html",
        evening.club,
        person,
        evening=evening,
        title=evening_name(evening),
        book=book,
        settlement=reading.settlement_of(book) if book else None,
        accounts=accounts,
        debts=who_owes_whom(book) if book else [],
        sort=_sort(request),
        settles=book is not None and not book.is_settled and person.may(Act.SETTLE),
        records=person.may(Act.PAY_ANY) and not (book and book.is_settled),
    )


@identified
@safe_page
def evening_accounts_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found = _evening_accounts(request, slug, pk)
    body = reading.accounts_csv(found.accounts)
    return csv_files.download(f"accounts-{found.evening.held_on}.csv", body)


@identified
@safe_page
def accounts(request: HttpRequest, slug: str) -> HttpResponse:
    """Evenings that are not settled yet, and what was settled, the newest first."""
    club, person = club_of(request, slug)
    books = reading.books(person).filter(settled_at=None).order_by("-pk")
    settlements = reading.settlements(person)
    if person.may(Act.SEE_ACCOUNTS):
        not_made = Count("payments", filter=Q(payments__made_at=None))
        settlements = settlements.annotate(open=not_made).order_by("-pk")
    open_books, older_books = _page(books, request.GET.get("older_open", ""))
    settled, older = _page(settlements, request.GET.get("older", ""))
    return ledger_page(
        request,
        "ledger/all.html",
        club,
        person,
        open_books=open_books,
        older_books=older_books,
        settlements=settled,
        older=older,
        dues=reading.dues_open(club.pk, person.player_id) if person.player_id else (),
        marks=person.may(Act.PAY_OWN),
        settles=person.may(Act.SETTLE),
    )


def _page(newest_first: QuerySet[M], before: str) -> tuple[list[M], int | None]:
    """Of those before an id that a page sent, and where the next page begins."""
    pk = whole_number(before)
    found = list((newest_first.filter(pk__lt=pk) if pk else newest_first)[: PAGE + 1])
    return found[:PAGE], found[PAGE - 1].pk if len(found) > PAGE else None


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
            made = pages.write(request, lambda: books_settle(by=person, books=books))
            return redirect("settlement", slug=slug, pk=made.body)
        except Fault as fault:
            status = fault.status
            form.add_error(None, str(fault.detail))
    period = Period.of(request.GET)
    if any(map(is_mistyped_day, (request.GET.get(name, "") for name in ("starts_on", "ends_on")))):
        # Not everything, because of one letter.
        found, status = reading.together([], club), 422
    else:
        found = reading.preview(club, period, whole_number(request.GET.get("book", "")))
    shown = {"form": form, "found": found, "accounts": found.accounts, "period": period}
    return ledger_page(request, "ledger/settle.html", club, person, status=status, **shown)


def books_sent(text: str) -> dict[int, int]:
    """As `Preview.versions` says them; what else was sent is nothing."""
    pairs = [part.partition(":")[::2] for part in text.split(",")]
    numbers = [(whole_number(book), whole_number(version)) for book, version in pairs]
    return {book: version for book, version in numbers if book and version is not None}


def _settlement(request: HttpRequest, slug: str, pk: int) -> tuple[Settlement, Person]:
    found, person = reading.settlement(actor_of(request), pk)
    if found.club.slug != slug:
        raise Absent
    return found, person


@identified
@safe_page
def settlement(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """To staff the whole of it; to a member what they give or get."""
    found, person = _settlement(request, slug, pk)
    sees_all = person.may(Act.SEE_ACCOUNTS)
    books, accounts = reading.settled_accounts(found, person, _sort(request))
    dues = reading.dues_of(found.pk, None if sees_all else person.player_id)
    marks_any, marks_own = person.may(Act.PAY_ANY), person.may(Act.PAY_OWN)
    return ledger_page(
        request,
        "ledger/settlement.html",
        found.club,
        person,
        settlement=found,
        books=books,
        sees_all=sees_all,
        sort=_sort(request),
        accounts=accounts,
        statement_query=f"?starts_on={found.starts_on}&ends_on={found.ends_on}",
        dues=[
            (due, marks_any or (marks_own and reading.is_side(due, person.player_id)))
            for due in dues
        ],
        debts=who_owes_whom_over(books) if sees_all else [],
    )


@identified
@safe_page
def settlement_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = _settlement(request, slug, pk)
    _books, accounts = reading.settled_accounts(found, person)
    name = f"accounts-{found.starts_on}-{found.ends_on}.csv"
    return csv_files.download(name, reading.accounts_csv(accounts))


@login_required
@post_page
def payment(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Marks it as made, or as not made yet."""
    found, person = reading.payment(actor_of(request), pk)
    if found.settlement.club.slug != slug:
        raise Absent
    made = request.POST.get("made", "") == "yes"
    pages.write(request, lambda: payment_mark(by=person, payment=found, made=made))
    address = reverse("settlement", args=[slug, found.settlement_id])
    return redirect(f"{address}#payment-{found.pk}")


def _player(request: HttpRequest, slug: str, pk: int) -> tuple[Player, Person]:
    player, club, person = reading.player(actor_of(request), pk)
    if club.slug != slug:
        raise Absent
    return player, person


@identified
@safe_page
def statement(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    player, person = _player(request, slug, pk)
    period, after = Period.of(request.GET), statements.place_of(request.GET.get("after", ""))
    books = statements.books_of(player, period)
    total = statements.total(player, books)
    is_own = person.user_id is not None and person.player_id == player.pk
    may_send = person.may(Act.SETTLE) or (is_own and person.may(Act.CHOOSE_OWN))
    return ledger_page(
        request,
        "ledger/statement.html",
        player.club,
        person,
        player=player,
        is_you=player.pk == person.player_id,
        period=period,
        posts=may_send and player.user is not None and bool(player.user.email),
        sent="sent" in request.GET,
        total=total,
        owing=owing(player, books),
        page=statements.page(player, books, after),
        is_first=after is None,
        dues=reading.dues_for(books, player.pk) if after is None else (),
    )


@login_required
@post_page
def statement_letter(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Sends it to the member by e-mail."""
    player, person = _player(request, slug, pk)
    period = Period.of(request.POST)
    pages.write(request, lambda: statement_ask(by=person, player=player, period=period))
    query = f"{period.query}&sent=1" if period.query else "sent=1"
    return redirect(f"{reverse('statement', args=[slug, player.pk])}?{query}")


@identified
@safe_page
def statement_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Every line of the period."""
    player, _person = _player(request, slug, pk)
    return csv_files.download(
        labels.file_name(player), labels.statement_csv(player, Period.of(request.GET))
    )


class LimitsForm(Form):
    most_staked = forms.IntegerField(required=False, min_value=0, max_value=MOST)
    most_owed = forms.IntegerField(required=False, min_value=0, max_value=MOST)

    def __init__(self, *args: Any, words: UnitWords, limits: Limits, **kwargs: Any) -> None:
        initial = {"most_staked": limits.most_staked, "most_owed": limits.most_owed}
        super().__init__(*args, initial=initial, **kwargs)
        staked, owed = self.fields["most_staked"], self.fields["most_owed"]
        staked.label = _("Highest bet")
        owed.label = _("Most owed in one evening")
        if words.is_points:
            staked.label = _("Most points in one bet")
            owed.label = _("Most points lost in one evening")
        for field in (staked, owed):
            field.widget.attrs["class"] = "input input-short"

    def limits(self) -> Limits:
        return Limits(self.cleaned_data["most_staked"], self.cleaned_data["most_owed"])


@login_required
@form_page
def club_limits(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.SET_CLUB)
    now = limits.of_club(club.pk)
    form = LimitsForm(request.POST or None, words=unit_words(club), limits=now)
    if pages.submitted(request, form, lambda: club_limits_set(by=person, limits=form.limits())):
        return redirect("club_settings", slug=slug)
    return ledger_page(request, "ledger/limits.html", club, person, form=form, tab="committee")


@login_required
@form_page
def own_limits(request: HttpRequest, slug: str) -> HttpResponse:
    """What is lower holds at once, what is higher a day later."""
    club, person = club_of(request, slug)
    require(person, Act.CHOOSE_OWN)
    own = limits.own(person)
    form = LimitsForm(request.POST or None, words=unit_words(club), limits=own.held)
    if pages.submitted(request, form, lambda: player_limits_set(by=person, limits=form.limits())):
        return redirect(f"{reverse('own_limits', args=[slug])}?done=1")
    done = "done" in request.GET and not form.errors
    shown = {"own": own, "usual": limits.of_club(club.pk), "done": done, "tab": ""}
    return ledger_page(request, "ledger/own_limits.html", club, person, form=form, **shown)

"""A member's statement: page and CSV."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.models import Player, Unit
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.views.common import context, faults_as_pages, known
from ecarte_club.core import csv_files, pages
from ecarte_club.core.exceptions import Absent
from scoring.ledger.labels import accounts
from scoring.ledger.labels.unit import unit_words
from scoring.ledger.selectors import accounts as reading
from scoring.ledger.selectors import statements, visibility
from scoring.ledger.selectors.periods import Period
from scoring.ledger.services.statements import statement_ask


def player_of(request: HttpRequest, slug: str, pk: int) -> tuple[Player, Person]:
    player, club, person = visibility.player(actor_of(request), pk)
    if club.slug != slug:
        raise Absent
    return player, person


def _has_address(player: Player) -> bool:
    return player.user is not None and bool(player.user.email)


def _may_post(player: Player, person: Person) -> bool:
    is_own = person.user_id is not None and person.player_id == player.pk
    return person.may(Act.SETTLE) or (is_own and person.may(Act.CHOOSE_OWN))


@known
@require_safe
@faults_as_pages
def statement(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    player, person = player_of(request, slug, pk)
    period = Period.of(request.GET)
    books = statements.books_of(player, period)
    total = statements.total(player, books)
    after = statements.place_of(request.GET.get("after", ""))
    shown: dict[str, Any] = {
        "player": player,
        "is_you": player.pk == person.player_id,
        "period": period,
        "posts": _has_address(player) and _may_post(player, person),
        "sent": "sent" in request.GET,
        "total": total,
        "owed": -total,
        "page": statements.page(player, books, after),
        "is_first": after is None,
        "dues": reading.dues_for(books, player.pk) if after is None else (),
        "words": unit_words(player.club),
        "in_points": player.club.unit == Unit.POINTS,
        "key": pages.new_key(),
        "tab": "evenings",
    }
    return render(request, "ledger/statement.html", context(player.club, person, **shown))


@login_required
@require_POST
@faults_as_pages
def statement_letter(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Sends it to the member by e-mail."""
    player, person = player_of(request, slug, pk)
    period = Period.of(request.POST)
    pages.write(request, lambda: statement_ask(by=person, player=player, period=period).pk)
    query = f"{period.query}&sent=1" if period.query else "sent=1"
    return redirect(f"{reverse('statement', args=[slug, player.pk])}?{query}")


@known
@require_safe
@faults_as_pages
def statement_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Every line of the period."""
    player, _person = player_of(request, slug, pk)
    books = statements.books_of(player, Period.of(request.GET))
    rows = accounts.csv_rows(statements.whole_statement(player, books), unit_words(player.club))
    return csv_files.download(
        accounts.file_name(player), csv_files.write_rows(statements.COLUMNS, rows)
    )

"""A member's statement and limits, and the limits that a club sets."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Club, Player, Unit
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
from scoring.ledger.labels import accounts
from scoring.ledger.labels.unit import UnitWords, unit_words
from scoring.ledger.models import Limits
from scoring.ledger.selectors import accounts as reading
from scoring.ledger.selectors import books, statements
from scoring.ledger.selectors.accounts import Period
from scoring.ledger.services.limits import MOST, club_limits_set, player_limits_set
from scoring.ledger.services.settling import statement_ask


class LimitsForm(Form):
    most_staked = forms.IntegerField(required=False, min_value=0, max_value=MOST)
    most_owed = forms.IntegerField(required=False, min_value=0, max_value=MOST)

    def __init__(self, *args: Any, words: UnitWords, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
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


def _initial(found: Limits) -> dict[str, int | None]:
    return {"most_staked": found.most_staked, "most_owed": found.most_owed}


@login_required
@form_page
def club_limits(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.SET_CLUB)
    form = _form(request, club, books.of_club(club.pk))
    if request.method == "POST" and form.is_valid():
        asked = form.limits()
        try:
            pages.write(request, lambda: club_limits_set(by=person, limits=asked).pk)
            return redirect("club_settings", slug=slug)
        except Fault as fault:
            pages.tell(form, fault)
    return _page(request, club, person, form, "ledger/limits.html", tab="committee")


@login_required
@form_page
def own_limits(request: HttpRequest, slug: str) -> HttpResponse:
    """What is lower holds at once, what is higher a day later."""
    club, person = club_of(request, slug)
    require(person, Act.CHOOSE_OWN)
    own = books.own(person)
    form = _form(request, club, own.held)
    if request.method == "POST" and form.is_valid():
        asked = form.limits()
        try:
            pages.write(request, lambda: player_limits_set(by=person, limits=asked).pk)
            return redirect(f"{reverse('own_limits', args=[slug])}?done=1")
        except Fault as fault:
            pages.tell(form, fault)
    more = {
        "own": own,
        "usual": books.of_club(club.pk),
        "done": "done" in request.GET and not form.errors,
    }
    return _page(request, club, person, form, "ledger/own_limits.html", **more)


def _form(request: HttpRequest, club: Club, found: Limits) -> LimitsForm:
    return LimitsForm(request.POST or None, words=unit_words(club), initial=_initial(found))


def _page(
    request: HttpRequest,
    club: Club,
    person: Person,
    form: LimitsForm,
    template: str,
    **more: Any,
) -> HttpResponse:
    shown = context(club, person, form=form, words=unit_words(club), key=pages.new_key(), **more)
    return render(request, template, shown, status=422 if form.errors else 200)


def player_of(request: HttpRequest, slug: str, pk: int) -> tuple[Player, Person]:
    player, club, person = reading.player(actor_of(request), pk)
    if club.slug != slug:
        raise Absent
    return player, person


def _has_address(player: Player) -> bool:
    return player.user is not None and bool(player.user.email)


def _may_post(player: Player, person: Person) -> bool:
    is_own = person.user_id is not None and person.player_id == player.pk
    return person.may(Act.SETTLE) or (is_own and person.may(Act.CHOOSE_OWN))


@identified
@safe_page
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
@post_page
def statement_letter(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Sends it to the member by e-mail."""
    player, person = player_of(request, slug, pk)
    period = Period.of(request.POST)
    pages.write(request, lambda: statement_ask(by=person, player=player, period=period).pk)
    query = f"{period.query}&sent=1" if period.query else "sent=1"
    return redirect(f"{reverse('statement', args=[slug, player.pk])}?{query}")


@identified
@safe_page
def statement_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Every line of the period."""
    player, _person = player_of(request, slug, pk)
    books = statements.books_of(player, Period.of(request.GET))
    rows = accounts.csv_rows(statements.whole_statement(player, books), unit_words(player.club))
    return csv_files.download(
        accounts.file_name(player), csv_files.write_rows(statements.COLUMNS, rows)
    )

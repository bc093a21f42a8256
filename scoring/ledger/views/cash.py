"""Payments during an evening: recorded, undone, and a player settled who leaves early."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Player, Unit
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import form_page, post_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Stale
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from games.evenings.live_state import evening_name
from games.evenings.models import Evening
from scoring.ledger.models import Book
from scoring.ledger.selectors import accounts as reading
from scoring.ledger.selectors.cash import paid_in_cash
from scoring.ledger.services.cash import (
    AMOUNT_MOST,
    payment_record,
    payment_undo,
    player_settle,
)

from .accounts import ledger_page

THE_CLUB = "club"


class PaymentForm(Form):
    payer = forms.ChoiceField(label=_("Who pays"))
    payee = forms.ChoiceField(label=_("Who is paid"))
    amount = forms.IntegerField(label=_("Amount"), min_value=1, max_value=AMOUNT_MOST)
    buy_in = forms.BooleanField(label=_("Buy-in: paid to the club before playing"), required=False)

    def __init__(self, *args: Any, players: list[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sides = [(str(one.pk), one.name) for one in players]
        self.choose("payer", [("", _("Choose a player")), *sides, (THE_CLUB, _("The club"))])
        self.choose("payee", [(THE_CLUB, _("The club")), *sides])
        self.fields["amount"].widget.attrs["class"] = "input input-short"

    def sides(self) -> dict[str, Any]:
        sent = self.cleaned_data
        return {
            "payer": whole_number(sent["payer"]),
            "payee": whole_number(sent["payee"]),
            "amount": sent["amount"],
            "buy_in": sent["buy_in"],
        }


@login_required
@form_page
def cash(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    evening, book, person = _evening(request, slug, pk)
    form = PaymentForm(request.POST or None, players=_players(evening, book))
    act = lambda: payment_record(by=person, evening=evening, **form.sides())  # noqa: E731
    if pages.submitted(request, form, act):
        return redirect("evening_cash", slug=slug, pk=pk)
    return _shown(request, evening, person, form)


@login_required
@post_page
def cash_settle(request: HttpRequest, slug: str, pk: int, player: int) -> HttpResponse:
    evening, book, person = _evening(request, slug, pk)
    seen = pages.version(request)
    fault = pages.written_or_fault(
        request,
        lambda: player_settle(by=person, evening=evening, player=player, version=seen),
    )
    if fault is None:
        return redirect("evening_cash", slug=slug, pk=pk)
    form = PaymentForm(players=_players(evening, book))
    return _shown(request, evening, person, form, status=fault.status, fault=fault)


@login_required
@post_page
def cash_undo(request: HttpRequest, slug: str, pk: int, posting: int) -> HttpResponse:
    evening, book, person = _evening(request, slug, pk)
    fault = pages.written_or_fault(
        request, lambda: payment_undo(by=person, evening=evening, posting=posting)
    )
    if fault is None:
        return redirect("evening_cash", slug=slug, pk=pk)
    form = PaymentForm(players=_players(evening, book))
    return _shown(request, evening, person, form, status=fault.status, fault=fault)


def _evening(request: HttpRequest, slug: str, pk: int) -> tuple[Evening, Book | None, Person]:
    evening, book, person = reading.evening_book(actor_of(request), pk)
    # Points are nobody's to pay.
    if evening.club.slug != slug or evening.club.unit == Unit.POINTS:
        raise Absent
    require(person, Act.PAY_ANY)
    return evening, book, person


def _players(evening: Evening, book: Book | None) -> list[Player]:
    """Who came, and whoever has a balance; by name."""
    found = Player.objects.current().filter(attendances__evening=evening)
    if book is not None:
        found = found | Player.objects.current().filter(balances__book=book)
    return list(found.distinct().order_by("sort_name", "pk"))


def _shown(
    request: HttpRequest, evening: Evening, person: Person, form: PaymentForm, **shown: Any
) -> HttpResponse:
    book = Book.objects.filter(evening=evening).first()
    accounts = reading.accounts([book] if book else [], evening.club.unit)
    return ledger_page(
        request,
        "ledger/cash.html",
        evening.club,
        person,
        evening=evening,
        title=evening_name(evening),
        book=book,
        form=form,
        uneven=[(line, -line.amount) for line in accounts.lines if line.amount],
        payments=paid_in_cash(book),
        stale=isinstance(shown.get("fault"), Stale),
        **shown,
    )

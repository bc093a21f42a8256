"""The page on which hands that another phone stored are entered, from its QR code or its text."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.views.common import club_page, form_page, identified
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault
from games.matches.models import Match
from games.matches.selectors import matches, reading
from games.matches.services.entries import REASON_MOST
from games.matches.services.handing_over import Handed, handed, hands_enter, is_signed_off, reopens

from .match import match_of
from .match_sheet import sentences, short_names
from .stopping import VersionForm


class HandsForm(VersionForm):
    hands = forms.CharField(
        label=_("Hands"),
        help_text=_("As the other phone shows them, a line for each hand."),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocapitalize": "off"}),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MOST,
        help_text=_("Shown to everybody who may see the match."),
    )

    def __init__(self, *args: Any, is_signed_off: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_signed_off:
            del self.fields["reason"]


@identified
@form_page
def pad_handed(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    matches.require_for(person, match, Act.ENTER_OWN, Act.ENTER_ANY)
    closed = is_signed_off(match)
    if closed:
        require(person, Act.CORRECT)
    text = request.POST.get("hands", request.GET.get("hands", ""))
    first = {"hands": text, "version": match.version}
    form = HandsForm(request.POST or None, initial=first, is_signed_off=closed)

    def act() -> int:
        reason = request.POST.get("reason", "")
        version = pages.version(request)
        written = hands_enter(by=person, match=match, text=text, version=version, reason=reason)
        return written.entry.pk

    if request.POST.get("act") == "enter" and pages.submitted(request, form, act) is not None:
        return redirect("match", slug=slug, pk=pk)
    found, fault = _previewed(match, text, form)
    return club_page(
        request,
        "matches/handed.html",
        match.club,
        person,
        form=form,
        match=match,
        handed=found,
        stopped=fault,
        told=_told(match, found) if found else (),
        is_signed_off=closed,
        reopens=closed and found is not None and reopens(match, found),
        tab="matches",
    )


def _previewed(match: Match, text: str, form: HandsForm) -> tuple[Handed | None, Fault | None]:
    """What the hands come to, or why they cannot be, which a form that was sent says itself."""
    if not text.strip():
        return None, None
    try:
        return handed(matches.match_now(match.pk), text), None
    except Fault as fault:
        if form.is_bound and form.is_valid():
            pages.tell(form, fault)
        return None, None if form.is_bound else fault


def _told(match: Match, found: Handed) -> list[str]:
    names = short_names(reading.read(match))
    return [" ".join(sentences(line, names)) for line in found.lines]

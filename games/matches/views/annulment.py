"""A match that is to count for nothing: why, and what would follow; and the way back."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import context, form_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault, Stale
from ecarte_club.core.parsing import whole
from games.matches.models import Match
from games.matches.selectors import matches
from games.matches.services.entries import match_annul, match_annul_back, match_annul_preview

from .correct import by_thing
from .match import match_of

OWN = ("hand", "game", "confirmation")


@login_required
@form_page
def annul(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    require(person, Act.CORRECT)
    fault, preview = None, None
    if request.method == "POST":
        try:
            if "do" in request.POST:
                asked = _asked(request, match, person)
                pages.write(request, lambda: match_annul(**asked).entry.pk)
                return redirect("match", slug=slug, pk=pk)
            asked = _asked(request, matches.matches().get(pk=pk), person)
            foreseen = match_annul_preview(**asked)
            # That all of its own goes need not be told hand by hand.
            told = (one for one in foreseen.changes if one.figure.part not in OWN)
            preview = {"changes": by_thing(told, match)}
        except Fault as found:
            fault = found
    elif match.annulled_at is not None:
        return redirect("annul_back", slug=slug, pk=pk)
    return _shown(request, "matches/annul.html", match, person, fault, preview=preview)


@login_required
@form_page
def back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    require(person, Act.CORRECT)
    fault = None
    if request.method == "POST":
        try:
            asked = _asked(request, match, person)
            pages.write(request, lambda: match_annul_back(**asked).entry.pk)
            return redirect("match", slug=slug, pk=pk)
        except Fault as found:
            fault = found
    elif match.annulled_at is None:
        return redirect("match", slug=slug, pk=pk)
    return _shown(request, "matches/annul_back.html", match, person, fault)


def _asked(request: HttpRequest, match: Match, person: Person) -> dict[str, Any]:
    """What is no number is a version of long ago."""
    version = whole(request.POST.get("version", ""))
    return {
        "by": person,
        "match": match,
        "reason": request.POST.get("reason", ""),
        "version": -1 if version is None else version,
    }


def _shown(
    request: HttpRequest,
    template: str,
    match: Match,
    person: Person,
    fault: Fault | None,
    **more: object,
) -> HttpResponse:
    shown = {
        "match": match,
        "fault": fault,
        "stale": isinstance(fault, Stale),
        "key": request.POST.get("key") or pages.new_key(),
        "reason": request.POST.get("reason", ""),
        **more,
    }
    page = context(match.club, person, **shown, tab="matches")
    return render(request, template, page, status=fault.status if fault else 200)

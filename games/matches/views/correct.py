"""Annulling a match, and what pages that correct have in common: why, and what would follow."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import club_page, form_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault, Stale
from ecarte_club.core.parsing import whole_number
from games.matches.models import Match
from games.matches.selectors import matches
from games.matches.selectors.effects import Change
from games.matches.services.entries import (
    Written,
    match_annul,
    match_annul_back,
    match_annul_preview,
)

from .match import match_of

# The parts whose rows are players.
PEOPLE = ("evening", "season", "balance", "rating", "tournament")
OWN = ("hand", "game", "confirmation")


@login_required
@form_page
def annul(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The match is to count for nothing: why, and what would follow."""
    match, person = match_of(request, slug, pk)
    require(person, Act.CORRECT)
    if request.method != "POST" and match.annulled_at is not None:
        return redirect("annul_back", slug=slug, pk=pk)
    arguments = {"by": person, **_annulment(request)}

    def preview() -> dict[str, Any]:
        foreseen = match_annul_preview(match=matches.matches().get(pk=pk), **arguments)
        # That all of its own goes need not be told hand by hand.
        changes = (one for one in foreseen.changes if one.figure.part not in OWN)
        return {"changes": by_thing(changes, match)}

    is_done, seen, fault = done_or_previewed(
        request, lambda: match_annul(match=match, **arguments), preview
    )
    if is_done:
        return redirect("match", slug=slug, pk=pk)
    return fault_page(request, "annul", match, person, fault, preview=seen)


@login_required
@form_page
def annul_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    require(person, Act.CORRECT)
    fault: Fault | None = None
    if request.method == "POST":
        try:
            arguments = _annulment(request)
            pages.write(
                request, lambda: match_annul_back(by=person, match=match, **arguments).entry.pk
            )
        except Fault as found:
            fault = found
    if fault is None and (request.method == "POST" or match.annulled_at is None):
        return redirect("match", slug=slug, pk=pk)
    return fault_page(request, "annul_back", match, person, fault)


def _annulment(request: HttpRequest) -> dict[str, Any]:
    """What is no number is a version of long ago."""
    version = whole_number(request.POST.get("version", ""))
    reason = request.POST.get("reason", "")
    return {"reason": reason, "version": -1 if version is None else version}


def done_or_previewed(
    request: HttpRequest,
    act: Callable[[], Written],
    preview: Callable[[], dict[str, Any]],
    *,
    is_seen: bool = True,
) -> tuple[bool, dict[str, Any] | None, Fault | None]:
    """By which button was pressed; or the fault. `is_seen`: what is to be done was previewed."""
    if request.method != "POST":
        return False, None, None
    try:
        if "do" not in request.POST or not is_seen:
            return False, preview(), None
        pages.write(request, lambda: act().entry.pk)
    except Fault as fault:
        return False, None, fault
    return True, None, None


def fault_page(
    request: HttpRequest,
    name: str,
    match: Match,
    person: Person,
    fault: Fault | None,
    **more: object,
) -> HttpResponse:
    return club_page(
        request,
        f"matches/{name}.html",
        match.club,
        person,
        match=match,
        fault=fault,
        stale=isinstance(fault, Stale),
        key=request.POST.get("key") or pages.new_key(),
        reason=request.POST.get("reason", ""),
        tab="matches",
        **more,
    )


@dataclass(slots=True)
class Thing:
    """What changes of the match, the evening or the season. `others`: of who did not play it."""

    title: str
    changes: list[Change] = field(default_factory=list)
    others: list[Change] = field(default_factory=list)


def by_thing(changes: Iterable[Change], match: Match, others: Collection[int] = ()) -> list[Thing]:
    """`others`: ids of players who count as those of the match."""
    things: dict[str, Thing] = {}
    for change in changes:
        figure = change.figure
        thing = things.setdefault(figure.title, Thing(figure.title))
        is_own = figure.part not in PEOPLE or figure.row in (*match.player_ids, *others)
        (thing.changes if is_own else thing.others).append(change)
    return list(things.values())

"""Two players who are the same person made one, and two again."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from ecarte_club.clubs.changes import Merging
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import members
from ecarte_club.clubs.selectors.members import Filters, Member, Status
from ecarte_club.clubs.services.members import players_merge, players_merge_preview
from ecarte_club.clubs.services.merge_undo import players_merge_undo, undo_refusal
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault, Stale
from ecarte_club.core.parsing import whole_number

from .common import club_of, club_page, form_page
from .players import player_of

FOUND_MOST = 20


@login_required
@form_page
def merge(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.MERGE_PLAYERS)
    player = player_of(club, pk)
    if player.merged_into_id:
        return redirect("player_merge", slug=slug, pk=player.merged_into_id)
    other, fault = _number(request, "other"), None
    if request.method == "POST":
        try:
            pages.write(
                request,
                lambda: players_merge(
                    by=person,
                    kept=pk,
                    gone=other,
                    version=_number(request, "version"),
                    gone_version=_number(request, "other_version"),
                ).kept,
            )
            return redirect("player_change", slug=slug, pk=pk)
        except Fault as found:
            fault = found
    preview, refusal = _preview(person, player, other)
    asked = request.GET.get("name", "").replace("\x00", "").strip()
    shown = {
        "player": player,
        "preview": preview,
        "refusal": refusal,
        "fault": fault,
        "stale": isinstance(fault, Stale),
        "asked": asked,
        "found": _others(person, player, asked),
        "tab": "players",
    }
    return club_page(request, "clubs/player_merge.html", club, person, **shown)


@login_required
@form_page
def merge_undo(request: HttpRequest, slug: str, pk: int, merge_id: int) -> HttpResponse:
    """What would go back, or what must be undone before."""
    club, person = club_of(request, slug)
    require(person, Act.MERGE_PLAYERS)
    player = player_of(club, pk)
    fault: Fault | None = None
    if request.method == "POST":
        version = _number(request, "version")
        undo = partial(players_merge_undo, by=person, merge_id=merge_id, version=version)
        try:
            pages.write(request, lambda: undo().gone)
            return redirect("player_change", slug=slug, pk=pk)
        except Fault as found:
            fault = found
    preview, refusal = undo_refusal(person, merge_id)
    shown = {
        "player": player,
        "preview": preview,
        "refusal": refusal,
        "fault": fault,
        "stale": isinstance(fault, Stale),
        "tab": "players",
    }
    return club_page(request, "clubs/player_merge_undo.html", club, person, **shown)


def _number(request: HttpRequest, name: str) -> int:
    sent = request.POST if request.method == "POST" else request.GET
    return whole_number(sent.get(name, "")) or 0


def _preview(person: Person, player: Player, other: int) -> tuple[Merging | None, Fault | None]:
    """What would follow, or why it cannot be; neither before another was chosen."""
    if not other:
        return None, None
    try:
        return players_merge_preview(by=person, kept=player.pk, gone=other), None
    except Fault as fault:
        return None, fault


def _others(person: Person, player: Player, asked: str) -> list[Member]:
    """Whoever has the text in their name, former players too."""
    if not asked:
        return []
    found: Any = members.players(person, Filters(name=asked, status=Status.ALL))
    there = found.exclude(pk=player.pk).filter(anonymised_at=None)
    return members.members(list(there.values_list("pk", flat=True)[:FOUND_MOST]))

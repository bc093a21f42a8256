"""Merging two players who are one: the other is looked for, what follows is shown, then it is
done."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs import services
from ecarte_club.clubs.changes import Merging
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import members
from ecarte_club.clubs.selectors.members import Filters, Member, Status
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault, Stale
from ecarte_club.core.parsing import whole

from .common import club_of, context, faults_as_pages
from .member import player_of

FOUND_MOST = 20


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def merge(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.MERGE_PLAYERS)
    player = player_of(club, pk)
    if player.merged_into_id:
        return redirect("player_merge", slug=slug, pk=player.merged_into_id)
    other, fault = _number(request, "other"), None
    if request.method == "POST":
        try:
            pages.write(request, lambda: _merge(request, person, player, other))
            return redirect("player_change", slug=slug, pk=pk)
        except Fault as found:
            fault = found
    preview, refusal = _preview(person, player, other)
    asked = request.GET.get("name", "").replace("\x00", "").strip()
    shown = context(
        club,
        person,
        player=player,
        preview=preview,
        refusal=refusal,
        fault=fault,
        stale=isinstance(fault, Stale),
        asked=asked,
        found=_others(person, player, asked),
        key=pages.new_key(),
        tab="players",
    )
    return render(request, "clubs/player_merge.html", shown, status=fault.status if fault else 200)


def _number(request: HttpRequest, name: str) -> int:
    sent = request.POST if request.method == "POST" else request.GET
    return whole(sent.get(name, "")) or 0


def _merge(request: HttpRequest, person: Person, player: Player, other: int) -> int:
    merging = services.players_merge(
        by=person,
        kept=player.pk,
        gone=other,
        version=_number(request, "version"),
        gone_version=_number(request, "other_version"),
    )
    return merging.kept.pk


def _preview(person: Person, player: Player, other: int) -> tuple[Merging | None, Fault | None]:
    """What would follow, or why it cannot be; neither before another was chosen."""
    if not other:
        return None, None
    try:
        return services.players_merge_preview(by=person, kept=player.pk, gone=other), None
    except Fault as fault:
        return None, fault


def _others(person: Person, player: Player, asked: str) -> list[Member]:
    """Who has the text in his name, also of those who left."""
    if not asked:
        return []
    found: Any = members.players(person, Filters(name=asked, status=Status.ALL))
    there = found.exclude(pk=player.pk).filter(anonymised_at=None)
    return members.members(list(there.values_list("pk", flat=True)[:FOUND_MOST]))

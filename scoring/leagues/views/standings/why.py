"""Why a player stands where he stands."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ecarte_club.clubs.views.common import context, faults_as_pages
from scoring.leagues.labels import standings
from scoring.leagues.selectors.standings.explaining import Parted, Told, why

from .finding import Found, found_of, query_of, when_of


@require_safe
@faults_as_pages
def standing_why(request: HttpRequest, slug: str, pk: int, player: int) -> HttpResponse:
    return why_page(request, found_of(request, slug, pk), player)


def why_page(request: HttpRequest, found: Found, player: int) -> HttpResponse:
    """Raises: Absent for who has no place."""
    when = when_of(request)
    table = found.whole.at(when.as_of, when.after_round)
    told = why(found.whole, table, player, found.shown)
    shown = context(
        found.event.club,
        found.person,
        found=found,
        why=told,
        place=standings.sentences(told)[0],
        verdicts=[_verdict(one) for one in told.verdicts],
        figures=[_figure(one) for one in told.figures],
        when=when,
        query=query_of(when),
        tab="club",
    )
    return render(request, "leagues/standing_why.html", shown)


def _verdict(one: Parted) -> dict[str, Any]:
    return {
        "found": one,
        "sentences": standings.of_verdict(one),
        "figures": [_figure(told) for told in one.figures],
    }


def _figure(one: Told) -> dict[str, Any]:
    return {
        "player": one.player,
        "criterion": standings.name_of(one.criterion),
        "figure": standings.figure(one.criterion, one.worth),
        "parts": [standings.made(part, one.criterion) for part in one.parts],
    }

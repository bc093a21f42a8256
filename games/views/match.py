"""Watching a match, and the list of matches."""

from collections.abc import Iterable
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ecarte_club.clubs import queries as clubs
from ecarte_club.clubs.askers import asker_of
from ecarte_club.clubs.rights import Act, Person
from ecarte_club.clubs.views.people import club_of, context, faults_as_pages
from ecarte_club.wire.digits import whole
from ecarte_club.wire.faults import Absent
from ecarte_club.wire.live import ticket
from games import queries, reading
from games.models import Match

from .journal import journal
from .sheets import game_sheets, said, sides

PAGE = 40


def match_of(request: HttpRequest, slug: str, pk: int) -> tuple[Match, Person]:
    """Raises: Absent also when the address names another club."""
    match, person = queries.match(asker_of(request), pk)
    if match.club.slug != slug:
        raise Absent
    return match, person


def may_enter(match: Match, person: Person) -> bool:
    own = queries.is_own(match, person)
    return person.may(Act.ENTER_ANY) or (own and person.may(Act.ENTER_OWN))


def board(found: reading.Reading, *, fresh: bool = False) -> dict[str, Any]:
    """`fresh`: the page was open before, so what was just marked is shown as new."""
    return {
        "match": found.match,
        "state": found.state,
        "sides": sides(found, fresh=fresh),
        "said": said(found),
        "ticket": ticket(f"match:{found.match.pk}"),
    }


def unchanged(request: HttpRequest, topic: str, version: int) -> HttpResponse | None:
    """The answer to who has this version already. Tickets grow old: it brings a new one."""
    if request.GET.get("have") != str(version):
        return None
    return HttpResponse(status=204, headers={"Live-Ticket": ticket(topic)})


def _watched(match: Match, person: Person, *, fresh: bool = False) -> dict[str, Any]:
    found = reading.read(match)
    more = {
        **board(found, fresh=fresh),
        "sheets": game_sheets(found),
        "journal": journal(found, with_people=person.may(Act.SEE_CLUB)),
        "may_enter": may_enter(match, person),
    }
    return context(match.club, person, **more, tab="matches")


@faults_as_pages
def watch(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    return render(request, "games/match.html", _watched(match, person))


@faults_as_pages
def watch_fragment(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    known = unchanged(request, f"match:{pk}", match.version)
    return known or render(request, "games/match_body.html", _watched(match, person, fresh=True))


@faults_as_pages
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    """What is played now first, then the newest; by player and season when asked."""
    club, person = club_of(request, slug)
    found = queries.matches_seen(asker_of(request)).filter(club=club).order_by("over", "-pk")
    events = queries.events_seen(asker_of(request)).filter(club=club)
    event = _number(request.GET.get("season"))
    player = _number(request.GET.get("player"))
    if event:
        found = found.filter(event_id=event)
    if player:
        found = found.filter(player_a_id=player) | found.filter(player_b_id=player)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    more = {
        "page": page,
        "whose": _name(page.object_list, player),
        "events": events,
        "event": event,
        "player": player,
        "players": _players(person),
        "tab": "matches",
    }
    return render(request, "games/matches.html", context(club, person, **more))


def _players(person: Person) -> Any:
    return clubs.players(person) if person.may(Act.SEE_CLUB) else ()


def _name(shown: Iterable[Match], player: int | None) -> str:
    """Of the player asked for, as far as the matches shown tell it."""
    known = {seen.pk: seen.name for match in shown for seen in (match.player_a, match.player_b)}
    return known.get(player or 0, "")


def _number(value: str | None) -> int | None:
    return whole(value or "")

"""One evening: its page and its wall screen, which follow what happens at its tables."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import context, faults_as_pages, identified, post_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.live import ticket
from ecarte_club.core.parsing import whole_number
from games.evenings import selectors
from games.evenings.links import evening_links
from games.evenings.live_state import EveningNow, evening_name, evening_now
from games.evenings.models import Evening, Table
from games.evenings.results import leads
from games.evenings.selectors import sees_names
from games.evenings.services import evenings as evening_services
from games.matches.changes import (
    RunningGame,
    mark_uncounted,
    online_matches,
    online_topic,
    table_games,
)
from games.matches.models import Match
from games.matches.selectors.odds import Odds, odds
from games.matches.selectors.reading import read_many
from games.matches.selectors.statuses import Status, status_of
from games.matches.views import pad_words
from games.matches.views.device import EVENING_SCRIPTS
from games.matches.views.match import unchanged
from games.matches.views.match_sheet import Side, sides


def evening_of(request: HttpRequest, slug: str, pk: int) -> tuple[Evening, Person]:
    """Raises: Absent also when the address names another club."""
    evening, person = selectors.evening(actor_of(request), pk)
    if evening.club.slug != slug:
        raise Absent
    return evening, person


def topic(evening: Evening) -> str:
    return f"evening:{evening.pk}"


def evening_context(evening: Evening, person: Person, **more: Any) -> dict[str, Any]:
    """What the parts of the page that follow the evening need."""
    veiled = not selectors.sees_names(evening, person)
    now = evening_now(evening, veiled=veiled, to_settle=True)
    mark_uncounted(now.matches)
    online = OnlineNow.of(now, person)
    held = table_games(evening, veiled=veiled)
    links = evening_links(now, person, held)
    return context(
        evening.club,
        person,
        evening=evening,
        title=evening_name(evening),
        now=now,
        held=held,
        next_action=next(iter(links), None),
        near=[link for link in links[1:] if link.is_near],
        links=links[1:],
        leading={match.pk for match in now.matches if leads(match, person)},
        ticket=ticket(topic(evening)),
        online=online,
        key=pages.new_key(),
        tab="evenings",
        **more,
    )


@dataclass(frozen=True, slots=True)
class OnlineNow:
    """What is played online while the evening is open. `matches`: away from its tables, without
    those that leave days for a move. `ticket`, `since`, `versions`: by which the page hears what
    changes, and asks for it."""

    matches: tuple[Match, ...]
    ticket: str
    since: int
    versions: str

    @classmethod
    def of(cls, now: EveningNow, person: Person) -> "OnlineNow":
        """Matches at its tables that are played online are marked."""
        evening, since = now.evening, time.time_ns() // 1_000_000
        found = online_matches(evening.club_id, person) if evening.is_open else []
        places = {match.pk: match.online for match in found}
        for match in now.matches:
            match.online = places.get(match.pk)
        here = tuple(match for match in found if _is_away(match))
        return cls(here, ticket(online_topic(evening.club_id)), since, _versions(found))


def _versions(found: Sequence[Match]) -> str:
    return "_".join(f"{match.pk}-{match.version}" for match in found)


def _unchanged(request: HttpRequest, evening: Evening, person: Person) -> HttpResponse | None:
    """The answer to who has this version of the evening, or of what is played online, already."""
    if (known := request.GET.get("online")) is None:
        return unchanged(request, topic(evening), evening.version)
    if known != _versions(online_matches(evening.club_id, person)):
        return None
    newest = ticket(online_topic(evening.club_id))
    return HttpResponse(status=204, headers={"Live-Ticket": newest})


def _is_away(match: Match) -> bool:
    slow = match.online is not None and match.online.is_by_correspondence
    return match.evening_table_id is None and not slow and status_of(match) is Status.IN_PLAY


@faults_as_pages
def evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = evening_of(request, slug, pk)
    return evening_page(request, found, person)


def evening_page(
    request: HttpRequest, found: Evening, person: Person, *, wrong: str = ""
) -> HttpResponse:
    """`wrong` says what could not be done."""
    page = evening_context(found, person, wrong=wrong, **with_outbox(person))
    answer = render(request, "evenings/evening.html", page, status=422 if wrong else 200)
    return kept_offline(request, answer, person)


def with_outbox(person: Person) -> dict[str, Any]:
    """What a page needs to store arrivals and results, and to send them later."""
    if not person.may(Act.MARK_PRESENT):
        return {}
    return {"outbox_words": pad_words.of_evening(), "outbox_scripts": EVENING_SCRIPTS}


def kept_offline(request: HttpRequest, answer: HttpResponse, person: Person) -> HttpResponse:
    """A director has it without a network, if it is the whole page: see static/js/worker.js."""
    is_whole = answer.status_code == HTTPStatus.OK and not request.GET
    if is_whole and person.may(Act.RUN_EVENING):
        answer["Keep-Offline"] = "yes"
    return answer


@faults_as_pages
def evening_fragment(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = evening_of(request, slug, pk)
    known = _unchanged(request, found, person)
    return known or render(request, "evenings/evening_body.html", evening_context(found, person))


@identified
@post_page
def go(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A player went home; the page again, with what was wrong."""
    evening, person = evening_of(request, slug, pk)
    require(person, Act.MARK_PRESENT)
    player = whole_number(request.POST.get("player", "")) or 0
    fault = pages.written_or_fault(
        request,
        lambda: evening_services.player_go(by=person, evening=evening, player_id=player),
    )
    if fault is not None:
        wrong = next(iter(fault.errors.values()), fault.detail)
        return evening_page(request, evening, person, wrong=str(wrong))
    return redirect("evening", slug=slug, pk=pk)


@dataclass(frozen=True, slots=True)
class Panel:
    """A table on the wall: the match in play that was begun last, or else the last that is over.
    Without a `table`, a match that is played online."""

    table: Table | None
    match: Match | None
    sides: tuple[Side, ...]
    odds: Odds | None = None
    held: RunningGame | None = None


@faults_as_pages
def wall(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    evening, person = evening_of(request, slug, pk)
    return render(request, "evenings/wall.html", _wall_context(evening, person))


@faults_as_pages
def wall_fragment(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    evening, person = evening_of(request, slug, pk)
    known = _unchanged(request, evening, person)
    return known or render(
        request, "evenings/wall_body.html", _wall_context(evening, person, fresh=True)
    )


def _wall_context(evening: Evening, person: Person, *, fresh: bool = False) -> dict[str, object]:
    veiled = not sees_names(evening, person)
    now = evening_now(evening, veiled=veiled)
    mark_uncounted(now.matches)
    online = OnlineNow.of(now, person)
    held = {one.table_id: one for one in table_games(evening, veiled=veiled) if not one.over}
    return context(
        evening.club,
        person,
        evening=evening,
        title=evening_name(evening),
        now=now,
        panels=panels(now, online.matches, held, fresh=fresh),
        leading={match.pk for match in now.matches if leads(match, person)},
        online=online,
        ticket=ticket(topic(evening)),
    )


def panels(
    now: EveningNow,
    online: Sequence[Match],
    held: Mapping[int, RunningGame],
    *,
    fresh: bool = False,
) -> list[Panel]:
    """In the order of the tables, then those `online`. `fresh`: what was just marked is shown as
    new."""
    chosen = [next(iter((*place.playing, *place.over)), None) for place in now.places]
    here = [match for match in (*chosen, *online) if match]
    read = {one.match.pk: one for one in read_many(here)}
    places = [(place.table, match) for place, match in zip(now.places, chosen, strict=True)]
    club = now.evening.club
    return [
        Panel(
            table,
            match,
            sides(read[match.pk], fresh=fresh) if match else (),
            odds(read[match.pk], club) if match else None,
            held.get(table.pk) if table else None,
        )
        for table, match in (*places, *((None, match) for match in online))
    ]

"""One evening: its page and its wall screen, which follow what happens at its tables."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors import clubs
from ecarte_club.clubs.views.common import context, faults_as_pages
from ecarte_club.core import pages
from ecarte_club.core.collation import called
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.live import ticket
from games.evenings import selectors
from games.evenings.live_state import EveningNow, evening_name, evening_now
from games.evenings.models import Evening
from games.evenings.results.selectors import leads
from games.matches.changes import due_matches, table_games
from games.matches.views.match import unchanged

OFFERED = 24


def evening_of(request: HttpRequest, slug: str, pk: int) -> tuple[Evening, Person]:
    """Raises: Absent also when the address names another club."""
    evening, person = selectors.evening(actor_of(request), pk)
    if evening.club.slug != slug:
        raise Absent
    return evening, person


def topic(evening: Evening) -> str:
    return f"evening:{evening.pk}"


def shown(evening: Evening, person: Person, **more: Any) -> dict[str, Any]:
    """What the parts of the page that follow the evening need."""
    veiled = not selectors.sees_names(evening, person)
    now, held = (
        evening_now(evening, veiled=veiled, to_settle=True),
        table_games(evening, veiled=veiled),
    )
    return context(
        evening.club,
        person,
        evening=evening,
        title=evening_name(evening),
        now=now,
        held=held,
        due=due_matches(evening, person) if evening.is_open else [],
        holding={one.table_id for one in held if not one.over},
        leading={match.pk for match in now.matches if leads(match, person)},
        ticket=ticket(topic(evening)),
        key=pages.new_key(),
        tab="evenings",
        **more,
    )


@faults_as_pages
def evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = evening_of(request, slug, pk)
    return evening_page(request, found, person)


def evening_page(
    request: HttpRequest, found: Evening, person: Person, *, wrong: str = "", name: str = ""
) -> HttpResponse:
    """`wrong` says what could not be done, `name` keeps what was typed."""
    page = shown(found, person, wrong=wrong, typed=name)
    if found.is_open and person.may(Act.MARK_PRESENT) and person.may(Act.SEE_CLUB):
        asked = request.GET.get("name", "").replace("\x00", "").strip()
        page |= {"asked": asked, "offered": offered(page["now"], person, asked)}
    return render(request, "evenings/evening.html", page, status=422 if wrong else 200)


def offered(now: EveningNow, person: Person, asked: str) -> list[Player]:
    """Who may have come: those of this name, or who came to the club's evenings last."""
    here = [guest.player.pk for guest in now.here]
    others = clubs.players(person).exclude(pk__in=here)
    if asked:
        return list(others.filter(called(asked))[:OFFERED])
    before = Evening.objects.filter(club=now.evening.club).exclude(pk=now.evening.pk)[:4]
    return list(others.filter(attendances__evening__in=list(before)).distinct()[:OFFERED]) or list(
        others[:OFFERED]
    )


@faults_as_pages
def evening_fragment(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = evening_of(request, slug, pk)
    known = unchanged(request, topic(found), found.version)
    return known or render(request, "evenings/evening_body.html", shown(found, person))

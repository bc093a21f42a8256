"""The screen on the wall: every table at once, read from the other end of the room."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.views.common import context, faults_as_pages
from ecarte_club.core.live import ticket
from games.evenings.live_state import EveningNow, Place, evening_name, evening_now
from games.evenings.models import Evening, Table
from games.evenings.selectors import sees_names
from games.matches.changes import RunningGame, table_games
from games.matches.models import Match
from games.matches.selectors.odds import Odds, odds
from games.matches.selectors.reading import read_many
from games.matches.views.match import unchanged
from games.matches.views.match_sheet import Side, sides

from .evening import evening_of, topic


@dataclass(frozen=True, slots=True)
class Panel:
    """A table on the wall: the match in play that was begun last, or else the last that is over."""

    table: Table
    match: Match | None
    sides: tuple[Side, ...]
    odds: Odds | None = None
    held: RunningGame | None = None


@faults_as_pages
def wall(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    evening, person = evening_of(request, slug, pk)
    return render(request, "evenings/wall.html", _shown(evening, person))


@faults_as_pages
def wall_fragment(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    evening, person = evening_of(request, slug, pk)
    known = unchanged(request, topic(evening), evening.version)
    if known:
        return known
    return render(request, "evenings/wall_body.html", _shown(evening, person, fresh=True))


def _shown(evening: Evening, person: Person, *, fresh: bool = False) -> dict[str, object]:
    veiled = not sees_names(evening, person)
    now = evening_now(evening, veiled=veiled)
    held = {one.table_id: one for one in table_games(evening, veiled=veiled) if not one.over}
    return context(
        evening.club,
        person,
        evening=evening,
        title=evening_name(evening),
        now=now,
        panels=panels(now, held, fresh=fresh),
        ticket=ticket(topic(evening)),
    )


def panels(
    now: EveningNow, held: Mapping[int, RunningGame] | None = None, *, fresh: bool = False
) -> list[Panel]:
    """In the order of the tables. `fresh`: what was just marked is shown as new."""
    chosen = [_shown_match(place) for place in now.places]
    read = {one.match.pk: one for one in read_many([match for match in chosen if match])}
    club = now.evening.club
    return [
        Panel(
            place.table,
            match,
            sides(read[match.pk], fresh=fresh) if match else (),
            odds(read[match.pk], club) if match else None,
            (held or {}).get(place.table.pk),
        )
        for place, match in zip(now.places, chosen, strict=True)
    ]


def _shown_match(place: Place) -> Match | None:
    return next(iter((*place.playing, *place.over)), None)

"""The table of an address, and of when it is asked for."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import public_names
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.parsing import whole as whole_number
from games.matches.models import Event
from scoring.leagues.models import Season
from scoring.leagues.selectors import seasons
from scoring.leagues.selectors.seasons import When
from scoring.leagues.selectors.standings import EventTable, season_table

ROUND_MOST = 10**4


class Ways(NamedTuple):
    """What the addresses of a table and of the pages about it are called; `api`: its room there."""

    table: str
    why: str
    api: str


OF_SEASON = Ways("season", "standing_why", "seasons")
OF_TOURNAMENT = Ways("tournament", "tournament_why", "tournaments")


@dataclass(frozen=True, slots=True)
class Found:
    """`shown`: what is left of names, as in `names_of`. `group`: its number, where there are
    several tables."""

    event: Event
    person: Person
    event_table: EventTable
    shown: str
    ways: Ways = OF_SEASON
    group: int = 0


def season_of(request: HttpRequest, slug: str, pk: int) -> tuple[Season, Person]:
    """Raises: Absent also when the address names another club."""
    found, person = seasons.season(actor_of(request), pk)
    if found.event.club.slug != slug:
        raise Absent
    return found, person


def found_of(request: HttpRequest, slug: str, pk: int) -> Found:
    season, person = season_of(request, slug, pk)
    shown = "" if public_names.sees_names(person) else season.event.club.names_shown
    return Found(season.event, person, season_table(season.pk), shown)


def when_of(request: HttpRequest) -> When:
    """An address that was bent asks for now."""
    try:
        as_of = date.fromisoformat(request.GET.get("on", ""))
    except ValueError:
        as_of = None
    after = whole_number(request.GET.get("after", ""))
    return When(as_of, after if after and after <= ROUND_MOST else None)


def query_of(when: When) -> str:
    """To be put behind an address; empty for now."""
    asked = {"on": when.as_of and when.as_of.isoformat(), "after": when.after_round}
    return urlencode({name: value for name, value in asked.items() if value})

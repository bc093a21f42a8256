"""What may still become of a season: who can finish first, and how likely each place is."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse

from ecarte_club.clubs.views.common import safe_page
from ecarte_club.core.parsing import whole_number as whole_number
from scoring.leagues.labels import outlook as labels
from scoring.leagues.models import Season
from scoring.leagues.selectors.outlook import Chances, chances, prospects
from scoring.leagues.selectors.standings import EventTable, names_of
from scoring.leagues.selectors.team_outlook import team_chances, team_prospects
from scoring.tables.prospects import Prospects

from .standings import season_page, table_context, table_page


class ChanceLine(NamedTuple):
    """`percents`: of each place, as text."""

    entrant: int
    name: str
    percents: tuple[str, ...]


@safe_page
def outlook(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    """An invalid address shows whoever reads it, or the leader."""
    found = table_context(request, slug, pk, of_teams=of_teams)
    season, table = found.season, found.event_table
    if season is None:
        raise TypeError
    if season.boards and not of_teams:
        return season_page(request, "outlook_of_teams", season, found.person)
    names = names_of(table, found.shown)
    field = "team" if of_teams else "player"
    entrant = chosen(request, field, table, found.own)
    prospect = _prospects(table, season, entrant) if entrant else None
    result = team_chances(table, season) if of_teams else chances(table, season.event)
    return table_page(
        request,
        "outlook",
        found,
        field=field,
        entrant=entrant,
        entrants=by_name(table, names),
        sentences=labels.prospects(prospect, names, entrant, of_teams=of_teams)
        if prospect and entrant
        else None,
        chances=result,
        places=range(1, len(table.table.lines) + 1),
        lines=list(chance_lines(result, table, names)) if result else [],
    )


def chosen(request: HttpRequest, field: str, table: EventTable, own: int | None) -> int | None:
    leader = (line.entrant for line in table.table.lines[:1])
    wanted = (whole_number(request.GET.get(field, "")), own, *leader)
    return next((one for one in wanted if one in table.table.places), None)


def by_name(table: EventTable, names: Mapping[int, str]) -> list[tuple[int, str]]:
    entrants = sorted(table.table.places, key=lambda one: table.entrants[one].key)
    return [(one, names[one]) for one in entrants]


def _prospects(table: EventTable, season: Season, entrant: int) -> Prospects | None:
    if table.of_teams:
        return team_prospects(table, season, entrant)
    return prospects(table, season.event, entrant)


def chance_lines(
    found: Chances, table: EventTable, names: Mapping[int, str]
) -> Iterator[ChanceLine]:
    for line in table.table.lines:
        percents = texts(found.percent(line.entrant))
        yield ChanceLine(line.entrant, names[line.entrant], percents)


def texts(percents: Iterable[Any]) -> tuple[str, ...]:
    return tuple(labels.percent(one) for one in percents)

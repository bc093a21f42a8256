"""What may still become of a season: who can finish first, and how likely each place is."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse

from ecarte_club.clubs.views.common import safe_page
from ecarte_club.core.parsing import whole_number as whole_number
from scoring.leagues.labels import outlook as labels
from scoring.leagues.selectors import outlook as selectors
from scoring.leagues.selectors.outlook import Chances
from scoring.leagues.selectors.standings import names_of

from .standings import table_context, table_page


class ChanceLine(NamedTuple):
    """`percents`: of each place, as text."""

    entrant: int
    name: str
    percents: tuple[str, ...]


@safe_page
def outlook(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """An invalid address shows whoever reads it, or the leader."""
    found = table_context(request, slug, pk, of_teams=False)
    season, event_table = found.season, found.event_table
    if season is None:
        raise TypeError
    names = names_of(event_table, found.shown)
    ranked = [line.entrant for line in event_table.table.lines]
    wanted = (whole_number(request.GET.get("player", "")), found.own, *ranked[:1])
    player = next((one for one in wanted if one in event_table.table.places), None)
    prospects = None if player is None else selectors.prospects(event_table, season, player)
    entrants = sorted(ranked, key=lambda one: event_table.entrants[one].key)
    chances = selectors.chances(event_table, season)
    return table_page(
        request,
        "outlook",
        found,
        player=player,
        entrants=[(one, names[one]) for one in entrants],
        prospects=prospects,
        sentences=labels.prospects(prospects, names, player) if prospects and player else None,
        chances=chances,
        places=range(1, len(ranked) + 1),
        lines=list(_lines(chances, ranked, names)) if chances else [],
    )


def _lines(chances: Chances, ranked: list[int], names: Mapping[int, str]) -> Iterator[ChanceLine]:
    for entrant in ranked:
        percents = tuple(labels.percent(one) for one in chances.percent(entrant))
        yield ChanceLine(entrant, names[entrant], percents)

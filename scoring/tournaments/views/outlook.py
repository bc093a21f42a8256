"""What may still become of a tournament: chances of each place, and of each round."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.views.common import safe_page
from scoring.leagues.labels import outlook as labels
from scoring.leagues.views.outlook import by_name, chance_lines, chosen, texts
from scoring.tournaments.labels import round_name
from scoring.tournaments.selectors.board import GroupTable
from scoring.tournaments.selectors.outlook import (
    TournamentOutlook,
    outlook_of,
    prospects_in,
)
from scoring.tournaments.selectors.reading import Reading, reading_of
from scoring.tournaments.selectors.tree_outlook import TreeChances

from .tournaments import tournament_of, tournament_page


@safe_page
def tournament_outlook(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = tournament_of(request, slug, pk)
    now = reading_of(found, person)
    outlook = outlook_of(now)
    return tournament_page(
        request,
        "outlook",
        found,
        person,
        why_not=outlook.why_not,
        own=person.player_id,
        of_teams=False,
        field="player",
        is_swiss_open=_is_to_be_drawn(now),
        tables=[
            {
                "group": table.group,
                "places": range(1, len(chances.places) + 1),
                "lines": list(chance_lines(chances, table.whole, now.names)),
                "chances": chances,
            }
            for table, chances in outlook.tables
        ],
        tree=_tree(now, outlook.tree) if outlook.tree else None,
        **_of_one(request, now, outlook, person),
    )


def _is_to_be_drawn(now: Reading) -> bool:
    progress = now.progress
    return not progress.has_groups and progress.rounds_planned > progress.last_published


def _of_one(
    request: HttpRequest, now: Reading, outlook: TournamentOutlook, person: Person
) -> dict[str, Any]:
    """What must happen for one player to come first in their table."""
    if not outlook.tables:
        return {}
    entrants = [
        one for table, _chances in outlook.tables for one in by_name(table.whole, now.names)
    ]
    table, player = _whose(request, outlook, person)
    found = prospects_in(now.progress, table, player) if player else None
    return {
        "entrants": sorted(entrants, key=lambda one: one[1]),
        "entrant": player,
        "sentences": labels.prospects(found, now.names, player) if found and player else None,
    }


def _whose(
    request: HttpRequest, outlook: TournamentOutlook, person: Person
) -> tuple[GroupTable, int | None]:
    """As the address asks; else whoever reads it, or the first leader."""
    tables = [table for table, _chances in outlook.tables]
    asked = ((one, chosen(request, "player", one.whole, person.player_id)) for one in tables)
    wanted = {request.GET.get("player", ""), str(person.player_id or "")}
    found = [(one, player) for one, player in asked]
    return next((pair for pair in found if str(pair[1]) in wanted), found[0])


def _tree(now: Reading, found: TreeChances) -> dict[str, Any]:
    """Who won most often comes first."""
    rounds = len(next(iter(found.reached.values()))) - 1
    order = sorted(found.reached, key=lambda one: found.reached[one][::-1], reverse=True)
    return {
        "rounds": [*(round_name(number, rounds) for number in range(1, rounds + 1)), _("Wins")],
        "lines": [
            {"entrant": one, "name": now.names[one], "percents": texts(found.percent(one))}
            for one in order
        ],
        "chances": found,
    }

"""A season's table: which one an address asks for, and why a place is what it is."""

from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.views.common import club_page, context, safe_page
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.parsing import whole as whole_number
from games.matches.models import Event
from scoring.leagues.labels import standings
from scoring.leagues.models import Season
from scoring.leagues.selectors import seasons
from scoring.leagues.selectors.explanations import EntrantFigure, PlaceExplanation, explanation_of
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


def season_page(
    request: HttpRequest,
    template: str,
    season: Season,
    person: Person,
    status: Any = 0,
    **shown: Any,
) -> HttpResponse:
    """`template`: without folder and ending."""
    shown = {"season": season, "tab": "club", **shown}
    club = season.event.club
    return club_page(request, f"leagues/{template}.html", club, person, status, **shown)


def found_of(request: HttpRequest, slug: str, pk: int) -> Found:
    season, person = season_of(request, slug, pk)
    shown = player_names.names_shown(season.event.club, person)
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


@safe_page
def standing_why(request: HttpRequest, slug: str, pk: int, player: int) -> HttpResponse:
    return why_page(request, found_of(request, slug, pk), player)


def why_page(request: HttpRequest, found: Found, player: int) -> HttpResponse:
    """Raises: Absent for players who have no place."""
    when = when_of(request)
    table = found.event_table.at(when.as_of, when.after_round)
    explanation = explanation_of(found.event_table, table, player, found.shown)
    shown = context(found.event.club, found.person, found=found, **why_context(explanation, when))
    return render(request, "leagues/standing_why.html", shown)


def why_context(explanation: PlaceExplanation, when: When) -> dict[str, Any]:
    """What `why_body.html` shows."""
    return {
        "explanation": explanation,
        "place": standings.explanation_sentences(explanation)[0],
        "comparisons": [
            {
                "comparison": comparison,
                "sentences": standings.comparison_sentences(comparison),
                "figures": [_figure(figure) for figure in comparison.figures],
            }
            for comparison in explanation.comparisons
        ],
        "figures": [_figure(figure) for figure in explanation.figures],
        "when": when,
        "query": query_of(when),
        "tab": "club",
    }


def _figure(figure: EntrantFigure) -> dict[str, Any]:
    return {
        "entrant": figure.entrant,
        "criterion": standings.name_of(figure.criterion),
        "figure": standings.figure(figure.criterion, figure.worth),
        "parts": standings.part_sentences(figure),
    }

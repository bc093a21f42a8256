"""The table of the teams, and why each stands where it stands."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.views.common import context, safe_page
from ecarte_club.core import csv_files
from ecarte_club.core.live import ticket
from games.matches.views.match import unchanged
from scoring.leagues.labels import standings
from scoring.leagues.models import Season
from scoring.leagues.selectors import team_standings as tables
from scoring.leagues.selectors.explanations import explanation_of
from scoring.leagues.selectors.standings import EventTable

from .standings import query_of, season_of, when_of, why_context


def team_found_of(request: HttpRequest, slug: str, pk: int) -> tuple[Season, Person, EventTable]:
    """Raises: Absent where single players play."""
    season, person = season_of(request, slug, pk)
    return season, person, tables.team_table(season.pk)


@safe_page
def team_standings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    shown = _shown(request, *team_found_of(request, slug, pk))
    return render(request, "leagues/team_standings.html", shown)


@safe_page
def team_table(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The table alone, for who watches it."""
    season, person, event_table = team_found_of(request, slug, pk)
    known = unchanged(request, f"season:{pk}", event_table.version)
    return known or render(
        request, "leagues/team_table.html", _shown(request, season, person, event_table)
    )


def _shown(
    request: HttpRequest, season: Season, person: Person, event_table: EventTable
) -> dict[str, Any]:
    when = when_of(request)
    lines = tables.team_lines(event_table, event_table.at(when.as_of, when.after_round))
    shown: dict[str, Any] = {
        "season": season,
        "rows": lines,
        "caption": standings.caption(event_table.table.order, of_teams=True),
        "rounds": event_table.rounds,
        "own": own_team(season, person),
        "version": event_table.version,
        "ticket": ticket(f"season:{season.pk}"),
        "when": when,
        "query": query_of(when),
        "tab": "club",
    }
    return context(season.event.club, person, **shown)


def own_team(season: Season, person: Person) -> int | None:
    """The team that he plays for."""
    if person.player_id is None:
        return None
    return (
        season.team_players.filter(player=person.player_id).values_list("team", flat=True).first()
    )


@safe_page
def team_standings_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    _season, _person, event_table = team_found_of(request, slug, pk)
    when = when_of(request)
    lines = tables.team_lines(event_table, event_table.at(when.as_of, when.after_round))
    body = csv_files.write_rows(tables.COLUMNS, tables.csv_rows(lines))
    return csv_files.download(f"{slug}-season-{pk}-team-standings.csv", body)


@safe_page
def team_why(request: HttpRequest, slug: str, pk: int, team: int) -> HttpResponse:
    season, person, event_table = team_found_of(request, slug, pk)
    when = when_of(request)
    table = event_table.at(when.as_of, when.after_round)
    explanation = explanation_of(event_table, table, team, "")
    club = season.event.club
    shown = context(club, person, season=season, **why_context(explanation, when))
    return render(request, "leagues/team_why.html", shown)

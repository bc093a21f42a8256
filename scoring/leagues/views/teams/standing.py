"""The table of the teams, and why each stands where it stands."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.views.common import context, faults_as_pages
from ecarte_club.core import csv_files
from ecarte_club.core.live import ticket
from games.matches.views.match import unchanged
from scoring.leagues.labels import standings
from scoring.leagues.models import Season
from scoring.leagues.selectors.standings.explaining import Parted, Told, why
from scoring.leagues.selectors.standings.reading import Whole
from scoring.leagues.selectors.teams import standing
from scoring.leagues.views.standings.finding import query_of, season_of, when_of


def found_of(request: HttpRequest, slug: str, pk: int) -> tuple[Season, Person, Whole]:
    """Raises: Absent where single players play."""
    season, person = season_of(request, slug, pk)
    return season, person, standing.whole(season.pk)


@require_safe
@faults_as_pages
def team_standings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    shown = _shown(request, *found_of(request, slug, pk))
    return render(request, "leagues/team_standings.html", shown)


@require_safe
@faults_as_pages
def team_table(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The table alone, for who watches it."""
    season, person, whole = found_of(request, slug, pk)
    known = unchanged(request, f"season:{pk}", whole.version)
    return known or render(
        request, "leagues/team_table.html", _shown(request, season, person, whole)
    )


def _shown(request: HttpRequest, season: Season, person: Person, whole: Whole) -> dict[str, Any]:
    when = when_of(request)
    lines = standing.lines_now(whole, whole.at(when.as_of, when.after_round))
    shown: dict[str, Any] = {
        "season": season,
        "rows": lines,
        "order": [standings.name_of(criterion) for criterion in whole.table.order],
        "rounds": whole.rounds,
        "own": own_team(season, person),
        "version": whole.version,
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


@require_safe
@faults_as_pages
def team_standings_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    _season, _person, whole = found_of(request, slug, pk)
    when = when_of(request)
    lines = standing.lines_now(whole, whole.at(when.as_of, when.after_round))
    body = csv_files.write_rows(standing.COLUMNS, standing.csv_rows(lines))
    return csv_files.download(f"{slug}-season-{pk}-team-standings.csv", body)


@require_safe
@faults_as_pages
def team_why(request: HttpRequest, slug: str, pk: int, team: int) -> HttpResponse:
    season, person, whole = found_of(request, slug, pk)
    when = when_of(request)
    told = why(whole, whole.at(when.as_of, when.after_round), team, "")
    shown: dict[str, Any] = {
        "season": season,
        "why": told,
        "place": standings.sentences(told)[0],
        "verdicts": [_verdict(one) for one in told.verdicts],
        "figures": [_figure(one) for one in told.figures],
        "when": when,
        "query": query_of(when),
        "tab": "club",
    }
    club = season.event.club
    return render(request, "leagues/team_why.html", context(club, person, **shown))


def _verdict(one: Parted) -> dict[str, Any]:
    return {
        "found": one,
        "sentences": standings.of_verdict(one),
        "figures": [_figure(told) for told in one.figures],
    }


def _figure(one: Told) -> dict[str, Any]:
    return {
        "player": one.player,
        "criterion": standings.name_of(one.criterion),
        "figure": standings.figure(one.criterion, one.worth),
        "parts": [standings.made(part, one.criterion) for part in one.parts],
    }

"""The table that an address asks for, of players or of teams, and why a place is what it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.views.common import club_page, safe_page
from ecarte_club.core import csv_files
from ecarte_club.core.days import written_day
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.live import ticket
from ecarte_club.core.parsing import whole_number as whole_number
from games.matches.models import Event
from games.matches.views.match import unchanged
from scoring.leagues.labels import standings
from scoring.leagues.models import Season
from scoring.leagues.selectors import seasons, team_standings
from scoring.leagues.selectors.explanations import EntrantFigure, explanation_of
from scoring.leagues.selectors.seasons import When
from scoring.leagues.selectors.standings import EventTable, Line, season_table

ROUND_MOST = 10**4


class Ways(NamedTuple):
    """What the addresses of a table and of the pages about it are called; `api`: its room there."""

    table: str
    why: str
    api: str


OF_SEASON = Ways("season", "standing_why", "seasons")
OF_TEAMS = Ways("season", "team_why", "seasons")
# Where teams play: their table is the season's own page.
OF_PLAYERS = Ways("player_standings", "standing_why", "seasons")
OF_TOURNAMENT = Ways("tournament", "tournament_why", "tournaments")


@dataclass(frozen=True, slots=True)
class TableContext:
    """`shown`: what is left of names, as in `names_of`. `group`: its number, where there are
    several tables. `team`: that the reader plays for, where the table is of teams."""

    event: Event
    person: Person
    event_table: EventTable
    shown: str
    ways: Ways = OF_SEASON
    group: int = 0
    season: Season | None = None
    team: int | None = None

    @property
    def of_teams(self) -> bool:
        return self.ways == OF_TEAMS

    @property
    def own(self) -> int | None:
        """The reader's own line."""
        return self.team if self.of_teams else self.person.player_id


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
    shown = {"season": season, "tab": "seasons", **shown}
    club = season.event.club
    return club_page(request, f"leagues/{template}.html", club, person, status, **shown)


def table_context(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> TableContext:
    """Raises: Absent for teams where single players play."""
    season, person = season_of(request, slug, pk)
    if not of_teams:
        shown = player_names.names_shown(season.event.club, person)
        ways = OF_PLAYERS if season.boards else OF_SEASON
        return TableContext(season.event, person, season_table(pk), shown, ways, season=season)
    own = season.team_players.filter(player=person.player_id) if person.player_id else None
    team = None if own is None else own.values_list("team", flat=True).first()
    table = team_standings.team_table(pk)
    return TableContext(season.event, person, table, "", OF_TEAMS, season=season, team=team)


def table_page(
    request: HttpRequest, template: str, found: TableContext, status: Any = 0, **shown: Any
) -> HttpResponse:
    """`template`: of the table's own page, or of one about it; that of teams is called so."""
    template = f"leagues/{'team_' if found.of_teams else ''}{template}.html"
    shown = {"found": found, "season": found.season, "of_teams": found.of_teams, **shown}
    shown |= {"own": found.own, "tab": "seasons" if found.season else "tournaments"}
    return club_page(request, template, found.event.club, found.person, status, **shown)


def when_of(request: HttpRequest) -> When:
    """An address that was bent asks for now."""
    as_of = written_day(request.GET.get("on", ""))
    after = whole_number(request.GET.get("after", ""))
    return When(as_of, after if after and after <= ROUND_MOST else None)


def query_of(when: When) -> str:
    """To be put behind an address; empty for now."""
    asked = {"on": when.as_of and when.as_of.isoformat(), "after": when.after_round}
    return urlencode({name: value for name, value in asked.items() if value})


@safe_page
def team_standings_moved(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """To the season's own page, which it is now."""
    table_context(request, slug, pk, of_teams=True)
    query = request.GET.urlencode()
    return redirect(reverse("season", args=(slug, pk)) + (f"?{query}" if query else ""))


def team_table(request: HttpRequest, slug: str, pk: int, **shown: Any) -> HttpResponse:
    found = table_context(request, slug, pk, of_teams=True)
    return _team_table(request, "standings", found, **shown)


@safe_page
def team_table_fragment(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The table alone, for who watches it."""
    found = table_context(request, slug, pk, of_teams=True)
    known = unchanged(request, f"season:{pk}", found.event_table.version)
    return known or _team_table(request, "table", found)


def _team_table(
    request: HttpRequest, template: str, found: TableContext, **shown: Any
) -> HttpResponse:
    event_table, when = found.event_table, when_of(request)
    return table_page(
        request,
        template,
        found,
        rows=_team_lines(event_table, when),
        caption=standings.caption(event_table.table.order, of_teams=True),
        rounds=event_table.rounds,
        version=event_table.version,
        ticket=ticket(f"season:{event_table.event}"),
        when=when,
        query=query_of(when),
        **shown,
    )


def _team_lines(event_table: EventTable, when: When) -> Sequence[Line]:
    table = event_table.at(when.as_of, when.after_round)
    return team_standings.team_lines(event_table, table)


@safe_page
def team_standings_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event_table = table_context(request, slug, pk, of_teams=True).event_table
    lines = _team_lines(event_table, when_of(request))
    return csv_files.download_rows(
        f"{slug}-season-{pk}-team-standings.csv",
        team_standings.COLUMNS,
        team_standings.csv_rows(lines),
    )


@safe_page
def why(
    request: HttpRequest, slug: str, pk: int, competitor: int, *, of_teams: bool
) -> HttpResponse:
    return why_page(request, table_context(request, slug, pk, of_teams=of_teams), competitor)


def why_page(request: HttpRequest, found: TableContext, competitor: int) -> HttpResponse:
    """Raises: Absent for those who have no place."""
    when = when_of(request)
    table = found.event_table.at(when.as_of, when.after_round)
    explanation = explanation_of(found.event_table, table, competitor, found.shown)
    comparisons = [
        {
            "comparison": comparison,
            "sentences": standings.comparison_sentences(comparison),
            "figures": [_figure(figure) for figure in comparison.figures],
        }
        for comparison in explanation.comparisons
    ]
    return table_page(
        request,
        "why",
        found,
        explanation=explanation,
        place=standings.explanation_sentences(explanation)[0],
        comparisons=comparisons,
        figures=[_figure(figure) for figure in explanation.figures],
        when=when,
        query=query_of(when),
    )


def _figure(figure: EntrantFigure) -> dict[str, Any]:
    return {
        "entrant": figure.entrant,
        "criterion": standings.name_of(figure.criterion),
        "figure": standings.figure(figure.criterion, figure.worth),
        "parts": standings.part_sentences(figure),
    }

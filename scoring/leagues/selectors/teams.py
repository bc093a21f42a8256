"""The teams of a season: found, sorted, as a table for a spreadsheet; and who plays for one."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import player_names
from ecarte_club.core.collation import called
from ecarte_club.core.exceptions import Invalid, get_or_absent
from scoring.leagues.models import Season, Standing, Team, TeamPlayer
from scoring.tables.results import Share

from . import seasons

# What a list may be sorted by; "-" before it turns it round.
SORTS: Final[Mapping[str, str]] = {"place": "place", "name": "sort_name", "players": "playing"}
USUAL: Final = "place"
ORDERS: Final = (*SORTS, *(f"-{name}" for name in SORTS))
COLUMNS: Final = (*("team_id", "team", "captain", "player_id", "player", "joined_on", "left_on"),)


@dataclass(frozen=True, slots=True)
class TeamFilters:
    """`name`: a part of the team's name, or of that of somebody who plays for it."""

    name: str = ""
    sort: str = USUAL

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "TeamFilters":
        """Raises: Invalid, naming the field."""
        sort = query.get("sort", "") or USUAL
        if sort not in ORDERS:
            text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(ORDERS)}
            raise Invalid("invalid", text, field="sort")
        return cls(query.get("name", "").replace("\x00", "").strip(), sort)


def teams_of(season: Season, filters: TeamFilters, person: Person) -> QuerySet[Team]:
    """People who see names can also search for players."""
    # The order of names would tell the public what they are.
    order = ("player__sort_name", "pk") if player_names.sees_names(person) else ("pk",)
    members = TeamPlayer.objects.select_related("player").order_by(*order)
    here = Count("members", filter=Q(members__left_on=None))
    teams = (
        Team.objects.filter(season=season)
        .annotate(playing=here)
        .select_related("captain", "season__event__club")
        .prefetch_related(Prefetch("members", queryset=members))
    )
    if filters.name:
        named = called(filters.name)
        if player_names.sees_names(person):
            players = Player.objects.filter(called(filters.name), club=person.club_id)
            named |= Q(pk__in=TeamPlayer.objects.filter(player__in=players).values("team_id"))
        teams = teams.filter(named)
    turned = "-" if filters.sort.startswith("-") else ""
    return teams.order_by(f"{turned}{SORTS[filters.sort.removeprefix('-')]}", "pk")


def read_teams(teams: Iterable[Team], person: Person) -> list[Team]:
    """With the names that `person` may know."""
    rows = list(teams)
    if not player_names.sees_names(person):
        for team in rows:
            people = [one.player for one in team.members.all()]
            captain = [team.captain] if team.captain else []
            player_names.veil([*people, *captain], team.season.event.club)
    return rows


def csv_rows(teams: Iterable[Team]) -> Iterator[tuple[object, ...]]:
    """A line for each player; a team without any has one too."""
    for team in teams:
        own = (team.pk, team.name, team.captain.name if team.captain else "")
        members = list(team.members.all())
        for one in members:
            yield (*own, one.player_id, one.player.name, one.joined_on, one.left_on or "")
        if not members:
            yield (*own, "", "", "", "")


@dataclass(frozen=True, slots=True)
class Member:
    """`share`: of the matches that they have played in the season."""

    one: TeamPlayer
    share: Share
    is_captain: bool


def team(actor: Actor, team_id: int) -> tuple[Team, Season, Person]:
    """Raises: Absent when there is none, or they may not see its season."""
    row = get_or_absent(Team.objects.all(), team_id)
    season, person = seasons.season(actor, row.season_id)
    (whole,) = read_teams(teams_of(season, TeamFilters(), person).filter(pk=team_id), person)
    return whole, season, person


def members(team: Team) -> list[Member]:
    """Players of today first; `team` as `read_teams` gives it."""
    rows = list(team.members.all())
    players = [one.player_id for one in rows]
    kept = Standing.objects.filter(season=team.season_id, player__in=players)
    shares = {one.player_id: one.share for one in kept}
    teams_of = [
        Member(one, shares.get(one.player_id, Share()), one.player_id == team.captain_id)
        for one in rows
    ]
    return sorted(teams_of, key=lambda one: one.one.left_on is not None)


def plays_on(one: TeamPlayer, day: date | None) -> bool:
    """Day None: now and always."""
    if day is None:
        return one.left_on is None
    return one.joined_on <= day and (one.left_on is None or day < one.left_on)

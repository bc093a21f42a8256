"""One team, and who plays for it, with what each has done in the season."""

from dataclasses import dataclass
from datetime import date

from ecarte_club.clubs.actors import Actor
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Absent
from scoring.leagues.models import Season, Standing, Team, TeamPlayer
from scoring.leagues.selectors import seasons
from scoring.tables.points import Share

from .listing import TeamFilters, read_teams, teams_of


@dataclass(frozen=True, slots=True)
class Member:
    """`share`: of the matches that they have played in the season."""

    one: TeamPlayer
    share: Share
    is_captain: bool


def team(actor: Actor, team_id: int) -> tuple[Team, Season, Person]:
    """Raises: Absent when there is none, or they may not see its season."""
    row = Team.objects.filter(pk=team_id).first() if team_id <= seasons.ID_MOST else None
    if row is None:
        raise Absent
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

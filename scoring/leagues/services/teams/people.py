"""Teams enter a season; players come into them and leave."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from scoring.leagues.models import Season, Team, TeamPlayer
from scoring.leagues.services.planning.locking import players_held, season_held

from .locking import check_of_teams, team_held

NAME_MOST = 80
PLAYERS_MOST = 40
TEAMS_MOST = 60


@transaction.atomic(savepoint=False)
def team_add(
    *,
    by: Person,
    season: Season,
    name: str,
    players: Sequence[int],
    captain: int | None,
    version: int,
) -> Team:
    """Who plays for it does so from the first day of the season on; `captain` is one of them.

    Raises: Denied; Stale, of the season; Invalid, naming the field.
    """
    require(by, Act.RUN_SEASON)
    players_held(by.club_id, players, field="players")
    moved = season_held(by, season, version)
    check_of_teams(moved)
    told = _name(moved, name)
    _check_players(moved, players)
    if captain is not None and captain not in players:
        raise _not_of_it()
    last = Team.objects.filter(season=moved).aggregate(last=Max("place"))["last"] or 0
    if last >= TEAMS_MOST:
        text = _("At most %(most)s are allowed.") % {"most": TEAMS_MOST}
        raise Invalid("too_many", text, errors={"name": text})
    team = Team.objects.create(season=moved, name=told, captain_id=captain, place=last + 1)
    TeamPlayer.objects.bulk_create(
        TeamPlayer(season=moved, team=team, player_id=player, joined_on=moved.starts_on)
        for player in players
    )
    log_act(by, "team_add", kind="team", about=team.pk, players=len(players))
    return team


@transaction.atomic(savepoint=False)
def team_change(*, by: Person, team: Team, name: str, captain: int | None, version: int) -> Team:
    """Raises: Denied; Stale, of the team; Invalid, naming the field."""
    season, found = team_held(by, team, version)
    found.name = _name(season, name, found)
    here = TeamPlayer.objects.filter(team=found, left_on=None)
    if captain is not None and not here.filter(player=captain).exists():
        raise _not_of_it()
    found.captain_id = captain
    found.save(update_fields=["name", "sort_name", "captain", "version"])
    log_act(by, "team_change", kind="team", about=found.pk)
    return found


@transaction.atomic(savepoint=False)
def team_player_join(*, by: Person, team: Team, player: int, on: date, version: int) -> TeamPlayer:
    """`on`: from which day he plays for it. Who has left it may come back; to no other.

    Raises: Denied; Stale, of the team; Invalid, naming the field.
    """
    require(by, Act.RUN_SEASON)
    players_held(by.club_id, [player], field="player")
    season, found = team_held(by, team, version)
    _check_day(season, on)
    before = TeamPlayer.objects.filter(season=season, player=player).select_related("team").first()
    if before is not None and (before.team_id != found.pk or before.left_on is None):
        raise _plays_for(before, "player")
    if found.members.count() >= PLAYERS_MOST:
        text = _("At most %(most)s are allowed.") % {"most": PLAYERS_MOST}
        raise Invalid("too_many", text, errors={"player": text})
    one = before or TeamPlayer(season=season, team=found, player_id=player)
    one.joined_on, one.left_on = on, None
    one.save()
    found.save(update_fields=["version"])
    log_act(by, "team_player_join", kind="team", about=found.pk, player=player, on=on.isoformat())
    return one


@transaction.atomic(savepoint=False)
def team_player_leave(*, by: Person, team: Team, player: int, on: date, version: int) -> TeamPlayer:
    """`on`: from which day he plays for it no more. What he has played stays.

    Raises: Denied; Stale, of the team; Invalid, naming the field, also for the captain.
    """
    season, found = team_held(by, team, version)
    one = TeamPlayer.objects.filter(team=found, player=player, left_on=None).first()
    if one is None:
        text = _("Choose a player of the team.")
        raise Invalid("not_in_the_team", text, errors={"player": text})
    if found.captain_id == player:
        text = _("This player is the captain. Name another captain first.")
        raise Invalid("is_captain", text, errors={"player": text})
    _check_day(season, on)
    if on < one.joined_on:
        text = _("Must not be before the day the player joined the team.")
        raise Invalid("left_before", text, errors={"on": text})
    one.left_on = on
    one.save(update_fields=["left_on"])
    found.save(update_fields=["version"])
    log_act(by, "team_player_leave", kind="team", about=found.pk, player=player, on=on.isoformat())
    return one


def _name(season: Season, name: str, own: Team | None = None) -> str:
    told = " ".join(name.replace("\x00", "").split())
    if not told:
        text = _("Give a name.")
        raise Invalid("invalid_team", text, errors={"name": text})
    if len(told) > NAME_MOST:
        text = _("Must be %(most)s characters at most.") % {"most": NAME_MOST}
        raise Invalid("invalid_team", text, errors={"name": text})
    others = Team.objects.filter(season=season, name=told)
    if (others.exclude(pk=own.pk) if own else others).exists():
        text = _("There is already a team with this name.")
        raise Invalid("team_twice", text, errors={"name": text})
    return told


def _check_players(season: Season, players: Sequence[int]) -> None:
    if len(set(players)) < len(players):
        text = _("Must name each player once.")
        raise Invalid("player_twice", text, errors={"players": text})
    if not 1 <= len(players) <= PLAYERS_MOST:
        text = _("Must be 1 to %(most)s players.") % {"most": PLAYERS_MOST}
        raise Invalid("too_many", text, errors={"players": text})
    taken = TeamPlayer.objects.filter(season=season, player__in=players)
    if (one := taken.select_related("team", "player").first()) is not None:
        raise _plays_for(one, "players")


def _check_day(season: Season, on: date) -> None:
    if not season.starts_on <= on <= season.ends_on:
        text = _("Must be a day of the season.")
        raise Invalid("not_of_season", text, errors={"on": text})


def _plays_for(one: TeamPlayer, field: str) -> Invalid:
    told = _("%(name)s is in the team %(team)s. A player can be in only one team a season.")
    text = told % {"name": one.player.name, "team": one.team.name}
    return Invalid("in_a_team", text, errors={field: text})


def _not_of_it() -> Invalid:
    text = _("Choose a player of the team.")
    return Invalid("not_in_the_team", text, errors={"captain": text})

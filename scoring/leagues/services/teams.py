"""Teams enter a season; players come into them, leave, and are lined up at boards."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.names import cleaned_name, unseen_refusal
from scoring.leagues.labels.fixtures import refusal_text
from scoring.leagues.models import Board, Meeting, Season, Team, TeamPlayer
from scoring.leagues.rules.refusals import Refusal, Why
from scoring.leagues.rules.teams import lineup_refusal
from scoring.leagues.selectors.competitors import competitors_of, players_lock
from scoring.leagues.selectors.teams import plays_on

from .decisions import check_undecided
from .seasons import row_lock, season_lock

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
    """Its players play from the first day of the season on; `captain` is one of them.

    Raises: Denied; Stale, of the season; Invalid, naming the field.
    """
    require(by, Act.RUN_SEASON)
    players_lock(by.club_id, players, field="players")
    season = season_lock(by, season, version)
    competitors_of(season).check_kind(of_teams=True)
    name = _checked_name(season, name)
    _check_players(season, players)
    if captain is not None and captain not in players:
        raise _not_of_it()
    last = Team.objects.filter(season=season).aggregate(last=Max("place"))["last"] or 0
    if last >= TEAMS_MOST:
        text = _("At most %(most)s are allowed.") % {"most": TEAMS_MOST}
        raise Invalid("too_many", text, field="name")
    team = Team.objects.create(season=season, name=name, captain_id=captain, place=last + 1)
    TeamPlayer.objects.bulk_create(
        TeamPlayer(season=season, team=team, player_id=player, joined_on=season.starts_on)
        for player in players
    )
    log_act(by, "team_add", kind="team", about=team.pk, players=len(players))
    return team


@transaction.atomic(savepoint=False)
def team_change(*, by: Person, team: Team, name: str, captain: int | None, version: int) -> Team:
    """Raises: Denied; Stale, of the team; Invalid, naming the field."""
    require(by, Act.RUN_SEASON)
    season, team = row_lock(by, team, version)
    team.name = _checked_name(season, name, team)
    here = TeamPlayer.objects.filter(team=team, left_on=None)
    if captain is not None and not here.filter(player=captain).exists():
        raise _not_of_it()
    team.captain_id = captain
    team.save(update_fields=["name", "sort_name", "captain", "version"])
    log_act(by, "team_change", kind="team", about=team.pk)
    return team


@transaction.atomic(savepoint=False)
def team_player_join(*, by: Person, team: Team, player: int, on: date, version: int) -> TeamPlayer:
    """`on`: the first day. Who has left the team may come back to it, but not join another.

    Raises: Denied; Stale, of the team; Invalid, naming the field.
    """
    require(by, Act.RUN_SEASON)
    players_lock(by.club_id, [player], field="player")
    season, team = row_lock(by, team, version)
    _check_day(season, on)
    before = TeamPlayer.objects.filter(season=season, player=player).select_related("team").first()
    if before is not None and (before.team_id != team.pk or before.left_on is None):
        raise _plays_for(before, "player")
    if team.members.count() >= PLAYERS_MOST:
        text = _("At most %(most)s are allowed.") % {"most": PLAYERS_MOST}
        raise Invalid("too_many", text, field="player")
    member = before or TeamPlayer(season=season, team=team, player_id=player)
    member.joined_on, member.left_on = on, None
    member.save()
    team.save(update_fields=["version"])
    log_act(by, "team_player_join", kind="team", about=team.pk, player=player, on=on.isoformat())
    return member


@transaction.atomic(savepoint=False)
def team_player_leave(*, by: Person, team: Team, player: int, on: date, version: int) -> TeamPlayer:
    """`on`: the first day on which the player no longer plays for it. What was played stays.

    Raises: Denied; Stale, of the team; Invalid, naming the field, also for the captain.
    """
    require(by, Act.RUN_SEASON)
    season, team = row_lock(by, team, version)
    member = TeamPlayer.objects.filter(team=team, player=player, left_on=None).first()
    if member is None:
        raise Invalid("not_in_the_team", _("Choose a player of the team."), field="player")
    if team.captain_id == player:
        text = _("This player is the captain. Name another captain first.")
        raise Invalid("is_captain", text, field="player")
    _check_day(season, on)
    if on < member.joined_on:
        text = _("Must not be before the day the player joined the team.")
        raise Invalid("left_before", text, field="on")
    member.left_on = on
    member.save(update_fields=["left_on"])
    team.save(update_fields=["version"])
    log_act(by, "team_player_leave", kind="team", about=team.pk, player=player, on=on.isoformat())
    return member


def _checked_name(season: Season, name: str, own: Team | None = None) -> str:
    clean = cleaned_name(name.replace("\x00", ""))
    if not clean:
        raise Invalid("invalid_team", _("Give a name."), field="name")
    if len(clean) > NAME_MOST:
        text = _("Must be %(most)s characters at most.") % {"most": NAME_MOST}
        raise Invalid("invalid_team", text, field="name")
    if text := unseen_refusal(clean):
        raise Invalid("invalid_team", text, field="name")
    others = Team.objects.filter(season=season, name=clean)
    if (others.exclude(pk=own.pk) if own else others).exists():
        text = _("There is already a team with this name. Choose another name.")
        raise Invalid("team_twice", text, field="name")
    return clean


def _check_players(season: Season, players: Sequence[int]) -> None:
    if len(set(players)) < len(players):
        raise Invalid("player_twice", _("Must name each player once."), field="players")
    if not 1 <= len(players) <= PLAYERS_MOST:
        text = _("Must be 1 to %(most)s players.") % {"most": PLAYERS_MOST}
        raise Invalid("too_many", text, field="players")
    taken = TeamPlayer.objects.filter(season=season, player__in=players)
    if (one := taken.select_related("team", "player").first()) is not None:
        raise _plays_for(one, "players")


def _check_day(season: Season, on: date) -> None:
    if not season.starts_on <= on <= season.ends_on:
        raise Invalid("not_of_season", _("Must be a day of the season."), field="on")


def _plays_for(one: TeamPlayer, field: str) -> Invalid:
    text = _("%(name)s is in the team %(team)s. A player can be in only one team a season.")
    text %= {"name": one.player.name, "team": one.team.name}
    return Invalid("in_a_team", text, field=field)


def _not_of_it() -> Invalid:
    return Invalid("not_in_the_team", _("Choose a player of the team."), field="captain")


def require_line_up(by: Person, team: Team) -> None:
    """For its captain, and who runs the season. Raises: Denied."""
    own = by.player_id is not None and by.player_id == team.captain_id
    require_own_or_any(by, Act.START_OWN, Act.RUN_SEASON, is_own=own)


def may_line_up(by: Person, team: Team) -> bool:
    own = by.player_id is not None and by.player_id == team.captain_id
    return by.may(Act.RUN_SEASON) or (own and by.may(Act.START_OWN))


@transaction.atomic(savepoint=False)
def lineup_give(
    *, by: Person, meeting: Meeting, team: int, players: Sequence[int | None], version: int
) -> Meeting:
    """`players` from board 1, None where a board stays empty. It may be changed until the first
    match of the meeting begins.

    Raises: Denied; Stale, of the meeting; Invalid, naming the field, as `players.0`.
    """
    require_line_up(by, _side(meeting, team)[1])
    ids = [player for player in players if player is not None]
    players_lock(by.club_id, ids, field="players")
    season, meeting = row_lock(by, meeting, version)
    side, own = _side(meeting, team)
    require_line_up(by, own)
    check_undecided(meeting)
    given = _trimmed(players)
    _check(meeting, own, given, season.boards)
    _boards_set(meeting, side, given)
    setattr(meeting, f"{side}_given_at", timezone.now())
    meeting.save(update_fields=[f"{side}_given_at", "version"])
    log_act(by, "lineup_give", kind="meeting", about=meeting.pk, team=team)
    return meeting


def _side(meeting: Meeting, team: int) -> tuple[str, Team]:
    if meeting.home_id == team:
        return "home", meeting.home
    if meeting.away is not None and meeting.away_id == team:
        return "away", meeting.away
    raise Invalid("not_of_meeting", _("Must be one of the two teams."), field="team")


def _trimmed(players: Sequence[int | None]) -> list[int | None]:
    given = list(players)
    while given and given[-1] is None:
        given.pop()
    if not given:
        raise Invalid("lineup_empty", _("Name a player for at least one board."), field="players")
    return given


def _check(meeting: Meeting, team: Team, given: Sequence[int | None], boards: int) -> None:
    members = list(TeamPlayer.objects.filter(team=team).select_related("player"))
    here = {one.player_id for one in members if plays_on(one, meeting.day)}
    refusal = lineup_refusal(given, here, boards)
    if refusal is None:
        return
    text, field = refusal_text(refusal, {}), "players"
    if "player" in refusal.facts:
        player = refusal.facts["player"]
        last = len(given) - 1 - list(reversed(given)).index(int(str(player)))
        field = f"players.{last}"
        text = _not_on_day(refusal, members, meeting.day) or text
    raise Invalid(refusal.why.value, text, field=field)


def _not_on_day(refusal: Refusal, members: Sequence[TeamPlayer], day: date | None) -> str:
    """Empty where there is no more to say."""
    own = next((one for one in members if one.player_id == refusal.facts["player"]), None)
    if refusal.why is not Why.NOT_IN_THE_TEAM or own is None or day is None:
        return ""
    return _("%(name)s does not play for the team on %(day)s.") % {
        "name": own.player.name,
        "day": date_format(day, "DATE_FORMAT"),
    }


def _boards_set(meeting: Meeting, side: str, given: Sequence[int | None]) -> None:
    """As many as the longer of the two line-ups is."""
    other = "away" if side == "home" else "home"
    rows = {one.number: one for one in Board.objects.filter(meeting=meeting)}
    theirs = [number for number, one in rows.items() if getattr(one, f"{other}_id") is not None]
    last = max(len(given), *theirs, 0)
    for number, player in enumerate(given, start=1):
        rows.setdefault(number, Board(meeting=meeting, number=number))
        setattr(rows[number], f"{side}_id", player)
    for number, one in rows.items():
        if number > len(given):
            setattr(one, f"{side}_id", None)
        if number <= last:
            one.save()
        else:
            one.delete()

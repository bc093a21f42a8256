"""Who plays at which board: given by the captain, or by who runs the season."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require_own_or_any
from ecarte_club.core.exceptions import Invalid
from scoring.leagues.labels.fixtures import refusal_text
from scoring.leagues.models import Board, Meeting, Team, TeamPlayer
from scoring.leagues.rules.refusals import Refusal, Why
from scoring.leagues.rules.teams import lineup_refusal
from scoring.leagues.selectors.competitors import players_lock
from scoring.leagues.selectors.teams import plays_on
from scoring.leagues.services.decisions import check_undecided
from scoring.leagues.services.locking import row_lock


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
    _require(by, _side(meeting, team)[1])
    ids = [player for player in players if player is not None]
    players_lock(by.club_id, ids, field="players")
    season, meeting = row_lock(by, meeting, version)
    side, own = _side(meeting, team)
    _require(by, own)
    check_undecided(meeting)
    given = _trimmed(players)
    _check(meeting, own, given, season.boards)
    _boards_set(meeting, side, given)
    setattr(meeting, f"{side}_given_at", timezone.now())
    meeting.save(update_fields=[f"{side}_given_at", "version"])
    log_act(by, "lineup_give", kind="meeting", about=meeting.pk, team=team)
    return meeting


def _require(by: Person, team: Team) -> None:
    own = by.player_id is not None and by.player_id == team.captain_id
    require_own_or_any(by, Act.START_OWN, Act.RUN_SEASON, is_own=own)


def _side(meeting: Meeting, team: int) -> tuple[str, Team]:
    if meeting.home_id == team:
        return "home", meeting.home
    if meeting.away is not None and meeting.away_id == team:
        return "away", meeting.away
    text = _("Must be one of the two teams.")
    raise Invalid("not_of_meeting", text, errors={"team": text})


def _trimmed(players: Sequence[int | None]) -> list[int | None]:
    given = list(players)
    while given and given[-1] is None:
        given.pop()
    if not given:
        text = _("Name a player for at least one board.")
        raise Invalid("lineup_empty", text, errors={"players": text})
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
    raise Invalid(refusal.why.value, text, errors={field: text})


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

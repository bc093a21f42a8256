"""What is decided without play, a whole meeting or one of its boards, and taken back."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Absent, Invalid
from ecarte_club.core.outbox import Kind
from scoring.leagues.messages import team_meeting_message
from scoring.leagues.models import Board, Fixture, Meeting
from scoring.leagues.services.planning.awards import AWARDS
from scoring.leagues.services.planning.leaving import check_days
from scoring.leagues.services.planning.locking import reason_of

from .diary import to_play
from .following import check_both_play
from .locking import check_untouched, meeting_held, names_of

# A board that is not played has its line-ups to say so.
BOARD_AWARDS = (Fixture.Award.HOME, Fixture.Award.AWAY, Fixture.Award.BOTH_ABSENT)


@transaction.atomic(savepoint=False)
def meeting_award(
    *, by: Person, meeting: Meeting, award: str, reason: str, version: int
) -> Meeting:
    """`award`: one of AWARDS. Raises: Denied; Stale; Invalid, naming the field."""
    season, found = meeting_held(by, meeting, version)
    told = reason_of(reason)
    _check_award(award, AWARDS)
    check_untouched(found)
    found.award, found.reason = award, told
    found.save(update_fields=["award", "reason", "version"])
    log_act(by, "meeting_award", kind="meeting", about=found.pk, award=award)
    team_meeting_message(Kind.FIXTURE_AWARDED, season, found)
    return found


@transaction.atomic(savepoint=False)
def meeting_award_back(*, by: Person, meeting: Meeting, version: int) -> Meeting:
    """It is to be played, by the line-ups it had.

    Raises: Denied; Stale; Invalid when nothing was awarded, or it cannot be played then.
    """
    season, found = meeting_held(by, meeting, version)
    if not found.award or found.away_id is None:
        raise _not_awarded()
    check_both_play(found, "award")
    open_ = list(to_play(season).filter(day=found.day))
    for team in (found.home_id, found.away_id):
        check_days(team, [found], open_, names_of, "award")
    award, found.award, found.reason = found.award, "", ""
    found.save(update_fields=["award", "reason", "version"])
    log_act(by, "meeting_award_back", kind="meeting", about=found.pk, award=award)
    team_meeting_message(Kind.FIXTURE_AWARD_BACK, season, found)
    return found


@transaction.atomic(savepoint=False)
def board_award(*, by: Person, board: Board, award: str, reason: str, version: int) -> Board:
    """Of two who are named, one did not come, or neither. `version`: of the meeting.

    Raises: Denied; Stale; Invalid, naming the field.
    """
    season, meeting = meeting_held(by, board.meeting, version)
    told = reason_of(reason)
    _check_award(award, BOARD_AWARDS)
    found = _board(board)
    if meeting.award or not meeting.is_lined_up or None in (found.home_id, found.away_id):
        text = _("Both line-ups must be entered, with a player on each side of this board.")
        raise Invalid("not_lined_up", text, errors={"award": text})
    if found.match_id is not None or found.award:
        text = _("This board has already started or been decided.")
        raise Invalid("board_decided", text, errors={"award": text})
    found.award, found.reason = award, told
    found.save(update_fields=["award", "reason"])
    meeting.save(update_fields=["version"])
    log_act(by, "board_award", kind="meeting", about=meeting.pk, number=found.number, award=award)
    team_meeting_message(Kind.FIXTURE_AWARDED, season, meeting, found)
    return found


@transaction.atomic(savepoint=False)
def board_award_back(*, by: Person, board: Board, version: int) -> Board:
    """It is to be played. Raises: Denied; Stale; Invalid when nothing was awarded."""
    season, meeting = meeting_held(by, board.meeting, version)
    found = _board(board)
    if not found.award:
        raise _not_awarded()
    award, found.award, found.reason = found.award, "", ""
    found.save(update_fields=["award", "reason"])
    meeting.save(update_fields=["version"])
    log_act(
        by, "board_award_back", kind="meeting", about=meeting.pk, number=found.number, award=award
    )
    team_meeting_message(Kind.FIXTURE_AWARD_BACK, season, meeting, found)
    return found


def _board(board: Board) -> Board:
    """As it is now; a line-up may have taken it away."""
    found = Board.objects.filter(pk=board.pk).first()
    if found is None:
        raise Absent
    return found


def _check_award(award: str, allowed: Sequence[str]) -> None:
    if award not in allowed:
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(allowed)}
        raise Invalid("invalid_award", text, errors={"award": text})


def _not_awarded() -> Invalid:
    text = _("There is no decision to withdraw here.")
    return Invalid("not_awarded", text, errors={"award": text})

"""One fixture or meeting, or a board, decided without play or moved to another day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid, get_or_absent
from ecarte_club.core.outbox import Kind
from scoring.leagues.labels.fixtures import refused
from scoring.leagues.messages import fixture_message
from scoring.leagues.models import Board, Fixture, Meeting, Season
from scoring.leagues.rules.changes import postpone
from scoring.leagues.rules.refusals import Refusal
from scoring.leagues.selectors.competitors import competitors_of, dated_of, sides_of
from scoring.leagues.selectors.fixtures import State, state_of
from scoring.leagues.selectors.plans import plan_of

from .planning import free_table
from .seasons import checked_reason, row_lock
from .withdrawing import check_days

Row = TypeVar("Row", bound=Fixture | Meeting)
Award = Fixture.Award
AWARDS = (Award.HOME, Award.AWAY, Award.BOTH_ABSENT, Award.VOID)
# A board that is not played has its line-ups to show it.
BOARD_AWARDS = (Award.HOME, Award.AWAY, Award.BOTH_ABSENT)


@transaction.atomic(savepoint=False)
def fixture_award(*, by: Person, fixture: Row, award: str, reason: str, version: int) -> Row:
    """`award`: one of AWARDS. Raises: Denied; Stale; Invalid, naming the field."""
    require(by, Act.RUN_SEASON)
    season, row = row_lock(by, fixture, version)
    reason = checked_reason(reason)
    _check_award(award, AWARDS)
    check_undecided(row)
    row.award, row.reason = award, reason
    row.save(update_fields=["award", "reason", "version"])
    _log(by, row, "award", award=award)
    fixture_message(Kind.FIXTURE_AWARDED, season, row)
    return row


@transaction.atomic(savepoint=False)
def fixture_award_withdraw(*, by: Person, fixture: Row, version: int) -> Row:
    """It is to be played again: a fixture at another table if another has its own since, a meeting
    by the line-ups it had.

    Raises: Denied; Stale; Invalid when nothing was decided, or it cannot be played then.
    """
    require(by, Act.RUN_SEASON)
    season, row = row_lock(by, fixture, version)
    if not row.award or row.away_id is None:
        raise _not_decided()
    check_both_play(season, row, "award")
    competitors = competitors_of(season)
    for competitor in sides_of(row):
        open_rows = competitors.open_fixtures.filter(day=row.day)
        check_days(competitors, competitor, [row], open_rows, "award")
    award, row.award, row.reason = row.award, "", ""
    row.save(update_fields=["award", "reason", "version"])
    _table_save(season, row)
    _log(by, row, "award_back", award=award)
    fixture_message(Kind.FIXTURE_AWARD_BACK, season, row)
    return row


def _table_save(season: Season, row: Fixture | Meeting) -> None:
    """Another, where it had one that is no longer free."""
    if isinstance(row, Fixture) and row.table:
        row.table = free_table(season, row)
        row.save(update_fields=["table"])


@transaction.atomic(savepoint=False)
def board_award(*, by: Person, board: Board, award: str, reason: str, version: int) -> Board:
    """Of two players who are named, one did not come, or neither. `version`: of the meeting.

    Raises: Denied; Stale; Invalid, naming the field.
    """
    require(by, Act.RUN_SEASON)
    season, meeting = row_lock(by, board.meeting, version)
    reason = checked_reason(reason)
    _check_award(award, BOARD_AWARDS)
    row = get_or_absent(Board.objects.all(), board.pk)  # a line-up may have removed it
    if meeting.award or not meeting.is_lined_up or len(sides_of(row)) < 2:
        text = _("Both line-ups must be entered, with a player on each side of this board.")
        raise Invalid("not_lined_up", text, field="award")
    if row.match_id is not None or row.award:
        text = _("This board has already started or been decided.")
        raise Invalid("board_decided", text, field="award")
    row.award, row.reason = award, reason
    _board_save(by, season, meeting, row, Kind.FIXTURE_AWARDED, "board_award", award)
    return row


@transaction.atomic(savepoint=False)
def board_award_withdraw(*, by: Person, board: Board, version: int) -> Board:
    """It is to be played. Raises: Denied; Stale; Invalid when nothing was decided."""
    require(by, Act.RUN_SEASON)
    season, meeting = row_lock(by, board.meeting, version)
    row = get_or_absent(Board.objects.all(), board.pk)  # a line-up may have removed it
    if not row.award:
        raise _not_decided()
    award, row.award, row.reason = row.award, "", ""
    _board_save(by, season, meeting, row, Kind.FIXTURE_AWARD_BACK, "board_award_back", award)
    return row


def _board_save(
    by: Person, season: Season, meeting: Meeting, row: Board, kind: Kind, act: str, award: str
) -> None:
    row.save(update_fields=["award", "reason"])
    meeting.save(update_fields=["version"])
    log_act(by, act, kind="meeting", about=meeting.pk, number=row.number, award=award)
    fixture_message(kind, season, meeting, row)


@dataclass(frozen=True, slots=True)
class NewDay:
    """`sitting`: None where a day has only one; a meeting has no `table` of its own."""

    day: date
    sitting: int | None
    table: str


def postponement_preview(*, by: Person, fixture: Fixture | Meeting, day: date) -> NewDay:
    """When and where it would be played.

    Raises: as fixture_postpone.
    """
    require(by, Act.RUN_SEASON)
    season_id = fixture.event_id if isinstance(fixture, Fixture) else fixture.season_id
    season = Season.objects.select_related("league").get(pk=season_id)
    row = competitors_of(season).fixtures.select_related("round").get(pk=fixture.pk)
    row.day, row.sitting = day, _sitting_on(season, row, day)
    table = free_table(season, row) if isinstance(row, Fixture) else ""
    return NewDay(day, row.sitting, table)


@transaction.atomic(savepoint=False)
def fixture_postpone(*, by: Person, fixture: Row, day: date, reason: str, version: int) -> Row:
    """The day may also be an earlier one. A fixture keeps its table where that is free, a meeting
    its line-ups.

    Raises: Denied; Stale; Invalid, naming the field, also when it was begun or decided.
    """
    require(by, Act.RUN_SEASON)
    season, row = row_lock(by, fixture, version)
    reason = checked_reason(reason)
    sitting = _sitting_on(season, row, day)
    row.moved_from = row.moved_from or row.day
    row.day, row.sitting, row.reason = day, sitting, reason
    if row.moved_from == day:
        row.moved_from = None
    if isinstance(row, Fixture):
        row.table = free_table(season, row)
        row.save(update_fields=["table"])
    row.save(update_fields=["moved_from", "day", "sitting", "reason", "version"])
    _log(by, row, "postpone", on=day.isoformat())
    fixture_message(Kind.FIXTURE_MOVED, season, row)
    return row


def _sitting_on(season: Season, row: Fixture | Meeting, day: date) -> int | None:
    """Of the new day; None where a day has only one.

    Raises: Invalid, naming the field; a bye is refused by the rules themselves.
    """
    if row.award != Award.BYE:
        check_undecided(row)
    competitors, plan = competitors_of(season), plan_of(season)
    dated = postpone(
        dated_of(row),
        day,
        calendar=competitors.diary().dated,
        season=plan.days(season),
        today=timezone.localdate(),
    )
    if isinstance(dated, Refusal):
        raise refused(dated, competitors.names(sides_of(row)), field="day")
    return plan.sitting_of(dated.slot)


def check_undecided(row: Fixture | Meeting) -> None:
    """Raises: Invalid, with why it can be neither moved, nor decided, nor lined up again."""
    kind = "fixture" if isinstance(row, Fixture) else "meeting"
    if _has_begun(row):
        text = _("This fixture has started. Correct the result in its match.")
        if isinstance(row, Meeting):
            text = _("This meeting has started. Correct the results at its boards.")
    elif row.away_id is None:
        text = _("A bye is not played.")
    elif row.award:
        text = _("It was decided without play. Withdraw that decision first.")
    else:
        return
    raise Invalid(f"{kind}_decided", text, field=kind)


def _has_begun(row: Fixture | Meeting) -> bool:
    if isinstance(row, Fixture):
        return state_of(row) in (State.IN_PLAY, State.UNFINISHED, State.PLAYED)
    boards = Board.objects.filter(meeting=row)
    return boards.exclude(match=None).exists() or boards.exclude(award="").exists()


def check_both_play(season: Season, row: Fixture | Meeting, field: str) -> None:
    """Raises: Invalid where one of the two has withdrawn, so that it would never be played."""
    competitors = competitors_of(season)
    planned = competitors.planned()
    if any(planned.get(pk) is not None for pk in sides_of(row)):
        raise Invalid("entrant_left", competitors.has_left, field=field)


def _check_award(award: str, allowed: Sequence[str]) -> None:
    if award not in allowed:
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(allowed)}
        raise Invalid("invalid_award", text, field="award")


def _not_decided() -> Invalid:
    return Invalid("not_awarded", _("There is no decision to withdraw here."), field="award")


def _log(by: Person, row: Fixture | Meeting, verb: str, **detail: object) -> None:
    kind = "fixture" if isinstance(row, Fixture) else "meeting"
    log_act(by, f"{kind}_{verb}", kind=kind, about=row.pk, **detail)

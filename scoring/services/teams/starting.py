"""The boards that are due, started at the tables of an evening in one act."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Evening
from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.wire.faults import Invalid
from games.models import Match
from games.services.starting import STARTS_MOST, Start, beside, matches_start
from scoring.models import Board
from scoring.teams.due import boards_due

from .following import board_link


@dataclass(frozen=True, slots=True)
class BoardStart:
    """A board of a meeting at a table of the evening; both by their ids."""

    board: int
    table: int


@transaction.atomic(savepoint=False)
def boards_start(*, by: Person, evening: Evening, starts: Sequence[BoardStart]) -> list[Match]:
    """All at once, who is at home as the first player.

    Raises: Denied; Invalid, with errors named as `boards.0.table`, and as matches_start.
    """
    require(by, Act.START_ANY)
    if not 1 <= len(starts) <= STARTS_MOST:
        text = _("Must be 1 to %(most)s matches.") % {"most": STARTS_MOST}
        raise Invalid("nothing_to_start", text, errors={"boards": text})
    due = {board.pk: board for board in boards_due(evening)}
    _check(starts, due)
    found: dict[int, Match] = {}
    for event_id in sorted({due[one.board].meeting.season_id for one in starts}):
        places = [n for n, one in enumerate(starts) if due[one.board].meeting.season_id == event_id]
        asked = [_start(due[starts[at].board], starts[at].table) for at in places]
        begun = _begun(by, evening, asked, event_id, places)
        for at, match in zip(places, begun, strict=True):
            board_link(due[starts[at].board], match)
            found[at] = match
    return [found[at] for at in range(len(starts))]


def _begun(
    by: Person, evening: Evening, asked: Sequence[Start], event_id: int, places: Sequence[int]
) -> list[Match]:
    try:
        return matches_start(by=by, evening=evening, starts=asked, event_id=event_id)
    except Invalid as fault:
        raise beside(fault, places, "boards", "board") from fault


def _check(starts: Sequence[BoardStart], due: Mapping[int, Board]) -> None:
    errors = {}
    seen: set[int] = set()
    players: set[int | None] = set()
    for at, one in enumerate(starts):
        board, name = due.get(one.board), f"boards.{at}.board"
        if board is None:
            errors[name] = _("Must be a board that is due and not begun.")
            continue
        pair = {board.home_id, board.away_id}
        if one.board in seen:
            errors[name] = _("Must name each board once.")
        elif pair & players:
            errors[name] = _("Nobody plays twice in a round.")
        if any(one.table == other.table for other in starts[:at]):
            text = _("One match at a table: choose another for one of them.")
            errors[f"boards.{at}.table"] = text
        seen.add(one.board)
        players |= pair
    if errors:
        text = _("Nothing was started: these boards cannot all begin.")
        raise Invalid("cannot_start", text, errors=errors)


def _start(board: Board, table: int) -> Start:
    return Start(table=table, player_a=board.home_id or 0, player_b=board.away_id or 0)

"""What a director does at a table online. They see who is there and whose clock runs, and never a
hand in play."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from games.engine.match import apply
from games.engine.seats import Seat
from games.engine.transcripts.acts import Ending
from games.matches.services.entries import checked_reason
from games.online.live import publish
from games.online.models import OnlineTable
from games.online.selectors.tables import Play, tables

from .drawing import set_clock
from .ending import HANDS_MOST, abandon_rest, abandoned_hand
from .writing import locked, moved, require_playing, write_line

MINUTES_MOST = 7 * 24 * 60


@transaction.atomic(savepoint=False)
def clock_stop(*, by: Person, table: OnlineTable) -> OnlineTable:
    """The clock that runs stands until whoever is waited for has acted. Stopped twice is as once.

    Raises: Denied; Invalid where no clock runs.
    """
    play = _directed(by, table)
    if play.table.deadline is None and play.table.waiting_since is not None:
        return play.table
    _require_clock(play)
    moved(play, {"deadline": None})
    log_act(by, "online_clock_stop", kind="online", about=play.table.pk)
    publish(play.table, play)
    return play.table


@transaction.atomic(savepoint=False)
def clock_extend(*, by: Person, table: OnlineTable, minutes: int) -> OnlineTable:
    """Whoever is waited for has so many minutes more for this action, and nothing less in reserve.

    Raises: Denied; Invalid where no clock runs, or for too many.
    """
    play = _directed(by, table)
    if not 1 <= minutes <= MINUTES_MOST:
        text = _("Must be from 1 to %(most)s.") % {"most": MINUTES_MOST}
        raise Invalid("invalid_minutes", text, field="minutes")
    deadline, since = _require_clock(play)
    more = timedelta(minutes=minutes)
    moved(play, {"deadline": deadline + more, "waiting_since": since + more})
    log_act(by, "online_clock_extend", kind="online", about=play.table.pk, minutes=minutes)
    publish(play.table, play)
    return play.table


@dataclass(frozen=True, slots=True)
class Adjudication:
    """How a match would end: the games won by each, and how many hands would be entered."""

    games_a: int
    games_b: int
    hands: int


def adjudication(play: Play, winner: Seat) -> Adjudication:
    state, number = play.state, 0
    while not state.over and number < HANDS_MOST:
        state, _events = apply(state, abandoned_hand(state, winner.other))
        number += 1
    return Adjudication(state.games_won(Seat.A), state.games_won(Seat.B), number)


def adjudication_preview(*, by: Person, table: OnlineTable, winner: str) -> Adjudication:
    """Raises: Denied; Invalid."""
    require(by, Act.CORRECT)
    play = Play(tables().get(pk=table.pk))
    require_playing(play)
    return adjudication(play, _seat(winner))


@transaction.atomic(savepoint=False)
def match_adjudge(*, by: Person, table: OnlineTable, winner: str, reason: str) -> OnlineTable:
    """The match is decided: what is left of it is entered as hands that the other player abandoned
    (law 42), and a hand in play counts for nothing. Its deals are opened.

    Raises: Denied; Invalid.
    """
    require(by, Act.CORRECT)
    reason, seat = checked_reason(reason), _seat(winner)
    play = _directed(by, table)
    abandon_rest(play, by, seat.other)
    write_line(play, Ending.STOPPED)
    details = {"winner": seat.value, "reason": reason}
    log_act(by, "online_adjudge", kind="match", about=play.match.pk, **details)
    moved(play, {})
    set_clock(play)
    publish(play.table, play)
    return play.table


def _directed(by: Person, table: OnlineTable) -> Play:
    """Locked. Raises: Denied; Invalid unless a match is in play there."""
    require(by, Act.CORRECT)
    play = locked(table)
    require_playing(play)
    return play


def _require_clock(play: Play) -> tuple[datetime, datetime]:
    """The deadline, and since when it is waited for. Raises: Invalid."""
    deadline, since = play.table.deadline, play.table.waiting_since
    if deadline is None or since is None:
        text = _("No clock runs at this table now. Look again when somebody is to act.")
        raise Invalid("no_clock", text, field="version")
    return deadline, since


def _seat(winner: str) -> Seat:
    if winner not in list(Seat):
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(Seat)}
        raise Invalid("invalid_winner", text, field="winner")
    return Seat(winner)

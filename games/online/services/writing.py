"""A table online, locked with its match to be written to, and what every write does.

Every write compares the version that it was made on within its statement, so of two only one is
done. Nothing that an audience may not see is ever in an answer, a log or a message.
"""

from collections.abc import Mapping

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from games.engine import fair_deal
from games.engine.seats import Seat
from games.engine.transcripts.acts import Act as Line
from games.engine.transcripts.acts import seen_text, text
from games.matches.models import Match
from games.online.models import Action, Draw, OnlineTable
from games.online.selectors.tables import Play, read_again, seat_of

# Where there is one writer at a time, the transaction has begun as the writer's.
_lock = Composed(
    lambda pk: Match.objects.select_for_update(no_key=True).filter(pk=pk).values_list("pk"), pk=int
)


def locked(table: OnlineTable) -> Play:
    """The play as it is, with its match locked, so that nothing changes until the transaction ends.

    Raises: Invalid for a table that has no match yet.
    """
    if table.match_id is None:
        raise Invalid("not_begun", _("Nobody sits opposite yet, so nothing can be played."))
    if connection.features.has_select_for_update:
        _lock.tuples(pk=table.match_id)
    play = Play(read_again(table))
    play.table.play = play
    return play


def require_seat(play: Play, by: Person) -> Seat:
    """Raises: Denied for who does not play here."""
    require(by, Act.PLAY_ONLINE)
    seat = seat_of(play.table, by)
    if seat is None:
        raise Denied(_("Only the two players can do this. You are watching."))
    return seat


def require_playing(play: Play) -> None:
    """Raises: Invalid."""
    if not play.is_playing:
        text = _("This table is closed. See the page of the match for how it goes on.")
        raise Invalid("not_playing", text, field="version")


def write_line(
    play: Play, line: Line, seat: Seat | None = None, *, draw: Draw | None = None
) -> None:
    last = play.last_action
    number = last.number + 1 if last else 1
    head = bytes.fromhex(last.head) if last else fair_deal.FIRST_HEAD
    action = Action.objects.create(
        table=play.table,
        draw=draw,
        number=number,
        seat=seat.value if seat else "",
        text=text(line),
        head=fair_deal.act_hash(head, seen_text(line)).hex(),
        at=timezone.now(),
    )
    play.actions.append(action)


def change(play: Play, **fields: object) -> None:
    """Of the table, whose match is locked."""
    OnlineTable.objects.filter(pk=play.table.pk).update(**fields)
    for name, value in fields.items():
        setattr(play.table, name, value)


def moved(play: Play, fields: Mapping[str, object]) -> None:
    """The table is at its next version."""
    version = play.table.version
    now = timezone.now()
    written = {**fields, "version": version + 1, "changed_at": now}
    done = OnlineTable.objects.filter(pk=play.table.pk, version=version).update(**written)
    if not done:
        raise Stale(sent=version, current=version + 1)
    for name, value in written.items():
        setattr(play.table, name, value)


def without_timeouts(play: Play, seat: Seat) -> dict[str, object]:
    return {"timeouts": 0, "timed_out": ""} if play.table.timed_out == seat.value else {}

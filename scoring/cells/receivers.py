"""What a move does to everybody who reads or writes in the club."""

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import Moved, Unavailable

from .models import ClubMove

WAIT = 1
"""Seconds, for Retry-After: a move takes a few."""
LOCK = 1911
"""The first half of the key of PostgreSQL's lock; the club is the other."""

_moves = Composed(lambda club: ClubMove.objects.filter(club=club).order_by(), club=int)


def reading_redirect(*, club: int) -> None:
    """Raises: Moved when the club is elsewhere now."""
    if settings.CELL_SECRET:
        _refuse_left(_moves.first(club=club))


def writing_refuse(*, club: int) -> None:
    """Called within the transaction of a write, which a move that begins then waits for.

    Raises: Unavailable while the club moves; Moved afterwards.
    """
    if not settings.CELL_SECRET:
        return
    if connection.vendor == "postgresql" and connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock_shared(%s, %s)", lock_of(club))
    move = _moves.first(club=club)
    if move is None:
        return
    _refuse_left(move)
    if move.until is None or move.until > timezone.now():
        text = _(
            "This club is moving to another site. Send it again in a few seconds: nothing is "
            "entered twice."
        )
        raise Unavailable("club_moving", text, wait=WAIT)


def lock_of(club: int) -> tuple[int, int]:
    return LOCK, club % 2**31


def _refuse_left(move: ClubMove | None) -> None:
    if move is not None and move.state == ClubMove.State.LEFT:
        text = _("This club has moved to another site: %(address)s")
        raise Moved(text % {"address": move.address}, address=move.address, raised=move.raised)

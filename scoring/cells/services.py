"""A club leaves a cell, or arrives in one. It can be written to in one of them at most, always.

It is read-only from `club_freeze` until the other cell has it and `club_leave` is committed here;
only then the other cell is told to open it. Whatever fails before leaves it here (`club_thaw`), and
there a copy that nobody can write to, which the next try replaces.
"""

import secrets as random
from datetime import datetime, timedelta
from typing import IO
from zipfile import ZipFile

from django.db import connection, transaction
from django.utils import timezone

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Person
from scoring.archive.removing import clubs_remove, rows_of_clubs
from scoring.archive.restoring import Refused, restore

from . import secrets
from .models import ClubMove
from .receivers import lock_of

State = ClubMove.State
LEASE, MARGIN = timedelta(minutes=10), timedelta(seconds=30)
"""After a move whose program was killed, its club can be written to again."""


class NotMoved(Exception):
    """The club stays where it was; the text says why."""


def club_freeze(*, club: Club, address: str) -> ClubMove:
    """When it returns, nobody writes in the club, and nothing is being written.

    A move that was interrupted is begun again. Raises: NotMoved for a club that has left.
    """
    now = timezone.now()
    with transaction.atomic():
        known = ClubMove.objects.select_for_update().filter(club=club).first()
        if known is not None and known.state != State.LEAVING:
            raise NotMoved("The club is in another cell, or arrives here.")
        move, _made = ClubMove.objects.update_or_create(
            club=club,
            defaults={
                "state": State.LEAVING,
                "key": random.token_hex(16),
                "address": address,
                "since": now,
                "until": now + LEASE,
                "public": club.public,
            },
        )
    _wait_for_writers(club.pk)
    return move


def _wait_for_writers(club: int) -> None:
    """Those that began before the move was committed. On SQLite its commit has waited for them."""
    if connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", lock_of(club))


def club_thaw(*, move: ClubMove) -> bool:
    """Whether it was this move that had frozen the club."""
    mine = ClubMove.objects.filter(club_id=move.club_id, key=move.key, state=State.LEAVING)
    return bool(mine.delete()[0])


@transaction.atomic
def club_leave(*, move: ClubMove, raised: int) -> ClubMove:
    """From now on it is in the other cell. Raises: NotMoved when it may have been written to."""
    in_time = ClubMove.objects.filter(
        club_id=move.club_id,
        key=move.key,
        state=State.LEAVING,
        until__gt=timezone.now() + MARGIN,
    )
    # The log is written here as well, which nobody else sees before the commit.
    if not in_time.update(until=timezone.now()):
        raise NotMoved("It took too long, or the move was begun again: run it again.")
    by = Person(club_id=move.club_id)
    log_act(by, "club_move", kind="club", about=move.club_id)
    ClubMove.objects.filter(key=move.key).update(state=State.LEFT, until=None, raised=raised)
    Club.objects.filter(pk=move.club_id).update(public=False)
    move.refresh_from_db()
    return move


@transaction.atomic
def club_arrive(*, file: IO[bytes], slug: str, key: str, since: datetime, address: str) -> ClubMove:
    """All of it, or nothing; nobody can write to it yet. A copy that an earlier try left goes, and
    so does what stayed here when the club left this cell. Raises: archive's Refused."""
    earlier = ClubMove.objects.select_for_update().filter(club__slug=slug)
    if earlier.filter(state=State.ARRIVING, since__gt=since).exists():
        raise Refused("A later move of the club has arrived.")
    gone = list(earlier.exclude(state=State.LEAVING).values_list("club", flat=True))
    if gone:
        earlier.filter(club__in=gone).delete()
        clubs_remove(rows_of_clubs(gone))
    restored = restore(file)
    file.seek(0)
    with ZipFile(file) as opened:
        if secrets.NAME in opened.namelist():
            secrets.take(opened, restored.ids)
    club = restored.club
    move = ClubMove.objects.create(
        club=club,
        state=State.ARRIVING,
        key=key,
        address=address,
        since=since,
        raised=restored.ids.raised,
        public=club.public,
    )
    Club.objects.filter(pk=club.pk).update(public=False)
    return move


@transaction.atomic
def club_open(*, slug: str, key: str) -> bool:
    """Whether it is open now, also if it was before: an answer may have been lost."""
    move = ClubMove.objects.select_for_update().filter(club__slug=slug).first()
    if move is None:
        return Club.objects.filter(slug=slug).exists()
    if move.state != State.ARRIVING or move.key != key:
        return False
    Club.objects.filter(pk=move.club_id).update(public=move.public)
    move.delete()
    return True

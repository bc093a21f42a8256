"""An evening that is over, with the times that it would have had; and what happens at one."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, time, timedelta
from itertools import count
from unittest.mock import patch
from zoneinfo import ZoneInfo

from django.utils import timezone

from ecarte_club.clubs.permissions import Person
from games.evenings.models import Evening, Table
from games.evenings.services.evenings import evening_sign_off
from games.matches.services.entries import match_annul
from games.matches.services.matches import match_start

OPENED, SIGNED_OFF = time(19, 30), time(23, 30)
CODES_GOOD_FOR = timedelta(hours=18)
AN_ENTRY_TAKES = timedelta(seconds=20)


def close(evening: Evening, *, by: Person, zone: ZoneInfo) -> Evening:
    """Signed off late at night of its day; whoever came was there when the doors opened."""
    evening.refresh_from_db()
    evening_sign_off(by=by, evening=evening, version=evening.version)
    opened = datetime.combine(evening.held_on, OPENED, zone)
    evening.attendances.update(came_at=opened)
    evening.opened_at, evening.codes_until = opened, opened + CODES_GOOD_FOR
    evening.signed_off_at = datetime.combine(evening.held_on, SIGNED_OFF, zone)
    evening.save(update_fields=["opened_at", "codes_until", "signed_off_at"])
    return evening


def end_of(evening: Evening, zone: ZoneInfo) -> datetime:
    return datetime.combine(evening.held_on, SIGNED_OFF, zone)


@contextmanager
def clock_at(moment: datetime) -> Iterator[None]:
    """What is entered says when, and is never changed: so it is entered at the time it has to say.

    The command that loads the sample does nothing else meanwhile.
    """
    ticks = count()
    with patch.object(timezone, "now", lambda: moment + next(ticks) * AN_ENTRY_TAKES):
        yield


def begun_wrongly(table: Table, pair: tuple[int, int], *, by: Person) -> None:
    """The wrong two were called to a table, before the right two sit down there."""
    one, other = pair
    match = match_start(by=by, player_a=one, player_b=other, evening_table=table.pk)
    match_annul(by=by, match=match, reason="Appelés par erreur à cette table.", version=0)

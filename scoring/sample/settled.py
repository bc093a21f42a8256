"""An earlier evening that was settled: three played a pool late that night; one of the two who owe
the winner has paid since, and the other has not."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import count
from random import Random
from unittest.mock import patch
from zoneinfo import ZoneInfo

from django.utils import timezone

from ecarte_club.clubs.models import Evening, Player
from ecarte_club.clubs.rights import Person
from scoring.models import Settlement
from scoring.services.ledger import book_for
from scoring.services.settling import books_settle, payment_mark

from .contests import Slips, Tonight
from .evenings import SIGNED_OFF

# With this seed the third of the players wins.
SEED = 26
TABLE = "11"
AN_ENTRY_TAKES = timedelta(seconds=20)
PLAYED = timedelta(minutes=50)
PAID = timedelta(days=2, hours=-3)


def pool_late(
    evening: Evening, *, by: Person, players: Sequence[Player], slips: Slips, zone: ZoneInfo
) -> None:
    """To be played before the evening is signed off."""
    with _clock_at(_end(evening, zone) - PLAYED):
        tonight = Tonight(evening, by, Random(SEED), slips)  # noqa: S311  (the same for everybody)
        tonight.pool(TABLE, [player.pk for player in players])


def settle(evening: Evening, *, by: Person, payer: Person, zone: ZoneInfo) -> Settlement:
    """`payer`: who paid what he owed two days later, and said so himself."""
    book = book_for(evening)
    with _clock_at(_end(evening, zone)):
        settlement = books_settle(by=by, books={book.pk: book.version})
    with _clock_at(_end(evening, zone) + PAID):
        paid = settlement.payments.get(payer=payer.player_id)
        payment_mark(by=payer, payment=paid, made=True)
    return settlement


def _end(evening: Evening, zone: ZoneInfo) -> datetime:
    return datetime.combine(evening.held_on, SIGNED_OFF, zone)


@contextmanager
def _clock_at(moment: datetime) -> Iterator[None]:
    """What is entered says when, and is never changed: so it is entered at the time it has to say.

    The command that loads the sample does nothing else meanwhile.
    """
    ticks = count()
    with patch.object(timezone, "now", lambda: moment + next(ticks) * AN_ENTRY_TAKES):
        yield

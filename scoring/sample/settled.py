"""An earlier evening that was settled: three played a pool late that night; one of the two who owe
the winner has paid since, and the other has not."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from zoneinfo import ZoneInfo

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from games.evenings.models import Evening
from scoring.ledger.models import Settlement
from scoring.ledger.services.posting import book_for
from scoring.ledger.services.settling import books_settle, payment_mark

from .contests import Slips, Tonight
from .evenings import clock_at, end_of

# With this seed the third of the players wins.
LATE_SEED = 21
LATE_TABLE = "11"
PLAYED = timedelta(minutes=50)
PAID = timedelta(days=2, hours=-3)


def pool_late(
    evening: Evening, *, by: Person, players: Sequence[Player], slips: Slips, zone: ZoneInfo
) -> None:
    """To be played before the evening is signed off."""
    with clock_at(end_of(evening, zone) - PLAYED):
        tonight = Tonight(evening, by, Random(LATE_SEED), slips)  # noqa: S311  (the same for everybody)
        tonight.pool(LATE_TABLE, [player.pk for player in players])


def settle(evening: Evening, *, by: Person, payer: Person, zone: ZoneInfo) -> Settlement:
    """`payer`: who paid what he owed two days later, and said so himself."""
    book = book_for(evening)
    with clock_at(end_of(evening, zone)):
        settlement = books_settle(by=by, books={book.pk: book.version})
    with clock_at(end_of(evening, zone) + PAID):
        paid = settlement.payments.get(payer=payer.player_id)
        payment_mark(by=payer, payment=paid, made=True)
    return settlement

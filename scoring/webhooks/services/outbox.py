"""Messages of the outbox are numbered after their commit, by whoever reads next.

To number them in the write would make every write of a club wait for the one before it, and lock
one row more in every order of locks.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from ecarte_club.core.models import Outgoing, OutgoingCount
from ecarte_club.core.sweeping import delete_in_portions
from scoring.webhooks.models import Delivery

KEPT = timedelta(days=90)
AT_ONCE = 500


def numbered(club: int) -> int:
    """The last number, after everything committed was given one.

    Who holds the count gives them; what they do not see yet is committed later, and gets a
    greater number: whoever has read up to a number misses nothing that comes with a smaller one.
    """
    fresh = Outgoing.objects.filter(club_id=club, number=None).order_by("pk")
    if not fresh.exists():
        return _last(club)
    with transaction.atomic():
        OutgoingCount.objects.get_or_create(club_id=club)
        count = OutgoingCount.objects.filter(club_id=club)
        count.update(last=F("last"))
        rows = list(fresh.only("pk", "number"))
        for number, row in enumerate(rows, start=_last(club) + 1):
            row.number = number
        Outgoing.objects.bulk_update(rows, ["number"], batch_size=AT_ONCE)
        count.update(last=F("last") + len(rows))
    return _last(club)


def _last(club: int) -> int:
    found = OutgoingCount.objects.filter(club_id=club).aggregate(last=Max("last"))["last"]
    return int(found or 0)


def outbox_sweep() -> None:
    """What is older than anybody may ask for again goes, and the log of its deliveries."""
    before = timezone.now() - KEPT
    delete_in_portions(Outgoing.objects.filter(at__lt=before).exclude(number=None))
    delete_in_portions(Delivery.objects.filter(at__lt=before))

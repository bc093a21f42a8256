"""Deadlines: kept in the database, looked at every two seconds by a worker and by every request.

A time in which nobody looked is a time in which the site was down: nobody loses by it.
"""

from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.online.live import publish
from games.online.models import OnlineTable, Sweep
from games.online.selectors.tables import tables

from .acting import time_over

EVERY = timedelta(seconds=2)
"""Looks, where there is a worker; else pages of players ask every five seconds."""
GAP = timedelta(seconds=12)
FRESH = "online:swept"
SWEPT_AT_ONCE = 200


def sweep(now: datetime | None = None) -> int:
    """How many times were over."""
    now = now or timezone.now()
    look(now)
    rows = tables().filter(deadline__lte=now, status=OnlineTable.Status.PLAYING)
    return sum(time_over(table, now) for table in rows.order_by("deadline")[:SWEPT_AT_ONCE])


def sweep_table(table: OnlineTable) -> OnlineTable:
    """As it is now, where somebody's time may be over."""
    if table.deadline is None:
        return table
    now = timezone.now()
    if not cache.add(FRESH, 1, EVERY.seconds) and table.deadline > now:
        return table
    moved = look(now)
    if not moved and (table.deadline is None or table.deadline > now):
        return table
    time_over(table, now)
    return tables().get(pk=table.pk)


def look(now: datetime) -> bool:
    """That deadlines are looked at now. Whether they were moved, as nobody did for a while."""
    with transaction.atomic():
        last = Sweep.objects.order_by("pk").first()
        if last is None:
            Sweep.objects.create(at=now)
            return False
        if not Sweep.objects.filter(pk=last.pk, at=last.at).update(at=max(now, last.at)):
            # Somebody else looked at the same moment.
            return False
        gap = now - last.at
        return gap > GAP and _move(last.at, gap)


def _move(since: datetime, gap: timedelta) -> bool:
    """Deadlines that were still to come when somebody looked last come so much later."""
    rows = OnlineTable.objects.filter(status=OnlineTable.Status.PLAYING, deadline__gt=since)
    ids = list(rows.order_by("pk").values_list("pk", flat=True))
    if not ids:
        return False
    OnlineTable.objects.filter(pk__in=ids).update(
        deadline=F("deadline") + gap,
        waiting_since=F("waiting_since") + gap,
        version=F("version") + 1,
    )
    for table in tables().filter(pk__in=ids):
        publish(table)
    return True

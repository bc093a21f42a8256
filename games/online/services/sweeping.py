"""Deadlines, and moments of robots: kept in the database, looked at every two seconds by a worker
and by every request.

A time in which nobody looked is a time in which the site was down: nobody loses by it. Nor by one
in which the worker alone was up: on a clock of seconds it ends no hand until a request was served
after the deadline, and the first one after such a time moves the deadlines.
"""

import logging
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.online.live import publish
from games.online.models import Clock, OnlineTable, Sweep
from games.online.selectors.tables import tables

from .acting import time_over
from .robots import robot_act

BY_REQUESTS, BY_WORKER = 1, 2
"""The rows of `Sweep`."""
EVERY = timedelta(seconds=2)
"""Looks of the worker; pages of players ask every five seconds while a clock runs."""
GAP = timedelta(seconds=12)
RESTART = timedelta(seconds=3)
"""Of a process that has not looked before, where none of the others did either."""
ABSENT = timedelta(minutes=10)
"""After a deadline of seconds, where nobody asks: then nobody waits for an answer."""
FRESH = "online:swept"
SWEPT_AT_ONCE = 200
ROBOTS_AT_ONCE = 50
logger = logging.getLogger(__name__)

_patience = RESTART


def sweep(now: datetime | None = None) -> int:
    """By the worker: how many times were over."""
    now = now or timezone.now()
    look(now, BY_WORKER)
    served = Sweep.objects.filter(pk=BY_REQUESTS).values_list("at", flat=True).first() or now
    is_over = Q(clock=Clock.DAYS) | Q(deadline__lte=served) | Q(deadline__lte=now - ABSENT)
    rows = tables().filter(is_over, deadline__lte=now, status=OnlineTable.Status.PLAYING)
    return sum(time_over(table, now) for table in rows.order_by("deadline")[:SWEPT_AT_ONCE])


def robots_act(now: datetime | None = None) -> None:
    """By a worker of their own. A moment at which one was killed is still due."""
    now = now or timezone.now()
    rows = tables().filter(robot_due__lte=now, status=OnlineTable.Status.PLAYING)
    for table in rows.order_by("robot_due")[:ROBOTS_AT_ONCE]:
        try:
            robot_act(table, now)
        except Exception:
            # The others are not to wait for one that fails.
            logger.exception("The robot at table %s could not act.", table.pk)


def sweep_table(table: OnlineTable, now: datetime | None = None) -> OnlineTable:
    """By a request: as it is now, where a robot was to act or somebody's time may be over."""
    global _patience  # noqa: PLW0603  (of this process)
    now = now or timezone.now()
    if robot_act(table, now):
        table = tables().get(pk=table.pk)
    if table.deadline is None:
        return table
    if not cache.add(FRESH, 1, EVERY.seconds) and table.deadline > now:
        return table
    is_moved = look(now, BY_REQUESTS, _patience)
    _patience = GAP
    if not is_moved and table.deadline > now:
        return table
    time_over(table, now)
    return tables().get(pk=table.pk)


def look(now: datetime, who: int, patience: timedelta = GAP) -> bool:
    """That deadlines are looked at now. Whether they were moved, as nobody did for a while."""
    with transaction.atomic():
        seen = dict(Sweep.objects.select_for_update().order_by("pk").values_list("pk", "at"))
        if who not in seen:
            Sweep.objects.get_or_create(pk=who, defaults={"at": now})
            return False
        last = max(seen.values())
        if now - last > patience:
            Sweep.objects.update(at=now)
            return _move(last, now, OnlineTable.objects.all())
        Sweep.objects.filter(pk=who).update(at=max(now, seen[who]))
        if who == BY_REQUESTS and now - seen[who] > patience:
            quick = OnlineTable.objects.exclude(clock=Clock.DAYS)
            return _move(seen[who], now, quick)
    return False


def _move(since: datetime, now: datetime, rows: QuerySet[OnlineTable]) -> bool:
    """Deadlines that were still to come when somebody looked last come later by the time of which
    somebody was waited for since then."""
    rows = rows.filter(status=OnlineTable.Status.PLAYING, deadline__gt=since)
    waiting = dict(rows.order_by("pk").values_list("pk", "waiting_since"))
    for pk, began in waiting.items():
        gap = now - max(since, began or since)
        OnlineTable.objects.filter(pk=pk, deadline__isnull=False).update(
            deadline=F("deadline") + gap,
            waiting_since=F("waiting_since") + gap,
            version=F("version") + 1,
        )
    for table in tables().filter(pk__in=waiting):
        publish(table)
    return bool(waiting)

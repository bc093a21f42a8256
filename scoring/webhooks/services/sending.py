"""Many receivers at once, in threads of this process: no slow one delays another.

Those known to fail or to answer slowly have threads of their own, of which each waits for its
receiver without a connection to the database; one that becomes slow is sent there after its first
slow answer. Several processes send side by side: a subscription is claimed.
"""

import logging
import time
from collections.abc import Callable
from threading import Condition, Event, Lock, Thread

from django.conf import settings
from django.db import close_old_connections, connections
from django.db.models import Min, OuterRef, Q, Subquery
from django.utils import timezone

from ecarte_club.core.tasks import enqueue
from scoring.webhooks.models import Delivery, Subscription

from . import delivery

log = logging.getLogger(__name__)
QUICK_THREADS, SLOW_THREADS = 8, 32
# Seconds: an answer that takes longer is slow; a quick receiver's turn; a pause between two looks.
SLOW, TURN, PAUSE = 1.0, 5.0, 0.02
# Seconds: when claims are renewed, the longest wait of who watches, and of who ends for the last.
BEAT, IDLE, LAST = 2.0, 60.0, 12.0


class Lane:
    """Threads that send, as many as are needed and `most`; each subscription waits there once."""

    def __init__(self, name: str, most: int, send: Callable[[int], None]) -> None:
        self.name, self.most, self.send = name, most, send
        self._waiting: dict[int, None] = {}
        self._threads = 0
        self._changed = Condition()

    def submit(self, pk: int) -> None:
        with self._changed:
            if pk in self._waiting:
                return
            self._waiting[pk] = None
            if self._threads < self.most:
                self._threads += 1
                Thread(target=self._run, name=self.name, daemon=True).start()

    def is_idle(self) -> bool:
        with self._changed:
            return not self._threads

    def end(self, within: float) -> None:
        """What waits is left to others."""
        with self._changed:
            self._waiting.clear()
            self._changed.wait_for(lambda: not self._threads, within)

    def _run(self) -> None:
        while (pk := self._next()) is not None:
            try:
                self.send(pk)
            except Exception:
                # Tried again with the next change, or after a while.
                log.exception("A webhook was not sent.")
            finally:
                connections.close_all()

    def _next(self) -> int | None:
        with self._changed:
            if self._waiting:
                first = next(iter(self._waiting))
                del self._waiting[first]
                return first
            self._threads -= 1
            self._changed.notify_all()
            return None


class Sender:
    def __init__(self) -> None:
        self._lock = Lock()
        self._wanted, self._stopping = Event(), Event()
        self._thread: Thread | None = None
        self.quick = Lane("webhooks", QUICK_THREADS, self._send_quickly)
        self.slow = Lane("slow webhooks", SLOW_THREADS, self._send_slowly)

    def wake(self) -> None:
        with self._lock:
            self._wanted.set()
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._run, name="webhooks due", daemon=True)
                self._thread.start()

    def is_idle(self) -> bool:
        return self._thread is None and self.quick.is_idle() and self.slow.is_idle()

    def stop(self, within: float = LAST) -> None:
        """Ends what is on its way, and begins nothing."""
        self._stopping.set()
        for lane in (self.quick, self.slow):
            lane.end(within)

    def _send_quickly(self, pk: int) -> None:
        """A turn, which ends with the first slow answer."""
        ends, latest = time.monotonic() + TURN, [time.monotonic()]

        def goes_on() -> bool:
            now = time.monotonic()
            was_slow = now - latest[0] > SLOW
            latest[0] = now
            return now < ends and not was_slow and not self._stopping.is_set()

        delivery.hook_send(pk, goes_on=goes_on)
        self._wanted.set()

    def _send_slowly(self, pk: int) -> None:
        delivery.hook_send(
            pk, goes_on=lambda: not self._stopping.is_set(), before_waiting=connections.close_all
        )
        self._wanted.set()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._wanted.clear()
            try:
                close_old_connections()
                wait = self._look()
            except Exception:
                # Tried again with the next change, or after a while.
                log.exception("Webhooks were not sent.")
                wait = IDLE
            finally:
                connections.close_all()
            with self._lock:
                if wait is None and not self._wanted.is_set():
                    self._thread = None
                    return
            self._wanted.wait(wait)
            # What came at once is looked for at once.
            time.sleep(PAUSE)

    def _look(self) -> float | None:
        """Gives out what is due and renews what is claimed; seconds until the next look."""
        delivery.claims_renew(delivery.own_claims())
        for pk, is_slow in due():
            (self.slow if is_slow else self.quick).submit(pk)
        if not (self.quick.is_idle() and self.slow.is_idle()):
            return BEAT
        # Elsewhere a periodic task wakes a worker.
        return seconds_to_next() if settings.CELERY_TASK_ALWAYS_EAGER else None


def due() -> list[tuple[int, bool]]:
    """What is to be sent to, and whether it is known to fail or to be slow."""
    latest = Delivery.objects.filter(subscription=OuterRef("pk")).order_by("-pk")
    found = delivery.due().annotate(took=Subquery(latest.values("took_ms")[:1])).order_by("pk")
    rows = found.values_list("pk", "failures", "took")
    return [(pk, bool(failures) or (took or 0) > SLOW * 1000) for pk, failures, took in rows]


def seconds_to_next() -> float | None:
    """Until the next attempt, or until the claim of who died ends; None when nothing waits."""
    now, on = timezone.now(), Subscription.objects.filter(off="")
    tries = on.filter(next_try_at__gt=now).aggregate(first=Min("next_try_at"))["first"]
    claims = on.filter(Q(claimed_until__gt=now)).aggregate(first=Min("claimed_until"))["first"]
    times = [at for at in (tries, claims) if at is not None]
    return min(IDLE, max(0.1, (min(times) - now).total_seconds())) if times else None


sender = Sender()


def send_if_subscribed(club: int) -> None:
    if Subscription.objects.filter(club_id=club, off="").exists():
        start(club)


def start(club: int) -> None:
    """By a worker; without one, by threads of this process: no request waits."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        sender.wake()
    else:
        enqueue("scoring.webhooks.tasks.send_hooks")

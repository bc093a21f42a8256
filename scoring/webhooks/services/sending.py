"""Many receivers at once, in threads of this process: no slow one delays another.

Those known to fail or to answer slowly have threads of their own, of which each waits for its
receiver without a connection to the database; one that becomes slow is sent there after its first
slow answer. Several processes send side by side: a subscription is claimed.
"""

import time

from django.conf import settings
from django.db import connections
from django.db.models import Min, OuterRef, Q, Subquery
from django.utils import timezone

from ecarte_club.core.composed import Composed
from ecarte_club.core.sending_threads import IDLE, Lane, Watcher
from ecarte_club.core.tasks import enqueue
from scoring.webhooks.models import Delivery, Subscription

from . import delivery

QUICK_THREADS, SLOW_THREADS = 8, 32
# Seconds: an answer that takes longer is slow; a quick receiver's turn.
SLOW, TURN = 1.0, 5.0
# Seconds: when claims are renewed, and the longest wait of who ends for the last.
BEAT, LAST = 2.0, 12.0


class Sender(Watcher):
    def __init__(self) -> None:
        self.quick = Lane("webhooks", QUICK_THREADS, self._send_quickly)
        self.slow = Lane("slow webhooks", SLOW_THREADS, self._send_slowly)
        super().__init__("webhooks", self.quick, self.slow)

    def stop(self, within: float = LAST) -> None:
        super().stop(within)

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

    def look(self) -> float | None:
        """Renews what is claimed, too."""
        delivery.claims_renew(delivery.own_claims())
        for pk, is_slow in due():
            (self.slow if is_slow else self.quick).submit(pk)
        if not self.are_lanes_idle():
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


# Every hand entered asks.
_subscriptions = Composed(
    lambda club: (Subscription.objects.filter(club=club, off="").values_list("pk").order_by()[:1]),
    club=int,
)


def send_if_subscribed(club: int) -> None:
    if _subscriptions.tuples(club=club):
        start(club)


def start(club: int) -> None:
    """By a worker; without one, by threads of this process: no request waits."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        sender.wake()
    else:
        enqueue("scoring.webhooks.tasks.send_hooks")

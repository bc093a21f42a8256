"""Where no worker sends webhooks, a thread of this process does, until nothing waits any more."""

import logging
from threading import Event, Lock, Thread

from django.db import close_old_connections, connections
from django.utils import timezone

from scoring.webhooks.models import Subscription

log = logging.getLogger(__name__)

IDLE = 60.0


class InPlace:
    """Started by the first change that somebody is to be told of; goes when none is left."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._wanted = Event()
        self._thread: Thread | None = None

    def wake(self) -> None:
        with self._lock:
            self._wanted.set()
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._run, name="webhooks", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        from .delivery import hooks_send

        while True:
            self._wanted.clear()
            try:
                close_old_connections()
                hooks_send()
                wait = seconds_to_next()
            except Exception:
                # It is asked again with the next change, or after a while.
                log.exception("Webhooks were not sent.")
                wait = IDLE
            finally:
                connections.close_all()
            with self._lock:
                if wait is None and not self._wanted.is_set():
                    self._thread = None
                    return
            self._wanted.wait(wait)


def seconds_to_next() -> float | None:
    """Until something is tried once more; None when nothing waits."""
    waiting = Subscription.objects.filter(off="").exclude(next_try_at=None)
    found = waiting.order_by("next_try_at").values_list("next_try_at", flat=True).first()
    if found is None:
        return None
    return min(IDLE, max(0.1, (found - timezone.now()).total_seconds()))


in_place = InPlace()

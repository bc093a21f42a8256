"""What is done once a transaction is committed, and the periodic task of this app."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from threading import local

from celery import shared_task, signals
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError

from . import health, outages
from .models import IdempotencyRecord
from .sweeping import delete_in_portions

KEPT = timedelta(days=30)
# Seconds without the broker, before it is tried again.
REST = 5.0


@shared_task
def sweep() -> None:
    """Answers to writes that nobody repeats any longer, and sessions that have expired."""
    now = timezone.now()
    delete_in_portions(IdempotencyRecord.objects.filter(at__lt=now - KEPT))
    delete_in_portions(Session.objects.filter(expire_date__lt=now), by="expire_date")


@shared_task
def note_alive() -> None:
    """Due every half minute: how long ago it was done says how far the workers are behind."""
    health.note_task()


@signals.task_success.connect
def _end_outages(**_signal: object) -> None:
    outages.current.end_those_over()


def after_commit(act: Callable[[], object]) -> None:
    """What it raises is logged, and keeps nothing else from being done."""

    def run() -> None:
        """Not a partial: Django reports what a robust hook raises under the hook's own name."""
        act()

    transaction.on_commit(run, robust=True)


_waiting = local()


def once_after_commit(key: str, act: Callable[[], None]) -> None:
    """Runs the latest `act` of a `key`, once a commit. What it raises is logged."""
    _acts()[key] = act
    after_commit(partial(_run, key))


def _run(key: str) -> None:
    act = _acts().pop(key, None)
    if act is not None:
        act()


def _acts() -> dict[str, Callable[[], None]]:
    acts: dict[str, Callable[[], None]] = _waiting.__dict__.setdefault("acts", {})
    return acts


@dataclass(slots=True)
class Broker:
    """While it is away nobody waits for it more than once in 5 s, in this process."""

    clock: Callable[[], float] = time.monotonic
    _rests_until: float = 0.0

    def enqueue(self, task: str, *args: object) -> None:
        if self.clock() < self._rests_until:
            raise OperationalError("It did not answer a moment ago.")
        try:
            import_string(task).apply_async(args, retry=False)
        except OperationalError:
            self._rests_until = self.clock() + REST
            raise


broker = Broker()


def enqueue(task: str, *args: object) -> None:
    """Sends a task, named by its dotted path, to a worker; without a broker it runs here.

    Raises: the broker's errors, without trying again.
    """
    broker.enqueue(task, *args)


def enqueue_each(task: str, club_ids: Iterable[int]) -> int:
    """A task for each club, so that none waits for another, or fails with it. How many."""
    count = 0
    for club_id in club_ids:
        enqueue(task, club_id)
        count += 1
    return count


def enqueue_after_commit(task: str, *args: object) -> None:
    """A broker that is away is logged: a periodic task sends what was left."""
    after_commit(partial(enqueue, task, *args))

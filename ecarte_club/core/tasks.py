"""What is done once a transaction is committed, and the periodic task of this app."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import partial
from threading import local

from celery import shared_task, signals
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from . import health, outages
from .models import IdempotencyRecord
from .sweeping import delete_in_portions

KEPT = timedelta(days=30)


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


def enqueue(task: str, *args: object) -> None:
    """Sends a task, named by its dotted path, to a worker; without a broker it runs here.

    Raises: the broker's errors, without trying again.
    """
    import_string(task).apply_async(args, retry=False)


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

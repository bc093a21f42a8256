"""Jobs of workers: taken up by one, left by one that died, cancelled."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from logging import getLogger
from typing import Any, TypeVar

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import override

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Absent, Fault, Invalid
from scoring.tournaments.models import Job, Tournament

log = getLogger(__name__)

STALE = timedelta(minutes=15)
J = TypeVar("J", bound=Job)


class CancelledError(Exception):
    """Whoever asked for it has cancelled it, or another worker is at it."""


def job_claim(rows: QuerySet[J], pk: int, **fields: Any) -> QuerySet[J] | None:
    """The job alone, until it has ended; None where it has, or another worker is at it."""
    began = timezone.now()
    waiting = Q(began_at=None) | Q(began_at__lt=began - STALE)
    if not rows.filter(waiting, pk=pk, ended_at=None).update(began_at=began, **fields):
        return None
    return rows.filter(pk=pk, began_at=began, ended_at=None)


def job_fault(own: QuerySet[J], act: Callable[[], str | Promise], failed: str | Promise) -> str:
    """Why the job came to nothing, as whoever asked for it reads it; empty where it was done.

    `act` says so, or raises; `failed`: where nobody foresaw it. Raises: CancelledError.
    """
    job = own.select_related("by", "tournament__event__club").first()
    if job is None:
        raise CancelledError
    asker = job.by or job.tournament.event.club  # type: ignore[attr-defined]  # of every kind
    with override(asker.language):
        try:
            return str(act())
        except Fault as fault:
            return str(fault.detail)
        except CancelledError:
            raise
        except Exception:
            log.exception("Job %s failed.", job)
            return str(failed)


def job_end(own: QuerySet[J], state: str, **fields: Any) -> None:
    """Raises: CancelledError where it has ended before."""
    if not own.update(state=state, ended_at=timezone.now(), **fields):
        raise CancelledError


def job_cancel(
    by: Person, tournament: Tournament, rows: QuerySet[J], state: str, ended: Invalid
) -> J:
    """`rows`: the job alone. Raises: Denied; Absent; `ended`, once it has."""
    require(by, Act.RUN_SEASON)
    if tournament.event.club_id != by.club_id:
        raise Absent
    done = rows.filter(ended_at=None).update(state=state, ended_at=timezone.now())
    if (row := rows.first()) is None:
        raise Absent
    if not done:
        raise ended
    return row


def jobs_idle(rows: QuerySet[J]) -> Iterator[int]:
    """Which no worker is at, as the broker was away or the worker died."""
    now = timezone.now()
    idle = Q(began_at=None, asked_at__lt=now - timedelta(minutes=1)) | Q(began_at__lt=now - STALE)
    yield from rows.filter(idle, ended_at=None).values_list("pk", flat=True)

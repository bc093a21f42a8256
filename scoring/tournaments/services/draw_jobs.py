"""Draws of many players, which take seconds: asked for, made by a worker, cancelled."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Absent, Fault, Invalid
from ecarte_club.core.tasks import enqueue, enqueue_after_commit
from scoring.tournaments.models import DrawJob, Tournament
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.swiss.contenders import EXACT_MOST
from scoring.tournaments.rules.swiss.pairing import Step
from scoring.tournaments.selectors.progress import progress_of

from .drawing import drawn_rounds
from .locking import tournament_lock, tournament_lock_for
from .rounds import check_may_draw, checked_seed, chosen_seed, rounds_write

log = logging.getLogger(__name__)

TASK = "scoring.tournaments.tasks.draw_many"
STALE = timedelta(minutes=15)
TRIES = 3
STATES = {Step.PAIRS: DrawJob.State.PAIRS, Step.TABLES: DrawJob.State.TABLES}


class CancelledError(Exception):
    """Whoever asked for it has cancelled it, or another worker is at it."""


def is_large(tournament: Tournament) -> bool:
    """So many that a draw takes longer than a page may."""
    playing = tournament.event.entrants.filter(left_round=None)
    return tournament.kind == Kind.SWISS and playing.count() > EXACT_MOST


@transaction.atomic(savepoint=False)
def draw_job_begin(*, by: Person, tournament: Tournament, version: int, seed: str = "") -> DrawJob:
    """The draw of the next round by a worker; the one that is at it, if there is one.

    Raises: Denied; Stale; Invalid as a draw.
    """
    require(by, Act.RUN_SEASON)
    if (there := tournament.draw_jobs.filter(ended_at=None).first()) is not None:
        return there
    found = tournament_lock_for(by, tournament, version)
    seed = checked_seed(seed)
    now = progress_of(found, counted=False)
    number = now.last_published + 1
    check_may_draw(now, number)
    made = DrawJob.objects.create(
        tournament=found,
        number=number,
        seed=chosen_seed(now, seed),
        by_id=by.user_id,
        asked_at=timezone.now(),
    )
    enqueue_after_commit(TASK, made.pk)
    return made


@transaction.atomic(savepoint=False)
def draw_job_cancel(*, by: Person, tournament: Tournament, job: int) -> DrawJob:
    """Nothing is drawn then. Raises: Denied; Absent; Invalid once it has ended."""
    require(by, Act.RUN_SEASON)
    if tournament.event.club_id != by.club_id:
        raise Absent
    rows = tournament.draw_jobs.filter(pk=job)
    ended = rows.filter(ended_at=None).update(
        state=DrawJob.State.CANCELLED, ended_at=timezone.now()
    )
    if (row := rows.first()) is None:
        raise Absent
    if not ended:
        raise Invalid("draw_ended", _("This draw has already ended."))
    log_act(by, "draw_cancel", kind="tournament", about=tournament.pk, number=row.number)
    return row


def draw_job_run(pk: int) -> bool:
    """Whether it was drawn here. Run twice, it is drawn once; left by a worker that died, it is
    begun again after a while."""
    began = timezone.now()
    waiting = Q(began_at=None) | Q(began_at__lt=began - STALE)
    claimed = DrawJob.objects.filter(waiting, pk=pk, ended_at=None)
    if not claimed.update(began_at=began, state=DrawJob.State.READING):
        return False
    own = DrawJob.objects.filter(pk=pk, began_at=began, ended_at=None)
    text = _("The tournament changed while it was drawn. Draw it again.")
    try:
        for _try in range(TRIES):
            if _drawn(own, began):
                return True
    except CancelledError:
        return False
    except Fault as fault:
        text = str(fault.detail)
    except Exception:
        log.exception("Draw %s failed.", pk)
        text = _("The draw failed. Try again, or ask whoever runs this site to read its log.")
    own.update(state=DrawJob.State.FAILED, fault=text, ended_at=timezone.now())
    return False


def _drawn(own: QuerySet[DrawJob], began: datetime) -> bool:
    """False where the tournament has changed meanwhile. Nothing is locked while it is drawn.

    Raises: CancelledError; Invalid.
    """
    job = own.select_related("tournament__event").first()
    if job is None:
        raise CancelledError
    found = job.tournament
    now = progress_of(found)
    check_may_draw(now, job.number)
    made = list(drawn_rounds(now, job.number, job.seed, _notifier(own)))
    with transaction.atomic():
        locked = tournament_lock(found.pk)
        if locked is None or locked.version - 1 != found.version:
            transaction.set_rollback(True)
            return False
        if not own.update(state=DrawJob.State.DONE, ended_at=timezone.now()):
            transaction.set_rollback(True)
            raise CancelledError
        by = Person(club_id=locked.event.club_id, user_id=job.by_id)
        rounds_write(by, progress_of(locked, counted=False), job.number, job.seed, made)
    return True


def _notifier(own: QuerySet[DrawJob]) -> Callable[[Step], None]:
    def notify(step: Step) -> None:
        fields: dict[str, Any] = {"state": STATES.get(step, DrawJob.State.PAIRS)}
        if step is Step.WIDER:
            fields["wider"] = F("wider") + 1
        if not own.update(**fields):
            raise CancelledError

    return notify


def draw_jobs_resume() -> None:
    """What no worker is at, as the broker was away or the worker died."""
    now = timezone.now()
    idle = Q(began_at=None, asked_at__lt=now - timedelta(minutes=1)) | Q(began_at__lt=now - STALE)
    for pk in DrawJob.objects.filter(idle, ended_at=None).values_list("pk", flat=True):
        enqueue(TASK, pk)

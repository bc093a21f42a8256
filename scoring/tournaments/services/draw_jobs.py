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
from scoring.leagues.models import Round
from scoring.tournaments.models import DrawJob, Tournament
from scoring.tournaments.rules.swiss.pairing import Step
from scoring.tournaments.selectors.progress import progress_of

from .drawing import drawn_rounds
from .locking import tournament_lock, tournament_lock_for, undecided
from .rounds import (
    check_may_draw,
    checked_seed,
    chosen_seed,
    is_large,
    round_make_public,
    rounds_due,
    rounds_write,
)

log = logging.getLogger(__name__)

TASK = "scoring.tournaments.tasks.draw_many"
STALE = timedelta(minutes=15)
TRIES = 3
STATES = {Step.PAIRS: DrawJob.State.PAIRS, Step.TABLES: DrawJob.State.TABLES}


class CancelledError(Exception):
    """Whoever asked for it has cancelled it, or another worker is at it."""


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
        if job.by_id is None and locked.plan.get("draws_publish"):
            round_make_public(by, locked, job.number)
    return True


def _notifier(own: QuerySet[DrawJob]) -> Callable[[Step], None]:
    def notify(step: Step) -> None:
        fields: dict[str, Any] = {"state": STATES.get(step, DrawJob.State.PAIRS)}
        if step is Step.WIDER:
            fields["wider"] = F("wider") + 1
        if not own.update(**fields):
            raise CancelledError

    return notify


def draw_jobs_due() -> int:
    """The number drawn of those with many players whose time has come; nobody asked for them."""
    drawn = 0
    for row in rounds_due():
        found = Tournament.objects.select_related("event").get(pk=row.event_id)
        if not is_large(found) or undecided(found):
            continue
        job, _made = DrawJob.objects.get_or_create(
            tournament=found,
            ended_at=None,
            defaults={"number": row.number, "seed": found.seed, "asked_at": timezone.now()},
        )
        drawn += draw_job_run(job.pk)
        if DrawJob.objects.filter(pk=job.pk, state=DrawJob.State.FAILED).exists():
            _give_up(found, row)
    return drawn


@transaction.atomic(savepoint=False)
def _give_up(found: Tournament, row: Round) -> None:
    """It waits for the director."""
    Round.objects.filter(pk=row.pk).update(draws_at=None)
    by = Person(club_id=found.event.club_id)
    log_act(by, "round_not_drawn", kind="tournament", about=found.pk, number=row.number)


def draw_jobs_resume() -> None:
    """What no worker is at, as the broker was away or the worker died."""
    now = timezone.now()
    idle = Q(began_at=None, asked_at__lt=now - timedelta(minutes=1)) | Q(began_at__lt=now - STALE)
    for pk in DrawJob.objects.filter(idle, ended_at=None).values_list("pk", flat=True):
        enqueue(TASK, pk)

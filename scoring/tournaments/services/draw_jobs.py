"""Draws of many players, which take seconds: asked for, made by a worker, cancelled."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.tasks import enqueue, enqueue_after_commit
from scoring.leagues.models import Round
from scoring.tournaments.models import DrawJob, Tournament
from scoring.tournaments.rules.swiss.pairing import Step
from scoring.tournaments.selectors.progress import progress_of

from .drawing import drawn_rounds
from .jobs import CancelledError, job_cancel, job_claim, job_end, job_fault, jobs_idle
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

TASK = "scoring.tournaments.tasks.draw_many"
TRIES = 3
STATES = {Step.PAIRS: DrawJob.State.PAIRS, Step.TABLES: DrawJob.State.TABLES}


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
    rows = tournament.draw_jobs.filter(pk=job)
    ended = Invalid("draw_ended", _("This draw has already ended."))
    row = job_cancel(by, tournament, rows, DrawJob.State.CANCELLED, ended)
    log_act(by, "draw_cancel", kind="tournament", about=tournament.pk, number=row.number)
    return row


def draw_job_run(pk: int) -> bool:
    """Whether it was drawn here. Run twice, it is drawn once; left by a worker that died, it is
    begun again after a while."""
    own = job_claim(DrawJob.objects.all(), pk, state=DrawJob.State.READING)
    if own is None:
        return False

    def draw() -> str:
        if any(_drawn(own) for _try in range(TRIES)):
            return ""
        return _("The tournament changed while it was drawn. Draw it again.")

    failed = gettext_lazy(
        "The draw failed. Try again, or ask whoever runs this site to read its log."
    )
    try:
        fault = job_fault(own, draw, failed)
    except CancelledError:
        return False
    if fault:
        own.update(state=DrawJob.State.FAILED, fault=fault, ended_at=timezone.now())
    return not fault


def _drawn(own: QuerySet[DrawJob]) -> bool:
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
        job_end(own, DrawJob.State.DONE)
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
    for pk in jobs_idle(DrawJob.objects.all()):
        enqueue(TASK, pk)

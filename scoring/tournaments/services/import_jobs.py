"""Files of many players, which take a while to import: a worker does it, all of it or nothing."""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.tasks import enqueue, enqueue_after_commit
from scoring.tournaments.models import ImportJob, Tournament

from .importing import report_plan, report_write
from .jobs import CancelledError, job_cancel, job_claim, job_end, job_fault, jobs_idle

TASK = "scoring.tournaments.tasks.import_many"
AT_ONCE_MOST = 50_000
"""Characters: about 250 players and nine rounds, which take two seconds."""
STORED = timedelta(days=7)
"""The lines of a file that was not imported."""


TYPED_MOST = 200_000
"""Bytes of a file that a form sends back with its lines: a request holds no more than 256 kB."""


def fits_form(content: str) -> bool:
    return len(content.encode()) <= TYPED_MOST


@transaction.atomic(savepoint=False)
def import_lines_store(*, by: Person, tournament: Tournament, content: str) -> ImportJob:
    """Of a file that is previewed and too long for a form; the one before it is forgotten."""
    require(by, Act.RUN_SEASON)
    tournament.import_jobs.filter(state=ImportJob.State.PREVIEWED).delete()
    return ImportJob.objects.create(
        tournament=tournament,
        content=content,
        state=ImportJob.State.PREVIEWED,
        by_id=by.user_id,
        asked_at=timezone.now(),
        ended_at=timezone.now(),
    )


def is_large(content: str) -> bool:
    return len(content) > AT_ONCE_MOST


@transaction.atomic(savepoint=False)
def import_job_begin(*, by: Person, tournament: Tournament, content: str) -> ImportJob:
    """The import of a file by a worker; the one that is at it, if there is one.

    Raises: Denied; Invalid, with each fault of the file and its line.
    """
    require(by, Act.RUN_SEASON)
    if (there := tournament.import_jobs.filter(ended_at=None).first()) is not None:
        return there
    if report_plan(tournament, content).new_players:
        require(by, Act.ADD_PLAYER)
    job = ImportJob.objects.create(
        tournament=tournament, content=content, by_id=by.user_id, asked_at=timezone.now()
    )
    enqueue_after_commit(TASK, job.pk)
    return job


@transaction.atomic(savepoint=False)
def import_job_cancel(*, by: Person, tournament: Tournament, job: int) -> ImportJob:
    """Nothing is imported then. Raises: Denied; Absent; Invalid once it has ended."""
    rows = tournament.import_jobs.filter(pk=job)
    ended = Invalid("import_ended", _("This import has already ended."))
    row = job_cancel(by, tournament, rows, ImportJob.State.CANCELLED, ended)
    log_act(by, "tournament_import_cancel", kind="tournament", about=tournament.pk)
    return row


def import_job_run(pk: int) -> bool:
    """Whether it was imported here. Run twice, it is imported once."""
    own = job_claim(ImportJob.objects.all(), pk, state=ImportJob.State.READING)
    if own is None:
        return False
    failed = gettext_lazy(
        "The import failed. Try again, or ask whoever runs this site to read its log."
    )
    try:
        fault = job_fault(own, lambda: _imported(own), failed)
    except CancelledError:
        return False
    if fault:
        own.update(state=ImportJob.State.FAILED, fault=fault, ended_at=timezone.now())
    return not fault


def _imported(own: QuerySet[ImportJob]) -> str:
    """By whoever asked for it, as far as they still may."""
    job = own.select_related("by", "tournament__event__club").get()
    tournament = job.tournament
    by = person(Actor(user=job.by), tournament.event.club_id)
    require(by, Act.RUN_SEASON)
    plan = report_plan(tournament, job.content)
    if not own.update(state=ImportJob.State.WRITING):
        raise CancelledError
    with transaction.atomic():
        report_write(by, tournament, plan)
        job_end(own, ImportJob.State.DONE, content="")
    return ""


def import_jobs_resume() -> None:
    """And the lines of files that nobody has corrected in a week are deleted."""
    for pk in jobs_idle(ImportJob.objects.all()):
        enqueue(TASK, pk)
    old = ImportJob.objects.filter(ended_at__lt=timezone.now() - STORED).exclude(content="")
    old.update(content="")

"""Archives are asked for, made beside everything else, kept for a week and forgotten.

How far one has come is said through the cache: its own row cannot be written while the making
reads one moment of the database, and what is lost with the cache is only a figure on a page.
"""

import logging
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from threading import Thread
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import IntegrityError, connections, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Absent, Invalid
from ecarte_club.core.tasks import enqueue

from .models import Archive
from .writing import archive_write

log = logging.getLogger(__name__)

# For how many days a file is kept.
DAYS, DAYS_MOST = 7, 30
# What says nothing for so long is dead: its worker was ended.
ALIVE = timedelta(minutes=2)
STRAY = timedelta(hours=1)
PIECE = 256 * 1024
FOR_THE_SITE_ALONE = 0o700


def folder() -> Path:
    path = Path(settings.DATA_DIR) / "archives"
    path.mkdir(mode=FOR_THE_SITE_ALONE, parents=True, exist_ok=True)
    return path


@transaction.atomic(savepoint=False)
def archive_ask(*, by: Person, days: int = DAYS) -> Archive:
    """The one that is being made, if one is. Raises: Denied; Invalid, naming `days`."""
    require(by, Act.TAKE_ARCHIVE)
    if not 1 <= days <= DAYS_MOST:
        text = _("Must be a whole number from %(least)s to %(most)s.")
        text %= {"least": 1, "most": DAYS_MOST}
        raise Invalid("invalid", text, field="days")
    unfinished = Archive.objects.filter(club_id=by.club_id, state__in=Archive.UNFINISHED)
    there = unfinished.first()
    if there is not None and is_alive(there):
        return there
    unfinished.update(state=Archive.State.FAILED)
    now = timezone.now()
    try:
        with transaction.atomic():
            made = Archive.objects.create(
                club_id=by.club_id,
                by_id=by.user_id,
                asked_at=now,
                expires_at=now + timedelta(days=days),
            )
    except IntegrityError:
        # Somebody else asked at the same moment.
        return unfinished.get()
    log_act(by, "archive_ask", kind="archive", about=made.pk)
    transaction.on_commit(lambda: start(made.pk), robust=True)
    return made


def start(pk: int) -> None:
    """By a worker; without one, by a thread of this process, so that nobody waits."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        Thread(target=_make_in_thread, args=(pk,), name=f"archive {pk}", daemon=True).start()
    else:
        enqueue("scoring.archive.tasks.make_archive", pk)


def _make_in_thread(pk: int) -> None:
    try:
        archive_make(pk)
    finally:
        connections.close_all()


def archive_make(pk: int) -> bool:
    """Whether it was made here: asked twice, or being made elsewhere, it is left alone."""
    began = timezone.now()
    one = Archive.objects.filter(pk=pk).first()
    if one is None or one.state not in Archive.UNFINISHED:
        return False
    if one.state == Archive.State.MAKING and is_alive(one):
        return False
    claimed = Archive.objects.filter(pk=pk, state=one.state, began_at=one.began_at)
    if not claimed.update(state=Archive.State.MAKING, began_at=began):
        return False
    mine = Archive.objects.filter(pk=pk, state=Archive.State.MAKING, began_at=began)
    path = folder() / f"{secrets.token_hex(16)}.zip"
    try:
        rows = _written(one.club_id, path, began, _teller(pk))
        now = timezone.now()
        kept = mine.update(
            state=Archive.State.MADE,
            total=rows,
            file=path.name,
            size=path.stat().st_size,
            digest=_digest(path),
            made_at=now,
            expires_at=now + (one.expires_at - one.asked_at),
        )
    except Exception:
        log.exception("Archive %s was not made.", pk)
        mine.update(state=Archive.State.FAILED)
        kept = 0
    cache.delete(_key(pk))
    if not kept:
        path.unlink(missing_ok=True)
    return bool(kept)


def _written(club: int, path: Path, made_at: datetime, told: Callable[[int, int], None]) -> int:
    number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(number, "w+b") as file:
        return archive_write(club, file, made_at=made_at, told=told)


def _digest(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()


def _key(pk: int) -> str:
    return f"archive:{pk}"


def _teller(pk: int) -> Callable[[int, int], None]:
    lasts = int(ALIVE.total_seconds())
    return lambda done, total: cache.set(_key(pk), (done, total), lasts)


def is_alive(one: Archive) -> bool:
    """Whether it is being made, or may yet be."""
    since = one.began_at or one.asked_at
    return since > timezone.now() - ALIVE or cache.get(_key(one.pk)) is not None


def state_of(one: Archive) -> Archive.State:
    """As it is now: what nobody makes any more has failed, whatever its row still says."""
    is_stuck = one.state in Archive.UNFINISHED and not is_alive(one)
    return Archive.State.FAILED if is_stuck else Archive.State(one.state)


@dataclass(frozen=True, slots=True)
class Progress:
    """Of how many rows so many are done. `left`: about how many seconds, once known."""

    done: int
    of: int
    left: int | None


def progress(one: Archive) -> Progress:
    if one.state == Archive.State.MADE:
        return Progress(one.total, one.total, 0)
    done, total = cache.get(_key(one.pk), (0, 0))
    if not done or one.began_at is None:
        return Progress(done, total, None)
    seconds = (timezone.now() - one.began_at).total_seconds()
    return Progress(done, total, round(seconds * (total - done) / done))


def file_of(archive: Archive) -> Path:
    """Raises: Absent when it is not made, or was lost."""
    path = folder() / archive.file
    if archive.state != Archive.State.MADE or not archive.file or not path.is_file():
        raise Absent
    return path


@transaction.atomic(savepoint=False)
def archive_take(*, by: Person, archive: Archive) -> None:
    """That it was downloaded stands in the log. Raises: Denied."""
    require(by, Act.TAKE_ARCHIVE)
    log_act(by, "archive_take", kind="archive", about=archive.pk)


@transaction.atomic(savepoint=False)
def archive_delete(*, by: Person, archive: Archive, state: str) -> None:
    """`state`: as it was seen. Raises: Denied; Invalid while it is being made, or when it is not
    any more as it was seen."""
    require(by, Act.TAKE_ARCHIVE)
    if archive.state in Archive.UNFINISHED and is_alive(archive):
        text = _("This archive is still being made: delete it when it is ready.")
        raise Invalid("being_made", text)
    if state != state_of(archive):
        text = _("The status is now “%(state)s”. Reload the page.") % {
            "state": state_of(archive).label
        }
        raise Invalid("other_state", text, field="state")
    log_act(by, "archive_delete", kind="archive", about=archive.pk)
    Archive.objects.filter(pk=archive.pk).delete()
    file = archive.file
    transaction.on_commit(lambda: _forget(file), robust=True)


def _forget(file: str) -> None:
    if file:
        (folder() / file).unlink(missing_ok=True)


def archives_forget(*, player: Player, **_signal: Any) -> None:
    """They name who is anonymous now. One that is being made finds its row gone, and goes too."""
    found = Archive.objects.filter(club_id=player.club_id)
    files = list(found.values_list("file", flat=True))
    found.delete()

    def forget() -> None:
        for file in files:
            _forget(file)

    transaction.on_commit(forget, robust=True)


def archives_sweep() -> None:
    """What is over its time goes, and files that belong to nothing."""
    now = timezone.now()
    old = Q(expires_at__lt=now) & ~Q(state__in=Archive.UNFINISHED)
    for one in Archive.objects.filter(old):
        one.delete()
        _forget(one.file)
    for one in Archive.objects.filter(state__in=Archive.UNFINISHED):
        if not is_alive(one):
            same = Archive.objects.filter(pk=one.pk, state=one.state, began_at=one.began_at)
            same.update(state=Archive.State.FAILED)
    known = set(Archive.objects.exclude(file="").values_list("file", flat=True))
    stray = (now - STRAY).timestamp()
    for path in folder().glob("*.zip"):
        if path.name not in known and path.stat().st_mtime < stray:
            path.unlink(missing_ok=True)

"""What the site stands on and cannot have just now: told apart from bugs, and logged once.

A request that meets an outage is answered 503 with Retry-After. The log says when an outage began
and when it was over, in each process.
"""

import errno
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from threading import Lock

import redis
from django.conf import settings
from django.core.exceptions import SynchronousOnlyOperation
from django.db import (
    DatabaseError,
    InterfaceError,
    InternalError,
    OperationalError,
    ProgrammingError,
    connection,
)
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError as BrokerError

from . import migrating
from .exceptions import Text, Unavailable

log = logging.getLogger(__name__)


class Kind(StrEnum):
    DATABASE = "database_away"
    REDIS = "redis_away"
    DISK = "disk_full"
    BUSY = "busy"
    TABLES = "not_migrated"


NAMES: Mapping[Kind, str] = {
    Kind.DATABASE: "The database does not answer",
    Kind.REDIS: "Redis does not answer",
    Kind.DISK: "The disk is full, or takes no more",
    Kind.BUSY: "The database is too busy",
    Kind.TABLES: "The database lacks migrations: run manage.py migrate",
}
TEXTS: Mapping[Kind, Text] = {
    Kind.DATABASE: _(
        "The site cannot reach its database at the moment. Send it again in half a minute: "
        "nothing is entered twice."
    ),
    Kind.REDIS: _(
        "A part of the site is not available at the moment. Send it again in half a minute: "
        "nothing is entered twice."
    ),
    Kind.DISK: _(
        "The site has no space left and can save nothing at the moment. Tell its operator, and "
        "send it again later: nothing is entered twice."
    ),
    Kind.BUSY: _(
        "Too much is being saved at the same moment. Send it again in a few seconds: nothing is "
        "entered twice."
    ),
    Kind.TABLES: _("The site is still being set up. Try again in a few minutes."),
}
# Seconds, for Retry-After.
WAITS: Mapping[Kind, int] = {
    Kind.DATABASE: 30,
    Kind.REDIS: 30,
    Kind.DISK: 120,
    Kind.BUSY: 5,
    Kind.TABLES: 30,
}

DISK_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}
REDIS_ERRORS = (redis.ConnectionError, redis.TimeoutError, BrokerError)
# What SQLite says; other errors of the same class are bugs.
SQLITE: Mapping[str, Kind] = {
    "disk is full": Kind.DISK,
    "disk i/o error": Kind.DISK,
    "readonly database": Kind.DISK,
    "unable to open database file": Kind.DATABASE,
    "database is locked": Kind.BUSY,
    "database table is locked": Kind.BUSY,
}
# SQLSTATEs of PostgreSQL, or their beginnings.
POSTGRESQL: Mapping[str, Kind] = {
    "53100": Kind.DISK,
    "58030": Kind.DISK,
    "40001": Kind.BUSY,
    "40P01": Kind.BUSY,
    "55P03": Kind.BUSY,
    "57014": Kind.BUSY,
    "08": Kind.DATABASE,
    "53": Kind.DATABASE,
    "57P": Kind.DATABASE,
}
NO_SUCH_TABLE = {"42P01", "42703"}


def kind_of(error: BaseException | None) -> Kind | None:
    """None for a bug, or whatever is no outage."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in DISK_ERRORS:
            return Kind.DISK
        if isinstance(error, REDIS_ERRORS):
            return Kind.REDIS
        if _misses_a_table(error) and not _has_tables():
            return Kind.TABLES
        # The driver's own internal error: a pooler that loses its server breaks an answer off.
        if isinstance(error, OperationalError | InterfaceError | InternalError):
            return _of_database(error)
        error = error.__cause__
    return None


def _misses_a_table(error: BaseException) -> bool:
    """Or a column: a bug, unless there are migrations that would bring it."""
    if not isinstance(error, OperationalError | ProgrammingError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state in NO_SUCH_TABLE or str(error).startswith(("no such table", "no such column"))


def _has_tables() -> bool:
    try:
        return migrating.migrations.are_done()
    except (DatabaseError, SynchronousOnlyOperation):
        # In a transaction that failed, or beside threads, nothing can be asked.
        return True


def _of_database(error: Exception) -> Kind | None:
    cause = error.__cause__
    if type(cause).__module__.startswith("psycopg"):
        state = getattr(cause, "sqlstate", None)
        if not state:
            return Kind.DATABASE
        return next((kind for start, kind in POSTGRESQL.items() if state.startswith(start)), None)
    text = str(error).lower()
    return next((kind for part, kind in SQLITE.items() if part in text), None)


def fault(kind: Kind) -> Unavailable:
    return Unavailable(kind.value, TEXTS[kind], wait=WAITS[kind])


def began(kind: Kind, error: BaseException | None) -> str:
    why = str(error).strip().partition("\n")[0][:300]
    return (
        f"{NAMES[kind]} ({type(error).__name__}: {why}). Requests that need it are answered 503. "
        "The next line about it says when it is over."
    )


# Seconds without a failure, until it is asked whether an outage is over.
QUIET: Mapping[Kind, float] = {
    Kind.DATABASE: 1,
    Kind.REDIS: 6,
    Kind.DISK: 30,
    Kind.BUSY: 30,
    Kind.TABLES: 0,
}


def _database_answers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return True


def _redis_answers() -> bool:
    if not settings.REDIS_URL:
        return True
    client = redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5
    )
    with client:
        return bool(client.ping())


ANSWERS: Mapping[Kind, Callable[[], bool]] = {
    Kind.DATABASE: _database_answers,
    Kind.REDIS: _redis_answers,
    Kind.TABLES: _has_tables,
}


@dataclass(slots=True)
class _Outage:
    since: float
    latest: float
    count: int = 1


@dataclass(slots=True)
class Outages:
    """Those that last, in this process."""

    clock: Callable[[], float] = time.monotonic
    _open: dict[Kind, _Outage] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def begin(self, kind: Kind) -> bool:
        """Whether this is its first failure."""
        now = self.clock()
        with self._lock:
            known = self._open.get(kind)
            if known is None:
                self._open[kind] = _Outage(now, now)
                return True
            known.latest = now
            known.count += 1
            return False

    def end_those_over(self) -> None:
        """Called after what went well. Costs nothing while there is no outage."""
        if not self._open:
            return
        now = self.clock()
        for kind, outage in list(self._open.items()):
            if now - outage.latest < QUIET[kind] or not self._is_over(kind, outage):
                continue
            with self._lock:
                if self._open.pop(kind, None) is None:
                    continue
            log.warning(
                "%s: this is over after %d s. Failures: %d.",
                NAMES[kind],
                outage.latest - outage.since,
                outage.count,
            )

    def _is_over(self, kind: Kind, outage: _Outage) -> bool:
        try:
            return ANSWERS.get(kind, lambda: True)()
        except (OperationalError, InterfaceError, redis.RedisError):
            outage.latest = self.clock()
            return False


current = Outages()

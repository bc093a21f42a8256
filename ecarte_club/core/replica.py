"""Long reads from a copy of the database that PostgreSQL keeps up to date (REPLICA_URL).

Nothing reads there unless it says so, by `read`: archives, recounts, calendars and exports, which
are worked out from many rows. All that was committed before is there, by the primary's position in
its log, or the database itself is read; so is it while the replica is away.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import (
    DEFAULT_DB_ALIAS,
    InterfaceError,
    OperationalError,
    connection,
    connections,
    transaction,
)

from . import outages

log = logging.getLogger(__name__)
T = TypeVar("T")

ALIAS = "replica"
# Seconds for which it is waited until the replica has what was committed: by somebody who waits
# for an answer, and by a task.
PATIENCE, PATIENCE_OF_TASKS = 0.2, 10.0
# Seconds for which a replica that did not answer is left alone, in this process.
PAUSE = 10.0
_paused_until = 0.0


@contextmanager
def snapshot() -> Iterator[None]:
    """For reading alone. On SQLite a transaction that waits for nobody and lets nobody wait, where
    Django's own would begin by asking for the right to write. Within another one: that."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), _server_side_cursors():
            _execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        connection.ensure_connection()
        _execute("BEGIN")
        try:
            yield
        finally:
            _execute("ROLLBACK")


@contextmanager
def _server_side_cursors() -> Iterator[None]:
    """Within a transaction a pooler leaves the session as it is: rows need not all be in memory."""
    wrapper = connections[DEFAULT_DB_ALIAS]
    # Threads share the settings, and each has its own wrapper.
    before = wrapper.settings_dict
    wrapper.settings_dict = {**before, "DISABLE_SERVER_SIDE_CURSORS": False}
    try:
        yield
    finally:
        wrapper.settings_dict = before


def is_configured() -> bool:
    return ALIAS in connections.settings


def read(act: Callable[[], T], *, patience: float = PATIENCE) -> T:
    """`act` only reads, all of it at one moment, and may be run twice: if the replica goes away or
    cancels it, since the primary removed rows that it reads, it is run again on the primary.

    Within a transaction, which may have written, `act` is a part of it.
    """
    if not is_configured() or connection.in_atomic_block or time.monotonic() < _paused_until:
        return act()
    committed = position()
    try:
        with _in_place_of_the_primary():
            if has(committed, patience):
                with snapshot():
                    return act()
    except (OperationalError, InterfaceError) as error:
        _failed(error)
    return act()


def position() -> str:
    """What is committed stands before it in the log of the primary."""
    return str(_value("SELECT pg_current_wal_flush_lsn()"))


def has(committed: str, patience: float) -> bool:
    """Whether the connection of this thread, which is the replica's, is as far as that."""
    until = time.monotonic() + patience
    while not _value("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", committed):
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def seconds_behind() -> float | None:
    """0 when it has all that was committed; else the age of the newest that it has. None where it
    has followed nothing since it was started."""
    committed = position()
    with _in_place_of_the_primary():
        if has(committed, PATIENCE):
            return 0.0
        newest = "SELECT EXTRACT(EPOCH FROM now() - pg_last_xact_replay_timestamp())"
        age = _value(newest)
        return None if age is None else max(0.0, float(str(age)))


@contextmanager
def _in_place_of_the_primary() -> Iterator[None]:
    """Whatever this thread reads, by the ORM or by hand; the server refuses what it would write."""
    primary = connections[DEFAULT_DB_ALIAS]
    copy = connections[ALIAS]
    connections[DEFAULT_DB_ALIAS] = copy
    try:
        copy.close_if_unusable_or_obsolete()
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = primary


def _failed(error: Exception) -> None:
    """Raises: the error, if it is a bug."""
    global _paused_until  # noqa: PLW0603  (of the process)
    kind = outages.kind_of(error)
    if kind is None:
        raise error
    connections[ALIAS].close()
    if kind is outages.Kind.DATABASE:
        _paused_until = time.monotonic() + PAUSE
    why = str(error).strip().partition("\n")[0]
    log.warning("Read from the primary and not from the replica: %s", why)


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _value(statement: str, *values: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()[0]

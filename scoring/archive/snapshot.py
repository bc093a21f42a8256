"""Many reads that see the same moment, while others write."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """For reading alone. On SQLite a transaction that waits for nobody and lets nobody wait, where
    Django's own would begin by asking for the right to write. Within another one: that."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            _say("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        connection.ensure_connection()
        _say("BEGIN")
        try:
            yield
        finally:
            _say("ROLLBACK")


def _say(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)

"""What a scene wrote, to be written again at once: to build it takes as long as thirty requests."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from time import monotonic
from typing import Any, Generic, TypeVar

from django.db import connection

Built = TypeVar("Built")
Rows = dict[str, Sequence[Sequence[Any]]]
GOOD_FOR = 120.0
"""Seconds, as a scene goes on from the moment at which it was built."""


@dataclass(frozen=True, slots=True)
class _Stored(Generic[Built]):
    built: Built
    rows: Rows
    at: float


class Rebuilt(Generic[Built]):
    """Of a database that is empty but for what a migrated one has. PostgreSQL, whose columns are
    of kinds that Python has others for, builds it each time."""

    def __init__(self, build: Callable[[], Built]) -> None:
        self._build = build
        self._stored: _Stored[Built] | None = None

    def now(self) -> Built:
        if connection.vendor != "sqlite":
            return self._build()
        if self._stored is None or monotonic() - self._stored.at > GOOD_FOR:
            before = _rows()
            built = self._build()
            rows = {table: rows for table, rows in _rows().items() if rows != before[table]}
            assert not any(before[table] for table in rows)
            self._stored = _Stored(built, rows, monotonic())
        else:
            _write(self._stored.rows)
        return deepcopy(self._stored.built)


def _rows() -> Rows:
    """By table. With a sign before them, columns are read as they are stored."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute("SELECT name FROM pragma_table_info(%s)", [table])
            columns = ", ".join(f'+"{name}"' for (name,) in cursor.fetchall())
            cursor.execute(f'SELECT {columns} FROM "{table}"')  # noqa: S608 - our own tables
            found[table] = cursor.fetchall()
    return found


def _write(rows: Rows) -> None:
    for table, found in rows.items():
        marks = ", ".join("?" * len(found[0]))
        sql = f'INSERT INTO "{table}" VALUES ({marks})'  # noqa: S608 - our own tables
        connection.connection.executemany(sql, found)

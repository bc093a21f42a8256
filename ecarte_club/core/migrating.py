"""Migrations that the database lacks. Without them the site has no tables to read."""

import time
from threading import Lock

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

# Seconds, before migrations that lacked are looked at again.
AGAIN = 5.0


class Migrations:
    """Looked at until they are done, and then never again: new ones come with a new process."""

    def __init__(self) -> None:
        self._done = False
        self._looked: float | None = None
        self._lock = Lock()

    def are_done(self) -> bool:
        if self._done:
            return True
        # Who asks while somebody looks hears what was found, and not that nothing is done yet.
        with self._lock:
            now = time.monotonic()
            if not self._done and (self._looked is None or now - self._looked >= AGAIN):
                self._done = not lacking()
                self._looked = time.monotonic()
            return self._done


def lacking() -> list[str]:
    """Migrations that the database lacks, by app and name."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


migrations = Migrations()

"""Django's own code on another database than the one of the test run, in this process."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any, TypeVar, cast

from django.db import connections
from pytest_django import DjangoDbBlocker

from ecarte_club import env

T = TypeVar("T")


@contextmanager
def django_on(database_url: str, blocker: DjangoDbBlocker) -> Iterator[None]:
    """Queries go to `database_url`, in this thread and in those that begin meanwhile."""
    wanted = env.database({"DATABASE_URL": database_url}, Path())
    if wanted["ENGINE"] == "django.db.backends.sqlite3":
        # SQLite lets writers wait in no order: on a busy machine one of many waits long.
        wanted = {**wanted, "OPTIONS": {**cast(dict[str, Any], wanted["OPTIONS"]), "timeout": 180}}
    old_settings, old = connections.settings["default"], connections["default"]
    connections.settings["default"] = connections.configure_settings({"default": wanted})["default"]
    connections["default"] = connections.create_connection("default")
    try:
        with blocker.unblock():
            yield
    finally:
        connections["default"].close()
        connections.settings["default"], connections["default"] = old_settings, old


def at_once(number: int, act: Callable[[int], T]) -> list[T | Exception]:
    """`act` in so many threads, each with a connection of its own, begun at the same moment."""
    ready = Barrier(number)

    def one(which: int) -> T | Exception:
        ready.wait()
        try:
            return act(which)
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(one, range(number)))

"""As many random matches as wanted, in a database of their own.

python -m tests.online.many --matches 10000 --seed 1 --database postgresql
"""

import argparse
import logging
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, cast

import django
from django.test.utils import setup_test_environment

if TYPE_CHECKING:
    from pytest_django import DjangoDbBlocker


class _Open:
    """No test runs that would have to be kept from its database."""

    def unblock(self) -> "nullcontext[None]":
        return nullcontext()


@contextmanager
def _database(name: str) -> Iterator[str]:
    from tests import databases, servers

    make = {"sqlite": databases.sqlite_database, "postgresql": databases.postgres_database}
    with tempfile.TemporaryDirectory(prefix="ecarte-test-") as folder:
        os.environ |= {servers.FOLDER: folder, "TEST_MAIN_PID": str(os.getpid())}
        try:
            with make[name]() as url:
                yield url
        finally:
            servers.end_shared()


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.online.many")
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=1, help="goes on from this one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--progress", type=int, default=100, help="a line and a recount so often")
    chosen = parser.parse_args(arguments)
    os.environ |= {"DJANGO_SETTINGS_MODULE": "ecarte_club.settings", "API_RATE": str(10**9)}
    # The seed of the server's chains, too.
    os.environ["SECRET_KEY"] = "of random matches " * 3
    django.setup()
    setup_test_environment(debug=False)
    # Every second answer to a late phone is a refusal.
    logging.getLogger("django.request").setLevel(logging.ERROR)
    from tests.support.elsewhere import django_on

    from .random_matches import play

    blocker = cast("DjangoDbBlocker", _Open())
    with _database(chosen.database) as url, django_on(url, blocker):
        made = play(chosen.matches, chosen.seed, first=chosen.first, progress=chosen.progress)
    print(f"{chosen.matches} matches on {chosen.database}, all as in the engine alone:")
    print(f"{made.hands} hands, {made.actions} actions, {dict(made.mishaps)}.")


if __name__ == "__main__":
    main(sys.argv[1:])

"""As many random matches as wanted, in a database of their own.

python -m tests.online.many --from 1 --count 10000 --database postgresql --record FILE

A batch is a club of its own. FILE has a line for each that was played; another run with the same
FILE leaves those out, and adds up all of them.
"""

import argparse
import gc
import json
import logging
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import django
from django.test.utils import setup_test_environment

if TYPE_CHECKING:
    from pytest_django import DjangoDbBlocker

BATCH = 50
"""Matches in a club: what is recounted, and the log of its contest, stay short."""
Line = dict[str, Any]


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


def batches(first: int, count: int) -> list[range]:
    """From 1, 51 …, but for what a run leaves out at its ends."""
    end = first + count
    starts = [first, *range((first - 1) // BATCH * BATCH + BATCH + 1, end, BATCH)]
    return [range(a, b) for a, b in zip(starts, [*starts[1:], end], strict=True)]


def missing(numbers: range, lines: Sequence[Line], seed: int, database: str) -> list[int]:
    """Those of a batch that no line has."""
    played = {
        number
        for line in lines
        if (line["seed"], line["database"]) == (seed, database)
        for number in range(line["from"], line["to"] + 1)
    }
    return [number for number in numbers if number not in played]


def summary(lines: Sequence[Line]) -> str:
    """By database."""
    found = []
    for database in sorted({line["database"] for line in lines}):
        of_it = [line for line in lines if line["database"] == database]
        mishaps: Counter[str] = Counter()
        for line in of_it:
            mishaps.update(line["mishaps"])
        matches, hands, actions = (
            sum(line[name] for line in of_it) for name in ("matches", "hands", "actions")
        )
        failures = [line["difference"] for line in of_it if line["difference"]]
        found += [
            f"{database}: {matches} matches as in the engine alone, {len(failures)} differences; "
            f"{hands} hands, {actions} actions, {dict(sorted(mishaps.items()))}.",
            *failures,
        ]
    return "\n".join(found)


def lines_of(record: Path | None) -> list[Line]:
    if record is None or not record.exists():
        return []
    return [json.loads(line) for line in record.read_text().splitlines()]


def _play(numbers: Sequence[int], seed: int, database: str) -> Line:
    from .random_matches import Expected, play

    line = {"database": database, "seed": seed, "from": numbers[0], "to": numbers[-1]}
    began, made, difference = time.process_time(), Expected(), ""
    try:
        made = play(numbers, seed, f"club-{seed}-{numbers[0]}")
    except Exception:
        difference = traceback.format_exc()
    spent = round(time.process_time() - began, 1)
    counted = {"matches": made.matches, "hands": made.hands, "actions": made.actions}
    return line | counted | {"mishaps": made.mishaps, "cpu": spent, "difference": difference}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.online.many")
    parser.add_argument("--from", dest="first", type=int, default=1, help="number of the first one")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--record", type=Path, help="a line for each batch, read at the start")
    chosen = parser.parse_args(arguments)
    os.environ |= {"DJANGO_SETTINGS_MODULE": "ecarte_club.settings", "API_RATE": str(10**9)}
    # The seed of the server's chains, too.
    os.environ["SECRET_KEY"] = "of random matches " * 3
    django.setup()
    setup_test_environment(debug=False)
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Every second answer to a late phone is a refusal.
    logging.getLogger("django.request").setLevel(logging.ERROR)
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    from tests.support.elsewhere import django_on

    blocker = cast("DjangoDbBlocker", _Open())
    lines = lines_of(chosen.record)
    with _database(chosen.database) as url, django_on(url, blocker):
        for batch in batches(chosen.first, chosen.count):
            numbers = missing(batch, lines, chosen.seed, chosen.database)
            if not numbers:
                continue
            lines.append(_play(numbers, chosen.seed, chosen.database))
            text = json.dumps(lines[-1])
            print(text, flush=True)
            if chosen.record:
                with chosen.record.open("a") as file:
                    file.write(f"{text}\n")
    print(summary(lines))
    return int(any(line["difference"] for line in lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Hands entered by eight programs at once: on PostgreSQL directly, and through PgBouncer."""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from statistics import median
from threading import Event
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import psutil
import psycopg

from tests.databases import postgres_database
from tests.servers import shared_urls
from tests.support.poolers import Pooler, pooled
from tests.support.retrying import Retrying, some_hand
from tests.support.served import Served, served

from . import report
from .worker import worked

CLIENTS, WORKERS, ROUNDS = 8, 2, 3
WARM_UP, SECONDS = 2.0, 6.0


def work(_times: str) -> dict[str, Any]:
    # In the worker's process, where Django is set up.
    from tests.support.clubhouse import open_house

    house = open_house()
    matches = [house.match().pk for _ in range(CLIENTS)]
    return {"matches": matches, "secret": house.secret("director")}


@dataclass(frozen=True, slots=True)
class Figures:
    """`rate`: a second. The others: CPU in ms of one entry."""

    rate: float
    site: float
    database: float
    pooler: float


def run() -> None:
    if shutil.which("pgbouncer", path="/usr/bin:/usr/sbin") is None:
        report.note("Hands through PgBouncer: left out, as there is no PgBouncer here.")
        return
    rounds: list[tuple[Figures, Figures]] = []
    for _round in range(ROUNDS):
        with pooled(shared_urls().postgres) as pooler:
            rounds.append((_measured(None), _measured(pooler)))
    report.heading(f"Hands entered by {CLIENTS} programs on this machine, {WORKERS} workers (WSGI)")
    columns = ("", "a second", "site, ms CPU", "PostgreSQL, ms CPU", "PgBouncer, ms CPU")
    rows = [_row(name, [pair[place] for pair in rounds]) for place, name in enumerate(WAYS)]
    report.table(columns, rows)


WAYS = ("directly", "through PgBouncer, 4 connections")


def _row(name: str, found: list[Figures]) -> tuple[str, ...]:
    rate = median(one.rate for one in found)
    times = [median(getattr(one, what) for one in found) for what in ("site", "database", "pooler")]
    return (name, f"{rate:,.0f}", *(f"{time:.2f}" for time in times))


def _measured(pooler: Pooler | None) -> Figures:
    """On a database of its own."""
    with postgres_database() as url:
        club = worked("scale_pooling", 1, database_url=url)
        address = pooler.url(urlsplit(url).path.strip("/")) if pooler else url
        env = {"DATABASE_POOLED": "yes" if pooler else "no"}
        with (
            served(database_url=address, server="wsgi", workers=WORKERS, env=env) as site,
            _entering(site, club) as written,
        ):
            sleep(WARM_UP)
            before, since = [*_clocks(site, url, pooler), sum(written)], monotonic()
            sleep(SECONDS)
            after, took = [*_clocks(site, url, pooler), sum(written)], monotonic() - since
    *times, entries = (new - old for new, old in zip(after, before, strict=True))
    return Figures(entries / took, *(time * 1000 / entries for time in times))


@contextmanager
def _entering(site: Served, club: dict[str, Any]) -> Iterator[list[int]]:
    """How many entries each of the programs has made so far."""
    over, written = Event(), [0] * CLIENTS

    def play(place: int, match: int) -> None:
        line, random = Retrying(site.url, club["secret"]), Random(match)
        while not over.is_set():
            body: dict[str, Any] = {"version": written[place]}
            undo = bool(written[place] % 2)
            path = f"matches/{match}/{'undo' if undo else 'hands'}"
            answer = line.write(path, body if undo else {**body, **some_hand(random)})
            if answer.status_code != 201:
                raise AssertionError(answer.text)
            written[place] += 1

    with ThreadPoolExecutor(CLIENTS) as pool:
        playing = [pool.submit(play, *one) for one in enumerate(club["matches"])]
        try:
            yield written
        finally:
            over.set()
        for future in playing:
            future.result()


def _clocks(site: Served, url: str, pooler: Pooler | None) -> tuple[float, float, float]:
    """CPU in seconds until now: of the site, of its sessions of PostgreSQL, of PgBouncer."""
    with psycopg.connect(url) as session:
        own = "datname = current_database() AND pid <> pg_backend_pid()"
        rows = session.execute(f"SELECT pid FROM pg_stat_activity WHERE {own}")  # noqa: S608
        backends = [psutil.Process(pid) for (pid,) in rows]
    server = psutil.Process(site.process.pid)
    return (
        _cpu([server, *server.children(recursive=True)]),
        _cpu(backends),
        _cpu([psutil.Process(pooler.process.pid)] if pooler else []),
    )


def _cpu(processes: list[psutil.Process]) -> float:
    return sum(times.user + times.system for times in (one.cpu_times() for one in processes))

"""Many tables online with players and spectators, on the servers of `make stack`: how long it takes
from a tap to the other player's screen."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles

import psutil

from ecarte_club.stack.programs import free_port, listening
from tests.databases import postgres_database, site_env
from tests.servers import PROJECT, shared_urls

from . import report
from .worker import worked

TABLES, SPECTATORS = 50, 500
SECONDS = float(os.environ.get("BENCH_SECONDS") or 30)
HANDS, GOAL_MS = 1_000, 150
READY_WITHIN = 180.0
PERCENT = (50, 95, 99)


def run() -> None:
    with postgres_database() as url:
        worked("filling", HANDS, database_url=url)
        made = worked("seating", TABLES, database_url=url)
        with stack(url) as (port, process):
            before = cpu(process)
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                json.dump(made, file)
                file.flush()
                arguments = (port, port + 1, SECONDS, SPECTATORS, file.name)
                found = worked("watching", *arguments, database_url=url)
            spent = cpu(process) - before
    if found["failed"]:
        raise AssertionError(found["failed"][:3])
    report.heading(
        f"{TABLES} tables online and {SPECTATORS} spectators, on the servers of make stack"
    )
    names = ("answered", "opponent", "spectator")
    texts = ("until it is answered", "until the opponent has it", "until a spectator has it")
    report.table(
        ("ms", *(f"{one} %" for one in PERCENT), "measured"),
        [(text, *_percentiles(found[name])) for name, text in zip(names, texts, strict=True)],
    )
    report.note(
        f"{len(found['answered']) / SECONDS:.0f} actions a second; the servers, starting "
        f"and all connections included, took {spent:.0f} s of CPU"
    )
    slow = _percentile(found["opponent"], 95)
    report.goal(f"95 % at the opponent's within {GOAL_MS} ms: {slow:.0f}", slow < GOAL_MS)


@contextmanager
def stack(url: str) -> Iterator[tuple[int, psutil.Process]]:
    """All servers, on this database."""
    port = free_port()
    while listening(port + 1)():
        port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        # Everybody has one address here.
        env = {**site_env(url, shared_urls().redis), "PORT": str(port), "LIVE_STREAMS": "10000"}
        for name in ("SITE_URL", "LIVE_URL"):
            env.pop(name, None)
        log = Path(folder) / "log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", "ecarte_club.stack"],
                cwd=PROJECT,
                env=env,
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        try:
            until = time.monotonic() + READY_WITHIN
            while "The club is at" not in log.read_text(errors="replace"):
                if process.poll() is not None or time.monotonic() > until:
                    raise AssertionError(log.read_text(errors="replace")[-2000:])
                time.sleep(0.2)
            yield port, psutil.Process(process.pid)
        finally:
            process.terminate()
            process.wait(60)


def cpu(process: psutil.Process) -> float:
    """Seconds of all servers but the database's, which is not among them."""
    times = [one.cpu_times() for one in process.children(recursive=True)]
    return sum(time.user + time.system for time in times)


def _percentile(found: list[float], percent: int) -> float:
    return quantiles(found, n=100)[percent - 1] * 1e3


def _percentiles(found: list[float]) -> tuple[str, ...]:
    return (*(f"{_percentile(found, one):.0f}" for one in PERCENT), f"{len(found):,}")

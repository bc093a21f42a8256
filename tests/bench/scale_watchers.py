"""Watchers of one topic until the p95 of the delay reaches a second: own server, and nchan."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ecarte_club.stack import nginx
from ecarte_club.stack.programs import free_port, started, stop
from tests.databases import site_env, sqlite_database
from tests.servers import PROJECT, shared_urls
from tests.support.served import served

from . import report
from .scale_watching import RATE, Row

ENGINES = {"own": "our own live server", "nchan": "nginx with nchan"}
COLUMNS = ("", "watchers", "p50 ms", "p95 ms", "µs CPU", "ms to send", "MB")
# Everybody has one address here.
STREAMS = {"LIVE_STREAMS": "100000"}


def run() -> None:
    report.heading(
        f"Watchers of one topic, {RATE:g} events a second; µs of CPU for an event and a watcher"
    )
    report.table(COLUMNS, [_cells(*one) for engine in ENGINES for one in _measured(engine)])


def _measured(engine: str) -> list[tuple[str, Row]]:
    if engine == "nchan" and nginx.nchan_module() is None:
        report.note("There is no nginx with nchan here: apt install nginx libnginx-mod-nchan.")
        return []
    with sqlite_database() as url, _live(engine, url) as (port, pids, env):
        command = [sys.executable, "-m", "tests.bench.worker", "scale_watching", str(port)]
        done = subprocess.run(
            [*command, *map(str, pids)],
            cwd=PROJECT,
            env={**site_env(url, shared_urls().redis), **env, "PYTHONWARNINGS": "ignore"},
            stdout=subprocess.PIPE,
            check=True,
        )
    return [(ENGINES[engine], row) for row in json.loads(done.stdout)]


@contextmanager
def _live(engine: str, url: str) -> Iterator[tuple[int, list[int], dict[str, str]]]:
    """Where watchers connect, the processes that serve them, and the settings of who writes."""
    publish = free_port()
    env = {"LIVE_ENGINE": engine, "LIVE_PUBLISH_URL": f"http://127.0.0.1:{publish}/", **STREAMS}
    with served(database_url=url, redis_url=shared_urls().redis, env=env) as site:
        behind = int(site.url.rpartition(":")[2])
        if engine == "own":
            yield behind, [site.process.pid], env
            return
        with tempfile.TemporaryDirectory() as folder:
            port = free_port()
            front = nginx.live(Path(folder), port=port, live_port=behind, publish_port=publish)
            process = started(front)
            try:
                yield port, [site.process.pid, process.pid], env
            finally:
                stop(front, process)


def _cells(name: str, row: Row) -> tuple[str, ...]:
    watchers = f"{row['watchers']:,.0f}"
    if "full" in row:
        return (name, watchers, "takes no more", "", "", "", "")
    return (
        *(name, watchers, f"{row['p50'] * 1e3:.0f}", f"{row['p95'] * 1e3:.0f}"),
        *(f"{row['cpu'] * 1e6:.1f}", f"{row['send'] * 1e3:.2f}", f"{row['memory']:.0f}"),
    )

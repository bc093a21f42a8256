"""Programs that die come back, with growing pauses; all are stopped in the opposite order."""

import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from ecarte_club.stack.programs import Program, ProgramFailedError, StoppedError, Supervisor

SLEEP = (sys.executable, "-c", "import time; time.sleep(600)")
FAIL = (sys.executable, "-c", "raise SystemExit(7)")


class Listener:
    """Hears what the supervisor says, and raises the signal that ends it at a given sentence."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.last = ""

    def __call__(self, text: str) -> None:
        self.said.append(text)
        if self.last and re.search(self.last, text):
            signal.raise_signal(signal.SIGTERM)


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def supervisor(listener: Listener) -> Iterator[Supervisor]:
    heeded = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in heeded}
    supervisor = Supervisor(listener, poll=0.02)
    supervisor.heed_signals()
    yield supervisor
    supervisor.stop()
    for number, handler in before.items():
        signal.signal(number, handler)


def _sleepers() -> list[psutil.Process]:
    return [
        child for child in psutil.Process().children() if "time.sleep(600)" in str(_line(child))
    ]


def _line(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []


def test_a_killed_program_comes_back(supervisor: Supervisor, listener: Listener) -> None:
    listener.last = r"started again \("
    supervisor.start(Program("one", SLEEP, ready=lambda: bool(_sleepers())))
    first = _sleepers()[0]
    first.kill()
    supervisor.watch()
    assert "one has ended (-9); it is started again in 0.5 s" in listener.said
    second = int(listener.said[-1].rpartition(" ")[2].rstrip(")"))
    assert second != first.pid
    supervisor.stop()
    assert not psutil.pid_exists(second)


@pytest.mark.slow
def test_the_pause_grows_with_every_death(supervisor: Supervisor, listener: Listener) -> None:
    listener.last = "again in 2 s"
    supervisor.start(Program("weak", FAIL))
    supervisor.watch()
    pauses = [text.split(" in ")[1] for text in listener.said if "ended" in text]
    assert pauses == ["0.5 s", "1 s", "2 s"]


def test_the_last_started_is_the_first_stopped(supervisor: Supervisor, listener: Listener) -> None:
    for name in ("one", "two", "three"):
        supervisor.start(Program(name, SLEEP))
    supervisor.stop()
    assert listener.said[3:] == ["three is stopped", "two is stopped", "one is stopped"]


def test_what_never_starts_is_given_up(supervisor: Supervisor, tmp_path: Path) -> None:
    program = Program("never", FAIL, ready=lambda: False, log=tmp_path / "log")
    with pytest.raises(ProgramFailedError, match=r"never ended \(7\)"):
        supervisor.start(program, tries=2)


def test_a_failing_step_stops_the_start(supervisor: Supervisor) -> None:
    with pytest.raises(ProgramFailedError, match=r"migrate failed \(7\)"):
        supervisor.step(Program("migrate", FAIL))


def test_a_signal_ends_a_long_step(supervisor: Supervisor) -> None:
    signal.raise_signal(signal.SIGINT)
    with pytest.raises(StoppedError):
        supervisor.step(Program("migrate", SLEEP))
    assert not _sleepers()

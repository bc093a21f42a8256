"""Programs started in order, brought back when they die, stopped in the opposite order."""

import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event

from .programs import Program, ProgramFailedError, kill, start, stop, wait_until_ready

LONGEST_PAUSE = 30.0
STEADY_AFTER = 60.0
"""Seconds: a program that ran so long begins again with the shortest pause."""


class StoppedError(Exception):
    """Somebody asked the stack to stop before it had come up."""


@dataclass(slots=True)
class _Watched:
    program: Program
    process: subprocess.Popen[bytes]
    since: float
    deaths: int = 0
    back_at: float | None = None
    """When a dead program is to be started again."""


class Supervisor:
    def __init__(self, say: Callable[[str], None], poll: float = 0.2) -> None:
        self._say = say
        self._poll = poll
        self._stopping = Event()
        self._watched: list[_Watched] = []

    def heed_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: self._stopping.set())

    def step(self, program: Program) -> None:
        """Runs to its end, which must be a good one."""
        process = start(program)
        try:
            while process.poll() is None:
                if self._stopping.wait(self._poll):
                    raise StoppedError
        finally:
            stop(program, process)
        if process.returncode != 0:
            raise ProgramFailedError(f"{program.name} failed ({process.returncode})")

    def start(self, program: Program, tries: int = 4) -> None:
        """Started, ready and watched. What a killed stack left behind may need a moment to go."""
        for left in reversed(range(tries)):
            process = start(program)
            try:
                wait_until_ready(program, process, give_up=self._stopping.is_set)
            except ProgramFailedError as failure:
                stop(program, process)
                if not left:
                    raise
                self._say(str(failure))
                self._stopping.wait(1)
                continue
            self._watched.append(_Watched(program, process, time.monotonic()))
            if self._stopping.is_set():
                raise StoppedError
            self._say(f"{program.name} is up (process {process.pid})")
            return

    def watch(self) -> None:
        """Returns when a signal asks for the end."""
        while not self._stopping.wait(self._poll):
            for one in self._watched:
                self._look_after(one)

    def _look_after(self, one: _Watched) -> None:
        now = time.monotonic()
        if one.back_at is not None:
            if now >= one.back_at:
                one.process, one.since, one.back_at = start(one.program), now, None
                self._say(f"{one.program.name} is started again (process {one.process.pid})")
        elif one.process.poll() is not None:
            kill(one.process)  # what it started must not hold its port
            one.deaths = 1 if now - one.since > STEADY_AFTER else one.deaths + 1
            pause = min(0.5 * 2 ** (one.deaths - 1), LONGEST_PAUSE)
            one.back_at = now + pause
            self._say(
                f"{one.program.name} has ended ({one.process.returncode});"
                f" it is started again in {pause:g} s"
            )

    def stop(self) -> None:
        for one in reversed(self._watched):
            stop(one.program, one.process)
            self._say(f"{one.program.name} is stopped")
        self._watched.clear()

"""One program run as a child that cannot outlive its parent."""

import ctypes
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Literal

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)
LONGEST_PAUSE = 30.0


class ProgramFailedError(Exception):
    """A program ended, or never became ready; the text shows the end of its log."""


@dataclass(frozen=True, slots=True)
class Program:
    name: str
    argv: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    """Added to this process's own environment."""
    stop_signal: signal.Signals = signal.SIGTERM
    stop_within: float = 10.0
    ready: Callable[[], bool] = lambda: True
    ready_within: float = 30.0
    log: Path | None = None
    """None: the program writes where its parent does."""


def start(program: Program) -> subprocess.Popen[bytes]:
    """Call it from the main thread: Linux ends the child with the thread that made it."""
    out = program.log.open("ab") if program.log else None
    try:
        return subprocess.Popen(
            program.argv,
            env={**os.environ, **program.env},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out and subprocess.STDOUT,
            # A session of its own: Ctrl-C reaches the parent alone, which stops things in order.
            start_new_session=True,
            preexec_fn=_leash(program.stop_signal),  # noqa: PLW1509  (no other threads yet)
        )
    finally:
        if out:
            out.close()


def started(program: Program) -> subprocess.Popen[bytes]:
    """Started and ready, or ProgramFailedError."""
    process = start(program)
    try:
        wait_until_ready(program, process)
    except BaseException:
        stop(program, process)
        raise
    return process


def wait_until_ready(
    program: Program,
    process: subprocess.Popen[bytes],
    give_up: Callable[[], bool] = lambda: False,
) -> None:
    deadline = time.monotonic() + program.ready_within
    while not program.ready():
        if give_up():
            return
        if process.poll() is not None:
            raise ProgramFailedError(
                f"{program.name} ended ({process.returncode}).{_log_end(program)}"
            )
        if time.monotonic() > deadline:
            raise ProgramFailedError(
                f"{program.name} was not ready in {program.ready_within:.0f} s.{_log_end(program)}"
            )
        time.sleep(0.05)


def stop(program: Program, process: subprocess.Popen[bytes]) -> None:
    """Asks, waits, then kills; nothing of the program's process group is left."""
    if process.poll() is None:
        process.send_signal(program.stop_signal)
        with suppress(subprocess.TimeoutExpired):
            process.wait(program.stop_within)
    kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """SIGKILL to the program and whatever it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def listening(port: int, host: str = "127.0.0.1") -> Callable[[], bool]:
    def answers() -> bool:
        with socket.socket() as probe:
            probe.settimeout(1)
            return probe.connect_ex((host, port)) == 0

    return answers


def free_port() -> int:
    """Below the ports that Linux gives to connections, so that none takes it before it is used."""
    while True:
        port = 20_000 + secrets.randbelow(12_768)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def _leash(last_signal: signal.Signals) -> Callable[[], None]:
    parent = os.getpid()

    def fasten() -> None:
        _libc.prctl(_PR_SET_PDEATHSIG, int(last_signal), 0, 0, 0)
        if os.getppid() != parent:  # the parent died before the leash held
            os._exit(1)

    return fasten


def _log_end(program: Program) -> str:
    if program.log is None or not program.log.exists():
        return ""
    lines = program.log.read_text(errors="replace").splitlines()[-40:]
    return "\n" + "\n".join(f"  | {line}" for line in lines)


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


Server = Literal["wsgi", "asgi"]


def granian(server: Server, *, port: int, workers: int, host: str = "127.0.0.1") -> tuple[str, ...]:
    """The command. WSGI serves pages and the API, ASGI the live connections or everything."""
    return (
        *(
            sys.executable,
            "-m",
            "granian",
            "--interface",
            {"wsgi": "wsgi", "asgi": "asginl"}[server],
        ),
        *("--host", host, "--port", str(port), "--workers", str(workers)),
        # Granian counts open connections, idle ones too, against backlog / workers.
        *("--no-ws", "--backlog", "4096"),
        # Every thread keeps a connection to the database.
        *(("--blocking-threads", "8") if server == "wsgi" else ()),
        *("--respawn-failed-workers", "--respawn-interval", "0.5", "--workers-kill-timeout", "5"),
        *("--log-level", "warning"),
        f"ecarte_club.{server}:application",
    )

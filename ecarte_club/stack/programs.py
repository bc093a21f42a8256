"""One program run as a child that cannot outlive its parent."""

import ctypes
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


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
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


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

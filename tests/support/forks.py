"""Programs that are the project's own Python, forked from a process that has imported it.

What takes seconds of the processor takes a tenth of one. Tests of how servers start, as their
users start them, take `ecarte_club.stack.programs` instead.
"""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from ecarte_club.stack import programs
from ecarte_club.stack.programs import Program, ProgramFailedError, stop, wait_until_ready
from tests.servers import PROJECT, once, shared_folder

from .fork_server import MOST

STARTS_WITHIN = 120.0
NAMESPACE = "ip", "netns", "exec"


class Forked(subprocess.Popen[bytes]):
    """Of which the server of forks tells when it has ended."""

    def __init__(
        self,
        argv: Sequence[str],
        *,
        env: Mapping[str, str],
        files: tuple[int, int, int],
        network: str = "",
        cwd: Path = PROJECT,
    ) -> None:
        self.args = list(argv)
        self.stdin = self.stdout = self.stderr = None
        self.returncode: int | None = None
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._server.connect(str(_fork_server()))
        job = {"argv": self.args, "env": dict(env), "cwd": str(cwd), "network": network}
        message = json.dumps(job).encode()
        assert len(message) < MOST
        socket.send_fds(self._server, [message], files)
        self.pid = int(self._server.recv(20))

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self._server.settimeout(timeout)
            try:
                self.returncode = int(self._server.recv(20))
            except (TimeoutError, BlockingIOError):
                assert timeout is not None
                raise subprocess.TimeoutExpired(self.args, timeout) from None
            self._server.close()
        return self.returncode

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sig)


def start(program: Program) -> subprocess.Popen[bytes]:
    """Forked, if it is Python's."""
    network, argv = "", program.argv
    if argv[:3] == NAMESPACE:
        network, argv = argv[3], argv[4:]
    if argv[:1] != (sys.executable,):
        return programs.start(program)
    env = {**os.environ, **program.env}
    with _written(program.log) as out, open(os.devnull, "rb") as nothing:
        files = (nothing.fileno(), out.fileno(), out.fileno())
        return Forked(argv[1:], env=env, files=files, network=network)


def _written(log: Path | None) -> IO[bytes]:
    return log.open("ab") if log else open(os.dup(1), "ab")


def started(program: Program) -> subprocess.Popen[bytes]:
    """Started and ready, or ProgramFailedError."""
    process = start(program)
    try:
        wait_until_ready(program, process)
    except BaseException:
        stop(program, process)
        raise
    return process


def run(*argv: str, env: Mapping[str, str], text: str = "") -> subprocess.CompletedProcess[str]:
    """`python` with these arguments, to its end; it reads the text."""
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as errors:
        given.write(text.encode())
        given.seek(0)
        files = (given.fileno(), out.fileno(), errors.fileno())
        process = Forked(argv, env=env, files=files)
        try:
            code = process.wait()
        finally:
            programs.kill(process)
        told = [_text(out), _text(errors)]
    return subprocess.CompletedProcess(list(argv), code, *told)


# Of the server of forks that it is given: what follows runs in its own place.
FORKING = """
import json, os, socket, sys
line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
line.connect(sys.argv[1])
job = {"argv": sys.argv[2:], "env": dict(os.environ), "cwd": os.getcwd()}
socket.send_fds(line, [json.dumps(job).encode()], (0, 1, 2))
line.recv(20)
sys.exit(int(line.recv(20)) & 255)
"""


def forking() -> tuple[str, ...]:
    """The command that does as Python with the arguments that follow, for scripts."""
    return sys.executable, "-ISc", FORKING, str(_fork_server())


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


def _fork_server() -> Path:
    return once("forks", _start_server)


def _start_server(place: Path) -> None:
    log = shared_folder() / "forks.log"
    argv = [sys.executable, "-m", "tests.support.fork_server", str(place)]
    unconfigured = ("DATABASE_URL", "REDIS_URL", "REPLICA_URL")
    folder = {"DATA_DIR": str(shared_folder() / "site")}
    env = {key: value for key, value in os.environ.items() if key not in unconfigured} | folder
    with log.open("wb") as out:
        server = subprocess.Popen(
            [*argv, os.environ["TEST_MAIN_PID"]],
            cwd=PROJECT,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    deadline = time.monotonic() + STARTS_WITHIN
    while not place.exists():
        if server.poll() is not None or time.monotonic() > deadline:
            server.kill()
            raise ProgramFailedError(f"Nothing is forked.\n{log.read_text()}")
        time.sleep(0.05)

"""Varnish in front of a site under test, with the configuration of `deploy/`."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from ecarte_club.stack.programs import Program, free_port, listening, started, stop
from tests.servers import missing

from .deployed import DEPLOY

CONFIGURATION = DEPLOY / "varnish" / "ecarte.vcl"


@dataclass(frozen=True, slots=True)
class Varnish:
    """`url` is where visitors ask, `inside` where keys are purged."""

    url: str
    inside: str
    process: subprocess.Popen[bytes]


def varnish_binary() -> str | None:
    return shutil.which("varnishd", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def found_varnish() -> str:
    binary = varnish_binary()
    if binary is None:
        missing("There is no Varnish here: the system's package varnish brings one.")
    return binary


def configuration(folder: Path, backend: str) -> Path:
    """With another backend: `backend` as VCL has it."""
    text, changes = re.subn(r"\.path = [^;]*;", backend, CONFIGURATION.read_text())
    assert changes == 1
    path = folder / "ecarte.vcl"
    path.write_text(text)
    return path


@contextmanager
def varnished(backend: int | Path, port: int = 0) -> Iterator[Varnish]:
    """In front of what listens at the port or the socket, or will. It may be killed."""
    binary = found_varnish()
    with TemporaryDirectory(prefix="ecarte-varnish-") as name:
        folder = Path(name)
        at_port = f'.host = "127.0.0.1"; .port = "{backend}";'
        path = configuration(
            folder, at_port if isinstance(backend, int) else f'.path = "{backend}";'
        )
        port, inside = port or free_port(), free_port()
        argv = (
            *(binary, "-F", "-j", "none", "-n", str(folder / "varnish"), "-f", str(path)),
            *("-a", f"web=127.0.0.1:{port}", "-a", f"inside=127.0.0.1:{inside}"),
            *("-s", "malloc,64m", "-p", "thread_pools=1", "-p", "thread_pool_min=20"),
            *("-p", "http_range_support=off"),
        )
        program = Program("varnish", argv, ready=listening(port), log=folder / "varnish.log")
        process = started(program)
        try:
            yield Varnish(f"http://127.0.0.1:{port}", f"http://127.0.0.1:{inside}/", process)
        finally:
            stop(program, process)

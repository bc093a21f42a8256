"""PostgreSQL with PgBouncer on one machine of a network, and its replica on another, as the guide
has them: the site's user has a password, and PgBouncer asks for it."""

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
from psycopg import sql

from ecarte_club.stack import postgresql
from ecarte_club.stack.postgresql import DATABASE, PostgreSQL
from ecarte_club.stack.programs import Program

from .networks import Host
from .poolers import configuration, pgbouncer_binary

PASSWORD = "a-password-of-the-test"
ACCESS = """\
local ecarte ecarte scram-sha-256
local all all trust
host replication replicator 10.0.0.0/24 scram-sha-256
host ecarte ecarte 10.0.0.0/24 scram-sha-256
"""


def database(host: Host, folder: Path) -> Iterator[Program]:
    """PostgreSQL; and PgBouncer, once that runs."""
    server = postgresql.prepared(folder, durable=True)
    (server.data / "pg_hba.conf").write_text(ACCESS)
    yield _program(server, host)
    with psycopg.connect(server.url("postgres"), autocommit=True) as session:
        for name, right in {"ecarte": "LOGIN", "replicator": "REPLICATION LOGIN"}.items():
            command = sql.SQL("CREATE ROLE {} {} PASSWORD {}")
            session.execute(command.format(sql.Identifier(name), sql.SQL(right), PASSWORD))
        session.execute(f"CREATE DATABASE {DATABASE} OWNER ecarte")
        row = session.execute(
            'SELECT format(\'"%s" "%s"\', rolname, rolpassword) FROM pg_authid'
            " WHERE rolname = 'ecarte'"
        ).fetchone()
    assert row
    (folder / "userlist.txt").write_text(f"{row[0]}\n")
    text = configuration(
        {
            r"host=/var/run/postgresql": f"host={server.sockets}",
            r"^unix_socket_dir = .*$": f"unix_socket_dir = {folder}",
            r"^auth_file = .*$": f"auth_file = {folder / 'userlist.txt'}",
            r"^pidfile = .*$": f"pidfile = {folder / 'pgbouncer.pid'}",
        }
    )
    (folder / "pgbouncer.ini").write_text(text)
    url = f"postgresql://ecarte:{PASSWORD}@{host.address}:6432/ecarte"
    argv = (*postgresql.as_other_user(), pgbouncer_binary(), str(folder / "pgbouncer.ini"))
    yield Program("pgbouncer", argv, ready=lambda: host.run(lambda: _answers(url)))


def replica(host: Host, folder: Path, primary: str) -> Program:
    """A copy of the primary at this address, made now; it follows as long as it runs."""
    binaries = postgresql.binaries()
    sockets = postgresql._socket_folder(folder)
    sockets.chmod(0o777)
    copy = PostgreSQL(binaries, folder / "postgresql", sockets, True)
    account = f"host={primary} user=replicator password={PASSWORD}"
    argv = (
        *(*host.within, *postgresql.as_other_user(), str(binaries / "pg_basebackup")),
        *("--dbname", account, "--pgdata", str(copy.data), "--write-recovery-conf"),
        *("--wal-method", "stream", "--checkpoint", "fast", "--no-sync"),
    )
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return _program(copy, host)


def with_tables(folder: Path, tables_url: str) -> str:
    """The tables of this other database are made, all of them the site's own. Where the database is
    asked past PgBouncer, by whoever may use its folder."""
    server = postgresql.prepared(folder, durable=True)
    copy_tables(server, tables_url, owner="ecarte")
    return server.url()


def copy_tables(server: PostgreSQL, tables_url: str, owner: str = "postgres") -> None:
    """As they are in another database, which costs a tenth of migrating."""
    dump = (str(server.binaries / "pg_dump"), "--no-owner", tables_url)
    text = subprocess.run(dump, stdout=subprocess.PIPE, check=True).stdout
    psql = (str(server.binaries / "psql"), "--quiet", "--set", "ON_ERROR_STOP=1", server.url())
    whole = f"SET ROLE {owner};\n".encode() + text
    subprocess.run(psql, input=whole, stdout=subprocess.DEVNULL, check=True)


def _program(server: PostgreSQL, host: Host) -> Program:
    program = server.program()
    # They live for minutes, and are killed as processes are: what was written is written.
    options = (f"listen_addresses={host.address}", "fsync=off", "hot_standby_feedback=on")
    more = (part for option in options for part in ("-c", option))
    return replace(program, argv=(*program.argv, *more), ready_within=60)


def _answers(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=2):
            return True
    except psycopg.OperationalError:
        return False

"""Fresh databases with the site's tables, on SQLite and on PostgreSQL."""

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.conf import settings
from django.db import connection
from psycopg import sql

from tests.servers import PROJECT, once, shared_folder, shared_urls
from tests.support.forks import run

TEMPLATE = "ecarte_template"
PACKAGES = ("ecarte_club", "games", "scoring")
# Where each app says what its tables are.
TABLES = ("*/models.py", "*/models/*.py", "*/migrations/*.py")


def manage(*arguments: str, database_url: str, env: dict[str, str] | None = None) -> str:
    """What `manage.py` printed; an error shows all of it."""
    done = run("manage.py", *arguments, env={**site_env(database_url), **(env or {})})
    if done.returncode != 0:
        raise AssertionError(f"manage.py {' '.join(arguments)}:\n{done.stdout}{done.stderr}")
    return done.stdout


def site_env(database_url: str, redis_url: str = "") -> dict[str, str]:
    """The environment of a site under test: no limit on how often it may be asked."""
    return {
        **os.environ,
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "DATA_DIR": str(shared_folder() / "site"),
        "API_RATE": "1000000",
        "DEBUG": "no",
    }


@contextmanager
def sqlite_database() -> Iterator[str]:
    path = shared_folder() / f"{token_hex(6)}.sqlite3"
    shutil.copyfile(sqlite_template(), path)
    try:
        yield f"sqlite:///{path}"
    finally:
        for file in path.parent.glob(f"{path.name}*"):
            file.unlink()


@contextmanager
def postgres_database() -> Iterator[str]:
    server = shared_urls().postgres
    _postgres_template(server)
    name = f"ecarte_{token_hex(6)}"
    _copy_template(server, name)
    try:
        yield _named(server, name)
    finally:
        _command(server, "DROP DATABASE {} WITH (FORCE)", name)


@contextmanager
def already_migrated() -> Iterator[None]:
    """Inside, Django's test database begins as a copy of one that was migrated for all workers."""
    connection.settings_dict["TEST"]["MIGRATE"] = False
    if connection.vendor == "postgresql":
        connection.settings_dict["TEST"]["TEMPLATE"] = _postgres_template(shared_urls().postgres)
        yield
        return
    # In memory it lasts as long as somebody is connected.
    name = connection.creation._get_test_db_name()  # type: ignore[attr-defined]
    with closing(sqlite3.connect(name, uri=True)) as memory:
        with closing(sqlite3.connect(sqlite_template())) as template:
            template.backup(memory)
        yield


def sqlite_template() -> Path:
    """With the site's tables and nothing in them: to be copied."""
    return once("template.sqlite3", _make_sqlite_template)


def _make_sqlite_template(path: Path) -> None:
    """Kept from run to run, as long as nothing has changed of which tables are made."""
    kept = settings.DATA_DIR / f"tables-{_of_tables()}.sqlite3"
    if kept.exists():
        shutil.copyfile(kept, path)
        return
    _migrate(f"sqlite:///{path}")
    for older in settings.DATA_DIR.glob("tables-*.sqlite3"):
        older.unlink(missing_ok=True)
    # Whoever finds it finds it whole.
    draft = kept.with_name(f"{kept.name}.{token_hex(4)}")
    shutil.copyfile(path, draft)
    draft.rename(kept)


def _of_tables() -> str:
    made = hashlib.sha256((PROJECT / "requirements.txt").read_bytes())
    for package in PACKAGES:
        for file in sorted(file for one in TABLES for file in (PROJECT / package).glob(one)):
            made.update(file.read_bytes())
    return made.hexdigest()[:16]


def _postgres_template(server: str) -> str:
    once("template.postgresql", lambda done: _make_postgres_template(server, done))
    return TEMPLATE


def _copy_template(server: str, name: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        # Of files, in a third of the time that it takes to write each page to the log as well.
        files = " STRATEGY FILE_COPY" if connection.info.server_version >= 150_000 else ""
        command = sql.SQL("CREATE DATABASE {} TEMPLATE {}" + files)
        connection.execute(command.format(sql.Identifier(name), sql.Identifier(TEMPLATE)))


def _make_postgres_template(server: str, done: Path) -> None:
    _command(server, "DROP DATABASE IF EXISTS {} WITH (FORCE)", TEMPLATE)
    _command(server, "CREATE DATABASE {}", TEMPLATE)
    _migrate(_named(server, TEMPLATE))
    done.touch()


def _migrate(database_url: str) -> None:
    done = run("-m", "tests.support.migrate", env=site_env(database_url))
    assert done.returncode == 0, done.stderr


def _named(server: str, database: str) -> str:
    return urlunsplit(urlsplit(server)._replace(path=f"/{database}"))


def _command(server: str, text: str, *names: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL(text).format(*map(sql.Identifier, names)))

"""The sample club, loaded once for all tests that do not look at the loading itself."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from secrets import token_hex

from django.db import connection

from ecarte_club import env
from tests.databases import manage, sqlite_template
from tests.servers import once, shared_folder

from .everything import tables


@contextmanager
def sample_database() -> Iterator[str]:
    """A fresh SQLite database with the sample club in it."""
    path = shared_folder() / f"{token_hex(6)}.sqlite3"
    shutil.copyfile(_sample(), path)
    try:
        yield f"sqlite:///{path}"
    finally:
        for file in path.parent.glob(f"{path.name}*"):
            file.unlink()


def sample_brought() -> None:
    """The sample club, row by row, in the tables of a test in this process."""
    with closing(sqlite3.connect(_sample())) as sample, connection.cursor() as cursor:
        for table, _key in tables().values():
            found = sample.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - our own tables
            names = ", ".join(f'"{column[0]}"' for column in found.description)
            marks = ", ".join(["%s"] * len(found.description))
            rows = found.fetchall()
            cursor.executemany(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', rows)  # noqa: S608


def sample_printed() -> str:
    """What the command said to whoever loaded it."""
    return _sample().with_name("sample.txt").read_text()


def sample_key() -> str:
    """The secret key of the site that it was loaded on."""
    return env.secret_key(os.environ, _sample().with_name("site"))


def _sample() -> Path:
    return once("sample.sqlite3", _load)


def _load(path: Path) -> None:
    shutil.copyfile(sqlite_template(), path)
    printed = manage("sample", database_url=f"sqlite:///{path}")
    path.with_name("sample.txt").write_text(printed)

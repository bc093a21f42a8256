"""Models whose rows are never changed, and triggers by which the database itself refuses it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython
from django.db.migrations.state import StateApps

M = TypeVar("M", bound=models.Model)
STATEMENTS = {"changed": "UPDATE", "deleted": "DELETE"}


class Unchangeable(Exception):
    """Somebody tried to change an entry. A correction is a new entry."""


class AppendOnlyQuerySet(models.QuerySet[M]):
    def update(self, **_kwargs: Any) -> NoReturn:
        raise Unchangeable

    def delete(self) -> NoReturn:
        raise Unchangeable


class AppendOnly(models.Model):
    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise Unchangeable
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Unchangeable


def append_only(table: str, refusals: Iterable[tuple[str, str]]) -> RunPython:
    """For an initial migration. `refusals`: "changed" or "deleted", with what is answered then."""
    rows = tuple(refusals)

    def forwards(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
        for done, refusal in rows:
            sql = _sqlite if editor.connection.vendor == "sqlite" else _postgresql
            editor.execute(sql(table, done, refusal))

    def backwards(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
        for done, _refusal in rows:
            name = f"{table}_never_{done}"
            if editor.connection.vendor == "sqlite":
                editor.execute(f"DROP TRIGGER {name}")
            else:
                editor.execute(f"DROP TRIGGER {name} ON {table}; DROP FUNCTION {name}();")

    return RunPython(forwards, backwards)


def _sqlite(table: str, done: str, refusal: str) -> str:
    return f"""
    CREATE TRIGGER {table}_never_{done} BEFORE {STATEMENTS[done]} ON {table}
    BEGIN SELECT RAISE(ABORT, '{refusal}'); END
    """


def _postgresql(table: str, done: str, refusal: str) -> str:
    name = f"{table}_never_{done}"
    return f"""
    CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '{refusal}'
    USING ERRCODE = 'integrity_constraint_violation'; END $$;
    CREATE TRIGGER {name} BEFORE {STATEMENTS[done]} ON {table}
    FOR EACH ROW EXECUTE FUNCTION {name}();
    """


@contextmanager
def deletable(tables: Iterable[str], using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Rows of these tables can be deleted within it, and within a transaction, as a whole club
    goes. Foreign keys are checked at its end."""
    names, connection = sorted(tables), connections[using]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            found = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN "
            cursor.execute(found + f"({', '.join('%s' for _name in names)})", names)
            triggers = cursor.fetchall()
            for name, _sql in triggers:
                cursor.execute(f'DROP TRIGGER "{name}"')
            yield
            for _name, sql in triggers:
                cursor.execute(sql)
        else:
            # A table with checks that are still to be made cannot be altered.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            for name in names:
                cursor.execute(f'ALTER TABLE "{name}" DISABLE TRIGGER USER')
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
            yield
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            for name in names:
                cursor.execute(f'ALTER TABLE "{name}" ENABLE TRIGGER USER')

"""The club of rows that belong to one by another row: entries by their match, postings by a book.

With it a club's rows are found without a join, and can be moved as a shard. PostgreSQL makes sure
that it is the club of that other row: the foreign key to it spans both columns.
"""

from dataclasses import dataclass
from typing import Any

from django.db import models, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddField, AddIndex, RunPython, SeparateDatabaseAndState
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import StateApps
from django.db.models import Max

from ecarte_club.core.append_only import deletable

AT_ONCE = 5_000
TRIGGER = """
    CREATE OR REPLACE FUNCTION {table}_club() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
        NEW.club_id = (SELECT club_id FROM {parent} WHERE id = NEW.{key});
        RETURN NEW;
    END $$;
    CREATE OR REPLACE TRIGGER {table}_club BEFORE INSERT ON {table}
    FOR EACH ROW WHEN (NEW.club_id IS NULL) EXECUTE FUNCTION {table}_club();
"""
FILL = """
    UPDATE {table} SET club_id = (SELECT club_id FROM {parent} WHERE id = {table}.{key})
    WHERE id > %s AND id <= %s AND club_id IS NULL
"""


class ClubOf(models.ForeignKey):  # type: ignore[type-arg]  # plain at run time
    """The club of the row that the foreign key `of` names; filled at every `save` and
    `bulk_create`. It is never null, but on SQLite the column has no such constraint."""

    def __init__(self, of: str, **kwargs: Any) -> None:
        own = {"to": "clubs.Club", "on_delete": models.PROTECT, "related_name": "+"}
        super().__init__(**{**kwargs, **own, "db_constraint": False, "db_index": False})
        self.of = of

    def deconstruct(self) -> tuple[str, str, Any, dict[str, Any]]:
        name, path, _args, _kwargs = super().deconstruct()
        return name, path, [self.of], {}

    def get_internal_type(self) -> str:
        return "ForeignKey"

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        if getattr(model_instance, self.attname) is None:
            setattr(model_instance, self.attname, getattr(model_instance, self.of).club_id)
        return getattr(model_instance, self.attname)


def add_club(app: str, model: str, *, of: str, parent: str, redundant: str = "") -> Operation:
    """For a migration that is not atomic. `parent`: the table that `of` refers to; `redundant`: an
    index of that key alone, which goes as another one begins with the same column.

    It can be stopped and repeated, and holds writes up for one portion of rows at most. The version
    before works on meanwhile: it leaves the column empty, and a trigger fills it.
    """
    adding = _Adding(f"{app}_{model}", f"{of}_id", parent, f"{model}_by_club", redundant)

    def forwards(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
        rows = apps.get_model(app, model)._base_manager.using(editor.connection.alias)
        if editor.connection.vendor == "sqlite":
            adding.on_sqlite(editor, rows)
        else:
            adding.on_postgresql(editor, rows)

    return SeparateDatabaseAndState(
        database_operations=[RunPython(forwards)],
        state_operations=[
            AddField(model, "club", ClubOf(of)),
            AddIndex(model, models.Index(fields=["club", "id"], name=f"{model}_by_club")),
        ],
    )


@dataclass(frozen=True, slots=True)
class _Adding:
    table: str
    key: str
    parent: str
    index: str
    redundant: str

    def on_sqlite(self, editor: BaseDatabaseSchemaEditor, rows: Any) -> None:
        found = "SELECT 1 FROM pragma_table_info(%s) WHERE name = 'club_id'"
        if not _row(editor, found, [self.table]):
            # Anything more would make the table anew, without its triggers.
            editor.execute(f"ALTER TABLE {self.table} ADD COLUMN club_id bigint NULL")
        self._fill(editor, rows)
        editor.execute(f"CREATE INDEX IF NOT EXISTS {self.index} ON {self.table} (club_id, id)")
        self._drop_redundant(editor)

    def on_postgresql(self, editor: BaseDatabaseSchemaEditor, rows: Any) -> None:
        table, key, parent = self.table, self.key, self.parent
        editor.execute(f"ALTER TABLE {table} ADD COLUMN IF NOT EXISTS club_id bigint NULL")
        editor.execute(TRIGGER.format(table=table, key=key, parent=parent))
        _index(editor, f"{parent}_and_club", f"{parent} (id, club_id)", kind="UNIQUE INDEX")
        self._fill(editor, rows)
        _index(editor, self.index, f"{table} (club_id, id)")
        both = f"FOREIGN KEY ({key}, club_id) REFERENCES {parent} (id, club_id)"
        self._constrain(editor, f"{table}_{key}_and_club", f"{both} DEFERRABLE INITIALLY DEFERRED")
        self._constrain(editor, f"{table}_has_club", "CHECK (club_id IS NOT NULL)")
        # The check that was validated spares it another look at all rows.
        editor.execute(f"ALTER TABLE {table} ALTER COLUMN club_id SET NOT NULL")
        editor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {table}_has_club")
        self._drop_foreign_key_of_one_column(editor)
        self._drop_redundant(editor)

    def _fill(self, editor: BaseDatabaseSchemaEditor, rows: Any) -> None:
        last, alias = rows.aggregate(last=Max("pk"))["last"] or 0, editor.connection.alias
        statement = FILL.format(table=self.table, key=self.key, parent=self.parent)
        for start in range(0, last, AT_ONCE):
            with transaction.atomic(using=alias), deletable([self.table], using=alias):
                editor.execute(statement, [start, start + AT_ONCE])

    def _constrain(self, editor: BaseDatabaseSchemaEditor, name: str, definition: str) -> None:
        found = "SELECT 1 FROM pg_constraint WHERE conrelid = %s::regclass AND conname = %s"
        if not _row(editor, found, [self.table, name]):
            editor.execute(f"ALTER TABLE {self.table} ADD CONSTRAINT {name} {definition} NOT VALID")
        editor.execute(f"ALTER TABLE {self.table} VALIDATE CONSTRAINT {name}")

    def _drop_foreign_key_of_one_column(self, editor: BaseDatabaseSchemaEditor) -> None:
        """The one that spans both columns says as much, and each costs every write a look."""
        with editor.connection.cursor() as cursor:
            found = editor.connection.introspection.get_constraints(cursor, self.table)
        for name, constraint in found.items():
            if constraint["foreign_key"] and constraint["columns"] == [self.key]:
                editor.execute(f"ALTER TABLE {self.table} DROP CONSTRAINT {name}")

    def _drop_redundant(self, editor: BaseDatabaseSchemaEditor) -> None:
        if self.redundant:
            editor.execute(f"DROP INDEX IF EXISTS {self.redundant}")


def _index(editor: BaseDatabaseSchemaEditor, name: str, on: str, *, kind: str = "INDEX") -> None:
    """Made while others write. What a stopped one left is made anew."""
    found = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%s)"
    if (_row(editor, found, [name]) or (False,))[0]:
        return
    editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
    editor.execute(f"CREATE {kind} CONCURRENTLY {name} ON {on}")


def _row(editor: BaseDatabaseSchemaEditor, query: str, values: list[str]) -> Any:
    with editor.connection.cursor() as cursor:
        cursor.execute(query, values)
        return cursor.fetchone()

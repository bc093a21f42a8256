"""The club of rows that belong to one by another row: entries by their match, postings by a book.

With it a club's rows are found without a join, and can be moved as a shard. PostgreSQL makes sure
that it is the club of that other row: the foreign key to it spans both columns.
"""

from typing import Any

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython
from django.db.migrations.state import StateApps


class ClubOf(models.ForeignKey):  # type: ignore[type-arg]  # plain at run time
    """The club of the row that the foreign key `of` names; filled at every `save` and
    `bulk_create`."""

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


def same_club(table: str, *, of: str, parent: str) -> RunPython:
    """For an initial migration. `parent`: the table that the column `of` refers to."""

    def forwards(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor != "postgresql":
            return
        # Those of one column wait for the end of the migration.
        while editor.deferred_sql:
            editor.execute(editor.deferred_sql.pop(0))
        editor.execute(f"CREATE UNIQUE INDEX {parent}_and_club ON {parent} (id, club_id)")
        editor.execute(
            f"ALTER TABLE {table} ADD CONSTRAINT {table}_{of}_and_club FOREIGN KEY ({of}, club_id) "
            f"REFERENCES {parent} (id, club_id) DEFERRABLE INITIALLY DEFERRED"
        )
        _drop_foreign_key_of_one_column(editor, table, of)

    return RunPython(forwards, RunPython.noop)


def _drop_foreign_key_of_one_column(
    editor: BaseDatabaseSchemaEditor, table: str, column: str
) -> None:
    """The one that spans both columns says as much, and each costs every write a look."""
    with editor.connection.cursor() as cursor:
        found = editor.connection.introspection.get_constraints(cursor, table)
    for name, constraint in found.items():
        if constraint["foreign_key"] and constraint["columns"] == [column]:
            editor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")

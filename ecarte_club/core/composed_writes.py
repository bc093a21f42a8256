"""Updates and new rows whose SQL is composed once in each process (see `composed`)."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, models, transaction
from django.db.models import QuerySet
from django.db.models.sql import UpdateQuery

from .composed import Value, prepared_cursor, stand_ins, too_large

M = TypeVar("M", bound=models.Model)


class ComposedUpdate:
    """`build`: the rows, as `Composed` takes them. `sets`: what they get by an expression;
    `columns`: the fields that get what is given each time. No columns of related rows."""

    def __init__(
        self,
        build: Callable[..., QuerySet[Any]],
        sets: Mapping[str, Any],
        columns: Sequence[str] = (),
        **kinds: type[int] | type[str],
    ) -> None:
        self._build, self._sets = build, sets
        self._stand_ins = stand_ins(kinds)
        self._columns = {name: f"\x02{name}" for name in columns}
        self._statements: dict[str, tuple[str, tuple[Any, ...], dict[str, Any]]] = {}

    def run(self, fields: Mapping[str, object] | None = None, /, **values: Value) -> int:
        """How many rows there were. `fields`: what the `columns` get."""
        if too_large(values):
            return 0
        if connection.vendor not in self._statements:
            self._statements[connection.vendor] = self._composed()
        sql, places, columns = self._statements[connection.vendor]
        given: dict[Any, Any] = {one: values[name] for name, one in self._stand_ins.items()}
        for name, one in self._columns.items():
            given[one] = columns[name].get_db_prep_save((fields or {})[name], connection)
        params = [given.get(one, one) for one in places]
        with transaction.mark_for_rollback_on_error(DEFAULT_DB_ALIAS), prepared_cursor() as cursor:
            cursor.execute(sql, params)
            found: int = cursor.rowcount
            return found

    def _composed(self) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
        rows = self._build(**self._stand_ins)
        query: Any = rows.query.chain(UpdateQuery)
        given = {name: models.Value(text) for name, text in self._columns.items()}
        query.add_update_values({**self._sets, **given})
        sql, params = query.get_compiler(connection=connection).as_sql()
        wanted = (*self._stand_ins.values(), *self._columns.values())
        if missing := [one for one in wanted if one not in params]:
            raise ValueError(f"A value of the update is not in it: {missing}, {sql}")
        return sql, params, {name: rows.model._meta.get_field(name) for name in self._columns}


def version_bump(model: type[models.Model], **only: object) -> ComposedUpdate:
    """Of the row with the id `pk`, to its next version, where its fields are as in `only`."""
    return ComposedUpdate(
        lambda pk: model._default_manager.filter(pk=pk, **only),
        {"version": models.F("version") + 1},
        pk=int,
    )


class ComposedInsert(Generic[M]):
    """Rows of a model whose key the database gives, as `objects.create` makes them."""

    def __init__(self, model: type[M]) -> None:
        self._model = model

    @cached_property
    def _fields(self) -> list[Any]:
        return [one for one in self._model._meta.local_concrete_fields if not one.primary_key]

    @cached_property
    def _sql(self) -> str:
        quoted = connection.ops.quote_name
        columns = ", ".join(quoted(field.column) for field in self._fields)
        values = ", ".join(["%s"] * len(self._fields))
        table, key = self._model._meta.db_table, self._model._meta.pk.column
        into = f"{quoted(table)} ({columns})"
        sql = f"INSERT INTO {into} VALUES ({values})"  # noqa: S608
        return f"{sql} RETURNING {quoted(key)}" if _tells_keys() else sql

    def create(self, **values: object) -> M:
        row = self._model(**values)
        params = [
            field.get_db_prep_save(field.pre_save(row, True), connection) for field in self._fields
        ]
        with transaction.mark_for_rollback_on_error(DEFAULT_DB_ALIAS), prepared_cursor() as cursor:
            cursor.execute(self._sql, params)
            row.pk = cursor.fetchone()[0] if _tells_keys() else cursor.lastrowid
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
        return row


def _tells_keys() -> bool:
    """SQLite does from 3.35 on."""
    return connection.features.can_return_columns_from_insert

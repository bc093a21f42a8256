"""Queries whose SQL is composed once in each process.

Django takes far longer to compose a wide join than the database to answer it. A query that every
request asks, and that differs by a few numbers or texts alone, is composed at its first use; then
only these are put in. PostgreSQL, too, plans it once for each connection.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX, SQLiteCursorWrapper
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators  # type: ignore[attr-defined]

from .exceptions import Absent

M = TypeVar("M", bound=Model)
Value = int | str
# They stand for the values of a request while the query is composed, and are in no query otherwise.
# Django leaves out comparisons with what no column can hold.
FIRST_NUMBER = 1_911_000_000
MOST = 2**63 - 1
# A longer list is rare, and its query is composed each time.
LISTED_MOST = 1024
Kinds = Mapping[str, type[int] | type[str]]
Converters = Sequence[tuple[int, Sequence[Callable[..., Any]], object]]


@dataclass(frozen=True, slots=True)
class _Statement:
    """`model`: none where plain columns are asked for. `end`: of the model's own columns;
    `annotations`: where the others of its attributes are."""

    sql: str
    params: tuple[object, ...]
    converters: Converters
    model: Any
    names: tuple[str, ...]
    end: int
    populators: Sequence[Any]
    annotations: Mapping[str, int]


def stand_ins(kinds: Kinds) -> dict[str, Value]:
    return {
        name: FIRST_NUMBER + place if kind is int else f"\x01{place}"
        for place, (name, kind) in enumerate(kinds.items())
    }


def too_large(values: Mapping[str, Value]) -> bool:
    """Whether there is a number that no column can hold: then no row has it."""
    return any(isinstance(value, int) and abs(value) > MOST for value in values.values())


class Composed(Generic[M]):
    """`build`: the query, from arguments whose kinds are `kinds`. Compared with nothing but `=`,
    `<` and the like; no models, and of lists only those of a fixed length."""

    def __init__(
        self, build: Callable[..., QuerySet[M, Any]], **kinds: type[int] | type[str]
    ) -> None:
        self._build = build
        self._stand_ins = stand_ins(kinds)
        self._statements: dict[str, _Statement] = {}

    def rows(self, **values: Value) -> list[M]:
        statement = self._statement()
        return [self._object(statement, row) for row in self._fetched(statement, values)]

    def first(self, **values: Value) -> M | None:
        """The only one, or the first by the query's own order. None where there is none."""
        return next(iter(self.rows(**values)), None)

    def get(self, **values: Value) -> M:
        """The only one. Raises: Absent."""
        found = self.first(**values)
        if found is None:
            raise Absent
        return found

    def tuples(self, **values: Value) -> list[tuple[Any, ...]]:
        """Of the columns that the query names."""
        statement = self._statement()
        found = self._fetched(statement, values)
        return (
            [tuple(_converted(statement, row)) for row in found] if statement.converters else found
        )

    def _fetched(self, statement: _Statement, values: dict[str, Value]) -> list[tuple[Any, ...]]:
        if too_large(values):
            return []
        by_stand_in = {stand_in: values[name] for name, stand_in in self._stand_ins.items()}
        params: list[Any] = [by_stand_in.get(cast(Value, one), one) for one in statement.params]
        with prepared_cursor() as cursor:
            cursor.execute(statement.sql, params)
            found: list[tuple[Any, ...]] = cursor.fetchall()
            return found

    def _object(self, statement: _Statement, row: Sequence[Any]) -> M:
        values = _converted(statement, row)
        made = statement.model.from_db(DEFAULT_DB_ALIAS, statement.names, values[: statement.end])
        for populator in statement.populators:
            populator.populate(values, made)
        for name, place in statement.annotations.items():
            setattr(made, name, values[place])
        return cast(M, made)

    def _statement(self) -> _Statement:
        if connection.vendor not in self._statements:
            self._statements[connection.vendor] = self._composed()
        return self._statements[connection.vendor]

    def _composed(self) -> _Statement:
        query = self._build(**self._stand_ins).query
        compiler = query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        missing = [one for one in self._stand_ins.values() if one not in params]
        if missing:
            raise ValueError(f"A value of the query is not in it: {sql}")
        expressions = [one[0] for one in compiler.select]
        converters = [
            (place, found, expression)
            for place, (found, expression) in compiler.get_converters(expressions).items()
        ]
        info = compiler.klass_info
        if info is None or not query.default_cols:
            return _Statement(sql, tuple(params), converters, None, (), 0, (), {})
        end = info["select_fields"][-1] + 1
        names = tuple(expression.target.attname for expression in expressions[:end])
        populators = get_related_populators(info, compiler.select, DEFAULT_DB_ALIAS)
        places = compiler.annotation_col_map or {}
        return _Statement(
            sql, tuple(params), converters, info["model"], names, end, populators, places
        )


def _converted(statement: _Statement, row: Sequence[Any]) -> list[Any]:
    values = list(row)
    for place, converters, expression in statement.converters:
        value = values[place]
        for converter in converters:
            value = converter(value, expression, connection)
        values[place] = value
    return values


class ComposedList(Generic[M]):
    """`build`: the query, from a list of ids, with which it compares by `__in`. It is composed for
    each power of two: a list of another length has its last id more than once."""

    def __init__(self, build: Callable[[Sequence[int]], QuerySet[M, Any]]) -> None:
        self._build = build
        self._of_size: dict[int, Composed[M]] = {}

    def rows(self, ids: Iterable[int]) -> list[M]:
        found = _storable(ids)
        if len(found) > LISTED_MOST:
            return list(self._build(found))
        return self._composed(found).rows(**_filled_up(found)) if found else []

    def tuples(self, ids: Iterable[int]) -> list[tuple[Any, ...]]:
        found = _storable(ids)
        if len(found) > LISTED_MOST:
            return [tuple(row) for row in cast(Any, self._build(found))]
        return self._composed(found).tuples(**_filled_up(found)) if found else []

    def _composed(self, ids: Sequence[int]) -> Composed[M]:
        names = _filled_up(ids)
        if len(names) not in self._of_size:
            kinds = dict.fromkeys(names, int)
            self._of_size[len(names)] = Composed(
                lambda **all: self._build([*all.values()]), **kinds
            )
        return self._of_size[len(names)]


def _storable(ids: Iterable[int]) -> list[int]:
    return sorted({pk for pk in ids if abs(pk) <= MOST})


def _filled_up(ids: Sequence[int]) -> dict[str, int]:
    size = 1 << (len(ids) - 1).bit_length()
    return {f"id{place}": ids[min(place, len(ids) - 1)] for place in range(size)}


class _SQLiteCursor(SQLiteCursorWrapper):
    """Puts SQLite's placeholders into each statement once: that takes as long as the query."""

    def convert_query(self, query: str, *, param_names: object = None) -> str:
        return _with_question_marks(query)


@lru_cache(maxsize=512)
def _with_question_marks(query: str) -> str:
    return cast(str, FORMAT_QMARK_REGEX.sub("?", query)).replace("%%", "%")


def prepared_cursor() -> Any:
    """Of Django, with all that it counts and logs; on PostgreSQL its statements are prepared, where
    the connection allows it."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        with connection.wrap_database_errors:
            plain = connection.connection.cursor(factory=_SQLiteCursor)
            return connection._prepare_cursor(plain)  # type: ignore[attr-defined]
    from django.db.backends.postgresql import base

    connection.ensure_connection()
    with connection.wrap_database_errors:
        cursor: Any = base.ServerBindingCursor(connection.connection)  # type: ignore[attr-defined]
        cursor.execute = partial(cursor.execute, prepare=True)
        return connection._prepare_cursor(cursor)  # type: ignore[attr-defined]

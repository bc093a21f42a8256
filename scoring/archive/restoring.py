"""A club comes back from its archive, all of it or nothing, into a site that has none."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import IO, Any

from django.db import DataError, IntegrityError, connection, transaction
from django.db.models import AutoField, BigAutoField, Max

from ecarte_club.clubs.models import AuditLogEntry, Club
from scoring.contests.models import ContestEntry

from . import registry
from .reading import AGAIN, MOST, Opened, Refused
from .registry import ANEW, AnyModel, Row

AT_ONCE = 500
# What a database says of a row that it does not take.
REFUSALS = (IntegrityError, DataError, OverflowError, ValueError)
Line = tuple[int, Row]


@dataclass(frozen=True, slots=True)
class Restored:
    club: Club
    rows: int


def restore(file: IO[bytes], *, most: int = MOST) -> Restored:
    """Rows keep their ids. Raises: Refused, and then nothing is written."""
    with Opened(file, most=most) as opened, transaction.atomic():
        _require_empty()
        opened.check_others()
        rows = sum(_brought(opened, model) for model in registry.kept())
        _check_whole()
        _count_on()
        return Restored(Club.objects.get(), rows)


def _require_empty() -> None:
    for model in registry.every():
        if model._base_manager.exists():
            raise Refused(
                f"This site is not empty: it has rows of {registry.label(model)}. Restore into a "
                "new one, with a database or DATA_DIR of its own, after manage.py migrate."
            )


def _brought(opened: Opened, model: AnyModel) -> int:
    """How many rows of it."""
    table, count = _Table(model), 0
    rows = opened.rows(model)
    while batch := list(islice(rows, AT_ONCE)):
        table.insert(batch)
        count += len(batch)
    if model is Club and count != 1:
        raise Refused(f"There are {count} clubs in this archive, and it must be one. {AGAIN}")
    return count


class _Table:
    """Rows go in as they are: nothing is reckoned anew, no time set, no signal sent."""

    def __init__(self, model: AnyModel) -> None:
        self.model = model
        self.fields = model._meta.concrete_fields
        self.anew = ANEW.get(registry.label(model), {})
        quoted = connection.ops.quote_name
        columns = ", ".join(quoted(str(field.column)) for field in self.fields)
        holes = ", ".join(["%s"] * len(self.fields))
        table = quoted(model._meta.db_table)
        self.statement = f"INSERT INTO {table} ({columns}) VALUES ({holes})"  # noqa: S608

    def insert(self, lines: Sequence[Line]) -> None:
        """Raises: Refused, naming the line."""
        values = [(line, list(self._values(row))) for line, row in lines]
        try:
            self._write([row for _line, row in values])
        except REFUSALS as refusal:
            raise self._refused(values, refusal) from refusal

    def _values(self, row: Row) -> Iterator[Any]:
        for field in self.fields:
            anew = self.anew.get(field.attname)
            value = anew.make(row) if anew else row[field.attname]
            yield field.get_db_prep_save(value, connection)

    def _write(self, rows: Sequence[Sequence[Any]]) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.executemany(self.statement, rows)

    def _refused(self, values: Sequence[tuple[int, list[Any]]], all_of_them: Exception) -> Refused:
        """Which line it was, found by trying one by one."""
        name, line, why = registry.file_name(self.model), values[0][0], str(all_of_them)
        for number, row in values:
            try:
                self._write([row])
            except REFUSALS as refusal:
                line, why = number, str(refusal)
                break
        return Refused(f"{name}, line {line} cannot be taken: {_first(why)}. {AGAIN}")


def _check_whole() -> None:
    """That whatever a row refers to is there too."""
    try:
        connection.check_constraints()
    except IntegrityError as refusal:
        text = f"A row refers to another that is not in this archive: {_first(str(refusal))}."
        raise Refused(f"{text} {AGAIN}") from refusal


def _first(text: str) -> str:
    return text.strip().split("\n")[0].rstrip(".")


def _count_on() -> None:
    """New rows get ids that nothing has had: the log and contests speak of things that are gone."""
    named = AuditLogEntry.objects.aggregate(most=Max("about"))["most"]
    played = ContestEntry.objects.aggregate(most=Max("match"))["most"]
    floor = max(named or 0, played or 0)
    for model in registry.every():
        key = model._meta.pk
        if isinstance(key, (AutoField, BigAutoField)):
            last = model._base_manager.aggregate(most=Max("pk"))["most"]
            _set_last(model, str(key.column), max(floor, last or 0))


def _set_last(model: AnyModel, column: str, last: int) -> None:
    table = model._meta.db_table
    if not last:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            named: list[Any] = [connection.ops.quote_name(table), column, last]
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", named)
            return
        cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [last, table])
        if not cursor.rowcount:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])

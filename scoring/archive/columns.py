"""The values of a row as JSON has them, and back: exactly, whatever database they are of."""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, NamedTuple, NoReturn, TypeAlias

from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Field

AnyField: TypeAlias = "Field[Any, Any]"
# Of one line; what is longer was not written here.
LINE_MOST = 8 * 1024 * 1024


class WrongValue(ValueError):
    """What a line says cannot stand in its column."""


class Kind(NamedTuple):
    """`write` gives what JSON can say; `read` raises ValueError or TypeError for what it did not
    write."""

    write: Callable[[Any], object] | None
    read: Callable[[Any], object]


def _exactly(*types: type) -> Callable[[Any], object]:
    def read(value: Any) -> object:
        if type(value) not in types:
            raise TypeError
        return value

    return read


def _moment(value: Any) -> datetime:
    found = datetime.fromisoformat(value)
    if found.tzinfo is None:
        raise ValueError
    return found


_INT, _TEXT = Kind(None, _exactly(int)), Kind(None, _exactly(str))
KINDS: Mapping[str, Kind] = {
    "BigAutoField": _INT,
    "AutoField": _INT,
    "BigIntegerField": _INT,
    "IntegerField": _INT,
    "PositiveBigIntegerField": _INT,
    "PositiveIntegerField": _INT,
    "PositiveSmallIntegerField": _INT,
    "SmallIntegerField": _INT,
    "CharField": _TEXT,
    "SlugField": _TEXT,
    "TextField": _TEXT,
    "BooleanField": Kind(None, _exactly(bool)),
    "FloatField": Kind(None, _exactly(int, float)),
    "DateField": Kind(date.isoformat, date.fromisoformat),
    "DateTimeField": Kind(lambda value: value.astimezone(UTC).isoformat(), _moment),
    "BinaryField": Kind(
        lambda value: b64encode(bytes(value)).decode(),
        lambda value: b64decode(value, validate=True),
    ),
    "JSONField": Kind(None, lambda value: value),
}


def kind(field: AnyField) -> Kind:
    """Raises: KeyError for a field of a kind that archives do not know yet."""
    return KINDS[internal(field)]


def internal(field: AnyField) -> str:
    while field.is_relation:
        field = field.target_field  # type: ignore[attr-defined]
    return field.get_internal_type()


# Keys in order: PostgreSQL's jsonb keeps no order of its own, and SQLite's text another.
_line = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
).encode


def writer(fields: Sequence[AnyField]) -> Callable[[Sequence[Any]], bytes]:
    """Of a row's values, in the order of `fields`, makes its line."""
    names = [field.attname for field in fields]
    told = [(place, make) for place, field in enumerate(fields) if (make := kind(field).write)]

    def write(values: Sequence[Any]) -> bytes:
        row = list(values)
        for place, make in told:
            if row[place] is not None:
                row[place] = make(row[place])
        return f"{_line(dict(zip(names, row, strict=True)))}\n".encode()

    return write


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def reader(fields: Sequence[AnyField]) -> Callable[[bytes], dict[str, Any]]:
    """Of a line makes the row's values by column. Raises: WrongValue."""
    readers = {field.attname: _reading(field) for field in fields}

    def read(line: bytes) -> dict[str, Any]:
        try:
            row = json.loads(line, parse_constant=_no_number)
        except (ValueError, RecursionError) as wrong:
            raise WrongValue("it is no JSON") from wrong
        if not isinstance(row, dict):
            raise WrongValue("it is no row")
        if row.keys() != readers.keys():
            odd = ", ".join(sorted(row.keys() ^ readers.keys()))
            raise WrongValue(f"its columns are not those of this release ({odd[:200]})")
        return {name: read_one(row[name]) for name, read_one in readers.items()}

    return read


def _reading(field: AnyField) -> Callable[[Any], object]:
    name, read = field.attname, kind(field).read
    # As the narrowest database holds whole numbers; none for what is no whole number.
    bounds = BaseDatabaseOperations.integer_field_ranges.get(internal(field))
    most = field.max_length

    def one(value: Any) -> object:
        if value is None:
            if not field.null:
                raise WrongValue(f"{name} is empty")
            return None
        try:
            found = read(value)
        except (ValueError, TypeError, OverflowError) as wrong:
            raise WrongValue(f"{name} is not what it must be") from wrong
        if isinstance(found, str) and most is not None and len(found) > most:
            raise WrongValue(f"{name} is too long")
        if bounds and isinstance(found, int) and not bounds[0] <= found <= bounds[1]:
            raise WrongValue(f"{name} is too large or too small")
        return found

    return one

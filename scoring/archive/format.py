"""What an archive is made of: a zip alike for alike data, what it says of itself, rows as JSON."""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from hashlib import sha256
from typing import IO, Any, NamedTuple, NoReturn, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.migrations.loader import MigrationLoader
from django.db.models import Field
from django.utils.translation import gettext as _
from django.utils.translation import override

from ecarte_club.clubs.models import Club

from .registry import ANEW, APPS, LEFT_OUT, OTHERS

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


# The first moment that a zip can name.
MOMENT = (1980, 1, 1, 0, 0, 0)
UNIX, PLAIN_FILE = 3, 0o100644 << 16


@dataclass(frozen=True, slots=True)
class Member:
    sha256: str
    bytes: int


class Bundle:
    """`members`: what was added so far, by name."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = ZipFile(file, "w", ZIP_DEFLATED)
        self.members: dict[str, Member] = {}

    def close(self) -> None:
        self._zip.close()

    def add(self, name: str, parts: Iterable[bytes]) -> None:
        info = ZipInfo(name, MOMENT)
        info.compress_type, info.create_system, info.external_attr = ZIP_DEFLATED, UNIX, PLAIN_FILE
        digest, size = sha256(), 0
        with self._zip.open(info, "w", force_zip64=True) as member:
            for part in parts:
                member.write(part)
                digest.update(part)
                size += len(part)
        self.members[name] = Member(digest.hexdigest(), size)


NAME, README = "club.json", "README.txt"
FORMAT, VERSION = "ecarte-club archive", 1


def header(
    club: Club, made_at: datetime, members: Mapping[str, Member], rows: Mapping[str, int]
) -> bytes:
    """`rows`: how many there are in each file of data."""
    files: dict[str, dict[str, object]] = {
        name: {"bytes": one.bytes, "sha256": one.sha256} for name, one in members.items()
    }
    for name, count in rows.items():
        files[name]["rows"] = count
    told: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "made_at": made_at.isoformat(),
        "club": {"id": club.pk, "slug": club.slug, "name": club.name},
        "release": release(),
        "files": files,
        "left_out": sorted([*LEFT_OUT, *(f"{of}.{name}" for of in ANEW for name in ANEW[of])]),
    }
    return f"{json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True)}\n".encode()


@cache
def release() -> dict[str, str]:
    """What the tables of this release are like: the last migration of each app."""
    loader = MigrationLoader(None)
    leaves = loader.graph.leaf_nodes
    return {app: ", ".join(sorted(name for _app, name in leaves(app))) for app in APPS}


def not_in_it() -> list[str]:
    """What an archive does not have, in the language of who reads."""
    reasons = [*LEFT_OUT.values(), *(one.why for of in ANEW.values() for one in of.values())]
    return list(dict.fromkeys(map(str, [*reasons, OTHERS])))


def readme(club: Club) -> bytes:
    """In both languages, one below the other."""
    parts = []
    for language in ("en", "fr"):
        with override(language):
            parts.append(_readme(club))
    return "\r\n\r\n".join(parts).encode("utf-8-sig")


def _readme(club: Club) -> str:
    lines = [
        _("All the data of the club: %(club)s") % {"club": club.name},
        "",
        _("csv/ holds tables for a spreadsheet: members, matches, hands, standings and accounts."),
        _(
            "data/ holds every row exactly, one per line, as JSON. It contains "
            "people’s names and e-mail addresses: keep this file where only the "
            "committee can find it."
        ),
        _("club.json says what is in each file, with its SHA-256."),
        "",
        _("To restore the archive, also on a site that has other clubs:"),
        "    python manage.py restore FILE.zip",
        _(
            "Passwords are not included: everyone asks for a new one with "
            "“Forgotten password” and sets up two-step sign-in again."
        ),
        "",
        _("Not included:"),
        *(f"- {reason}" for reason in not_in_it()),
        "",
    ]
    return "\r\n".join(lines)

"""A club comes back from its archive, all of it or nothing, also beside other clubs.

Rows keep their ids where none of them is taken: on an empty site, and beside clubs of the site that
they come from. Otherwise all are raised by the same number (`references`). Accounts are known by
their e-mail address: one that is here already stays as it is, with its password.
"""

import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import IO, Any
from zipfile import BadZipFile, ZipFile, ZipInfo

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import DataError, IntegrityError, connection, transaction
from django.db.models import AutoField, BigAutoField, Max

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import AuditLogEntry, Club, User
from ecarte_club.clubs.permissions import Person
from scoring.contests.models import ContestEntry

from . import format, registry
from .format import FORMAT, NAME, README, VERSION, release
from .references import ABOUT, Ids
from .registry import ANEW, AnyModel, Row

MOST = 4 * 1024**3
FILES_MOST, HEADER_MOST, PIECE = 10_000, 8 * 1024**2, 256 * 1024
ENCRYPTED = 0x1
AGAIN = "Take the archive again from the site that made it."


class Refused(Exception):
    """Nothing was written; the text says why, and what to do."""


@contextmanager
def _intact(name: str) -> Iterator[None]:
    try:
        yield
    except (BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError) as wrong:
        raise Refused(f"{name} in this archive is damaged ({wrong}). {AGAIN}") from wrong


class Opened:
    """An archive whose list of files, version and release are right. Raises: Refused.

    `most`: how large all its files may be together, unpacked.
    """

    def __init__(self, file: IO[bytes], *, most: int = MOST) -> None:
        try:
            self._zip = ZipFile(file)
        except (BadZipFile, OSError, EOFError, ValueError, NotImplementedError) as wrong:
            text = "This is no zip file, or not all of it: it may have been cut short on its way."
            raise Refused(f"{text} {AGAIN}") from wrong
        self._members = _members(self._zip, most)
        self.header = self._read_header()
        self._check_files()

    def close(self) -> None:
        self._zip.close()

    def _read_header(self) -> dict[str, Any]:
        found = self._members.get(NAME)
        if found is None or found.file_size > HEADER_MOST:
            raise Refused(f"This zip has no {NAME}, so it is no archive of a club. Choose another.")
        with _intact(NAME):
            text = self._zip.read(found)
        try:
            header = json.loads(text)
        except (ValueError, RecursionError) as wrong:
            raise Refused(f"{NAME} cannot be read. {AGAIN}") from wrong
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise Refused(f"{NAME} is not that of an archive of a club. Choose another file.")
        if header.get("version") != VERSION:
            raise Refused(
                f"This archive has version {header.get('version')!r} of the form; this release "
                f"reads version {VERSION}. Restore it with the release that made it."
            )
        if header.get("release") != release():
            raise Refused(
                "This archive was made by another release of the site, whose tables differ: "
                f"{_versions(header.get('release'))}, and here {_versions(release())}. Install "
                "that release, restore there, and bring it up to date with manage.py migrate."
            )
        return header

    def _check_files(self) -> None:
        """That there are just the files of which it tells, and a file for each kind of row."""
        files = self.header.get("files")
        well_told = isinstance(files, dict) and all(map(_is_described, files.values()))
        if not isinstance(files, dict) or not well_told:
            raise Refused(f"{NAME} does not say what is in each file. {AGAIN}")
        if odd := sorted(files.keys() ^ (self._members.keys() - {NAME})):
            raise Refused(f"The files are not those that {NAME} tells of: {odd[0]!r}. {AGAIN}")
        wanted = {registry.file_name(model) for model in registry.archived_models()}
        there = {name for name in files if name.startswith("data/")}
        if odd := sorted(wanted ^ there):
            raise Refused(f"Too many files of data, or too few: {odd[0]!r}. {AGAIN}")
        if README not in files:
            raise Refused(f"{README} is missing. {AGAIN}")
        for name, told in files.items():
            if told["bytes"] != self._members[name].file_size:
                raise Refused(f"{name} has another length than {NAME} says. {AGAIN}")

    def check_others(self) -> None:
        """The digests of what is only for people. Raises: Refused."""
        for name in sorted(self.header["files"]):
            if not name.startswith("data/"):
                for _piece in self._pieces(name, lambda member: member.read(PIECE)):
                    pass

    def count(self, model: AnyModel) -> int:
        """As its list of files says; whoever reads the rows sees whether it is so."""
        rows = self.header["files"][registry.file_name(model)].get("rows")
        return rows if isinstance(rows, int) else 0

    def rows(self, model: AnyModel) -> Iterator[tuple[int, dict[str, Any]]]:
        """Each with the number of its line. Raises: Refused, at its end also for the digest."""
        name, line = registry.file_name(model), 0
        read = format.reader(registry.columns(model))
        for line, text in enumerate(self._lines(name), start=1):
            try:
                yield line, read(text)
            except format.WrongValue as wrong:
                raise Refused(f"{name}, line {line}: {wrong}. {AGAIN}") from wrong
        if line != self.header["files"][name].get("rows"):
            raise Refused(f"{name} has {line} rows and not as many as {NAME} says. {AGAIN}")

    def _lines(self, name: str) -> Iterator[bytes]:
        most = format.LINE_MOST
        for line in self._pieces(name, lambda member: member.readline(most + 1)):
            if len(line) > most:
                raise Refused(f"{name} has a line that no site wrote: it has no end. {AGAIN}")
            yield line

    def _pieces(self, name: str, read: Callable[[IO[bytes]], bytes]) -> Iterator[bytes]:
        """Raises: Refused, at the end also for the digest."""
        digest = sha256()
        with _intact(name), self._zip.open(self._members[name]) as member:
            while piece := read(member):
                digest.update(piece)
                yield piece
        if digest.hexdigest() != self.header["files"][name]["sha256"]:
            raise Refused(f"{name} was changed: its SHA-256 is not that in {NAME}. {AGAIN}")


def _members(file: ZipFile, most: int) -> dict[str, ZipInfo]:
    found = file.infolist()
    if len(found) > FILES_MOST:
        raise Refused(f"There are {len(found)} files in this zip: it is no archive of a club.")
    for one in found:
        if one.filename != one.orig_filename or not _is_safe_name(one.filename):
            raise Refused(
                f"This zip has a file called {one.orig_filename!r}, which would lie outside of "
                "where it is unpacked. No site made it: do not use it."
            )
        if one.flag_bits & ENCRYPTED:
            raise Refused("This zip is encrypted. Unpack it and pack it again without a password.")
    members = {one.filename: one for one in found}
    if len(members) != len(found):
        raise Refused(f"This zip has a file twice. {AGAIN}")
    size = sum(one.file_size for one in found)
    if size > most:
        raise Refused(
            f"Unpacked, this would be {size // 1024**2} MB, and {most // 1024**2} MB are allowed. "
            "If you know where it comes from, allow more with --most-mb."
        )
    return members


def _is_safe_name(name: str) -> bool:
    parts = name.split("/")
    return "\\" not in name and ":" not in name and not {"", ".", ".."} & set(parts)


def _is_described(told: object) -> bool:
    if not isinstance(told, dict):
        return False
    return type(told.get("bytes")) is int and isinstance(told.get("sha256"), str)


def _versions(told: object) -> str:
    if not isinstance(told, dict):
        return "of which it says nothing"
    return ", ".join(f"{app} {told[app]}" for app in sorted(told, key=str))


AT_ONCE, SLUG_MOST = 500, 40
# Ids are raised by a multiple of it.
STEP = 1_000_000
# What a database says of a row that it does not take.
REFUSALS = (IntegrityError, DataError, OverflowError, ValueError)
Line = tuple[int, Row]


@dataclass(frozen=True, slots=True)
class Preview:
    """What restoring would come to. `known`: addresses of accounts that are here already; `new`:
    how many are not; `raised`: by how much ids would be; `beside`: how many clubs are here."""

    name: str
    slug: str
    rows: Mapping[str, int]
    known: tuple[str, ...]
    new: int
    raised: int
    beside: int


@dataclass(frozen=True, slots=True)
class Restored:
    """`ids`: what became of those in the archive."""

    club: Club
    rows: int
    ids: Ids


def preview(file: IO[bytes], *, most: int = MOST, slug: str = "") -> Preview:
    """Writes nothing. Raises: Refused."""
    with closing(Opened(file, most=most)) as opened, transaction.atomic():
        opened.check_others()
        return _arrangement(opened, slug)[0]


def restore(file: IO[bytes], *, most: int = MOST, slug: str = "") -> Restored:
    """`slug`: the club's name in addresses here, instead of its own. Raises: Refused, and then
    nothing is written."""
    with closing(Opened(file, most=most)) as opened, transaction.atomic():
        opened.check_others()
        arranged, ids = _arrangement(opened, slug)
        change = {"slug": arranged.slug}
        here = set(User.objects.filter(email__in=arranged.known).values_list("pk", flat=True))
        rows = 0
        for model in registry.archived_models():
            given = change if model is Club else {}
            rows += _restore_model(opened, model, ids, here if model is User else set(), given)
        _check_references()
        _count_on()
        club = Club.objects.get(slug=arranged.slug)
        beside, raised = arranged.beside, ids.raised
        by = Person(club_id=club.pk)
        log_act(by, "club_restore", kind="club", about=club.pk, clubs=beside, raised=raised)
        return Restored(club, rows, ids)


def _arrangement(opened: Opened, slug: str) -> tuple[Preview, Ids]:
    """How the rows come to stand beside what is here. Raises: Refused."""
    clubs = [row for _line, row in opened.rows(Club)]
    if len(clubs) != 1:
        raise Refused(f"There are {len(clubs)} clubs in this archive, and it must be one. {AGAIN}")
    club, beside = clubs[0], Club.objects.count()
    slug = slug or club["slug"]
    try:
        validate_slug(slug)
    except ValidationError as wrong:
        text = f"{slug!r} cannot be a club's name in addresses: use letters, figures and hyphens."
        raise Refused(text) from wrong
    if len(slug) > SLUG_MOST:
        raise Refused(f"{slug!r} is too long: a name in addresses has {SLUG_MOST} letters at most.")
    if Club.objects.filter(slug=slug).exists():
        raise Refused(
            f"A club of this site is called {slug} in addresses already. Restore this one under "
            "another name: --slug NAME."
        )
    raised = _above_all() if _are_taken(opened) else 0
    known, users = _accounts(opened, raised)
    counts = {registry.label(model): opened.count(model) for model in registry.archived_models()}
    new = counts[registry.label(User)] - len(known)
    found = Preview(club["name"], slug, counts, tuple(sorted(known)), new, raised, beside)
    return found, Ids(raised, users)


def _accounts(opened: Opened, raised: int) -> tuple[set[str], dict[int, int]]:
    """Addresses that are known here, and the new ids of all accounts of the archive."""
    rows = [row for _line, row in opened.rows(User)]
    here: dict[str, int] = {}
    taken: set[int] = set()
    for batch in registry.batches([row["id"] for row in rows]):
        taken.update(User.objects.filter(pk__in=batch).values_list("pk", flat=True))
    for start in range(0, len(rows), AT_ONCE):
        emails = [row["email"] for row in rows[start : start + AT_ONCE]]
        here.update(User.objects.filter(email__in=emails).values_list("email", "pk"))
    above = raised or (_above_all() if taken else 0)
    users = {
        row["id"]: here.get(row["email"], row["id"] + (above if row["id"] in taken else 0))
        for row in rows
    }
    return set(here), users


def _are_taken(opened: Opened) -> bool:
    """Whether an id of the archive, or one that its log speaks of, is another row's here."""
    if not Club.objects.exists():
        return False
    spoken_of: dict[AnyModel, list[int]] = {}
    for _line, row in opened.rows(AuditLogEntry):
        there = ABOUT.get(row["kind"])
        if there is not None and row["about"] is not None:
            spoken_of.setdefault(there, []).append(row["about"])
    for model in registry.archived_models():
        if model is User:
            continue
        own = (row[str(model._meta.pk.attname)] for _line, row in opened.rows(model))
        for batch in registry.batches([*own, *spoken_of.get(model, ())]):
            if model._base_manager.filter(pk__in=batch).exists():
                return True
    return False


def _above_all() -> int:
    """More than any id that is here or is spoken of, and round, so that an old id can be read in a
    new one."""
    most = _floor()
    for model in registry.all_models():
        if isinstance(model._meta.pk, (AutoField, BigAutoField)):
            last = model._base_manager.aggregate(most=Max("pk"))["most"]
            most = max(most, last or 0)
    return (most // STEP + 1) * STEP


def _restore_model(
    opened: Opened, model: AnyModel, ids: Ids, here: set[int], given: Mapping[str, object]
) -> int:
    """How many rows of it. `here`: ids of rows that stay as they are."""
    table, count = _Table(model), 0
    key = str(model._meta.pk.attname)
    rows = ((line, {**ids.row(model, row), **given}) for line, row in opened.rows(model))
    new = ((line, row) for line, row in rows if row[key] not in here)
    while batch := list(islice(new, AT_ONCE)):
        table.insert(batch)
        count += len(batch)
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


def _check_references() -> None:
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
    floor = _floor()
    for model in registry.all_models():
        key = model._meta.pk
        if isinstance(key, (AutoField, BigAutoField)):
            last = model._base_manager.aggregate(most=Max("pk"))["most"]
            _set_last(model, str(key.column), max(floor, last or 0))


def _floor() -> int:
    """The highest id that the log or a contest speaks of."""
    named = AuditLogEntry.objects.aggregate(most=Max("about"))["most"]
    played = ContestEntry.objects.aggregate(most=Max("match"))["most"]
    return max(named or 0, played or 0)


def _set_last(model: AnyModel, column: str, last: int) -> None:
    table = model._meta.db_table
    if not last:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            sequence = "pg_get_serial_sequence(%s, %s)"
            named: list[Any] = [connection.ops.quote_name(table), column]
            # Never backwards: what was given out is not given out again.
            text = f"SELECT setval({sequence}, GREATEST(%s, nextval({sequence})))"
            cursor.execute(text, [*named, last, *named])
            return
        text = "UPDATE sqlite_sequence SET seq = max(seq, %s) WHERE name = %s"
        cursor.execute(text, [last, table])
        if not cursor.rowcount:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])

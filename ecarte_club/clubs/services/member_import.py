"""Members from a spreadsheet, all lines of it or none."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from hashlib import sha256
from itertools import islice

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ecarte_club.clubs.audit_log import log_act_for_each
from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.members import EXTRA, KNOWN, NEEDED
from ecarte_club.core import csv_files
from ecarte_club.core.exceptions import Fault, Invalid
from ecarte_club.core.parsing import whole_number

from .members import name_of, player_change

LINES_MOST, BYTES_MOST = 20_000, 4 * 1024 * 1024
OPTIONAL = (*KNOWN, *EXTRA)


class Kind(StrEnum):
    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the file. `player`: None for a new one. `was`: the name now, where it differs.

    `left_on` as it will be; `leaves` and `returns` say whether that is a change. `note` says what
    is wrong, or what to look at twice.
    """

    line: int
    kind: Kind
    player: int | None = None
    name: str = ""
    was: str = ""
    left_on: date | None = None
    leaves: bool = False
    returns: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """`seen`: the same as long as the file would do the same."""

    lines: tuple[Line, ...]
    counts: Mapping[Kind, int]
    seen: str

    @property
    def is_good(self) -> bool:
        return not self.counts[Kind.WRONG]

    @property
    def does_nothing(self) -> bool:
        return self.counts[Kind.SAME] == len(self.lines)

    def of(self, kind: Kind) -> list[Line]:
        return [line for line in self.lines if line.kind is kind]


# How spreadsheets and other programs head these columns, in both languages.
FULL_NAME = ("name", "full name", "player", "nom complet", "joueur")
LAST_NAME = ("surname", "last name", "family name", "nom", "nom de famille")
FIRST_NAME = ("first name", "given name", "forename", "prénom", "prenom")


def as_table(text: str) -> tuple[str, int]:
    """A list of names, one on each line, or a table with surnames and first names, as the table
    that is imported; and how many lines lower each of its lines is then."""
    lines = text.removeprefix("\ufeff").splitlines()
    above = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    lines = lines[above:]
    if not lines:
        return text, 0
    delimiter = max(";,\t", key=lines[0].count)
    if delimiter not in lines[0]:
        has_heading = lines[0].strip().casefold() in (*FULL_NAME, *LAST_NAME)
        heading = [] if has_heading else [["name"]]
        return _names_table([*heading, *([line] for line in lines)]), len(heading) - above
    try:
        rows = list(csv.reader(lines, delimiter=delimiter))
    except csv.Error:
        # The reader of the table names the line.
        return text, 0
    header = [cell.strip().casefold() for cell in rows[0]]
    full, last, first = (
        next((place for place, cell in enumerate(header) if cell in headings), None)
        for headings in (FULL_NAME, LAST_NAME, FIRST_NAME)
    )
    places = [place for place in (first, full if last is None else last) if place is not None]
    if "id" in header or not places:
        return text, 0
    names = [[row[place] for place in places if place < len(row)] for row in rows]
    return _names_table(names), -above


def _names_table(rows: Iterable[Sequence[str]]) -> str:
    """The first row stands for the heading."""
    names = (" ".join(" ".join(row).split()) for row in rows)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(NEEDED)
    for name in islice(names, 1, None):
        writer.writerow(["", name] if name else [])
    return out.getvalue()


Known = dict[int, tuple[str, date | None]]


def plan(person: Person, data: bytes | str) -> Plan:
    """What the file would do. Raises: Invalid for a file that is no such table."""
    text = data if isinstance(data, str) else csv_files.text_of(data, bytes_most=BYTES_MOST)
    text, shift = as_table(text)
    with_left = "left" in csv_files.named_columns(text, NEEDED, optional=OPTIONAL)
    rows = csv_files.read_rows(text, NEEDED, optional=OPTIONAL, rows_most=LINES_MOST)
    reader = _Reader(_current_members(person), with_left)
    read = (replace(line, line=line.line - shift) for line in reader.read(rows))
    lines = tuple(_warned(read, reader.known))
    if not lines:
        wrong = _("This file has no players, only its first line.")
        raise Invalid("invalid_csv", wrong, field="csv")
    counts = Counter(line.kind for line in lines)
    seen = sha256(repr(lines).encode()).hexdigest()[:32]
    return Plan(lines, {kind: counts[kind] for kind in Kind}, seen)


def _current_members(person: Person) -> Known:
    players = Player.objects.current().filter(club_id=person.club_id).order_by()
    return {pk: (name, left) for pk, name, left in players.values_list("pk", "name", "left_on")}


class _Reader:
    def __init__(self, known: Known, with_left: bool) -> None:
        self.known, self.with_left = known, with_left
        self.seen: dict[int, int] = {}
        self.today = timezone.localdate()

    def read(self, rows: Iterable[csv_files.Row]) -> Iterator[Line]:
        for row in rows:
            try:
                yield self._line(row)
            except Invalid as fault:
                told = " ".join(str(text) for text in fault.errors.values())
                yield Line(row.line, Kind.WRONG, name=row.cells["name"][:80], note=told)

    def _line(self, row: csv_files.Row) -> Line:
        if row.wrong:
            raise _wrong(row.wrong)
        name = name_of(row.cells["name"])
        player = self._player(row)
        was, left = self.known[player] if player else ("", None)
        left_on = self._day(row.cells["left"].strip()) if self.with_left else left
        leaves = left_on is not None and left_on != left
        returns = left_on is None and left is not None
        changed = name != was or leaves or returns
        kind = Kind.NEW if player is None else Kind.CHANGED if changed else Kind.SAME
        return Line(
            line=row.line,
            kind=kind,
            player=player,
            name=name,
            was=was if was != name else "",
            left_on=left_on,
            leaves=leaves,
            returns=returns,
        )

    def _player(self, row: csv_files.Row) -> int | None:
        text = row.cells["id"].strip()
        if not text:
            return None
        player = whole_number(text)
        if player is None or player not in self.known:
            told = _(
                "The club has no player with number %(id)s. Leave the cell empty for a new player."
            )
            raise _wrong(told % {"id": text[:20]})
        if player in self.seen:
            told = _("This player is already on line %(line)s.")
            raise _wrong(told % {"line": self.seen[player]})
        self.seen[player] = row.line
        return player

    def _day(self, text: str) -> date | None:
        if not text:
            return None
        try:
            day = date.fromisoformat(text)
        except ValueError:
            raise _wrong(_("Must be a date, such as 2026-03-14, or empty.")) from None
        if day > self.today:
            raise _wrong(_("Must not be in the future."))
        return day


def _warned(lines: Iterable[Line], known: Known) -> Iterator[Line]:
    """A new player of a name that is there already may be the same person once more."""
    found = list(lines)
    names = {pk: name for pk, (name, _left) in known.items()}
    names |= {line.player: line.name for line in found if line.player}
    bearers: dict[str, list[int]] = {}
    for pk, name in names.items():
        bearers.setdefault(name.casefold(), []).append(pk)
    new = Counter(line.name.casefold() for line in found if line.kind is Kind.NEW)
    for line in found:
        yield _with_note(line, bearers, new)


def _with_note(line: Line, bearers: Mapping[str, list[int]], new: Mapping[str, int]) -> Line:
    if line.kind not in (Kind.NEW, Kind.CHANGED) or not (line.player is None or line.was):
        return line
    name = line.name.casefold()
    others = [pk for pk in bearers.get(name, ()) if pk != line.player]
    if others:
        note = _("Another player already has this name: number %(id)s.") % {"id": others[0]}
    elif new[name] > (line.player is None):
        note = _("Another line has the same name.")
    else:
        return line
    return replace(line, note=note)


def _wrong(text: str) -> Invalid:
    return Invalid("invalid_csv", text, field="line")


class PreviewOutdated(Fault):
    """The file would do something else by now than what was shown."""

    status = 409

    def __init__(self) -> None:
        super().__init__(
            "other_than_seen",
            _("The club has changed since you opened this page. Check the preview again."),
            errors={"seen": _("Must be the value from the newest preview.")},
        )


def players_import_preview(*, by: Person, data: bytes | str) -> Plan:
    """Raises: Denied; Invalid for a file that is no such table."""
    require(by, Act.ADD_PLAYER)
    require(by, Act.CHANGE_PLAYER)
    return plan(by, data)


@transaction.atomic(savepoint=False)
def players_import(*, by: Person, data: bytes | str, seen: str) -> Plan:
    """What the preview showed, whose `seen` this is.

    Raises: Denied; PreviewOutdated; Invalid when the file is no such table, or a line is wrong.
    """
    require(by, Act.ADD_PLAYER)
    require(by, Act.CHANGE_PLAYER)
    # One import of a club after the other, and nobody is renamed between reading and writing.
    Club.objects.select_for_update(no_key=True).get(pk=by.club_id)
    players = Player.objects.select_for_update(no_key=True).filter(club_id=by.club_id)
    list(players.order_by("pk").values_list("pk"))
    found = plan(by, data)
    if not found.is_good:
        wrong = found.of(Kind.WRONG)
        text = ngettext(
            "Nothing was imported: %(number)s line has an error, line %(line)s.",
            "Nothing was imported: %(number)s lines have errors, the first is line %(line)s.",
            len(wrong),
        ) % {"number": len(wrong), "line": wrong[0].line}
        raise Invalid("wrong_lines", text, field="csv")
    if found.seen != seen:
        raise PreviewOutdated
    _add(by, found.of(Kind.NEW))
    changed = {line.player or 0: line for line in found.of(Kind.CHANGED)}
    for pk, player in Player.objects.in_bulk(list(changed)).items():
        line = changed[pk]
        player_change(
            by=by, player=player, version=player.version, name=line.name, left_on=line.left_on
        )
    return found


def _add(by: Person, lines: list[Line]) -> None:
    players = [
        Player(club_id=by.club_id, name=line.name, left_on=line.left_on, added_by_id=by.user_id)
        for line in lines
    ]
    Player.objects.bulk_create(players, batch_size=500)
    log_act_for_each(by, "player_add", kind="player", about=[player.pk for player in players])

"""Members from a spreadsheet, all lines of it or none."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from hashlib import sha256
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ecarte_club.clubs.audit_log import log_act_for_each
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.members import DETAILS
from ecarte_club.core import csv_files
from ecarte_club.core.days import written_day
from ecarte_club.core.exceptions import Fault, Invalid
from ecarte_club.core.names import alike_keys
from ecarte_club.core.parsing import whole_number

from .clubs import lock_club
from .member_details import Details
from .member_tables import MemberTable, table_of
from .members import name_of, player_change

NO_DETAILS: Mapping[str, Any] = {name: None if name == "member_until" else "" for name in DETAILS}


class Kind(StrEnum):
    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the file. `player`: None for a new one. `was`: the name now, where it differs.

    `left_on` as it will be; `leaves` and `returns` say whether that is a change. `note` says what
    is wrong, or what to look at twice; `is_alike`: it is a new player who looks like one who is
    there, or like another line. `details`: those that change, by name.
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
    is_alike: bool = False
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """`seen`: the same as long as the file would do the same. `ignored`: headings of columns that
    are not imported."""

    lines: tuple[Line, ...]
    counts: Mapping[Kind, int]
    seen: str
    ignored: tuple[str, ...] = ()

    @property
    def is_good(self) -> bool:
        return not self.counts[Kind.WRONG]

    @property
    def does_nothing(self) -> bool:
        return self.counts[Kind.SAME] == len(self.lines)

    @property
    def alike(self) -> int:
        """How many lines may be players who are there already."""
        return sum(line.is_alike for line in self.lines)

    def of(self, kind: Kind) -> list[Line]:
        return [line for line in self.lines if line.kind is kind]


class Member(NamedTuple):
    """A player as the club has them now. `account`: the address that they sign in with."""

    name: str
    left_on: date | None
    details: Mapping[str, Any]
    account: str


def plan(person: Person, table: MemberTable | bytes | str) -> Plan:
    """What the file would do. Details are for the committee, and ignored of directors.

    Raises: Invalid for a file that is no such table."""
    table = table if isinstance(table, MemberTable) else table_of(table)
    columns, ignored = table.columns, table.ignored
    if not person.may(Act.SEE_DETAILS):
        ignored = (*(name for name in DETAILS if name in columns), *ignored)
        columns = columns - set(DETAILS)
    reader = _Reader(_current_members(person), columns)
    read = (replace(line, line=line.line - table.shift) for line in reader.read(table.rows()))
    lines = tuple(_warned(read, reader.known))
    if not lines:
        wrong = _("This file has no players, only its first line.")
        raise Invalid("invalid_csv", wrong, field="csv")
    counts = Counter(line.kind for line in lines)
    seen = sha256(repr(lines).encode()).hexdigest()[:32]
    return Plan(lines, {kind: counts[kind] for kind in Kind}, seen, ignored)


def _current_members(person: Person) -> dict[int, Member]:
    players = Player.objects.current().filter(club_id=person.club_id).order_by()
    rows = players.values_list("pk", "name", "left_on", "user__email", *DETAILS)
    return {
        pk: Member(name, left, dict(zip(DETAILS, details, strict=True)), account or "")
        for pk, name, left, account, *details in rows
    }


class _Reader:
    def __init__(self, known: dict[int, Member], columns: Collection[str]) -> None:
        self.known, self.with_left = known, "left" in columns
        self.details = [name for name in DETAILS if name in columns]
        self.seen: dict[int, int] = {}
        self.today = timezone.localdate()

    def read(self, rows: Iterable[csv_files.Row]) -> Iterator[Line]:
        for row in rows:
            try:
                yield self._line(row)
            except Invalid as fault:
                text = " ".join(str(text) for text in fault.errors.values())
                yield Line(row.line, Kind.WRONG, name=row.cells["name"][:80], note=text)

    def _line(self, row: csv_files.Row) -> Line:
        if row.wrong:
            raise _wrong(row.wrong)
        name = name_of(row.cells["name"])
        player = self._player(row)
        now = self.known[player] if player else Member("", None, NO_DETAILS, "")
        left_on = self._day(row.cells["left"].strip()) if self.with_left else now.left_on
        leaves = left_on is not None and left_on != now.left_on
        returns = left_on is None and now.left_on is not None
        details = self._details(row, now)
        changed = name != now.name or leaves or returns or bool(details)
        kind = Kind.NEW if player is None else Kind.CHANGED if changed else Kind.SAME
        return Line(
            line=row.line,
            kind=kind,
            player=player,
            name=name,
            was=now.name if now.name != name else "",
            left_on=left_on,
            leaves=leaves,
            returns=returns,
            details=details,
        )

    def _details(self, row: csv_files.Row, now: Member) -> Mapping[str, Any]:
        """Those that the line changes."""
        values: dict[str, Any] = {name: row.cells[name].strip() for name in self.details}
        if "member_until" in values:
            values["member_until"] = _day_of(values["member_until"])
        columns = Details.of(values).checked()
        return {name: value for name, value in columns.items() if value != now.details[name]}

    def _player(self, row: csv_files.Row) -> int | None:
        text = row.cells["id"].strip()
        if not text:
            return None
        player = whole_number(text)
        if player is None or player not in self.known:
            refusal = _(
                "The club has no player with number %(id)s. Leave the cell empty for a new player."
            )
            raise _wrong(refusal % {"id": text[:20]})
        if player in self.seen:
            refusal = _("This player is already on line %(line)s.")
            raise _wrong(refusal % {"line": self.seen[player]})
        self.seen[player] = row.line
        return player

    def _day(self, text: str) -> date | None:
        day = _day_of(text)
        if day is not None and day > self.today:
            raise _wrong(_("Must not be in the future."))
        return day


def _day_of(text: str) -> date | None:
    day = written_day(text)
    if text and day is None:
        raise _wrong(_("Must be a date, such as 2026-03-14, or empty."))
    return day


def _warned(lines: Iterable[Line], known: Mapping[int, Member]) -> Iterator[Line]:
    """A new player whose name or address is there already may be the same person once more."""
    rows = list(lines)
    bearers: dict[str, list[int]] = {}
    names = {pk: member.name for pk, member in known.items()}
    names |= {line.player: line.name for line in rows if line.player}
    for pk, name in names.items():
        addresses = {known[pk].account, known[pk].details["email"]} - {""}
        for key in (*alike_keys(name), *addresses):
            bearers.setdefault(key, []).append(pk)
    keys = [_keys_of(line) if line.kind is Kind.NEW else frozenset[str]() for line in rows]
    new = Counter(key for some in keys for key in some)
    for line in rows:
        yield _with_note(line, bearers, new, names)


def _keys_of(line: Line) -> frozenset[str]:
    return alike_keys(line.name) | {str(line.details.get("email") or "")} - {""}


def _with_note(
    line: Line,
    bearers: Mapping[str, list[int]],
    new: Mapping[str, int],
    names: Mapping[int, str],
) -> Line:
    if line.kind not in (Kind.NEW, Kind.CHANGED) or not (line.player is None or line.was):
        return line
    is_new = line.player is None
    keys = _keys_of(line)
    others = sorted({pk for key in keys for pk in bearers.get(key, ()) if pk != line.player})
    if others:
        other = names[others[0]]
        if other.casefold() == line.name.casefold():
            note = _("Another player already has this name: number %(id)s.") % {"id": others[0]}
        else:
            note = _("Looks like %(name)s, number %(id)s.") % {"name": other, "id": others[0]}
    elif any(new[key] > is_new for key in keys):
        note = _("Another line has the same name.")
    else:
        return line
    return replace(line, note=note, is_alike=is_new)


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


def players_import_preview(*, by: Person, data: MemberTable | bytes | str) -> Plan:
    """Raises: Denied; Invalid for a file that is no such table."""
    require(by, Act.ADD_PLAYER)
    require(by, Act.CHANGE_PLAYER)
    return plan(by, data)


@transaction.atomic(savepoint=False)
def players_import(
    *, by: Person, data: MemberTable | bytes | str, seen: str, leave_out_alike: bool = False
) -> Plan:
    """What the preview showed, whose `seen` this is. `data`: better read before, as that takes
    time, and here others wait.

    Raises: Denied; PreviewOutdated; Invalid when the file is no such table, or a line is wrong.
    """
    require(by, Act.ADD_PLAYER)
    require(by, Act.CHANGE_PLAYER)
    # One import of a club after the other, and nobody is renamed between reading and writing.
    lock_club(by.club_id)
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
    _add(by, [one for one in found.of(Kind.NEW) if not (leave_out_alike and one.is_alike)])
    changed = {line.player or 0: line for line in found.of(Kind.CHANGED)}
    for pk, player in Player.objects.in_bulk(list(changed)).items():
        line = changed[pk]
        player_change(
            by=by,
            player=player,
            version=player.version,
            name=line.name,
            left_on=line.left_on,
            confirm_name=True,
            details=Details.of(line.details) if line.details else None,
        )
    return found


def _add(by: Person, lines: list[Line]) -> None:
    players = [
        Player(
            club_id=by.club_id,
            name=line.name,
            left_on=line.left_on,
            added_by_id=by.user_id,
            **line.details,
        )
        for line in lines
    ]
    Player.objects.bulk_create(players, batch_size=500)
    log_act_for_each(by, "player_add", kind="player", about=[player.pk for player in players])

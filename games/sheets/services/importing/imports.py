"""The acts of an import: upload, check in steps, enter all or nothing."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from time import monotonic
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.services.members import player_add
from ecarte_club.core.exceptions import Invalid, Stale
from games.matches.models import Match
from games.sheets.csv_format.sheets import Sheet, Wrong, sheets
from games.sheets.models import SheetFault, SheetImport

from . import source
from .book import Book
from .bulk import matches_write
from .preparing import Prepared, prepared
from .source import BYTES_MOST

__all__ = ["BYTES_MOST"]

NAME_MOST = 80
STEP = 2.0
BATCH = 200
KEPT = timedelta(days=1)
PROGRESS_KEPT = 600


@transaction.atomic(savepoint=False)
def import_open(*, by: Person, name: str, data: bytes, add_players: bool = False) -> SheetImport:
    """Raises: Denied; Invalid naming `csv`, when this is no score sheet."""
    require(by, Act.IMPORT_SHEETS)
    content, lines = source.packed(data)
    return SheetImport.objects.create(
        club_id=by.club_id,
        by_id=by.user_id,
        name=name[:NAME_MOST],
        content=content,
        add_players=add_players,
        uploaded_at=timezone.now(),
        lines=lines,
    )


def import_check(*, by: Person, found: SheetImport, seconds: float = STEP) -> SheetImport:
    """Check on from the line reached, for about so many seconds; nobody waits for it meanwhile.

    Raises: Denied; Stale when another step was at it; Invalid when the file is no longer kept.
    """
    require(by, Act.IMPORT_SHEETS)
    if found.checked_at or found.done_at:
        return found
    began, reached = monotonic(), found.line
    step = _Step(found, _content(found))
    step.go(until=began + seconds)
    fields: dict[str, object] = {
        "line": step.line,
        "matches": found.matches + step.matches,
        "entries": found.entries + step.entries,
        "wrong": found.wrong + len(step.wrong),
        "new_players": step.new_players,
        "labels": [] if step.at_end else sorted(step.labels),
        "seconds": found.seconds + monotonic() - began,
        "checked_at": timezone.now() if step.at_end else None,
    }
    _keep(found, reached, fields, step.wrong)
    return found


@transaction.atomic(savepoint=False)
def _keep(
    found: SheetImport, reached: int, fields: dict[str, object], wrong: Sequence[Wrong]
) -> None:
    """What a step found, unless another was at the same lines. Raises: Stale."""
    here = SheetImport.objects.filter(pk=found.pk, line=reached, checked_at=None)
    if not here.update(**fields):
        current = SheetImport.objects.values_list("line", flat=True).get(pk=found.pk)
        raise Stale(sent=reached, current=current)
    SheetFault.objects.bulk_create(
        SheetFault(sheet_import=found, line=one.line, column=one.column, text=one.text)
        for one in wrong
    )
    for field, value in fields.items():
        setattr(found, field, value)


@transaction.atomic(savepoint=False)
def import_check_again(*, by: Person, found: SheetImport) -> SheetImport:
    """From the beginning: players were added, an evening opened. Raises: Denied, Invalid."""
    require(by, Act.IMPORT_SHEETS)
    _content(found)
    found.faults.all().delete()
    SheetImport.objects.filter(pk=found.pk, done_at=None).update(
        line=1,
        matches=0,
        entries=0,
        wrong=0,
        seconds=0.0,
        new_players=[],
        labels=[],
        checked_at=None,
    )
    found.refresh_from_db()
    return found


@transaction.atomic
def import_do(*, by: Person, found: SheetImport, matches: int | None = None) -> SheetImport:
    """Enter every match of the file; done already, it is not done again.

    `matches`: how many the check had found for who asks.
    Raises: Denied; Invalid when it was not checked, or something in it is or has become wrong.
    """
    require(by, Act.IMPORT_SHEETS)
    if found.done_at:
        return found
    content = _content(found)
    _require_checked(found)
    if matches not in (None, found.matches):
        text = _("Matches found by the check: %(matches)s.") % {"matches": found.matches}
        raise Invalid("other_matches", text, errors={"matches": text})
    now = timezone.now()
    if not SheetImport.objects.filter(pk=found.pk, done_at=None).update(
        done_at=now, content=None, new_players=[]
    ):
        found.refresh_from_db()
        return found
    _lock_players(by.club_id)
    book = Book(found.club, _adder(by) if found.add_players else None)
    entered = matches_write(by, _all_right(found, content, book))
    log_act(by, "sheets_import", kind="import", about=found.pk, matches=len(entered))
    cache.delete(_progress_key(found))
    found.refresh_from_db()
    return found


def imports_sweep() -> None:
    """What was uploaded a day ago and never entered is forgotten."""
    SheetImport.objects.filter(done_at=None, uploaded_at__lt=timezone.now() - KEPT).delete()


def imports_forget(*, player: Player, **_signal: Any) -> None:
    """Files that were not entered may name who is anonymous now: they are uploaded again."""
    SheetImport.objects.filter(club_id=player.club_id, done_at=None).delete()


def lines_done(found: SheetImport) -> int:
    """How far the entering has come, as far as this process can know."""
    return int(cache.get(_progress_key(found), 0))


def _progress_key(found: SheetImport) -> str:
    return f"sheet-import:{found.pk}"


def _content(found: SheetImport) -> bytes:
    if found.content is None:
        text = _("This file is no longer kept. Upload it again.")
        raise Invalid("not_kept", text, errors={"csv": text})
    return bytes(found.content)


def _require_checked(found: SheetImport) -> None:
    if found.checked_at is None:
        text = _("This file has not been checked to the end. Continue the check.")
        raise Invalid("not_checked", text, errors={"csv": text})
    if found.wrong:
        text = ngettext(
            "%(number)s line cannot be entered. Correct it in the file and upload it again.",
            "%(number)s lines cannot be entered. Correct them in the file and upload it again.",
            found.wrong,
        ) % {"number": found.wrong}
        raise Invalid("lines_wrong", text, errors={"csv": text})
    if not found.matches:
        text = _("There is no match in this file.")
        raise Invalid("nothing_to_import", text, errors={"csv": text})


def _lock_players(club_id: int) -> None:
    """Nobody is merged or made anonymous while he is written about."""
    list(
        Player.objects.select_for_update(no_key=True)
        .filter(club_id=club_id)
        .order_by("pk")
        .values_list("pk", flat=True)
    )


def _adder(by: Person) -> Callable[[str], int]:
    return lambda name: player_add(by=by, name=name).pk


class _Step:
    """One step of checking: what it found, and the line where the next begins."""

    def __init__(self, found: SheetImport, content: bytes) -> None:
        self.found, self.content, self.line = found, content, found.line
        self.book = Book(found.club, self._imagine if found.add_players else None)
        self.labels = set(found.labels)
        self.wrong: list[Wrong] = []
        self.matches = self.entries = 0
        self.at_end = False
        self._imagined = 0
        for name in found.new_players:
            self.book.players.add(self._imagine(name), name)

    @property
    def new_players(self) -> list[str]:
        return [*self.found.new_players, *self.book.new_players]

    def _imagine(self, _name: str) -> int:
        """An id that no player has, until he is added."""
        self._imagined -= 1
        return self._imagined

    def go(self, until: float) -> None:
        ready: list[Prepared] = []
        try:
            for sheet in sheets(source.rows(self.content, self.line)):
                if monotonic() > until and self.matches:
                    self.line = sheet.line
                    break
                self._look_at(sheet, ready)
            else:
                self.at_end = True
        except Invalid as fault:
            self.wrong.append(Wrong(self.line, "", str(fault.detail)))
            self.at_end = True
        self.wrong += already_there(self.found.club_id, ready, newest_match())
        self.wrong.sort(key=lambda one: one.line)
        self.line = self.found.lines + 1 if self.at_end else self.line

    def _look_at(self, sheet: Sheet, ready: list[Prepared]) -> None:
        found = examined(sheet, self.book, self.labels, self.found)
        self.matches += 1
        self.entries += len(sheet.plays)
        self.wrong += sheet.wrong
        if found is not None:
            ready.append(found)


def examined(sheet: Sheet, book: Book, labels: set[str], found: SheetImport) -> Prepared | None:
    label = sheet.frame.label if sheet.frame else ""
    if label and label in labels:
        text = _(
            "“%(label)s” was already used further up. Keep the lines of a match "
            "together, and give each match its own name."
        )
        sheet.wrong.append(Wrong(sheet.line, "match", text % {"label": label}))
    labels.add(label)
    return prepared(sheet, book, found.uploaded_at)


def already_there(club_id: int, ready: Sequence[Prepared], newest: int) -> Iterator[Wrong]:
    """The same two, begun at the very same moment: a file that is imported twice.

    `newest`: the last match of the record before this import.
    """
    for begin in range(0, len(ready), BATCH):
        batch = ready[begin : begin + BATCH]
        there = {
            (a, b, started): pk
            for pk, a, b, started in Match.objects.filter(
                club_id=club_id,
                pk__lte=newest,
                started_at__in={one.started_at for one in batch},
                annulled_at=None,
            ).values_list("pk", "player_a_id", "player_b_id", "started_at")
        }
        for one in batch:
            pk = there.get((*one.player_ids, one.started_at))
            if pk is not None:
                text = _(
                    "This match was already entered (match %(id)s): the same players "
                    "started it at the same moment. Leave its lines out."
                )
                yield Wrong(one.line, "match", text % {"id": pk})


def newest_match() -> int:
    return Match.objects.aggregate(newest=Max("pk"))["newest"] or 0


def _all_right(found: SheetImport, content: bytes, book: Book) -> Iterator[Prepared]:
    """Every match of the file once more, against the club as it is now. Raises: Invalid."""
    labels: set[str] = set()
    batch: list[Prepared] = []
    newest = newest_match()
    for sheet in sheets(source.rows(content, 1)):
        one = examined(sheet, book, labels, found)
        if one is None or sheet.wrong:
            raise _changed(sheet.wrong)
        batch.append(one)
        if len(batch) == BATCH:
            yield from _new(found, batch, newest)
            batch = []
            cache.set(_progress_key(found), sheet.line, PROGRESS_KEPT)
    yield from _new(found, batch, newest)


def _new(found: SheetImport, batch: Sequence[Prepared], newest: int) -> Iterable[Prepared]:
    there = list(already_there(found.club_id, batch, newest))
    if there:
        raise _changed(there)
    return batch


def _changed(wrong: Sequence[Wrong]) -> Invalid:
    text = _(
        "The club has changed since this file was checked, and nothing was entered. "
        "Line %(line)s: %(text)s Check the file again."
    )
    text %= {"line": wrong[0].line, "text": wrong[0].text}
    return Invalid("changed_meanwhile", text, errors={"csv": text})

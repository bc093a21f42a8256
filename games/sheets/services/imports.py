"""Imports of score sheets: upload, check in steps, enter all or nothing."""

from collections.abc import Iterable, Iterator, Sequence
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
from games.sheets.csv_format.sheets import LineFault, Sheet, packed, rows_from, sheets
from games.sheets.models import SheetFault, SheetImport
from games.sheets.selectors import progress_key
from games.sheets.services.entering import matches_write
from games.sheets.services.preparing import ClubIndex, Prepared, prepare

NAME_MOST = 80
STEP = 2.0
BATCH = 200
STORED_FOR = timedelta(days=1)
PROGRESS_SECONDS = 600


@transaction.atomic(savepoint=False)
def import_open(*, by: Person, name: str, data: bytes, add_players: bool = False) -> SheetImport:
    """Raises: Denied; Invalid naming `csv`, when this is no score sheet."""
    require(by, Act.IMPORT_SHEETS)
    content, lines = packed(data)
    return SheetImport.objects.create(
        club_id=by.club_id,
        by_id=by.user_id,
        name=name[:NAME_MOST],
        content=content,
        add_players=add_players,
        uploaded_at=timezone.now(),
        lines=lines,
    )


def import_check(*, by: Person, upload: SheetImport, seconds: float = STEP) -> SheetImport:
    """Check on from the line reached, for about so many seconds; nobody waits for it.

    Raises: Denied; Stale when another step was at it; Invalid when the file is no longer kept.
    """
    require(by, Act.IMPORT_SHEETS)
    if upload.checked_at or upload.done_at:
        return upload
    began, reached = monotonic(), upload.line
    step = _CheckStep(upload, _content(upload))
    step.go(until=began + seconds)
    fields: dict[str, object] = {
        "line": step.line,
        "matches": upload.matches + step.matches,
        "entries": upload.entries + step.entries,
        "wrong": upload.wrong + len(step.wrong),
        "new_players": step.new_players,
        "labels": [] if step.at_end else sorted(step.labels),
        "seconds": upload.seconds + monotonic() - began,
        "checked_at": timezone.now() if step.at_end else None,
    }
    _store_step(upload, reached, fields, step.wrong)
    return upload


@transaction.atomic(savepoint=False)
def _store_step(
    upload: SheetImport, reached: int, fields: dict[str, object], wrong: Sequence[LineFault]
) -> None:
    """What a step found, unless another was at the same lines. Raises: Stale."""
    here = SheetImport.objects.filter(pk=upload.pk, line=reached, checked_at=None)
    if not here.update(**fields):
        current = SheetImport.objects.values_list("line", flat=True).get(pk=upload.pk)
        raise Stale(sent=reached, current=current)
    SheetFault.objects.bulk_create(
        SheetFault(sheet_import=upload, line=one.line, column=one.column, text=one.text)
        for one in wrong
    )
    for field, value in fields.items():
        setattr(upload, field, value)


@transaction.atomic(savepoint=False)
def import_check_again(*, by: Person, upload: SheetImport) -> SheetImport:
    """From the beginning: players were added, an evening opened. Raises: Denied, Invalid."""
    require(by, Act.IMPORT_SHEETS)
    _content(upload)
    upload.faults.all().delete()
    SheetImport.objects.filter(pk=upload.pk, done_at=None).update(
        line=1,
        matches=0,
        entries=0,
        wrong=0,
        seconds=0.0,
        new_players=[],
        labels=[],
        checked_at=None,
    )
    upload.refresh_from_db()
    return upload


@transaction.atomic
def import_enter(*, by: Person, upload: SheetImport, matches: int | None = None) -> SheetImport:
    """Enter every match of the file; a second call changes nothing.

    `matches`: how many the check had found when the caller saw it.
    Raises: Denied; Invalid when it was not checked, or something in it is or has become wrong.
    """
    require(by, Act.IMPORT_SHEETS)
    if upload.done_at:
        return upload
    content = _content(upload)
    _require_checked(upload)
    if matches not in (None, upload.matches):
        text = _("Matches found by the check: %(matches)s.") % {"matches": upload.matches}
        raise Invalid("other_matches", text, field="matches")
    now = timezone.now()
    if not SheetImport.objects.filter(pk=upload.pk, done_at=None).update(
        done_at=now, content=None, new_players=[]
    ):
        upload.refresh_from_db()
        return upload
    _lock_players(by.club_id)

    def add(name: str) -> int:
        return player_add(by=by, name=name, confirm_name=True).pk

    book = ClubIndex(upload.club, add if upload.add_players else None)
    entered = matches_write(by, _prepared_matches(upload, content, book))
    log_act(by, "sheets_import", kind="import", about=upload.pk, matches=len(entered))
    cache.delete(progress_key(upload))
    upload.refresh_from_db()
    return upload


def imports_sweep() -> None:
    """Deletes what was uploaded a day ago and never entered."""
    SheetImport.objects.filter(done_at=None, uploaded_at__lt=timezone.now() - STORED_FOR).delete()


def imports_forget(*, player: Player, **_signal: Any) -> None:
    """Files that were not entered may name a player who is anonymous now."""
    SheetImport.objects.filter(club_id=player.club_id, done_at=None).delete()


def _content(upload: SheetImport) -> bytes:
    if upload.content is None:
        raise Invalid("not_kept", _("This file is no longer kept. Upload it again."), field="csv")
    return bytes(upload.content)


def _require_checked(upload: SheetImport) -> None:
    if upload.checked_at is None:
        text = _("This file has not been checked to the end. Continue the check.")
        raise Invalid("not_checked", text, field="csv")
    if upload.wrong:
        text = ngettext(
            "%(number)s line cannot be entered. Correct it in the file and upload it again.",
            "%(number)s lines cannot be entered. Correct them in the file and upload it again.",
            upload.wrong,
        ) % {"number": upload.wrong}
        raise Invalid("lines_wrong", text, field="csv")
    if not upload.matches:
        raise Invalid("nothing_to_import", _("There is no match in this file."), field="csv")


def _lock_players(club_id: int) -> None:
    """No player is merged or made anonymous while their matches are entered."""
    list(
        Player.objects.select_for_update(no_key=True)
        .filter(club_id=club_id)
        .order_by("pk")
        .values_list("pk", flat=True)
    )


class _CheckStep:
    """One step of checking: what it found, and the line where the next begins."""

    def __init__(self, upload: SheetImport, content: bytes) -> None:
        self.upload, self.content, self.line = upload, content, upload.line
        self.book = ClubIndex(upload.club, self._imagine if upload.add_players else None)
        self.labels = set(upload.labels)
        self.wrong: list[LineFault] = []
        self.matches = self.entries = 0
        self.at_end = False
        self._imagined = 0
        for name in upload.new_players:
            self.book.players.add(self._imagine(name), name)

    @property
    def new_players(self) -> list[str]:
        return [*self.upload.new_players, *self.book.new_players]

    def _imagine(self, _name: str) -> int:
        """An id that no player has, until one is added."""
        self._imagined -= 1
        return self._imagined

    def go(self, until: float) -> None:
        ready: list[Prepared] = []
        try:
            for sheet in sheets(rows_from(self.content, self.line)):
                if monotonic() > until and self.matches:
                    self.line = sheet.line
                    break
                self._look_at(sheet, ready)
            else:
                self.at_end = True
        except Invalid as fault:
            self.wrong.append(LineFault(self.line, "", str(fault.detail)))
            self.at_end = True
        self.wrong += already_entered(self.upload.club_id, ready, newest_match())
        self.wrong.sort(key=lambda one: one.line)
        self.line = self.upload.lines + 1 if self.at_end else self.line

    def _look_at(self, sheet: Sheet, ready: list[Prepared]) -> None:
        ready_sheet = prepared_sheet(sheet, self.book, self.labels, self.upload)
        self.matches += 1
        self.entries += len(sheet.plays)
        self.wrong += sheet.wrong
        if ready_sheet is not None:
            ready.append(ready_sheet)


def prepared_sheet(
    sheet: Sheet, book: ClubIndex, labels: set[str], upload: SheetImport
) -> Prepared | None:
    label = sheet.frame.label if sheet.frame else ""
    if label and label in labels:
        text = _(
            "“%(label)s” was already used further up. Keep the lines of a match "
            "together, and give each match its own name."
        )
        sheet.wrong.append(LineFault(sheet.line, "match", text % {"label": label}))
    labels.add(label)
    return prepare(sheet, book, upload.uploaded_at)


def already_entered(club_id: int, ready: Sequence[Prepared], newest: int) -> Iterator[LineFault]:
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
                yield LineFault(one.line, "match", text % {"id": pk})


def newest_match() -> int:
    return Match.objects.aggregate(newest=Max("pk"))["newest"] or 0


def _prepared_matches(upload: SheetImport, content: bytes, book: ClubIndex) -> Iterator[Prepared]:
    """Every match of the file once more, against the club as it is now. Raises: Invalid."""
    labels: set[str] = set()
    batch: list[Prepared] = []
    newest = newest_match()
    for sheet in sheets(rows_from(content, 1)):
        one = prepared_sheet(sheet, book, labels, upload)
        if one is None or sheet.wrong:
            raise _changed(sheet.wrong)
        batch.append(one)
        if len(batch) == BATCH:
            yield from _not_entered_yet(upload, batch, newest)
            batch = []
            cache.set(progress_key(upload), sheet.line, PROGRESS_SECONDS)
    yield from _not_entered_yet(upload, batch, newest)


def _not_entered_yet(
    upload: SheetImport, batch: Sequence[Prepared], newest: int
) -> Iterable[Prepared]:
    there = list(already_entered(upload.club_id, batch, newest))
    if there:
        raise _changed(there)
    return batch


def _changed(wrong: Sequence[LineFault]) -> Invalid:
    # Translators: %(text)s is a whole sentence with its full stop.
    text = _(
        "The club has changed since this file was checked, and nothing was entered. "
        "Line %(line)s: %(text)s Check the file again."
    )
    text %= {"line": wrong[0].line, "text": wrong[0].text}
    return Invalid("changed_meanwhile", text, field="csv")

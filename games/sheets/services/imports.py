"""Imports of score sheets: upload, and check in steps."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from datetime import timedelta
from itertools import islice
from time import monotonic
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid, Stale
from games.matches.changes import fixtures_left_of
from games.sheets.csv_format.sheets import LineFault, Sheet, packed, rows_from, sheets
from games.sheets.models import SheetFault, SheetImport

from .club_index import ClubIndex
from .preparing import Prepared, prepare
from .recorded import RecordedMatches

NAME_MOST = 80
STEP = 2.0
BATCH = 200
STORED_FOR = timedelta(days=1)


def import_open(*, by: Person, name: str, data: bytes, add_players: bool = False) -> SheetImport:
    """Raises: Denied; Invalid naming `csv`, when this is no score sheet."""
    draft = import_draft(by=by, name=name, data=data, add_players=add_players)
    return import_store(by=by, draft=draft)


def import_draft(*, by: Person, name: str, data: bytes, add_players: bool = False) -> SheetImport:
    """An upload that is not stored yet: to read a large file takes seconds, in which no
    transaction may be open. Raises: Denied; Invalid naming `csv`."""
    require(by, Act.IMPORT_SHEETS)
    content, lines = packed(data)
    return SheetImport(
        club_id=by.club_id,
        by_id=by.user_id,
        name=name[:NAME_MOST],
        content=content,
        add_players=add_players,
        uploaded_at=timezone.now(),
        lines=lines,
    )


@transaction.atomic(savepoint=False)
def import_store(*, by: Person, draft: SheetImport, step: "CheckStep | None" = None) -> SheetImport:
    """With what a first step of checking has found. Raises: Denied."""
    require(by, Act.IMPORT_SHEETS)
    draft.save()
    return import_check(by=by, upload=draft, step=step) if step else draft


def check_step(*, by: Person, upload: SheetImport, seconds: float = STEP) -> "CheckStep":
    """What checking on from the line reached finds, in about so many seconds. It only reads, and
    belongs before a transaction, not in one. Raises: Denied; Invalid when the file is not kept."""
    require(by, Act.IMPORT_SHEETS)
    step = CheckStep(by, upload, content_of(upload))
    step.go(seconds)
    return step


def import_check(
    *, by: Person, upload: SheetImport, seconds: float = STEP, step: "CheckStep | None" = None
) -> SheetImport:
    """Store what a step of checking has found, by default that of going on now.

    Raises: Denied; Stale when another step was at it; Invalid when the file is no longer kept.
    """
    require(by, Act.IMPORT_SHEETS)
    if upload.checked_at or upload.done_at:
        return upload
    step = step or check_step(by=by, upload=upload, seconds=seconds)
    _store_step(upload, step.reached, step.fields(), step.wrong)
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


AT_FIRST: Mapping[str, object] = {
    "line": 1,
    "matches": 0,
    "entries": 0,
    "wrong": 0,
    "recorded": 0,
    "planned_pairs": {},
    "seconds": 0.0,
    "new_players": [],
    "new_evenings": [],
    "new_seasons": [],
    "labels": [],
    "checked_at": None,
}


def unchecked(upload: SheetImport) -> SheetImport:
    """The same upload as it was before any line of it was checked; not stored."""
    again = copy(upload)
    for field, value in AT_FIRST.items():
        setattr(again, field, value)
    return again


@transaction.atomic(savepoint=False)
def import_check_again(*, by: Person, upload: SheetImport) -> SheetImport:
    """From the beginning: players were added, an evening opened. Raises: Denied, Invalid."""
    require(by, Act.IMPORT_SHEETS)
    content_of(upload)
    upload.faults.all().delete()
    SheetImport.objects.filter(pk=upload.pk, done_at=None, entered_line=0).update(**AT_FIRST)
    upload.refresh_from_db()
    return upload


def imports_sweep() -> None:
    """Deletes what was uploaded a day ago and never entered."""
    SheetImport.objects.filter(done_at=None, uploaded_at__lt=timezone.now() - STORED_FOR).delete()


def imports_forget(*, player: Player, **_signal: Any) -> None:
    """Files that were not entered may name a player who is anonymous now."""
    SheetImport.objects.filter(club_id=player.club_id, done_at=None).delete()


def content_of(upload: SheetImport) -> bytes:
    if upload.content is None:
        raise Invalid("not_kept", _("This file is no longer kept. Upload it again."), field="csv")
    return bytes(upload.content)


class CheckStep:
    """One step of checking: what it found, and the line where the next begins."""

    def __init__(self, by: Person, upload: SheetImport, content: bytes) -> None:
        self.upload, self.content = upload, content
        self.reached = self.line = upload.line
        self.book = ClubIndex(
            upload.club, by=by, add=upload.add_players, new_players=upload.new_players
        )
        self.labels = set(upload.labels)
        self.wrong: list[LineFault] = []
        self.matches = self.entries = self.recorded = 0
        self.planned_pairs = Counter(upload.planned_pairs)
        self.seconds = 0.0
        self.at_end = False

    def go(self, seconds: float) -> None:
        began = monotonic()
        ready: list[Prepared] = []
        try:
            for sheet in sheets(rows_from(self.content, self.line)):
                if monotonic() > began + seconds and self.matches:
                    self.line = sheet.line
                    break
                self._look_at(sheet, ready)
            else:
                self.at_end = True
        except Invalid as fault:
            self.wrong.append(LineFault(self.line, "", str(fault.detail)))
            self.at_end = True
        club_matches = RecordedMatches(self.upload.club_id)
        for batch in batches(ready):
            new, recorded = club_matches.sifted(batch)
            self.recorded += recorded
            self._count_planned(new)
            self.wrong += club_matches.conflicts(new)
            self.wrong += [fault for one in new for fault in one.misplaced]
        self.wrong.sort(key=lambda one: one.line)
        self.line = self.upload.lines + 1 if self.at_end else self.line
        self.seconds = monotonic() - began

    def fields(self) -> dict[str, object]:
        """The columns of the upload after this step."""
        upload = self.upload
        return {
            "line": self.line,
            "matches": upload.matches + self.matches,
            "entries": upload.entries + self.entries,
            "wrong": upload.wrong + len(self.wrong),
            "recorded": upload.recorded + self.recorded,
            "planned_pairs": dict(self.planned_pairs),
            "new_players": self.book.new_players,
            "new_evenings": _union(
                upload.new_evenings, (new.day for new in self.book.new_evenings.values())
            ),
            "new_seasons": _union(upload.new_seasons, (new.title for new in self.book.new_seasons)),
            "labels": [] if self.at_end else sorted(self.labels),
            "seconds": upload.seconds + self.seconds,
            "checked_at": timezone.now() if self.at_end else None,
        }

    def _count_planned(self, new: Sequence[Prepared]) -> None:
        seasons = {one.event_id for one in new if one.event_id is not None and one.event_id > 0}
        planned = fixtures_left_of(seasons)
        self.planned_pairs.update(
            planned_pair(one.event_id, one.player_ids)
            for one in new
            if one.event_id is not None and one.event_id in planned
        )

    def _look_at(self, sheet: Sheet, ready: list[Prepared]) -> None:
        ready_sheet = prepared_sheet(sheet, self.book, self.labels, self.upload)
        self.matches += 1
        self.entries += len(sheet.plays)
        self.wrong += sheet.wrong
        if ready_sheet is not None:
            ready.append(ready_sheet)


def planned_pair(event_id: int, player_ids: tuple[int, int]) -> str:
    """As `SheetImport.planned_pairs` has it."""
    return " ".join(map(str, (event_id, *sorted(player_ids))))


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


def _union(known: Sequence[str], found: Iterable[str]) -> list[str]:
    return list(dict.fromkeys([*known, *found]))


def batches(ready: Iterable[Prepared]) -> Iterator[list[Prepared]]:
    following = iter(ready)
    while batch := list(islice(following, BATCH)):
        yield batch

"""Entering a checked score sheet: a few hundred lines at a time, each in its own transaction.

To enter a whole file in one would keep every other writer waiting for as long as it takes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from time import sleep

from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.services.clubs import lock_club
from ecarte_club.clubs.services.members import player_add
from ecarte_club.core.exceptions import Invalid
from games.sheets.csv_format.sheets import LineFault, Sheet, rows_from, sheets
from games.sheets.models import SheetImport
from games.sheets.selectors import progress_key

from .club_index import ClubIndex, normalised
from .entering import matches_write
from .imports import batches, content_of, prepared_sheet
from .missing import missing_open
from .preparing import Prepared
from .recorded import RecordedMatches

# Lines in a transaction: some twentieth of a second.
LINES = 300
PAUSE = 0.06
PROGRESS_SECONDS = 600


def import_enter(*, by: Person, upload: SheetImport, matches: int | None = None) -> SheetImport:
    """Enter the matches that the club does not have; called again, it goes on where it stopped.

    Not within a transaction. If the club has changed since the check, nothing is entered; what
    changes while matches are entered stops it, and those before stay.
    `matches`: how many the check had found when the caller saw it.
    Raises: Denied; Invalid when it was not checked, or something in it is or has become wrong.
    """
    require(by, Act.IMPORT_SHEETS)
    if upload.done_at:
        return upload
    _require_checked(upload)
    if matches not in (None, upload.matches):
        text = _("Matches found by the check: %(matches)s.") % {"matches": upload.matches}
        raise Invalid("other_matches", text, field="matches")
    if not upload.entered_line:
        book = ClubIndex(upload.club, by=by, add=upload.add_players)
        _check_unchanged(upload, book)
        missing_open(by=by, book=book)
    recorded = RecordedMatches(upload.club_id)
    for portion in _portions(by, upload):
        _enter(by, upload, portion, recorded)
        _let_others_write()
    return _finish(by, upload)


def _let_others_write() -> None:
    """SQLite has no queue: whoever waits looks every 50 ms whether the database is free."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        sleep(PAUSE)


class _Portion:
    """Matches that are entered together: `line` is the first after them."""

    def __init__(self, ready: Sequence[Prepared], line: int) -> None:
        self.ready, self.line = ready, line


def _check_unchanged(upload: SheetImport, book: ClubIndex) -> None:
    """The whole file once more, against the club as it is now. Raises: Invalid."""
    recorded = RecordedMatches(upload.club_id)
    for batch in batches(prepared for _sheet, prepared in _ready_sheets(upload, book)):
        for one in recorded.sifted(batch)[0]:
            if one.misplaced:
                raise _changed(one.misplaced)


def _portions(by: Person, upload: SheetImport) -> Iterator[_Portion]:
    """Raises: Invalid when the club has changed."""
    book = ClubIndex(upload.club, by=by, add=upload.add_players)
    ready: list[Prepared] = []
    lines = 0
    for sheet, prepared in _ready_sheets(upload, book):
        if lines + sheet.lines > LINES and ready:
            yield _Portion(ready, sheet.line)
            ready, lines = [], 0
        ready.append(prepared)
        lines += sheet.lines
    yield _Portion(ready, upload.lines + 1)


def _ready_sheets(upload: SheetImport, book: ClubIndex) -> Iterator[tuple[Sheet, Prepared]]:
    labels: set[str] = set()
    for sheet in sheets(rows_from(content_of(upload), 1)):
        prepared = prepared_sheet(sheet, book, labels, upload)
        if prepared is None or sheet.wrong:
            raise _changed(sheet.wrong)
        yield sheet, prepared


@transaction.atomic
def _enter(by: Person, upload: SheetImport, portion: _Portion, recorded: RecordedMatches) -> None:
    """Unless it was entered before, or another is at it now. Raises: Invalid."""
    here = SheetImport.objects.filter(
        pk=upload.pk, done_at=None, entered_line__lt=portion.line, content__isnull=False
    )
    if not here.update(entered_line=portion.line):
        recorded.pass_over(portion.ready)
        return
    ready = _with_players(by, portion.ready)
    _lock_players(by, ready)
    new, _number = recorded.sifted(ready)
    if wrong := [fault for one in new for fault in one.misplaced]:
        raise _changed(wrong)
    matches_write(by, new)
    cache.set(progress_key(upload), portion.line, PROGRESS_SECONDS)


@transaction.atomic
def _finish(by: Person, upload: SheetImport) -> SheetImport:
    here = SheetImport.objects.filter(pk=upload.pk, done_at=None)
    if here.update(done_at=timezone.now(), content=None, new_players=[]):
        log_act(by, "sheets_import", kind="import", about=upload.pk, matches=upload.to_enter)
        cache.delete(progress_key(upload))
    upload.refresh_from_db()
    return upload


def _with_players(by: Person, ready: Sequence[Prepared]) -> list[Prepared]:
    """With the ids of new players, whom an earlier portion or another import may have added."""
    names = dict(pair for one in ready for pair in one.new_players)
    if not names:
        return list(ready)
    lock_club(by.club_id)
    players = Player.objects.filter(club_id=by.club_id, merged_into=None, robot="")
    there = {normalised(name): pk for pk, name in players.values_list("pk", "name")}
    ids = {}
    for imagined, name in sorted(names.items(), reverse=True):
        ids[imagined] = there.get(normalised(name)) or (
            player_add(by=by, name=name, confirm_name=True).pk
        )
    return [_with_ids(one, ids) for one in ready]


def _with_ids(one: Prepared, ids: dict[int, int]) -> Prepared:
    a, b = one.player_ids
    return replace(one, player_ids=(ids.get(a, a), ids.get(b, b)))


def _lock_players(by: Person, ready: Iterable[Prepared]) -> None:
    """None of them is merged or made anonymous while matches of theirs are entered."""
    wanted = {pk for one in ready for pk in one.player_ids}
    people = Player.objects.filter(club_id=by.club_id, merged_into=None, robot="")
    rows = people.filter(pk__in=wanted)
    locked = rows.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True)
    if len(locked) < len(wanted):
        text = _("A player in this file was merged with another while it was being entered.")
        raise Invalid("changed_meanwhile", text, field="csv")


def _require_checked(upload: SheetImport) -> None:
    content_of(upload)
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
    if not upload.to_enter:
        text = _("Every match in this file is already recorded.")
        raise Invalid("nothing_to_import", text, field="csv")


def _changed(wrong: Sequence[LineFault]) -> Invalid:
    # Translators: %(text)s is a whole sentence with its full stop.
    text = _(
        "The club has changed since this file was checked. Line %(line)s: %(text)s Check the file "
        "again."
    )
    text %= {"line": wrong[0].line, "text": wrong[0].text}
    return Invalid("changed_meanwhile", text, field="csv")

"""Uploads of score sheets, as screens and API show them."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.actors import Actor
from ecarte_club.clubs.changes import StoredData
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.core import csv_files
from ecarte_club.core.exceptions import Absent

from .models import SheetImport
from .services.imports import lines_done

FAULT_COLUMNS = ("line", "column", "reason")


def sheet_import(actor: Actor, pk: int) -> tuple[SheetImport, Person]:
    """Raises: Absent, Denied."""
    found = imports().filter(pk=pk).first()
    if found is None:
        raise Absent
    somebody = person(actor, found.club_id)
    require(somebody, Act.IMPORT_SHEETS)
    return found, somebody


def imports() -> QuerySet[SheetImport]:
    return SheetImport.objects.select_related("club__rules", "by")


def listed(somebody: Person) -> QuerySet[SheetImport]:
    """Without the files themselves. Raises: Absent, Denied."""
    require(somebody, Act.IMPORT_SHEETS)
    return imports().filter(club_id=somebody.club_id).defer("content", "labels")


@dataclass(frozen=True, slots=True)
class Progress:
    """`left`: seconds; None when nobody can know yet."""

    done: int
    of: int
    left: int | None


def checking(found: SheetImport) -> Progress:
    done = min(max(0, found.line - 1), found.lines)
    left = found.seconds / done * (found.lines - done) if done else None
    return Progress(done, found.lines, None if left is None else round(left))


def entering(found: SheetImport) -> Progress:
    """It takes about twice as long as the checking did."""
    done = lines_done(found)
    left = 2 * found.seconds * (1 - done / found.lines)
    return Progress(done, found.lines, round(left))


def faults_csv(found: SheetImport) -> bytes:
    return csv_files.write_rows(FAULT_COLUMNS, found.faults.values_list("line", "column", "text"))


def import_plain(found: SheetImport) -> dict[str, Any]:
    return {
        "id": found.pk,
        "club": found.club.slug,
        "name": found.name,
        "add_players": found.add_players,
        "uploaded_at": found.uploaded_at,
        "lines": found.lines,
        "lines_checked": checking(found).done,
        "checked": found.checked_at is not None,
        "matches": found.matches,
        "entries": found.entries,
        "wrong": found.wrong,
        "new_players": found.new_players,
        "done_at": found.done_at,
    }


def sheets_kept(*, player: Player, **_signal: object) -> list[StoredData]:
    """Uploads of the club may name anybody."""
    return [
        StoredData(
            _("Score sheets uploaded but not yet entered, which must be uploaded again"),
            SheetImport.objects.filter(club=player.club_id, done_at=None).count(),
            stays=False,
        )
    ]

"""Uploads of score sheets, as screens and API show them."""

from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.changes import StoredData
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.core import csv_files
from ecarte_club.core.exceptions import Absent
from games.matches.changes import fixtures_left_of
from games.matches.models import Event

from .models import SheetImport

FAULT_COLUMNS = ("line", "column", "reason")


def sheet_import(actor: Actor, pk: int) -> tuple[SheetImport, Person]:
    """Raises: Absent, Denied."""
    upload = imports().filter(pk=pk).first()
    if upload is None:
        raise Absent
    somebody = person(actor, upload.club_id)
    require(somebody, Act.IMPORT_SHEETS)
    return upload, somebody


def imports() -> QuerySet[SheetImport]:
    return SheetImport.objects.select_related("club__rules", "by")


def listed(somebody: Person) -> QuerySet[SheetImport]:
    """Without the files themselves. Raises: Absent, Denied."""
    require(somebody, Act.IMPORT_SHEETS)
    return imports().filter(club_id=somebody.club_id).defer("content", "labels")


@dataclass(frozen=True, slots=True)
class Progress:
    """Lines done, `of` how many; `left`: seconds, None while they cannot be estimated."""

    done: int
    of: int
    left: int | None


def checking(upload: SheetImport) -> Progress:
    done = upload.lines_checked
    left = upload.seconds / done * (upload.lines - done) if done else None
    return Progress(done, upload.lines, None if left is None else round(left))


def progress_key(upload: SheetImport) -> str:
    return f"sheet-import:{upload.pk}"


def entered_lines(upload: SheetImport) -> int:
    """How many lines were entered so far, as far as the cache knows."""
    return int(cache.get(progress_key(upload), 0))


def entering(upload: SheetImport) -> Progress:
    """It takes about twice as long as the checking did."""
    done = entered_lines(upload)
    left = 2 * upload.seconds * (1 - done / upload.lines)
    return Progress(done, upload.lines, round(left))


@dataclass(frozen=True, slots=True)
class Uncounted:
    """Matches of a file that would count for nothing: the two have no fixture left in the
    season."""

    season: str
    names: tuple[str, str]
    matches: int


def uncounted(upload: SheetImport) -> list[Uncounted]:
    if not upload.planned_pairs:
        return []
    keys = {key: [int(part) for part in key.split()] for key in upload.planned_pairs}
    left = fixtures_left_of({season for season, _a, _b in keys.values()})
    ids = {pk for _season, *pair in keys.values() for pk in pair}
    players = Player.objects.filter(club=upload.club_id, pk__in=ids)
    names = dict(players.values_list("pk", "name"))
    # Players that entering adds have no id yet.
    names |= {-1 - at: name for at, name in enumerate(upload.new_players)}
    seasons = dict(Event.objects.filter(pk__in=left).values_list("pk", "name"))
    found = []
    for key, (season, a, b) in keys.items():
        beyond = upload.planned_pairs[key] - left.get(season, {}).get(frozenset((a, b)), 0)
        if season in left and beyond > 0:
            found.append(Uncounted(seasons[season], (names.get(a, ""), names.get(b, "")), beyond))
    return sorted(found, key=lambda one: (one.season, one.names))


def faults_csv(upload: SheetImport) -> bytes:
    return csv_files.write_rows(FAULT_COLUMNS, upload.faults.values_list("line", "column", "text"))


def stored_sheets(*, player: Player, **_signal: object) -> list[StoredData]:
    """Uploads of the club may name anybody."""
    return [
        StoredData(
            _("Score sheets uploaded but not yet entered, which must be uploaded again"),
            SheetImport.objects.filter(club=player.club_id, done_at=None).count(),
            stays=False,
        )
    ]

"""Score sheets as a club would type them."""

import csv
import io
from collections.abc import Collection
from typing import Any

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.selectors.clubs import person
from games.matches.selectors import matches
from games.sheets.csv_format.export import parts
from games.sheets.models import SheetImport
from games.sheets.services.import_entry import import_enter
from games.sheets.services.imports import import_check, import_open

from .clubhouse import House

HEAD = "match,player_a,player_b,format,games,first_dealer,dealer,opening,king,tricks_a"
ANN_WINS = (
    # Ann deals and turns the king; Bob stands and loses the vole: one and two.
    "1,Ann,Bob,one_game,1,a,,stood,a-turned,5",
    # Bob deals, Ann stands and makes the vole: five.
    "1,,,,,,,stood,,5",
)


def file_of(*lines: str, head: str = HEAD) -> bytes:
    return "\r\n".join((head, *lines, "")).encode()


def upload(house: House, data: bytes, *, who: str = "director", **more: Any) -> SheetImport:
    """Checked to its end."""
    by = person(Actor(house.users[who]), house.club.pk)
    found = import_open(by=by, name="sheets.csv", data=data, **more)
    while found.checked_at is None:
        found = import_check(by=by, upload=found)
    return found


def enter(house: House, data: bytes, *, who: str = "director", **more: Any) -> SheetImport:
    found = upload(house, data, who=who, **more)
    assert not found.wrong, faults(found)
    return import_enter(by=person(Actor(house.users[who]), house.club.pk), upload=found)


def faults(found: SheetImport) -> list[tuple[int, str, str]]:
    return list(found.faults.values_list("line", "column", "text"))


def exported(house: House, **filters: Any) -> bytes:
    found = matches.matches().filter(club=house.club, **filters)
    return b"".join(parts(found))


def rows_of(data: bytes, *, but: Collection[str] = ()) -> list[list[str]]:
    """The cells but for ids, the mark of the club, and the names of matches, which are ids too;
    `but`: for these columns as well."""
    rows, ids = _cells(data), ("match", "club", *but)
    kept = [place for place, name in enumerate(rows[0]) if name not in ids and "_id" not in name]
    return [[row[place] for place in kept] for row in rows]


def without_ids(data: bytes) -> bytes:
    """The same file for another club, which knows things by their names alone."""
    rows = _cells(data)
    ids = {place for place, name in enumerate(rows[0]) if name.endswith("_id")}
    file = io.StringIO()
    csv.writer(file).writerow(rows[0])
    csv.writer(file).writerows(
        ["" if place in ids else cell for place, cell in enumerate(row)] for row in rows[1:]
    )
    return file.getvalue().encode()


def _cells(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))

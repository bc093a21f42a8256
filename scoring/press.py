"""Standings as bytes: set once for each version, handed out until the next."""

import csv
import io
import json
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar

from django.http import HttpResponse

from ecarte_club.clubs.models import Shown
from ecarte_club.wire import etags

from .queries import Edition, Table
from .rules.points import SHARE_FIELDS
from .rules.table import Line

COLUMNS = ("rank", "player_id", "player", *SHARE_FIELDS)
SIZE = 100
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Form:
    """`name` is what its bytes lie under on the shelf."""

    name: str
    media_type: str
    any_accepted: bool = False
    """Given even to who did not say that he takes it: a browser that is sent to a CSV file."""


def json_form(page: int, size: int) -> Form:
    return Form(f"json-{page}-{size}", "application/json")


USUAL_JSON = json_form(1, SIZE)
CSV = Form("csv", "text/csv; charset=utf-8", any_accepted=True)

# What a spreadsheet would take for a formula; some read the wide forms as the narrow ones.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def json_page(table: Table, page: int, size: int) -> bytes:
    here = f"/api/v1/seasons/{table.season}/standings?page_size={size}&page="
    last = max(1, -(-len(table.lines) // size))
    return json.dumps(
        {
            "season": table.season,
            "version": table.version,
            "tie_breaks": table.tie_breaks,
            "count": len(table.lines),
            "next": f"{here}{page + 1}" if page < last else None,
            "previous": f"{here}{min(page, last + 1) - 1}" if page > 1 else None,
            "results": [_plain(line) for line in table.lines[(page - 1) * size : page * size]],
        },
        ensure_ascii=False,
        separators=(",", ":"),
    ).encode()


def csv_table(table: Table) -> bytes:
    """All lines; the column names are the JSON's."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for line in table.lines:
        figures = line.share._asdict()
        name = f"'{line.name}" if line.name.startswith(FORMULA) else line.name
        writer.writerow([line.rank, line.player, name, *(figures[f] for f in SHARE_FIELDS)])
    return file.getvalue().encode("utf-8-sig")


def _plain(line: Line) -> dict[str, object]:
    return {
        "rank": line.rank,
        "player": {"id": line.player, "name": line.name},
        **line.share._asdict(),
    }


class Shelf(Generic[T]):
    """The editions last asked for, in this process; an older version falls off by itself."""

    def __init__(self, most: int = 512) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[tuple[Edition, str], T] = OrderedDict()

    def get(self, edition: Edition, form: str) -> T | None:
        with self._lock:
            body = self._kept.get((edition, form))
            if body is not None:
                self._kept.move_to_end((edition, form))
            return body

    def put(self, edition: Edition, form: str, made: T) -> None:
        with self._lock:
            self._kept[edition, form] = made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


shelf: Shelf[bytes] = Shelf()
# As the pages ask for them. A table of thousands is some megabytes.
tables: Shelf[Table] = Shelf(most=16)


def issue(edition: Edition, body: bytes, media_type: str) -> HttpResponse:
    """Its length too: the middleware that would say it may not be reached."""
    headers = {**_validators(edition), "Content-Length": str(len(body))}
    return HttpResponse(body, content_type=media_type, headers=headers)


def unchanged(edition: Edition) -> HttpResponse:
    return HttpResponse(status=304, headers=_validators(edition))


def _validators(edition: Edition) -> dict[str, str]:
    is_for_all = edition.public and edition.names_shown
    kept = "no-cache" if is_for_all else "private, no-cache"
    return {"ETag": etag(edition), "Cache-Control": kept}


def etag(edition: Edition) -> str:
    """Of the club's own edition and of the strangers' another, also when both have the names."""
    shown = {"": "club", Shown.NAME.value: ""}.get(edition.names_shown, edition.names_shown)
    return etags.tag(edition.season, edition.version, *filter(None, [shown]))

"""Standings as bytes, rendered once for each version and cached until the next.

Written without serializers: a table of thousands of lines is rendered in milliseconds.
"""

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from rest_framework.utils.urls import replace_query_param

from ecarte_club.clubs.models import NameVisibility
from ecarte_club.core import csv_files, etags
from ecarte_club.core.api import linked
from ecarte_club.core.etags import VersionCache
from scoring.tables.criteria import AnyCriterion
from scoring.tables.figures import in_json
from scoring.tables.results import SHARE_FIELDS

from .selectors.seasons import NOW, Edition, Table, When, table_of
from .selectors.standings import Line

COLUMNS = ("rank", "player_id", "player", *SHARE_FIELDS, "adjustment", "decided_by")
SIZE = 100


@dataclass(frozen=True, slots=True)
class Form:
    name: str
    media_type: str
    any_accepted: bool = False
    """Sent even where it is not accepted, such as to a browser that opens a CSV file."""
    paged: bool = False
    """It contains the addresses of other pages: other bytes at each address."""

    def cache_name(self, request: HttpRequest, when: When = NOW) -> str:
        if self.paged:
            return f"{self.name} {request.build_absolute_uri()}"
        return f"{self.name}?{when.query}" if when else self.name


class Printed(NamedTuple):
    """`links`: to the next and the previous page, for the header."""

    body: bytes
    links: str = ""


JSON = Form("json", "application/json", paged=True)
CSV = Form("csv", "text/csv; charset=utf-8", any_accepted=True)
NDJSON = Form("ndjson", "application/x-ndjson", any_accepted=True)


def json_page(table: Table, page: int, size: int, here: str) -> bytes:
    """`here`: the address requested, with its query."""
    return _dumped(
        {
            "season": table.season,
            "version": table.version,
            "tie_breaks": table.tie_breaks,
            "count": len(table.lines),
            **page_links(len(table.lines), page, size, here),
            "results": [
                line_data(table, line) for line in table.lines[(page - 1) * size : page * size]
            ],
        }
    ).encode()


def printed_page(table: Table, page: int, size: int, here: str) -> Printed:
    return Printed(
        json_page(table, page, size, here), linked(page_links(len(table.lines), page, size, here))
    )


def page_links(total: int, page: int, size: int, here: str) -> dict[str, str | None]:
    """Beyond the last page, the last is the one before."""
    last = max(1, -(-total // size))
    before = min(page, last + 1) - 1
    return {
        "next": replace_query_param(here, "page", page + 1) if page < last else None,
        "previous": replace_query_param(here, "page", before) if page > 1 else None,
    }


def csv_table(table: Table) -> bytes:
    """All lines; the column names are the JSON's."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for line in table.lines:
        figures = line.share._asdict()
        name = f"'{line.name}" if line.name.startswith(csv_files.FORMULA) else line.name
        own = (line.rank, line.player, name, *(figures[f] for f in SHARE_FIELDS))
        writer.writerow([*own, line.adjustment, line.decided_by or ""])
    return file.getvalue().encode("utf-8-sig")


def ndjson_table(table: Table) -> bytes:
    """All lines, each a document as in the JSON."""
    return in_lines(line_data(table, line) for line in table.lines)


def in_lines(documents: Iterable[object]) -> bytes:
    return "".join(_dumped(one) + "\n" for one in documents).encode()


def line_data(table: Table, line: Line) -> dict[str, object]:
    return {
        "rank": line.rank,
        "player": {"id": line.player, "name": line.name},
        **line.share._asdict(),
        "adjustment": line.adjustment,
        "adjustments": adjustments(line),
        "manual_order": manual_order(line),
        "decided_by": line.decided_by,
        "figures": figures(table, line),
    }


def figures(table: Table, line: Line) -> dict[AnyCriterion, list[int | float]]:
    """By each tie-break that has an answer for the line."""
    worths = {criterion: line.figure(criterion) for criterion in table.tie_breaks}
    return {
        criterion: list(map(in_json, worth))
        for criterion, worth in worths.items()
        if worth is not None
    }


def adjustments(line: Line) -> list[dict[str, object]]:
    return [
        {"points": one.points, "reason": one.reason, "on": one.day and one.day.isoformat()}
        for one in line.adjustments
    ]


def manual_order(line: Line) -> dict[str, object] | None:
    one = line.manual_order
    return one and {"reason": one.reason, "on": one.day and one.day.isoformat()}


def _dumped(what: object) -> str:
    return json.dumps(what, ensure_ascii=False, separators=(",", ":"))


printed_cache: VersionCache[Printed] = VersionCache()
# As the pages ask for them. A table of thousands is some megabytes.
table_cache: VersionCache[Table] = VersionCache(most=16)


def cached_table(edition: Edition, when: When = NOW) -> Table:
    """Ranked once for each version: with thousands of players that is most of the work."""
    table = table_cache.get(edition, when.query)
    if table is None:
        table = table_of(edition, when)
        table_cache.put(replace(edition, version=table.version), when.query, table)
    return table


def response(edition: Edition, printed: Printed, media_type: str) -> HttpResponse:
    """Its length too: the middleware that would say it may not be reached."""
    headers = {**_validators(edition), "Content-Length": str(len(printed.body))}
    if printed.links:
        headers["Link"] = printed.links
    return HttpResponse(printed.body, content_type=media_type, headers=headers)


def not_modified(edition: Edition) -> HttpResponse:
    return HttpResponse(status=304, headers=_validators(edition))


def _validators(edition: Edition) -> dict[str, str]:
    is_for_all = edition.public and edition.names_shown
    control = "no-cache" if is_for_all else "private, no-cache"
    return {"ETag": etag(edition), "Cache-Control": control}


def etag(edition: Edition) -> str:
    """Of the club's own edition and the public's has another, also when both have the names."""
    shown = {"": "club", NameVisibility.NAME.value: ""}.get(
        edition.names_shown, edition.names_shown
    )
    return etags.tag(edition.season, edition.version, *filter(None, [shown]))

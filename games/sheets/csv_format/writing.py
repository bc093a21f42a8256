"""Matches of the record as the lines of a score sheet: what stands, and not what it superseded."""

import csv
import io
from collections.abc import Iterable, Iterator

from django.db.models import QuerySet

from ecarte_club.core.csv_files import defuse
from games.matches.log import Log, facts
from games.matches.models import Entry, Match

from .columns import COLUMNS
from .frames import frame_cells, moment
from .lines import cells_of

BATCH = 200
# Spreadsheets know UTF-8 by it.
MARK = "\ufeff"


def parts(matches: QuerySet[Match]) -> Iterator[bytes]:
    """The file, a few hundred matches at a time, in the order in which they were started."""
    yield _part([COLUMNS], MARK)
    last = 0
    while batch := list(matches.filter(pk__gt=last).order_by("pk")[:BATCH]):
        yield _part(row for match, log in _logs(batch) for row in rows(match, log))
        last = batch[-1].pk


def rows(match: Match, log: Log) -> Iterator[list[object]]:
    """A line for each entry that stands, at least one."""
    frame, standing = frame_cells(match), log.standing()
    for entry in standing:
        yield [*frame, *cells_of(facts(entry)), moment(entry.at)]
    if not standing:
        yield [*frame, *cells_of(None), ""]


def _logs(batch: list[Match]) -> Iterator[tuple[Match, Log]]:
    entries: dict[int, list[Entry]] = {match.pk: [] for match in batch}
    for entry in Entry.objects.filter(match__in=batch).order_by("match_id", "number"):
        entries[entry.match_id].append(entry)
    for match in batch:
        yield match, Log(tuple(entries[match.pk]))


def _part(rows: Iterable[Iterable[object]], mark: str = "") -> bytes:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    for row in rows:
        writer.writerow([defuse(cell) if isinstance(cell, str) else cell for cell in row])
    return (mark + file.getvalue()).encode()

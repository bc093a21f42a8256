"""The text of an upload, read on from any line of it."""

import io
import zlib
from collections.abc import Iterator
from dataclasses import replace

from ecarte_club.core import csv_files
from ecarte_club.core.csv_files import Row
from ecarte_club.core.exceptions import Invalid
from games.sheets.csv_format.columns import OPTIONAL, REQUIRED

BYTES_MOST = 40 * 1024 * 1024
LINES_MOST = 200_000
LEVEL = 1


def packed(data: bytes) -> tuple[bytes, int]:
    """The upload as it is kept, and its lines. Raises: Invalid when it is no score sheet."""
    text = csv_files.text_of(data, bytes_most=BYTES_MOST)
    # Raises at once when the columns are not those of a score sheet.
    _rows(text)
    return zlib.compress(text.encode(), LEVEL), text.count("\n") + (not text.endswith("\n"))


def rows(content: bytes, line: int) -> Iterator[Row]:
    """From `line` on; below 2, from the first below the columns.

    Raises: Invalid on the way, for a quote that is wrong or too many lines.
    """
    text = zlib.decompress(content).decode()
    head = _end(text, _first_row(text) - 1)
    begin = max(head, _end(text, line - 1))
    before = _lines(text[:begin]) - _lines(text[:head])
    try:
        for row in _rows(text if begin == head else text[:head] + text[begin:]):
            yield replace(row, line=row.line + before) if before else row
    except Invalid:
        # Read from the start, so that the line it names is the file's.
        for _row in _rows(text) if before else ():
            pass
        raise


def _rows(text: str) -> Iterator[Row]:
    return csv_files.read_rows(text, REQUIRED, optional=OPTIONAL, rows_most=LINES_MOST)


def _first_row(text: str) -> int:
    """The line of the first row below the columns; beyond the end when there is none."""
    first = next(iter(_rows(text)), None)
    return first.line if first else _lines(text) + 1


def _end(text: str, lines: int) -> int:
    """Where that many lines of the text end."""
    file = io.StringIO(text, newline="")
    return sum(len(line) for _number, line in zip(range(lines), file, strict=False))


def _lines(text: str) -> int:
    return sum(1 for _line in io.StringIO(text, newline=""))

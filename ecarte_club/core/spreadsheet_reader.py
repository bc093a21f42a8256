"""A program of its own that reads a spreadsheet from its input and prints the rows as JSON.

A small file can unpack to any size: here it can take only so much memory and time, whatever the
library does. It imports nothing of the site.
"""

import json
import sys
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from io import BytesIO

from python_calamine import CalamineWorkbook

MEMORY_MOST, SECONDS_MOST = 1024**3, 10


def limit_memory() -> None:
    """Where the system has such limits."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MOST, MEMORY_MOST))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_MOST, SECONDS_MOST))


def text_of_cell(value: object) -> str:
    """Days as 2026-03-14; whole numbers without a point, as spreadsheets show them."""
    if isinstance(value, datetime):
        value = value.date()
    if isinstance(value, date | time | timedelta):
        return str(value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return " ".join(str(value).split())


def rows(data: bytes, rows_most: int, columns_most: int) -> list[list[str]]:
    """Of the first sheet that has any, one row more than `rows_most` and so of the columns."""
    with CalamineWorkbook.from_filelike(BytesIO(data)) as book:
        for name in book.sheet_names:
            sheet = book.get_sheet_by_name(name)
            # The rows above the first cell are left out by the library, and count as lines.
            above: list[list[str]] = [[] for _row in range(sheet.start[0] if sheet.start else 0)]
            read = sheet.to_python(skip_empty_area=True, nrows=rows_most + 1)
            found = [list(map(text_of_cell, row[: columns_most + 1])) for row in read]
            if any(any(row) for row in found):
                return above[: rows_most + 1] + found
    return []


if __name__ == "__main__":
    limit_memory()
    print(json.dumps(rows(sys.stdin.buffer.read(), int(sys.argv[1]), int(sys.argv[2]))))

"""Tables from files: CSV as it is, the first sheet of an XLSX or ODS file as the same CSV."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

from django.utils.translation import gettext as _

from .csv_files import COLUMNS_MOST, defuse, text_of, too_many_columns
from .exceptions import Invalid

READER = Path(__file__).with_name("spreadsheet_reader.py")
SECONDS_MOST = 20


def table_text(data: bytes, *, rows_most: int, bytes_most: int) -> str:
    """As CSV. Raises: Invalid naming `csv`, for a file that cannot be read or is too large."""
    is_spreadsheet = data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0"))
    if not is_spreadsheet or len(data) > bytes_most:
        return text_of(data, bytes_most=bytes_most)
    # Below the first line, which names the columns.
    rows = _rows(data, rows_most + 1)
    if len(rows) > rows_most + 1:
        text = _("This file has more than %(most)s lines: send it in parts.")
        raise _wrong(text % {"most": rows_most})
    if any(len(row) > COLUMNS_MOST for row in rows):
        raise _wrong(too_many_columns())
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerows([map(defuse, row) for row in rows])
    return file.getvalue()


def _rows(data: bytes, rows_most: int) -> list[list[str]]:
    command = [sys.executable, "-I", str(READER), str(rows_most), str(COLUMNS_MOST)]
    try:
        done = subprocess.run(
            command, input=data, capture_output=True, timeout=SECONDS_MOST, check=True
        )
        rows: list[list[str]] = json.loads(done.stdout)
    except (subprocess.SubprocessError, OSError, ValueError) as error:
        raise _wrong(
            _(
                "This spreadsheet cannot be read: it is damaged, protected by a password, or too "
                "large. Save it as CSV (UTF-8) and send that."
            )
        ) from error
    return rows


def _wrong(text: str) -> Invalid:
    return Invalid("invalid_csv", text, field="csv")

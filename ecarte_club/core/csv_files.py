"""CSV for spreadsheets: written so that no cell is a formula, read from whatever they save.

What was written here and is read here comes back letter for letter.
"""

import csv
import io
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from django.http import HttpResponse
from django.utils.translation import gettext as _

from .exceptions import Invalid

MEDIA_TYPE = "text/csv; charset=utf-8"
# What a spreadsheet would take for a formula; some read the wide forms as the narrow ones.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
# Apostrophes before it are counted too, so that taking one away undoes adding one.
_FORMULA = re.compile("'*[{}]".format(re.escape("".join(FORMULA))))
_DEFUSED = re.compile("'+[{}]".format(re.escape("".join(FORMULA))))
_NO_TEXT = re.compile("[\x00-\x08\x0e-\x1f\x7f]")

DELIMITERS = (",", ";", "\t")
ROWS_MOST, BYTES_MOST = 100_000, 16 * 1024 * 1024
# No table of this site has nearly so many columns, nor so long a cell.
COLUMNS_MOST, CELL_MOST, HEADER_MOST = 60, 10_000, 20_000
PART = 500


def defuse(text: str) -> str:
    """The same, with an apostrophe before what a spreadsheet would reckon out."""
    return f"'{text}" if _FORMULA.match(text) else text


def undo_defuse(text: str) -> str:
    return text[1:] if _DEFUSED.match(text) else text


def packed(text: str) -> str:
    """Small enough for a hidden field of a form, between a preview and the doing."""
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode()


def unpacked(field: str, *, bytes_most: int = BYTES_MOST) -> str:
    """Raises: Invalid for what was not packed here, or would be too large."""
    try:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(urlsafe_b64decode(field.encode()), bytes_most)
        if unpacker.eof:
            return data.decode()
    except (ValueError, zlib.error):
        pass
    raise _wrong(_("The upload is damaged. Choose the file again."))


def write_rows(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> bytes:
    """UTF-8 with a mark that spreadsheets know it by. Text is defused, numbers need not be."""
    return _written(chain([columns], rows)).encode("utf-8-sig")


def in_parts(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> Iterator[bytes]:
    """The bytes of `write_rows`, a few hundred lines at a time."""
    yield write_rows(columns, ())
    following = iter(rows)
    while batch := list(islice(following, PART)):
        yield _written(batch).encode()


def _written(rows: Iterable[Iterable[object]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    for row in rows:
        writer.writerow([defuse(cell) if isinstance(cell, str) else cell for cell in row])
    return file.getvalue()


def download_rows(
    file_name: str, columns: Sequence[str], rows: Iterable[Iterable[object]]
) -> HttpResponse:
    return download(file_name, write_rows(columns, rows))


def download(file_name: str, body: bytes) -> HttpResponse:
    """`file_name` is ASCII, without quotes."""
    headers = {
        "Content-Disposition": f'attachment; filename="{file_name}"',
        "Cache-Control": "private, no-cache",
    }
    return HttpResponse(body, content_type=MEDIA_TYPE, headers=headers)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a file: its cells by column. `wrong` says why it has no cells that count."""

    line: int
    cells: dict[str, str]
    wrong: str = ""


def read_rows(
    data: bytes | str,
    columns: Sequence[str],
    *,
    optional: Sequence[str] = (),
    rows_most: int = ROWS_MOST,
    bytes_most: int = BYTES_MOST,
) -> Iterator[Row]:
    """The lines below the one that names the columns, one by one; empty ones are left out.

    `columns` must be there, `optional` may be, others may not. A column that is not there has
    empty cells.
    Raises: Invalid naming the field `csv`: at once when this is no such table; on the way for a
    quote that is wrong, or too many lines.
    """
    text = data if isinstance(data, str) else text_of(data, bytes_most=bytes_most)
    _check_text(text)
    delimiter, header = _header(text, columns, optional)
    return _rows(text, delimiter, header, (*columns, *optional), rows_most)


def named_columns(
    data: bytes | str, columns: Sequence[str], *, optional: Sequence[str] = ()
) -> frozenset[str]:
    """Those that the first line names. Raises: Invalid, as read_rows at once."""
    text = data if isinstance(data, str) else text_of(data)
    _check_text(text)
    return frozenset(_header(text, columns, optional)[1])


def text_of(data: bytes, *, bytes_most: int = BYTES_MOST) -> str:
    """In UTF-8, UTF-16 or Windows' western letters, whichever it is. Raises: Invalid."""
    if len(data) > bytes_most:
        text = _("This file is too large: %(most)s kB at most. Send it in parts.")
        raise _wrong(text % {"most": bytes_most // 1024})
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise _wrong(
            _("This is a spreadsheet file. Open it in the spreadsheet and save it as CSV (UTF-8).")
        )
    for encoding in _encodings(data):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise _not_text()


def _encodings(data: bytes) -> tuple[str, ...]:
    if data.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        return ("utf-32",)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ("utf-16",)
    # Latin text in UTF-16 has a zero byte in every pair: which one says its order.
    if len(data) % 2 == 0 and data[:64].count(0) >= len(data[:64]) // 3 > 0:
        return ("utf-16-le" if data[1] == 0 else "utf-16-be",)
    return ("utf-8-sig", "cp1252")


def _check_text(text: str) -> None:
    if not text.strip("\ufeff \t\r\n"):
        raise _wrong(_("This file is empty: its first line must name the columns."))
    if _NO_TEXT.search(text):
        raise _not_text()


def _not_text() -> Invalid:
    return _wrong(_("This is not a text file. Save the table as CSV, in UTF-8."))


def _header(text: str, columns: Sequence[str], optional: Sequence[str]) -> tuple[str, list[str]]:
    """The delimiter that makes most of the names known, and the names, the right ones."""
    known = {*columns, *optional}
    found = [(delimiter, _names(text, delimiter)) for delimiter in DELIMITERS]
    delimiter, header = max(found, key=lambda one: sum(name in known for name in one[1]))
    if len(header) > COLUMNS_MOST:
        raise _wrong(too_many_columns())
    check_names(header, columns=columns, optional=optional)
    return delimiter, header


def check_names(header: Sequence[str], *, columns: Sequence[str], optional: Sequence[str]) -> None:
    """Raises: Invalid for what is missing, not known or named twice."""
    known, counts = {*columns, *optional}, Counter(header)
    problems = []
    if missing := [name for name in columns if name not in counts]:
        problems.append(_("Missing: %(names)s.") % {"names": ", ".join(missing)})
    if strange := [name for name in header if name not in known]:
        shown = ", ".join(name[:40] or "–" for name in strange[:20])
        problems.append(_("Not known here: %(names)s.") % {"names": shown})
    if twice := sorted(name for name in known if counts[name] > 1):
        problems.append(_("Named twice: %(names)s.") % {"names": ", ".join(twice)})
    if problems:
        allowed = ", ".join((*columns, *optional))
        first = _("The first line must name the columns, which are: %(names)s.")
        raise _wrong(" ".join([first % {"names": allowed}, *problems]))


def too_many_columns() -> str:
    text = _(
        "This table has more than %(most)s columns. Copy the columns you need to another table, "
        "and send that."
    )
    return text % {"most": COLUMNS_MOST}


def _names(text: str, delimiter: str) -> list[str]:
    """Of no more than the beginning of the text: a first line may be all there is."""
    try:
        _line, first = next(_records(text[:HEADER_MOST], delimiter), (0, []))
    except csv.Error:
        return []
    names = [cell.strip().casefold() for cell in first]
    while names and not names[-1]:
        names.pop()
    return names


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The line on which each begins, and its cells. Raises: csv.Error."""
    lines = io.StringIO(text.removeprefix("\ufeff"), newline="")
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    begun = 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield begun, cells
        begun = reader.line_num + 1


def _rows(
    text: str, delimiter: str, header: list[str], known: Sequence[str], rows_most: int
) -> Iterator[Row]:
    empty = dict.fromkeys(known, "")
    records, last = _records(text, delimiter), 1
    next(records)
    try:
        for number, (line, cells) in enumerate(records, start=1):
            if number > rows_most:
                wrong = _("This file has more than %(most)s lines: send it in parts.")
                raise _wrong(wrong % {"most": rows_most})
            last = line
            yield _row(line, cells, header, empty)
    except csv.Error as error:
        raise _misquoted(last) from error


def _row(line: int, cells: list[str], header: list[str], empty: dict[str, str]) -> Row:
    while len(cells) > len(header) and not cells[-1].strip():
        cells.pop()
    if len(cells) != len(header):
        text = _("This line has %(cells)s cells, but the first line names %(columns)s columns.")
        return Row(line, empty, text % {"cells": len(cells), "columns": len(header)})
    if long := next(
        (name for name, cell in zip(header, cells, strict=True) if len(cell) > CELL_MOST), ""
    ):
        text = _("A cell must have at most %(most)s characters: %(column)s has more.")
        return Row(line, empty, text % {"most": CELL_MOST, "column": long})
    named = zip(header, map(undo_defuse, cells), strict=True)
    return Row(line, {**empty, **dict(named)})


def _misquoted(line: int) -> Invalid:
    text = _(
        "The quotes after line %(line)s are wrong. A cell in quotes must end "
        "with a quote, and a quote inside it must be doubled."
    )
    return _wrong(text % {"line": line})


def _wrong(text: str) -> Invalid:
    return Invalid("invalid_csv", text, field="csv")

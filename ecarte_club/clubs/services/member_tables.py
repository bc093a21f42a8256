"""Lists and tables of members as people have them, made into the table that is imported.

Nothing here reads the database: a file is read before any transaction begins.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ecarte_club.clubs.selectors.members import DETAILS, EXTRA, KNOWN, NEEDED
from ecarte_club.core import csv_files
from ecarte_club.core.collation import sort_key
from ecarte_club.core.csv_files import COLUMNS_MOST, too_many_columns
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.spreadsheets import table_text

LINES_MOST, BYTES_MOST = 20_000, 4 * 1024 * 1024
OPTIONAL = (*KNOWN, *DETAILS, *EXTRA)
# How spreadsheets and other programs head the columns, in both languages.
SURNAME, FIRST_NAME = "surname", "first name"
HEADINGS: Mapping[str, Sequence[str]] = {
    "name": ("name", "full name", "player", "member", "nom complet", "joueur", "membre"),
    SURNAME: ("surname", "last name", "family name", "nom", "nom de famille"),
    FIRST_NAME: ("first name", "given name", "forename", "prénom"),
    "email": (
        *("email", "e-mail", "mail", "email address", "e-mail address", "courriel", "mél"),
        *("adresse e-mail", "adresse mail", "adresse électronique", "adresse courriel"),
    ),
    "phone": (
        *("phone", "phone number", "telephone", "mobile", "mobile phone", "tel", "tel."),
        *("téléphone", "tél", "tél.", "portable", "téléphone portable", "gsm"),
    ),
    "licence": (
        *("licence", "license", "licence number", "license number", "licence no"),
        *("numéro de licence", "n° de licence", "n° licence", "no de licence", "nº de licence"),
    ),
    "member_until": (
        *("member until", "membership until", "valid until"),
        *("membre jusqu’au", "adhésion jusqu’au", "valable jusqu’au"),
    ),
    "note": ("note", "notes", "committee note", "note du comité", "remarque", "remarques"),
}


def _folded(heading: str) -> str:
    return sort_key(heading.replace("_", " "))


COLUMN_OF = {_folded(text): column for column, texts in HEADINGS.items() for text in texts}
NAME_COLUMNS = {"name", SURNAME, FIRST_NAME}


@dataclass(frozen=True, slots=True)
class MemberTable:
    """`text`: CSV whose first line has the site's own names of columns. `shift`: how many lines
    lower each of its lines is than in the file. `ignored`: headings that mean nothing here."""

    text: str
    shift: int = 0
    ignored: tuple[str, ...] = ()

    @property
    def columns(self) -> frozenset[str]:
        """Raises: Invalid, as `rows`."""
        return csv_files.named_columns(self.text, NEEDED, optional=OPTIONAL)

    def rows(self) -> Iterable[csv_files.Row]:
        """Raises: Invalid naming `csv`, when it is no such table."""
        return csv_files.read_rows(self.text, NEEDED, optional=OPTIONAL, rows_most=LINES_MOST)


def table_file_text(data: bytes) -> str:
    """Raises: Invalid for a file that cannot be read."""
    return table_text(data, rows_most=LINES_MOST, bytes_most=BYTES_MOST)


def table_of(data: bytes | str) -> MemberTable:
    """Of a list of names, one on each line, or a table headed in any of the ways that are known.

    Raises: Invalid for what cannot be read, or has too many columns.
    """
    text = data if isinstance(data, str) else table_file_text(data)
    lines = text.removeprefix("\ufeff").splitlines()
    above = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
    lines = lines[above:]
    if not lines:
        return MemberTable(text)
    delimiter = max(";,\t", key=lines[0].count)
    if lines[0].count(delimiter) >= COLUMNS_MOST:
        raise Invalid("invalid_csv", too_many_columns(), field="csv")
    if delimiter not in lines[0]:
        has_heading = COLUMN_OF.get(_folded(lines[0])) in NAME_COLUMNS
        listed = lines[has_heading:]
        rows = [[name] for name in listed]
        return MemberTable(_written(["name"], rows), (not has_heading) - above)
    try:
        rows = list(csv.reader(lines, delimiter=delimiter))
    except csv.Error:
        # The reader of the table names the line.
        return MemberTable(text)
    header = [COLUMN_OF.get(_folded(cell), "") for cell in rows[0]]
    if "id" in map(_folded, rows[0]) or not NAME_COLUMNS & set(header):
        return MemberTable(text)
    return _renamed(header, rows, above)


def _renamed(header: Sequence[str], rows: Sequence[Sequence[str]], above: int) -> MemberTable:
    places = {column: header.index(column) for column in header if column}
    names = [FIRST_NAME, SURNAME if SURNAME in places else "name"]
    details = [column for column in DETAILS if column in places]
    wanted = [
        [
            " ".join(_cell(row, places[column]) for column in names if column in places),
            *(_cell(row, places[column]) for column in details),
        ]
        for row in rows[1:]
    ]
    used = {places[column] for column in (*names, *details) if column in places}
    unused = (cell.strip()[:40] for place, cell in enumerate(rows[0]) if place not in used)
    ignored = tuple(filter(None, unused))
    return MemberTable(_written(["name", *details], wanted), -above, ignored)


def _cell(row: Sequence[str], place: int) -> str:
    return " ".join(row[place].split()) if place < len(row) else ""


def _written(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """With an empty `id`; a row without anything becomes an empty line, which keeps the count."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["id", *columns])
    for row in rows:
        cells = [" ".join(cell.split()) for cell in row]
        writer.writerow(["", *cells] if any(cells) else [])
    return out.getvalue()

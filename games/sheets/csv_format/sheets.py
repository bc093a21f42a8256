"""Matches of a score sheet: lines brought together that say who played, where and on what terms."""

import io
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils.translation import gettext as _

from ecarte_club.core.csv_files import Row, read_rows, text_of
from ecarte_club.core.exceptions import Invalid
from games.engine.codes import CODES
from games.engine.terms import Entry as Play
from games.engine.terms import FormatKind
from games.matches.models import Match
from games.sheets.changes import SeasonPlace

from .lines import (
    NUMBER_MOST,
    OF_MATCH,
    OPTIONAL,
    REQUIRED,
    SEATS,
    Cells,
    Unreadable,
    play_of,
    shortened,
)

LABEL_MOST, NAME_MOST, TABLE_MOST, LEVEL_MOST = 40, 80, 20, 99
ID_MOST = 2**63 - 1
FORMATS = tuple(kind.value for kind in FormatKind)
OPTION = re.compile(r"(\w+)=(\w+)")


@dataclass(frozen=True, slots=True)
class Ref:
    """A thing of the club by its id, by its name, or by both, which must then agree."""

    id: int | None = None
    name: str = ""

    def __bool__(self) -> bool:
        return self.id is not None or bool(self.name)


NOTHING = Ref()


@dataclass(frozen=True, slots=True)
class Frame:
    """None and "" are "not said": the season, the club or the first line played says it then."""

    label: str
    club: str
    evening: Ref
    evening_name: str
    evening_public: bool | None
    evening_signed_off: datetime | None
    table: str
    season: Ref
    season_public: bool | None
    season_place: SeasonPlace
    player_a: Ref
    player_b: Ref
    code: str
    options: tuple[tuple[str, str], ...]
    rules: str
    format: str
    games: int | None
    rubbers: int | None
    game_values: bool | None
    rubber_bonus: int | None
    first_dealer: str
    started_at: datetime | None
    stopped: str


def frame_of(row: Mapping[str, str]) -> tuple[Frame, list[tuple[str, str]]]:
    """And (column, why) of each cell that cannot be."""
    cells = Cells(row)
    frame = Frame(
        label=_label(cells),
        club=cells.text("club", NAME_MOST),
        evening=_ref(cells, "evening"),
        evening_name=cells.text("evening_name", NAME_MOST),
        evening_public=cells.yes("evening_public"),
        evening_signed_off=cells.moment("evening_signed_off"),
        table=cells.text("table", TABLE_MOST),
        season=_ref(cells, "season"),
        season_public=cells.yes("season_public"),
        season_place=_season_place(cells),
        player_a=_player(cells, "player_a"),
        player_b=_player(cells, "player_b"),
        code=cells.choice("code", CODES),
        options=_options(cells),
        rules=cells.text("rules", NAME_MOST),
        format=cells.choice("format", FORMATS),
        games=cells.whole_number("games", NUMBER_MOST),
        rubbers=cells.whole_number("rubbers", NUMBER_MOST),
        game_values=cells.yes("game_values"),
        rubber_bonus=cells.whole_number("rubber_bonus", NUMBER_MOST),
        first_dealer=cells.choice("first_dealer", SEATS),
        started_at=cells.moment("started_at"),
        stopped=cells.choice("stopped", Match.Stopped.values),
    )
    return frame, cells.wrong


def _label(cells: Cells) -> str:
    label = cells.text("match", LABEL_MOST)
    if not label:
        text = _("Give the match a number or a word, the same in all its lines.")
        cells.refuse("match", text)
    return label


def _ref(cells: Cells, column: str) -> Ref:
    name = " ".join(cells.text(column, NAME_MOST).split())
    return Ref(cells.whole_number(f"{column}_id", ID_MOST), name)


def _season_place(cells: Cells) -> SeasonPlace:
    league, division = (
        " ".join(cells.text(column, NAME_MOST).split())
        for column in ("season_league", "season_division")
    )
    return SeasonPlace(league, division, cells.whole_number("season_level", LEVEL_MOST) or 1)


def _player(cells: Cells, column: str) -> Ref:
    if not any(cells.cells[name].strip() for name in (column, f"{column}_id")):
        cells.refuse(column, _("Say who played: give the name or the id."))
    return _ref(cells, column)


def _options(cells: Cells) -> tuple[tuple[str, str], ...]:
    words = cells.cells["options"].split()
    options = [OPTION.fullmatch(one) for one in words]
    if None in options:
        text = _("Must be options, such as “game_value=single”. Found: “%(found)s”.")
        cells.refuse("options", text % {"found": shortened(cells.cells["options"])})
    return tuple(sorted((option[1], option[2]) for option in options if option))


@dataclass(frozen=True, slots=True)
class LineFault:
    """Why a line of the file cannot be; `column` is empty when it is the line as a whole."""

    line: int
    column: str
    text: str


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """`play` is None where the line could not be read."""

    line: int
    play: Play | None
    at: datetime | None


@dataclass(slots=True)
class Sheet:
    """A match as the file has it: where it begins, and how many lines it has.

    `frame` is None when its first line could not be read at all.
    """

    line: int
    frame: Frame | None = None
    lines: int = 0
    plays: list[PlayedLine] = field(default_factory=list)
    wrong: list[LineFault] = field(default_factory=list)
    _cells: tuple[str, ...] = ()

    def belongs(self, row: Row) -> bool:
        """A line that cannot be read, or names no match, is taken for one of the same."""
        label = row.cells["match"].strip()
        return bool(row.wrong) or not label or self.frame is None or label == self.frame.label

    def add(self, row: Row) -> None:
        self.lines += 1
        if row.wrong:
            self.wrong.append(LineFault(row.line, "", row.wrong))
            return
        self._frame(row)
        self._play(row)

    def _frame(self, row: Row) -> None:
        cells = tuple(row.cells[column] for column in OF_MATCH)
        if self.frame is None:
            self.frame, wrong = frame_of(row.cells)
            self._cells = cells
            self.refuse(row.line, wrong)
        elif cells != self._cells:
            text = _("Must be empty or the same as in the first line of the match (line %(line)s).")
            self.refuse(
                row.line,
                [
                    (column, text % {"line": self.line})
                    for column, first, value in zip(OF_MATCH, self._cells, cells, strict=True)
                    if value.strip() and value.strip() != first.strip()
                ],
            )

    def _play(self, row: Row) -> None:
        cells = Cells(row.cells)
        at = cells.moment("at")
        self.refuse(row.line, cells.wrong)
        try:
            play = play_of(row.cells)
        except Unreadable as error:
            self.refuse(row.line, error.wrong)
            self.plays.append(PlayedLine(row.line, None, at))
            return
        if play is not None:
            self.plays.append(PlayedLine(row.line, play, at))

    def refuse(self, line: int, wrong: Iterable[tuple[str, str]]) -> None:
        self.wrong += [LineFault(line, column, text) for column, text in wrong]


def sheets(rows: Iterable[Row]) -> Iterator[Sheet]:
    """The lines of a match stand together. Never more than one match is in memory."""
    sheet: Sheet | None = None
    for row in rows:
        if sheet is None or not sheet.belongs(row):
            if sheet is not None:
                yield sheet
            sheet = Sheet(row.line)
        sheet.add(row)
    if sheet is not None:
        yield sheet


BYTES_MOST = 40 * 1024 * 1024
LINES_MOST = 200_000


def packed(data: bytes) -> tuple[bytes, int]:
    """The upload as it is kept, and its lines. Raises: Invalid when it is no score sheet."""
    text = text_of(data, bytes_most=BYTES_MOST)
    # Raises at once when the columns are not those of a score sheet.
    _text_rows(text)
    return zlib.compress(text.encode(), level=1), text.count("\n") + (not text.endswith("\n"))


def rows_from(content: bytes, line: int) -> Iterator[Row]:
    """From `line` on; below 2, from the first below the columns.

    Raises: Invalid on the way, for a quote that is wrong or too many lines.
    """
    text = zlib.decompress(content).decode()
    head = _end(text, _first_row(text) - 1)
    begin = max(head, _end(text, line - 1))
    before = _lines(text[:begin]) - _lines(text[:head])
    try:
        for row in _text_rows(text if begin == head else text[:head] + text[begin:]):
            yield replace(row, line=row.line + before) if before else row
    except Invalid:
        # Read from the start, so that the line it names is the file's.
        for _row in _text_rows(text) if before else ():
            pass
        raise


def _text_rows(text: str) -> Iterator[Row]:
    return read_rows(text, REQUIRED, optional=OPTIONAL, rows_most=LINES_MOST)


def _first_row(text: str) -> int:
    """The line of the first row below the columns; beyond the end when there is none."""
    first = next(iter(_text_rows(text)), None)
    return first.line if first else _lines(text) + 1


def _end(text: str, lines: int) -> int:
    """Where that many lines of the text end."""
    file = io.StringIO(text, newline="")
    return sum(len(line) for _number, line in zip(range(lines), file, strict=False))


def _lines(text: str) -> int:
    return sum(1 for _line in io.StringIO(text, newline=""))

"""The lines of a file brought together to matches, one at a time."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from ecarte_club.core.csv_files import Row
from games.engine.terms import Entry

from .cells import Cells
from .columns import OF_MATCH
from .frames import Frame, frame_of
from .lines import Unreadable, play_of


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why a line of the file cannot be; `column` is empty when it is the line as a whole."""

    line: int
    column: str
    text: str


@dataclass(frozen=True, slots=True)
class Played:
    """`play` is None where the line could not be read."""

    line: int
    play: Entry | None
    at: datetime | None


@dataclass(slots=True)
class Sheet:
    """A match as the file has it: where it begins, and how many lines it has.

    `frame` is None when its first line could not be read at all.
    """

    line: int
    frame: Frame | None = None
    lines: int = 0
    plays: list[Played] = field(default_factory=list)
    wrong: list[Wrong] = field(default_factory=list)
    _cells: tuple[str, ...] = ()

    def belongs(self, row: Row) -> bool:
        """A line that cannot be read, or names no match, is taken for one of the same."""
        label = row.cells["match"].strip()
        return bool(row.wrong) or not label or self.frame is None or label == self.frame.label

    def add(self, row: Row) -> None:
        self.lines += 1
        if row.wrong:
            self.wrong.append(Wrong(row.line, "", row.wrong))
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
                    for column, first, found in zip(OF_MATCH, self._cells, cells, strict=True)
                    if found.strip() and found.strip() != first.strip()
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
            self.plays.append(Played(row.line, None, at))
            return
        if play is not None:
            self.plays.append(Played(row.line, play, at))

    def refuse(self, line: int, wrong: Iterable[tuple[str, str]]) -> None:
        self.wrong += [Wrong(line, column, text) for column, text in wrong]


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

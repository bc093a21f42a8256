"""What was played, in a line of a score sheet and back; each cell, or why it cannot be."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.core import parsing
from ecarte_club.core.days import written_moment
from games.engine.records import (
    TRICKS_IN_A_HAND,
    Applied,
    HandRecord,
    King,
    KingHow,
    MarkKind,
    NotedMark,
    Opening,
    Tricks,
)
from games.engine.seats import Seat
from games.engine.terms import Entry, GameEntry, HandEntry, RubberEntry, Score
from games.matches.rules.ruling_text import parse_rulings, rulings_cell

OF_MATCH = (
    "match",
    "club",
    "evening_id",
    "evening",
    "evening_name",
    "evening_public",
    "evening_signed_off",
    "table",
    "season_id",
    "season",
    "season_public",
    "season_league",
    "season_division",
    "season_level",
    "tournament",
    "player_a_id",
    "player_a",
    "player_b_id",
    "player_b",
    "code",
    "options",
    "rules",
    "format",
    "games",
    "rubbers",
    "game_values",
    "rubber_bonus",
    "first_dealer",
    "started_at",
    "stopped",
)
OF_PLAY = (
    "line",
    "game",
    "dealer",
    "opening",
    "king",
    "tricks_a",
    "tricks_b",
    "abandoned_by",
    "marks",
    "rulings",
    "score_a",
    "score_b",
)
COLUMNS = (*OF_MATCH, *OF_PLAY, "at")
REQUIRED = ("match",)
OPTIONAL = tuple(column for column in COLUMNS if column not in REQUIRED)

# What a line is: something played, or a match of which nothing was entered.
HAND, GAME, RUBBER, MATCH = "hand", "game", "rubber", "match"
LINES = (HAND, GAME, RUBBER, MATCH)
CELLS_OF = {
    HAND: OF_PLAY[1:10],
    GAME: ("game", "score_a", "score_b"),
    RUBBER: ("game", "score_a", "score_b"),
    MATCH: (),
}
# Marks were kept, and there were none; an empty cell is "not noted".
NO_MARKS = "none"
YES, NO = "yes", "no"


YEARS = range(1900, 2200)
SHOWN_MOST = 40


class Cells:
    """The cells of a line by column. What cannot be is gathered in `wrong`, column by column."""

    def __init__(self, cells: Mapping[str, str]) -> None:
        self.cells = cells
        self.wrong: list[tuple[str, str]] = []

    def refuse(self, column: str, text: str) -> None:
        self.wrong.append((column, text))

    def text(self, column: str, most: int) -> str:
        """Spaces at the ends are no part of it."""
        typed = self.cells[column].strip()
        if len(typed) > most:
            self.refuse(column, _("Must be %(most)s characters at most.") % {"most": most})
        return typed

    def choice(self, column: str, allowed: Collection[str]) -> str:
        """One of the words, or nothing."""
        typed = self.cells[column].strip().casefold()
        if typed and typed not in allowed:
            words = ", ".join(allowed)
            # Translators: %(allowed)s is a list of words to type, %(found)s what was typed.
            text = _("Must be empty or one of: %(allowed)s. Found: “%(found)s”.")
            self.refuse(column, text % {"allowed": words, "found": shortened(typed)})
            return ""
        return typed

    def whole_number(self, column: str, most: int) -> int | None:
        typed = self.cells[column].strip()
        if not typed:
            return None
        number = parsing.whole_number(typed)
        if number is None or number > most:
            text = _("Must be a whole number up to %(most)s. Found: “%(found)s”.")
            self.refuse(column, text % {"most": most, "found": shortened(typed)})
            return None
        return number

    def yes(self, column: str) -> bool | None:
        typed = self.choice(column, (YES, NO))
        return typed == YES if typed else None

    def moment(self, column: str) -> datetime | None:
        """In the site's time zone, if the cell names none."""
        typed = self.cells[column].strip()
        if not typed:
            return None
        try:
            moment: datetime | None = datetime.fromisoformat(typed)
        except ValueError:
            moment = written_moment(typed)
        if moment is None or moment.year not in YEARS:
            text = _("Must be a date and time, such as 2026-11-19 21:30. Found: “%(found)s”.")
            self.refuse(column, text % {"found": shortened(typed)})
            return None
        return moment if timezone.is_aware(moment) else timezone.make_aware(moment)

    def must_be_empty(self, columns: Sequence[str], text: str) -> None:
        for column in columns:
            if self.cells[column].strip():
                self.refuse(column, text)


def shortened(typed: str) -> str:
    """What was sent, as far as a message has room for it."""
    return typed if len(typed) <= SHOWN_MOST else f"{typed[:SHOWN_MOST]}…"


def rulings_of(cells: Cells) -> tuple[Applied, ...]:
    """What cannot be read is told; what cannot be is for the laws to refuse."""
    text = cells.cells["rulings"].strip()
    rulings = parse_rulings(text)
    if rulings is None:
        message = _("Must be rulings as this site exports them. Found: “%(found)s”.")
        cells.refuse("rulings", message % {"found": shortened(text)})
    return rulings or ()


# The game now being played: its number is found when the line's turn comes.
NOW = 0
NUMBER_MOST = 99
MARKS_MOST = 6
SEATS = tuple(seat.value for seat in Seat)
OPENINGS = tuple(opening.value for opening in Opening)
KINGS = {f"{seat}-{how}": King(seat, how) for seat in Seat for how in KingHow}
MARK = re.compile(r"([ab])([1-9])(?::([a-z_]+))?")


class Unreadable(Exception):
    """`wrong`: (column, why) of each cell that cannot be."""

    def __init__(self, wrong: list[tuple[str, str]]) -> None:
        super().__init__(wrong)
        self.wrong = wrong


def play_of(cells: Mapping[str, str]) -> Entry | None:
    """What the line says; None of a match of which nothing was entered. Raises: Unreadable."""
    return _play(tuple(cells[column] for column in OF_PLAY))


# Hands are much alike: a season's lines have a few hundred different ones.
@lru_cache(maxsize=8192)
def _play(values: tuple[str, ...]) -> Entry | None:
    cells = Cells(dict(zip(OF_PLAY, values, strict=True)))
    kind = cells.choice("line", LINES) or (HAND if not cells.wrong else "")
    if kind:
        strange = [name for name in OF_PLAY[1:] if name not in CELLS_OF[kind]]
        cells.must_be_empty(strange, _("Must be empty in a line of this kind."))
    play = _READERS[kind](cells) if kind else None
    if cells.wrong:
        raise Unreadable(cells.wrong)
    return play


def _hand(cells: Cells) -> Entry:
    dealer, opening = cells.choice("dealer", SEATS), cells.choice("opening", OPENINGS)
    king, abandoned = cells.choice("king", KINGS), cells.choice("abandoned_by", SEATS)
    record = HandRecord(
        dealer=Seat(dealer) if dealer else None,
        opening=Opening(opening) if opening else None,
        kings=(KINGS[king],) if king else (),
        tricks=_tricks(cells, abandoned=bool(abandoned)),
        abandoned_by=Seat(abandoned) if abandoned else None,
        marks=_marks(cells),
        rulings=rulings_of(cells),
    )
    return HandEntry(_game(cells), record)


def _game(cells: Cells) -> int:
    return cells.whole_number("game", NUMBER_MOST) or NOW


def _tricks(cells: Cells, *, abandoned: bool) -> Tricks | None:
    """One player's tricks tell the other's, unless the hand was abandoned."""
    a, b = cells.whole_number("tricks_a", NUMBER_MOST), cells.whole_number("tricks_b", NUMBER_MOST)
    if a is None and b is None:
        return None
    if a is not None and b is not None:
        return Tricks(a, b)
    made = a if a is not None else b or 0
    if abandoned:
        missing = "tricks_a" if a is None else "tricks_b"
        cells.refuse(missing, _("Say how many tricks each player made."))
        return None
    rest = max(0, TRICKS_IN_A_HAND - made)
    return Tricks(rest, made) if a is None else Tricks(made, rest)


def _marks(cells: Cells) -> tuple[NotedMark, ...] | None:
    words = cells.cells["marks"].split()
    if not words:
        return None
    if words == [NO_MARKS]:
        return ()
    marks = [_mark(one) for one in words]
    if None in marks or len(marks) > MARKS_MOST:
        # Translators: %(kinds)s is a list of words to type.
        text = _(
            "Must be marks, such as “a1:king_held b2”, or “none” if nobody marked. "
            "Found: “%(found)s”. A mark may be for %(kinds)s."
        )
        kinds = ", ".join(MarkKind)
        cells.refuse("marks", text % {"found": shortened(cells.cells["marks"]), "kinds": kinds})
        return None
    return tuple(mark for mark in marks if mark)


def _mark(text: str) -> NotedMark | None:
    match = MARK.fullmatch(text.casefold())
    if match is None or (match[3] and match[3] not in list(MarkKind)):
        return None
    return NotedMark(Seat(match[1]), int(match[2]), MarkKind(match[3]) if match[3] else None)


def _scores(cells: Cells) -> tuple[int, int]:
    scores = []
    for column in ("score_a", "score_b"):
        if not cells.cells[column].strip():
            cells.refuse(column, _("Give the score of both players."))
        scores.append(cells.whole_number(column, NUMBER_MOST) or 0)
    return scores[0], scores[1]


_READERS: Mapping[str, Callable[[Cells], Entry | None]] = {
    HAND: _hand,
    GAME: lambda cells: GameEntry(_game(cells), Score(*_scores(cells))),
    RUBBER: lambda cells: RubberEntry(*_scores(cells), _game(cells)),
    MATCH: lambda _cells: None,
}


def cells_of(data: Mapping[str, Any] | None) -> list[object]:
    """The cells of OF_PLAY for the engine's plain entry; None: nothing was entered."""
    if data is None:
        return [MATCH, *[""] * (len(OF_PLAY) - 1)]
    kind = data["kind"]
    if kind == RUBBER:
        return [RUBBER, data.get("game", ""), *[""] * 8, data["games_a"], data["games_b"]]
    if kind == GAME:
        return [GAME, data["game"], *[""] * 8, data["score"]["a"], data["score"]["b"]]
    kings, tricks = data.get("kings"), data.get("tricks") or {}
    return [
        HAND,
        data["game"],
        data.get("dealer", ""),
        data.get("opening", ""),
        f"{kings[0]['seat']}-{kings[0]['how']}" if kings else "",
        tricks.get("a", ""),
        tricks.get("b", ""),
        data.get("abandoned_by", ""),
        _marks_cell(data.get("marks")),
        rulings_cell(data.get("rulings", ())),
        "",
        "",
    ]


def _marks_cell(marks: list[dict[str, Any]] | None) -> str:
    if marks is None:
        return ""
    words = (
        f"{mark['seat']}{mark['points']}" + (f":{mark['kind']}" if mark.get("kind") else "")
        for mark in marks
    )
    return " ".join(words) or NO_MARKS

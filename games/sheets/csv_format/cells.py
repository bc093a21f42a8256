"""The columns of a score sheet, and one cell read, or why it cannot be."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.core import parsing

OF_MATCH = (
    "match",
    "evening_id",
    "evening",
    "table",
    "season_id",
    "season",
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
            text = _("Must be empty or one of: %(allowed)s. Found: “%(found)s”.")
            self.refuse(column, text % {"allowed": words, "found": shortened(typed)})
            return ""
        return typed

    def whole(self, column: str, most: int) -> int | None:
        typed = self.cells[column].strip()
        if not typed:
            return None
        number = parsing.whole(typed)
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
            moment = datetime.fromisoformat(typed)
        except ValueError:
            moment = None
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

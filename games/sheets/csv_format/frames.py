"""Who played, where and on what terms: what every line of a match says again."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils.translation import gettext as _

from games.engine.codes import CODES
from games.engine.terms import FormatKind
from games.matches.models import Match

from .cells import Cells, shown
from .columns import NO, YES
from .lines import NUMBER_MOST, SEATS

LABEL_MOST, NAME_MOST, TABLE_MOST = 40, 80, 20
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
    evening: Ref
    table: str
    season: Ref
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


def frame_of(found: Mapping[str, str]) -> tuple[Frame, list[tuple[str, str]]]:
    """And (column, why) of each cell that cannot be."""
    cells = Cells(found)
    frame = Frame(
        label=_label(cells),
        evening=_ref(cells, "evening"),
        table=cells.text("table", TABLE_MOST),
        season=_ref(cells, "season"),
        player_a=_player(cells, "player_a"),
        player_b=_player(cells, "player_b"),
        code=cells.choice("code", CODES),
        options=_options(cells),
        rules=cells.text("rules", NAME_MOST),
        format=cells.choice("format", FORMATS),
        games=cells.whole("games", NUMBER_MOST),
        rubbers=cells.whole("rubbers", NUMBER_MOST),
        game_values=cells.yes("game_values"),
        rubber_bonus=cells.whole("rubber_bonus", NUMBER_MOST),
        first_dealer=cells.choice("first_dealer", SEATS),
        started_at=cells.moment("started_at"),
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
    return Ref(cells.whole(f"{column}_id", ID_MOST), name)


def _player(cells: Cells, column: str) -> Ref:
    if not any(cells.cells[name].strip() for name in (column, f"{column}_id")):
        cells.refuse(column, _("Say who played: give the name or the id."))
    return _ref(cells, column)


def _options(cells: Cells) -> tuple[tuple[str, str], ...]:
    found = cells.cells["options"].split()
    options = [OPTION.fullmatch(one) for one in found]
    if None in options:
        text = _("Must be options, such as “game_value=single”. Found: “%(found)s”.")
        cells.refuse("options", text % {"found": shown(cells.cells["options"])})
    return tuple(sorted((option[1], option[2]) for option in options if option))


def frame_cells(match: Match) -> list[object]:
    """The cells of OF_MATCH. `match` comes with its players, season and evening."""
    evening = match.evening_table.evening if match.evening_table else None
    return [
        match.pk,
        evening.pk if evening else "",
        evening.held_on.isoformat() if evening else "",
        match.table,
        match.event_id or "",
        match.event.name if match.event else "",
        match.player_a_id,
        match.player_a.name,
        match.player_b_id,
        match.player_b.name,
        match.code,
        " ".join(f"{name}={value}" for name, value in sorted(match.options.items())),
        match.rules,
        match.format,
        match.games,
        match.rubbers,
        YES if match.game_values else NO,
        match.rubber_bonus,
        match.first_dealer,
        moment(match.started_at),
    ]


def moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()

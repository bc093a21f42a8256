"""The tree of a knock-out as its page and programs show it."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.matches.models import Match
from games.matches.selectors.statuses import LABELS, status_of
from scoring.leagues.models import Fixture
from scoring.tournaments import labels
from scoring.tournaments.labels import PARTS, round_name
from scoring.tournaments.rules import knockout
from scoring.tournaments.rules.knockout import Part
from scoring.tournaments.rules.stages import Fixture as Planned
from scoring.tournaments.rules.stages import How, Rank, Slot, Status

from . import stage_states
from .pairings import score
from .reading import Named, Reading


@dataclass(frozen=True, slots=True)
class Side:
    """`id` None and `name` empty: not known yet, or nobody."""

    id: int | None
    name: str
    won: bool
    is_you: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """`said`: how it stands or ended, where its score does not say so; `why`: these two meet."""

    planned: Planned
    sides: tuple[Side, Side]
    score: str
    said: str | Promise
    row: Fixture | None
    why: str

    @property
    def part(self) -> str:
        return Part(self.planned.slot.part).name.lower()

    @property
    def home(self) -> Side | None:
        return self.sides[0] if self.sides[0].id is not None else None

    @property
    def away(self) -> Side | None:
        return self.sides[1] if self.sides[1].id is not None else None


@dataclass(frozen=True, slots=True)
class Column:
    title: str | Promise
    cells: list[Cell]


@dataclass(frozen=True, slots=True)
class Tree:
    title: str | Promise
    columns: list[Column]


def cells(reading: Reading, you: int | None = None) -> list[Cell]:
    """All of them, what waits and byes included; none before the draw is published."""
    now = reading.progress
    if not now.has_tree:
        return []
    rows = {stage_states.slot_of(now, one): one for one in stage_states.tree_rows(now)}
    planned = knockout.fixtures(stage_states.tree_state(now))
    return [_cell(reading, one, rows, you) for one in planned]


def _cell(reading: Reading, one: Planned, rows: dict[Slot, Fixture], you: int | None) -> Cell:
    row = rows.get(one.slot)
    home, away = (
        Side(
            player,
            reading.names.get(player or 0, ""),
            won=player is not None and player == one.winner,
            is_you=player is not None and player == you,
        )
        for player in one.sides
    )
    match = row.match if row else None
    result = score(match, one.sides[0]) if match and one.sides[0] is not None else ""
    (why,) = labels.explanations(stage_states.why(one), reading.names)
    return Cell(one, (home, away), result, _note(one, match), row, why.sentence)


def _note(one: Planned, match: Match | None) -> str | Promise:
    if one.status is Status.BEGUN:
        return LABELS[status_of(match)] if match else _("In play")
    return {
        How.BYE: _("Bye"),
        How.WALKOVER: _("Walkover"),
        How.BOTH_ABSENT: _("Neither came"),
    }.get(one.how or How.PLAYED, "")


def trees(reading: Reading, you: int | None) -> list[Tree]:
    made = []
    for part, of_part in groupby(cells(reading, you), key=lambda one: one.planned.slot.part):
        rounds = [
            (number, list(group))
            for number, group in groupby(of_part, key=lambda one: one.planned.slot.round)
        ]
        alone = part == Part.THIRD_PLACE
        columns = [
            Column("" if alone else round_name(number, len(rounds)), group)
            for number, group in rounds
        ]
        made.append(Tree(PARTS[Part(part)], columns))
    return made


@dataclass(frozen=True, slots=True)
class Ranked:
    """The places from `first` to `last`, which are the same unless the place is shared."""

    player: Named
    first: int
    last: int


def ranks_with_names(reading: Reading, ranks: Iterable[Rank]) -> list[Ranked]:
    return [Ranked(reading.named(one.entrant), one.first, one.last) for one in ranks]


def ranking(reading: Reading) -> list[Ranked]:
    """Nothing until all is over."""
    now = reading.progress
    if not now.has_tree:
        return []
    return ranks_with_names(reading, knockout.ranking(stage_states.tree_state(now)))


@dataclass(frozen=True, slots=True)
class TreeDetail:
    """The tree for programs; empty where there is none."""

    reading: Reading

    @property
    def fixtures(self) -> list[Cell]:
        return cells(self.reading)

    @property
    def ranking(self) -> list[Ranked]:
        return ranking(self.reading)

"""The tree of a knock-out as its page and programs show it."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from scoring.leagues.models import Fixture
from scoring.tournaments.labels import reasons
from scoring.tournaments.labels.tree import PARTS, round_named
from scoring.tournaments.rules import knockout
from scoring.tournaments.rules.events import Slot
from scoring.tournaments.rules.knockout import Part
from scoring.tournaments.rules.stages import Fixture as Planned
from scoring.tournaments.rules.stages import How, Rank, Status

from . import bracket
from .board import score
from .reading import Reading


@dataclass(frozen=True, slots=True)
class Side:
    """`name` empty: not known yet, or nobody."""

    player: int | None
    name: str
    won: bool
    is_you: bool


@dataclass(frozen=True, slots=True)
class Cell:
    planned: Planned
    sides: tuple[Side, Side]
    score: str
    said: str | Promise
    row: Fixture | None


@dataclass(frozen=True, slots=True)
class Column:
    title: str | Promise
    cells: list[Cell]


@dataclass(frozen=True, slots=True)
class Tree:
    title: str | Promise
    columns: list[Column]


def cells(found: Reading, you: int | None = None) -> list[Cell]:
    """All of them, what waits and byes included; none before the draw is published."""
    now = found.progress
    if not now.has_tree:
        return []
    rows = {bracket.slot_of(now, one): one for one in bracket.rows(now)}
    planned = knockout.fixtures(bracket.state(now))
    return [_cell(found, one, rows, you) for one in planned]


def _cell(found: Reading, one: Planned, rows: dict[Slot, Fixture], you: int | None) -> Cell:
    row = rows.get(one.slot)
    home, away = (
        Side(
            player,
            found.names.get(player or 0, ""),
            won=player is not None and player == one.winner,
            is_you=player is not None and player == you,
        )
        for player in one.sides
    )
    match = row.match if row else None
    told = score(match, one.sides[0]) if match and one.sides[0] is not None else ""
    return Cell(one, (home, away), told, _said(one), row)


def _said(one: Planned) -> str | Promise:
    if one.status is Status.BEGUN:
        return _("In play")
    return {
        How.BYE: _("Bye"),
        How.WALKOVER: _("Walkover"),
        How.BOTH_ABSENT: _("Neither came"),
    }.get(one.how or How.PLAYED, "")


def trees(found: Reading, you: int | None) -> list[Tree]:
    made = []
    for part, of_part in groupby(cells(found, you), key=lambda one: one.planned.slot.part):
        rounds = [
            (number, list(group))
            for number, group in groupby(of_part, key=lambda one: one.planned.slot.round)
        ]
        alone = part == Part.THIRD_PLACE
        columns = [
            Column("" if alone else round_named(number, len(rounds)), group)
            for number, group in rounds
        ]
        made.append(Tree(PARTS[Part(part)], columns))
    return made


def ranking(found: Reading) -> tuple[Rank, ...]:
    """Nothing until all is over."""
    now = found.progress
    if not now.has_tree:
        return ()
    return knockout.ranking(bracket.state(now))


def plain(found: Reading) -> dict[str, Any]:
    tournament = found.progress.tournament
    return {
        "tournament": tournament.pk,
        "version": tournament.version,
        "fixtures": [_plain(found, one) for one in cells(found)],
        "ranking": [
            {
                "player": {"id": one.entrant, "name": found.names[one.entrant]},
                "first": one.first,
                "last": one.last,
            }
            for one in ranking(found)
        ],
    }


def _plain(found: Reading, one: Cell) -> dict[str, Any]:
    home, away = (
        {"id": side.player, "name": side.name} if side.player is not None else None
        for side in one.sides
    )
    planned = one.planned
    return {
        "part": Part(planned.slot.part).name.lower(),
        "round": planned.slot.round,
        "number": planned.slot.number,
        "home": home,
        "away": away,
        "status": planned.status.value,
        "how": planned.how.value if planned.how else None,
        "winner": planned.winner,
        "pairing": one.row.pk if one.row else None,
        "match": one.row.match_id if one.row else None,
        "said": reasons.reasons(bracket.why(planned), found.names)[0],
    }

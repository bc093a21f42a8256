"""What became of an entrant's meetings, one by one and against each opponent."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from .results import ALONE, How, Side
from .table import Table


class Outcome(StrEnum):
    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    SAT_OUT = "sat_out"


class Result(NamedTuple):
    """`opponent` is None for a bye."""

    round: int
    opponent: int | None
    how: How
    outcome: Outcome
    points: int


@dataclass(frozen=True, slots=True)
class Against:
    """All meetings of two, byes left out; `rounds` in order."""

    rounds: tuple[int, ...]
    won: int
    drawn: int
    lost: int
    games_for: int
    games_against: int
    points: int


def form(table: Table, entrant: int, last: int = 5) -> tuple[Result, ...]:
    """The last results, the latest last: by day where all have one, and else by round."""
    sides = table.counted.sides[entrant]
    if all(side.day is not None for side in sides):
        sides = sorted(sides, key=lambda side: (str(side.day), side.order))
    return tuple(
        Result(side.round, side.opponent, side.how, _outcome(side), side.share.points)
        for side in sides[len(sides) - last if last < len(sides) else 0 :]
    )


def head_to_head(
    table: Table, entrants: Iterable[int] | None = None
) -> Mapping[tuple[int, int], Against]:
    """By pair, both ways round, for every two who have met; of these entrants or of all."""
    chosen = set(table.places if entrants is None else entrants)
    sides_of: dict[tuple[int, int], list[Side]] = {}
    for entrant in chosen & table.places.keys():
        for side in table.counted.sides[entrant]:
            if side.opponent in chosen:
                sides_of.setdefault((entrant, side.opponent), []).append(side)
    return {pair: _against(sides) for pair, sides in sides_of.items()}


def _outcome(side: Side) -> Outcome:
    if side.how in ALONE:
        return Outcome.SAT_OUT
    if side.won:
        return Outcome.WON
    return Outcome.LOST if side.share.lost else Outcome.DRAWN


def _against(sides: list[Side]) -> Against:
    shares = [side.share for side in sides]
    return Against(
        tuple(side.round for side in sides),
        sum(share.won for share in shares),
        sum(share.drawn for share in shares),
        sum(share.lost for share in shares),
        sum(share.games_for for share in shares),
        sum(share.games_against for share in shares),
        sum(share.points for share in shares),
    )

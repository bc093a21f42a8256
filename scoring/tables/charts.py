"""A table as one looks at it: places by round, the last results, each against each."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from .results import ALONE, How, Side
from .table import Table, tabled


class Place(NamedTuple):
    """After a round."""

    round: int
    rank: int
    points: int


class Outcome(StrEnum):
    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    SAT_OUT = "sat_out"


class Result(NamedTuple):
    """`opponent` is None for who sat out."""

    round: int
    opponent: int | None
    how: How
    outcome: Outcome
    points: int


@dataclass(frozen=True, slots=True)
class Against:
    """All meetings of one with another, byes left out; `rounds` in order."""

    rounds: tuple[int, ...]
    won: int
    drawn: int
    lost: int
    games_for: int
    games_against: int
    points: int


def history(found: Table) -> Mapping[int, tuple[Place, ...]]:
    """Of each entrant after every round that has a meeting, as what was ruled stood then.

    Who is struck out later has places until then. A meeting that was put off is in its own round.
    """
    places: dict[int, list[Place]] = {entrant: [] for entrant in found.given.entrants}
    for round_ in sorted({one.round for one in found.counted.meetings}):
        then = tabled(replace(found.given, until_round=round_), found.order)
        for line in then.lines:
            places[line.entrant].append(Place(round_, line.rank, line.points))
    return {entrant: tuple(own) for entrant, own in places.items()}


def form(found: Table, entrant: int, last: int = 5) -> tuple[Result, ...]:
    """The last results, the latest last: by day where all have one, and else by round."""
    sides = found.counted.sides[entrant]
    if all(side.day is not None for side in sides):
        sides = sorted(sides, key=lambda side: (str(side.day), side.order))
    return tuple(
        Result(side.round, side.opponent, side.how, _outcome(side), side.share.points)
        for side in sides[len(sides) - last if last < len(sides) else 0 :]
    )


def head_to_head(
    found: Table, entrants: Iterable[int] | None = None
) -> Mapping[tuple[int, int], Against]:
    """By (one, other), both ways round, for every two who have met; of these entrants or of all."""
    chosen = set(found.places if entrants is None else entrants)
    met: dict[tuple[int, int], list[Side]] = {}
    for entrant in chosen & found.places.keys():
        for side in found.counted.sides[entrant]:
            if side.opponent in chosen:
                met.setdefault((entrant, side.opponent), []).append(side)
    return {pair: _against(sides) for pair, sides in met.items()}


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

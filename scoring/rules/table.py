"""The order of a league table: points first, then tie-breaks in the order the season names them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from itertools import pairwise
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

from .points import Share

POINTS = "points"


class TieBreak(StrEnum):
    """More is better in each; none needs to know who played whom."""

    WON = "won"
    GAMES_DIFFERENCE = "games_difference"
    GAMES_FOR = "games_for"
    VALUE_DIFFERENCE = "value_difference"
    RUBBER_POINTS = "rubber_points"
    VOLES = "voles"
    KINGS = "kings"
    FEWER_PLAYED = "fewer_played"


KEYS: Mapping[TieBreak, Callable[[Share], int]] = {
    TieBreak.WON: lambda share: share.won,
    TieBreak.GAMES_DIFFERENCE: lambda share: share.games_for - share.games_against,
    TieBreak.GAMES_FOR: lambda share: share.games_for,
    TieBreak.VALUE_DIFFERENCE: lambda share: share.value - share.value_against,
    TieBreak.RUBBER_POINTS: lambda share: share.rubber_points,
    TieBreak.VOLES: lambda share: share.voles,
    TieBreak.KINGS: lambda share: share.kings,
    TieBreak.FEWER_PLAYED: lambda share: -share.played,
}

USUAL = (TieBreak.WON, TieBreak.GAMES_DIFFERENCE, TieBreak.RUBBER_POINTS, TieBreak.VOLES)


class Ruled(NamedTuple):
    """Points given, or taken where negative, and why."""

    points: int
    reason: str
    day: date | None = None


class Line(NamedTuple):
    """A player's line. Who is level on everything shares a rank, and the next rank is skipped.

    `share` has what was `ruled` among its points. `decided`: by what his place is told from those
    beside it, first from the one above: "points", a tie-break, or "" where it is shared.
    `figures`: what he has by the criteria that no sum tells.
    """

    rank: int
    player: int
    name: str
    share: Share
    decided: str = POINTS
    ruled: tuple[Ruled, ...] = ()
    figures: Mapping[str, tuple[int, ...]] = MappingProxyType({})


def decided(above: str | None, below: str | None) -> str:
    """Of a line, by what parts it from both its neighbours; "" where nothing does, None at an end.

    Equal points make one ask who is first: what answers that is told before the points.
    """
    if above and above != POINTS:
        return above
    if below and below != POINTS:
        return below
    return "" if above == "" or below == "" else POINTS


def ranked(
    players: Iterable[tuple[int, str, Share]],
    tie_breaks: Sequence[TieBreak],
    name_key: Callable[[str], str],
) -> tuple[Line, ...]:
    """`players`: id, name and share of each. Equals stand in the order of their names' keys."""

    keys = [KEYS[tie_break] for tie_break in tie_breaks]

    by_name = sorted(players, key=lambda player: (name_key(player[1]), player[0]))
    order = sorted(
        (
            ((share.points, *[worth(share) for worth in keys]), player, name, share)
            for player, name, share in by_name
        ),
        key=itemgetter(0),
        reverse=True,
    )
    parted = _parted([worth for worth, *_rest in order], tie_breaks)
    lines: list[Line] = []
    rank, last = 0, None
    for place, (worth, player, name, share) in enumerate(order, start=1):
        rank, last = (rank if worth == last else place), worth
        by = decided(parted[place - 1], parted[place])
        lines.append(Line(rank, player, name, share, by))
    return tuple(lines)


def _parted(worths: Sequence[tuple[int, ...]], tie_breaks: Sequence[TieBreak]) -> list[str | None]:
    """What is between each line and the next, with the two ends."""
    names = (POINTS, *(one.value for one in tie_breaks))
    found: list[str | None] = [None]
    for one, other in pairwise(worths):
        place = 0
        if one != other:
            while one[place] == other[place]:
                place += 1
        found.append(names[place] if one != other else "")
    return [*found, None]

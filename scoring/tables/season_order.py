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

    everyone = sorted(players, key=itemgetter(0))
    everyone.sort(key=lambda player: name_key(player[1]))
    shares = [share for _player, _name, share in everyone]
    columns = [map(KEYS[tie_break], shares) for tie_break in tie_breaks]
    worths = list(zip((share.points for share in shares), *columns, strict=True))
    # Sorting keeps equals as they are, from the best down too.
    order = sorted(range(len(everyone)), key=worths.__getitem__, reverse=True)
    parted = _parted([worths[place] for place in order], tie_breaks)
    lines: list[Line] = []
    rank = 0
    for place, (number, above, below) in enumerate(zip(order, parted, parted[1:], strict=False), 1):
        rank = rank if above == "" else place
        lines.append(Line(rank, *everyone[number], decided(above, below)))
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

"""The order of a league table: points first, then tie-breaks in the order the season names them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .points import Share


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


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line. Who is level on everything shares a rank, and the next rank is skipped."""

    rank: int
    player: int
    name: str
    share: Share


def ranked(
    players: Iterable[tuple[int, str, Share]], tie_breaks: Sequence[TieBreak]
) -> tuple[Line, ...]:
    """`players`: id, name and share of each. Equals stand in the order of their names."""

    def key(share: Share) -> tuple[int, ...]:
        return (share.points, *(KEYS[tie_break](share) for tie_break in tie_breaks))

    order = sorted(players, key=lambda player: (player[1].casefold(), player[0]))
    order.sort(key=lambda player: key(player[2]), reverse=True)
    lines: list[Line] = []
    for place, (player, name, share) in enumerate(order, start=1):
        level = bool(lines) and key(lines[-1].share) == key(share)
        lines.append(Line(lines[-1].rank if level else place, player, name, share))
    return tuple(lines)

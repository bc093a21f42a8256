"""The order of a league table: points first, then tie-breaks in the order the season names them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from operator import itemgetter
from typing import NamedTuple

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


class Line(NamedTuple):
    """A player's line. Who is level on everything shares a rank, and the next rank is skipped."""

    rank: int
    player: int
    name: str
    share: Share


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
    lines: list[Line] = []
    rank, last = 0, None
    for place, (worth, player, name, share) in enumerate(order, start=1):
        rank, last = (rank if worth == last else place), worth
        lines.append(Line(rank, player, name, share))
    return tuple(lines)

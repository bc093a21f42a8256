"""What is in a file."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

NUMBER_MOST = 9999
ROUNDS_MOST = 99
NAME_WIDTH = 33
BEGIN, WIDTH = 89, 10
"""Of the first round, and of each."""


class Result(StrEnum):
    """As TRF16 writes them. `OPEN`: paired, and not played yet; without an opponent, absent."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    HALF_BYE = "H"
    FULL_BYE = "F"
    BYE = "U"
    ABSENT = "Z"
    OPEN = " "


BYES = (Result.HALF_BYE, Result.FULL_BYE, Result.BYE, Result.ABSENT)
HALF_POINTS = {
    **dict.fromkeys((Result.WIN, Result.FORFEIT_WIN, Result.FULL_BYE, Result.BYE), 2),
    **dict.fromkeys((Result.DRAW, Result.HALF_BYE), 1),
}
FORFEITS = (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)


class Cell(NamedTuple):
    """One player's round. `opponent` 0: none. `first`: None where it is not known who deals."""

    opponent: int
    first: bool | None
    result: Result


AWAY = Cell(0, None, Result.ABSENT)


@dataclass(frozen=True, slots=True)
class Player:
    """`rank`: in the standings; 0: not known."""

    number: int
    name: str
    rounds: tuple[Cell, ...] = ()
    rank: int = 0
    rating: int | None = None

    @property
    def half_points(self) -> int:
        """As FIDE counts them, in halves."""
        return sum(HALF_POINTS.get(cell.result, 0) for cell in self.rounds)


class Games(NamedTuple):
    """Of a match of several games, those each has won."""

    round: int
    first: int
    second: int
    won: tuple[int, int]


@dataclass(frozen=True)
class Report:
    """`players` by number. `days`: of the rounds, as far as they are known. `begins_white`: the
    player with number 1 deals first in round 1; None: not known."""

    name: str = ""
    players: tuple[Player, ...] = ()
    rounds: int | None = None
    city: str = ""
    begins_on: date | None = None
    ends_on: date | None = None
    kind: str = ""
    days: tuple[date | None, ...] = ()
    begins_white: bool | None = None
    games: tuple[Games, ...] = ()

    @cached_property
    def rounds_drawn(self) -> int:
        """In which anybody is paired or has a bye."""
        return max(
            (
                number
                for one in self.players
                for number, cell in enumerate(one.rounds, 1)
                if cell != AWAY
            ),
            default=0,
        )

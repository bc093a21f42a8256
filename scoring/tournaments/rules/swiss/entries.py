"""Who is to be paired, and what the director may choose."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

MOST = 512
"""Contenders of one draw; so many always fit the weights of `matching`."""


class Float(StrEnum):
    """Paired with somebody of fewer points, or more. A bye floats down."""

    DOWN = "down"
    UP = "up"


class FirstRound(StrEnum):
    """The upper half by rank meets the lower; or places are drawn by lot first."""

    BY_RANK = "by_rank"
    BY_LOT = "by_lot"


@dataclass(frozen=True, slots=True)
class Contender:
    """`rank`: place in the order of seeds, 1 first; of equal ones the lower id comes first.

    `points`: whole numbers of any unit, halves doubled. `met`: ids in order of rounds, twice who
    was met twice. `byes`: as the lowest of an odd number, and rounds won without playing; half-byes
    that were asked for do not count. `floats`: of the round before the last, and of the last.
    `firsts`: matches with the first deal less those without. `dealt_last`: 1 if they had the first
    deal of their last match, -1 if not, 0 before the first. `tables`: where they sat. `joined`: the
    first round they play.
    """

    id: int
    rank: int
    points: int = 0
    met: tuple[int, ...] = ()
    byes: int = 0
    floats: tuple[Float | None, Float | None] = (None, None)
    firsts: int = 0
    dealt_last: int = 0
    tables: tuple[int, ...] = ()
    half_bye: bool = False
    withdrawn: bool = False
    joined: int = 1


@dataclass(frozen=True, slots=True)
class Choices:
    """`second_meetings`: as few as can be, rather than no round. `vary_tables`: nobody sits at the
    same table again while that can be; otherwise the first board is at table 1, and so on."""

    first_round: FirstRound = FirstRound.BY_RANK
    second_meetings: bool = False
    vary_tables: bool = True


def here(contenders: Iterable[Contender], round_number: int) -> list[Contender]:
    """Who is to be paired or to have a bye, by id."""
    return sorted(
        (
            one
            for one in contenders
            if not one.withdrawn and not one.half_bye and one.joined <= round_number
        ),
        key=lambda one: one.id,
    )


def half_byes(contenders: Sequence[Contender], round_number: int) -> tuple[int, ...]:
    """Ids of who asked for one, and would have been paired."""
    return tuple(
        sorted(
            one.id
            for one in contenders
            if one.half_bye and not one.withdrawn and one.joined <= round_number
        )
    )

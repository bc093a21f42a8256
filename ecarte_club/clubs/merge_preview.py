"""What becomes of two players who are one, told by each room that keeps something of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from .models import Player


@dataclass(frozen=True, slots=True)
class TableLine:
    rank: int
    player: int
    name: str
    points: int
    played: int
    won: int


@dataclass(frozen=True, slots=True)
class TableChange:
    """A season's table: the lines of the two as they are, the one that they come to, and how
    many others get another rank by it."""

    season: int
    name: str
    before: tuple[TableLine, ...]
    after: TableLine
    others: int


@dataclass(frozen=True, slots=True)
class Told:
    """`evenings`: ids of those where something of the player who goes was played or noted."""

    matches: int = 0
    evenings: frozenset[int] = frozenset()
    tables: tuple[TableChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Merging:
    """`kept` as he will be, `gone` as he was. `sign_in`: whose it was, if either has one."""

    kept: Player
    gone: Player
    sign_in: Player | None
    told: Told


def together(all_told: Iterable[Told]) -> Told:
    found = list(all_told)
    return Told(
        matches=sum(one.matches for one in found),
        evenings=frozenset().union(*(one.evenings for one in found)),
        tables=tuple(table for one in found for table in one.tables),
    )

"""Fixtures and ranks as every stage shows them."""

import dataclasses
from collections.abc import Iterable, Mapping
from enum import StrEnum
from itertools import groupby

from .events import Slot


class Status(StrEnum):
    WAITING = "waiting"
    """Who plays is not known yet."""
    DUE = "due"
    BEGUN = "begun"
    OVER = "over"


class How(StrEnum):
    """How a fixture came to its end; none is ever renamed."""

    PLAYED = "played"
    WALKOVER = "walkover"
    BOTH_ABSENT = "both_absent"
    BYE = "bye"


class Because(StrEnum):
    """Why these meet, or why one of them meets nobody; none is ever renamed.

    PLACES        home, away: their places in the draw; of: entrants
    BYE           place: theirs in the draw; of: entrants; byes: how many there are
    WINNERS       round, home, away: they won these fixtures of that round
    LOSERS        round, home, away: they lost them, and play for third place
    NO_ADVERSARY  round, number: nobody came out of that fixture
    WITHDREW      entrant: who withdrew
    ALL_MEET      home, away: their numbers in the Berger table; of: so many are in the group
    ODD           number: theirs in the Berger table; of: as many; each round one of them waits
    LOT           pools, byes: of the round; size: of this pool
    BYE_BY_ORDER  order: theirs, by seed or lot; had: byes before; byes: how many there are
    """

    PLACES = "places"
    BYE = "bye"
    WINNERS = "winners"
    LOSERS = "losers"
    NO_ADVERSARY = "no_adversary"
    WITHDREW = "withdrew"
    ALL_MEET = "all_meet"
    ODD = "odd"
    LOT = "lot"
    BYE_BY_ORDER = "bye_by_order"


@dataclasses.dataclass(frozen=True, slots=True)
class Reason:
    because: Because
    params: Mapping[str, int] = dataclasses.field(default_factory=dict, hash=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Fixture:
    """`sides`: None is not known yet while it waits, and nobody once it is over. `how` and
    `winner`: None until it is over; no winner where it was drawn or nobody came."""

    slot: Slot
    sides: tuple[int | None, ...]
    status: Status
    reason: Reason
    how: How | None = None
    winner: int | None = None

    @property
    def entrants(self) -> tuple[int, ...]:
        return tuple(side for side in self.sides if side is not None)

    @property
    def losers(self) -> tuple[int, ...]:
        """Who does not go on, in a stage where one does."""
        if self.status is not Status.OVER:
            return ()
        return tuple(one for one in self.entrants if one != self.winner)


@dataclasses.dataclass(frozen=True, slots=True)
class Rank:
    """From `first` to `last`, the same two where nobody shares it."""

    entrant: int
    first: int
    last: int


def ranked(reached: Iterable[tuple[int, tuple[int, ...]]]) -> tuple[Rank, ...]:
    """Entrants and how far each came, more being better: who came as far as another shares."""
    order = sorted(reached, key=lambda one: one[1], reverse=True)
    found: list[Rank] = []
    for _far, level in groupby(order, key=lambda one: one[1]):
        members = [entrant for entrant, _far in level]
        first = len(found) + 1
        found += [Rank(entrant, first, len(found) + len(members)) for entrant in members]
    return tuple(found)

"""What happens in more than one kind of stage. A stage has events of its own beside these."""

from dataclasses import dataclass
from typing import NamedTuple


class Slot(NamedTuple):
    """Where a fixture stands. `part`: a knock-out's Part, a group's number, 0 for pools; `round`
    and `number` are counted from 1."""

    part: int
    round: int
    number: int


@dataclass(frozen=True, slots=True)
class Begun:
    """From now on who plays it is not disturbed by what is taken back elsewhere."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Won:
    slot: Slot
    winner: int


@dataclass(frozen=True, slots=True)
class Drew:
    slot: Slot


@dataclass(frozen=True, slots=True)
class WalkedOver:
    """`winner`: who came; None where nobody did."""

    slot: Slot
    winner: int | None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The result; where there is none, that it has begun."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Withdrew:
    """What the player has played stands; the rest is the opponent's."""

    entrant: int


@dataclass(frozen=True, slots=True)
class CameBack:
    """The withdrawal is taken back."""

    entrant: int


Event = Begun | Won | Drew | WalkedOver | TakenBack | Withdrew | CameBack

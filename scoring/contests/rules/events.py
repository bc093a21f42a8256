"""What happens in more than one kind of contest. A contest has events of its own beside these."""

from dataclasses import dataclass

from scoring.ledger.rules.books import Player


@dataclass(frozen=True, slots=True)
class Joined:
    """Inscribed, at the foot of the queue."""

    player: Player


@dataclass(frozen=True, slots=True)
class Left:
    player: Player


@dataclass(frozen=True, slots=True)
class SatOut:
    """He stays a member, and is passed over until he comes back."""

    player: Player


@dataclass(frozen=True, slots=True)
class CameBack:
    player: Player


@dataclass(frozen=True, slots=True)
class Dealt:
    """The first card of a game is dealt: who sits stays, and no bet is laid any more."""


@dataclass(frozen=True, slots=True)
class GameWon:
    winner: Player


@dataclass(frozen=True, slots=True)
class Closed:
    """Nobody plays any further; what was not won is given back."""

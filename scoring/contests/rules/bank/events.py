"""What may happen at la chouette of the regulation."""

from dataclasses import dataclass

from scoring.contests.rules.events import CameBack, Closed, Dealt, GameWon, Joined, Left, SatOut
from scoring.ledger.rules.books import Player


@dataclass(frozen=True, slots=True)
class Bid:
    """A promise: the bank is put up when it is adjudged."""

    player: Player
    amount: int


@dataclass(frozen=True, slots=True)
class Adjudged:
    """To the highest bidder, who puts up what he bid."""


@dataclass(frozen=True, slots=True)
class Punted:
    """`amount` is all that the player lays against the bank in the next game, instead of what he
    laid before."""

    player: Player
    amount: int


@dataclass(frozen=True, slots=True)
class Backed:
    """The same, on the chouetteur's side."""

    player: Player
    amount: int


@dataclass(frozen=True, slots=True)
class TookBack:
    """Whatever the player laid on the next game."""

    player: Player


@dataclass(frozen=True, slots=True)
class Renewed:
    """The chouetteur puts up once more what the bank was adjudged for."""


@dataclass(frozen=True, slots=True)
class NotRenewed:
    pass


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The chouetteur takes up what is in the bank, and it is put up again."""


Event = (
    Joined
    | Left
    | SatOut
    | CameBack
    | Bid
    | Adjudged
    | Punted
    | Backed
    | TookBack
    | Dealt
    | GameWon
    | Renewed
    | NotRenewed
    | GaveUp
    | Closed
)

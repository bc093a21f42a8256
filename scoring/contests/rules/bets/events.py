"""What happens to a book of bets, beside the deal, the result and the close."""

from dataclasses import dataclass

from scoring.contests.rules.events import Closed, Dealt, GameWon
from scoring.ledger.rules.books import Player

from .book import Side


@dataclass(frozen=True, slots=True)
class BetLaid:
    player: Player
    side: Side
    amount: int


@dataclass(frozen=True, slots=True)
class BetTakenBack:
    """From what he laid last."""

    player: Player
    amount: int


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A backer has overlooked the cards of the player he bets against."""

    player: Player


@dataclass(frozen=True, slots=True)
class Short:
    """The losing mass holds so much less than was laid; a second count replaces the first."""

    amount: int


OwnEvent = BetLaid | BetTakenBack | Forfeited | Short
Event = OwnEvent | Dealt | GameWon | Closed

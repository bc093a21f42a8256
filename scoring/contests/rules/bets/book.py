"""What is laid on a game, and how much of it is covered."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scoring.contests.rules.events import Closed, Dealt, GameWon
from scoring.ledger.rules.books import LEVY, MASS, Account, Player

REGULATION = "art. 63, art. 64"
HOYLE = "Hoyle Improved"
AGREEMENT = "agreement"


class Side(StrEnum):
    A = "a"
    B = "b"


OTHER: Mapping[Side, Side] = {Side.A: Side.B, Side.B: Side.A}


class Phase(StrEnum):
    OPEN = "open"
    IN_PLAY = "in_play"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class Terms:
    """`levy`: per cent of what the winning side wins (art. 64 has 5; 0 = none). `most`: what one
    person may have laid on one game (agreement; 0 = no limit).
    """

    levy: int = 0
    most: int = 0


class Bet(NamedTuple):
    player: Player
    side: Side
    amount: int


@dataclass(frozen=True, slots=True)
class Book:
    """`bets` in the order laid. `short`: what was found wanting in the losing mass."""

    terms: Terms
    a: Player
    b: Player
    bets: tuple[Bet, ...] = ()
    phase: Phase = Phase.OPEN
    short: int = 0
    levied: int = 0


def player_of(book: Book, side: Side) -> Player:
    return book.a if side is Side.A else book.b


def side_of(book: Book, player: Player) -> Side | None:
    """Whom he plays or bets for; the backers of a game keep it until the book is settled."""
    for side in Side:
        if player == player_of(book, side):
            return side
    return next((bet.side for bet in book.bets if bet.player == player), None)


def staked(book: Book, player: Player) -> int:
    return sum(bet.amount for bet in book.bets if bet.player == player)


def backers(book: Book, side: Side) -> tuple[Player, ...]:
    """Who has a bet on him, the player himself left out, as they were inscribed."""
    found = dict.fromkeys(bet.player for bet in book.bets if bet.side is side)
    return tuple(player for player in found if player != player_of(book, side))


def held(book: Book) -> Mapping[Account, int]:
    """What the mass and the levy box hold of this book."""
    return {MASS: sum(bet.amount for bet in book.bets), LEVY: book.levied}


class CoveredBet(NamedTuple):
    player: Player
    side: Side
    amount: int
    covered: int


@dataclass(frozen=True, slots=True)
class Cover:
    """`laid`: on each side. `covered`: the same on both. `bets` in the order laid."""

    laid: Mapping[Side, int]
    covered: int
    bets: tuple[CoveredBet, ...]

    def uncovered(self, side: Side) -> int:
        """What the other side may still cover."""
        return self.laid[side] - self.covered


def covered(book: Book) -> Cover:
    laid = {side: sum(bet.amount for bet in book.bets if bet.side is side) for side in Side}
    mass = min(laid.values())
    parts: dict[int, int] = {}
    for side in Side:
        left = mass
        for place in covering_order(book, side):
            parts[place] = min(left, book.bets[place].amount)
            left -= parts[place]
    bets = tuple(CoveredBet(*bet, parts[place]) for place, bet in enumerate(book.bets))
    return Cover(laid, mass, bets)


def covering_order(book: Book, side: Side) -> tuple[int, ...]:
    """Places in `bets`: the player's own before the gallery's (Hoyle Improved), each as laid."""
    places = (place for place, bet in enumerate(book.bets) if bet.side is side)
    own = player_of(book, side)
    return tuple(sorted(places, key=lambda place: (book.bets[place].player != own, place)))


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

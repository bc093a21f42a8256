"""The gallery's bets on one game or rubber between two players: even money, each side one mass.

What is laid is in the mass from then on. A side is covered in an order of its own: first what its
player has laid, whenever that was, then the gallery's bets as they were inscribed. When the first
card is dealt the heavier side's excess goes back from the end of that order, last in first out, and
a bet may stay in part.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, assert_never

from scoring.ledger.rules import (
    LEVY,
    MASS,
    Account,
    Cause,
    Player,
    Remainder,
    Transfer,
    Transfers,
    member,
    shares,
    transfer,
    transfers_to,
)

from .events import AGREEMENT, Closed, Dealt, GameWon, NotTakenError, Refusal, Why, require

REGULATION = "art. 63, art. 64"
HOYLE = "Hoyle Improved"


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
    person may have laid on one game (agreement; 0 = no limit). `remainder`: of what is shared.
    """

    levy: int = 0
    most: int = 0
    remainder: Remainder = Remainder.LARGEST


class Bet(NamedTuple):
    player: Player
    side: Side
    amount: int


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

    @property
    def is_open(self) -> bool:
        return self.phase is Phase.OPEN

    @property
    def cover(self) -> Cover:
        laid = {side: sum(bet.amount for bet in self.bets if bet.side is side) for side in Side}
        mass = min(laid.values())
        parts: dict[int, int] = {}
        for side in Side:
            left = mass
            for place in covering_order(self, side):
                parts[place] = min(left, self.bets[place].amount)
                left -= parts[place]
        bets = tuple(CoveredBet(*bet, parts[place]) for place, bet in enumerate(self.bets))
        return Cover(laid, mass, bets)


def player_of(book: Book, side: Side) -> Player:
    return book.a if side is Side.A else book.b


def side_of(book: Book, player: Player) -> Side | None:
    """Whom the player plays or bets for; backers keep it until the book is settled."""
    for side in Side:
        if player == player_of(book, side):
            return side
    return next((bet.side for bet in book.bets if bet.player == player), None)


def staked(book: Book, player: Player) -> int:
    return sum(bet.amount for bet in book.bets if bet.player == player)


def backers(book: Book, side: Side) -> tuple[Player, ...]:
    """Who has a bet on the side without playing it, as they were inscribed."""
    found = dict.fromkeys(bet.player for bet in book.bets if bet.side is side)
    return tuple(player for player in found if player != player_of(book, side))


def holdings(book: Book) -> Mapping[Account, int]:
    """What the mass and the levy box hold of this book."""
    return {MASS: sum(bet.amount for bet in book.bets), LEVY: book.levied}


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
    """From what was laid last."""

    player: Player
    amount: int


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A backer has overlooked the cards of the player bet against."""

    player: Player


@dataclass(frozen=True, slots=True)
class Short:
    """The losing mass holds so much less than was laid; a second count replaces the first."""

    amount: int


OwnEvent = BetLaid | BetTakenBack | Forfeited | Short
Event = OwnEvent | Dealt | GameWon | Closed


def begin(terms: Terms, a: Player, b: Player) -> Book:
    """Raises: NotTakenError where the terms cannot be or both are the same player."""
    require(terms_refusal(terms))
    if a == b:
        raise NotTakenError(Refusal(Why.PLAYER_TWICE, REGULATION, "b"))
    return Book(terms, a, b)


def apply(book: Book, event: Event) -> tuple[Book, Transfers]:
    """Raises: NotTakenError with what `refusal` says."""
    require(refusal(book, event))
    match event:
        case BetLaid(player, side, amount):
            laid = replace(book, bets=(*book.bets, Bet(player, side, amount)))
            return laid, transfer(member(player), MASS, amount, Cause.BET_LAID)
        case BetTakenBack(player, amount):
            own = [place for place, bet in enumerate(book.bets) if bet.player == player]
            return _return(book, reversed(own), amount)
        case Dealt():
            return _equalise(replace(book, phase=Phase.IN_PLAY))
        case Forfeited(player):
            return _forfeited(book, player)
        case Short(amount):
            return replace(book, short=amount), ()
        case GameWon(winner):
            return _shared_out(book, Side.A if winner == book.a else Side.B)
        case Closed():
            settled = replace(book, bets=(), phase=Phase.SETTLED)
            return settled, transfers_to(MASS, _stakes(book.bets), Cause.GIVEN_BACK)
        case _:  # pragma: no cover
            assert_never(event)


def _return(book: Book, places: Iterable[int], amount: int) -> tuple[Book, Transfers]:
    """So much of the bets at these places, in this order; what stays keeps its place."""
    bets = list(book.bets)
    back: list[Transfer] = []
    for place in places:
        part = min(amount, bets[place].amount)
        amount -= part
        bets[place] = bets[place]._replace(amount=bets[place].amount - part)
        back += transfer(MASS, member(bets[place].player), part, Cause.GIVEN_BACK)
    return replace(book, bets=tuple(bet for bet in bets if bet.amount)), tuple(back)


def _equalise(book: Book) -> tuple[Book, Transfers]:
    cover = book.cover
    heavier = max(Side, key=lambda side: cover.laid[side])
    places = reversed(covering_order(book, heavier))
    return _return(book, places, cover.uncovered(heavier))


def _forfeited(book: Book, player: Player) -> tuple[Book, Transfers]:
    """The stake is the overlooked player's at once, whatever comes of the game. What it covered
    has nothing against it any more, so the masses are made equal again in the same way.
    """
    side = next(bet.side for bet in book.bets if bet.player == player)
    winner = member(player_of(book, OTHER[side]))
    lost = transfer(MASS, winner, staked(book, player), Cause.BET_FORFEITED)
    rest = replace(book, bets=tuple(bet for bet in book.bets if bet.player != player))
    equal, back = _equalise(rest)
    return replace(equal, short=min(book.short, equal.cover.covered)), lost + back


def _shared_out(book: Book, winning: Side) -> tuple[Book, Transfers]:
    """The winning side has its stakes again and, in proportion to them, what is in the losing mass
    after the levy; of equal fractions the first in the covering order has the odd counter. Counters
    found wanting were never paid in, and nobody knows by whom: on the books they go back to the
    losing side in proportion to what it laid.
    """
    won, lost = (_stakes_in_order(book, side) for side in (winning, OTHER[winning]))
    gain = sum(lost.values()) - book.short
    levy = gain * book.terms.levy // 100
    transfers = (
        transfers_to(MASS, _in_proportion(book, book.short, lost), Cause.GIVEN_BACK)
        + transfers_to(MASS, won, Cause.GIVEN_BACK)
        + transfer(MASS, LEVY, levy, Cause.LEVY)
        + transfers_to(MASS, _in_proportion(book, gain - levy, won), Cause.BET_WON)
    )
    return replace(book, bets=(), phase=Phase.SETTLED, levied=levy), transfers


def _in_proportion(book: Book, amount: int, stakes: Mapping[Player, int]) -> Mapping[Player, int]:
    parts = shares(amount, tuple(stakes.values()), book.terms.remainder)
    return dict(zip(stakes, parts, strict=True))


def _stakes_in_order(book: Book, side: Side) -> Mapping[Player, int]:
    return _stakes([book.bets[place] for place in covering_order(book, side)])


def _stakes(bets: Sequence[Bet]) -> Mapping[Player, int]:
    """Of each player, in the place of their first bet."""
    found: dict[Player, int] = {}
    for bet in bets:
        found[bet.player] = found.get(bet.player, 0) + bet.amount
    return found


def terms_refusal(terms: Terms) -> Refusal | None:
    if not 0 <= terms.levy <= 100:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, REGULATION, "levy", {"least": 0, "most": 100})
    if terms.most < 0:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, AGREEMENT, "most", {"least": 0})
    return None


def refusal(book: Book, event: Event) -> Refusal | None:
    if book.phase is Phase.SETTLED:
        return Refusal(Why.CONTEST_OVER, REGULATION)
    match event:
        case BetLaid():
            return _closed(book) or _laying_refusal(book, event)
        case BetTakenBack():
            return _closed(book) or _taking_refusal(book, event)
        case Dealt():
            return None if book.is_open else Refusal(Why.GAME_IN_PLAY, REGULATION)
        case Closed():
            return None
        case Forfeited():
            return _not_dealt(book) or _forfeit_refusal(book, event.player)
        case Short():
            return _not_dealt(book) or _short_refusal(book, event.amount)
        case GameWon():
            return _not_dealt(book) or _winner_refusal(book, event.winner)
        case _:  # pragma: no cover
            assert_never(event)


def _closed(book: Book) -> Refusal | None:
    return None if book.is_open else Refusal(Why.BETS_CLOSED, REGULATION)


def _not_dealt(book: Book) -> Refusal | None:
    return Refusal(Why.NO_GAME_IN_PLAY, REGULATION) if book.is_open else None


def _laying_refusal(book: Book, event: BetLaid) -> Refusal | None:
    if event.amount < 1:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, REGULATION, "amount", {"least": 1})
    if side_of(book, event.player) not in (None, event.side):
        return Refusal(Why.BOTH_SIDES, REGULATION, "side")
    most = book.terms.most
    left = most - staked(book, event.player)
    if most and event.amount > left:
        return Refusal(Why.OVER_LIMIT, AGREEMENT, "amount", {"most": most, "left": left})
    return None


def _taking_refusal(book: Book, event: BetTakenBack) -> Refusal | None:
    laid = staked(book, event.player)
    if not laid:
        return Refusal(Why.NO_BET, REGULATION, "player")
    if not 1 <= event.amount <= laid:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, REGULATION, "amount", {"least": 1, "most": laid})
    return None


def _forfeit_refusal(book: Book, player: Player) -> Refusal | None:
    if player in (book.a, book.b):
        return Refusal(Why.IS_PLAYING, HOYLE, "player")
    return None if staked(book, player) else Refusal(Why.NO_BET, HOYLE, "player")


def _short_refusal(book: Book, amount: int) -> Refusal | None:
    mass = book.cover.covered
    if 0 <= amount <= mass:
        return None
    return Refusal(Why.AMOUNT_IMPOSSIBLE, HOYLE, "amount", {"least": 0, "most": mass})


def _winner_refusal(book: Book, winner: Player) -> Refusal | None:
    if winner in (book.a, book.b):
        return None
    return Refusal(Why.NOT_PLAYING, REGULATION, "winner")

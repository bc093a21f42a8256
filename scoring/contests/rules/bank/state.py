"""Who sits, who waits, and what is held."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scoring.contests.rules.events import CameBack, Closed, Dealt, GameWon, Joined, Left, SatOut
from scoring.contests.rules.refusals import Refusal, Why
from scoring.ledger.rules.books import BANK, LEVY, MASS, Account, Player


class Phase(StrEnum):
    AUCTION = "auction"
    STAKES = "stakes"
    GAME = "game"
    RENEWAL = "renewal"
    OVER = "over"


class Stake(NamedTuple):
    player: Player
    amount: int


Stakes = tuple[Stake, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """Whole numbers of the club's unit.

    minimum     the lowest first bid (agreement)
    step        by how much a bid must exceed the one before (agreement)
    most_bank   the highest bid; 0: no limit (agreement)
    most_stake  the most one may lay on a game; 0: no limit (agreement)
    levy        per cent of what the winning side wins (art. 64, where it is 5; 0 by default)
    """

    minimum: int = 1
    step: int = 1
    most_bank: int = 0
    most_stake: int = 0
    levy: int = 0


def terms_refusal(terms: Terms) -> Refusal | None:
    possible = {
        "minimum": terms.minimum >= 1,
        "step": terms.step >= 1,
        "most_bank": terms.most_bank == 0 or terms.most_bank >= max(1, terms.minimum),
        "most_stake": terms.most_stake >= 0,
        "levy": 0 <= terms.levy <= 100,
    }
    for field, holds in possible.items():
        if not holds:
            source = "art. 64" if field == "levy" else "agreement"
            return Refusal(Why.AMOUNT_IMPOSSIBLE, source, field)
    return None


@dataclass(frozen=True, slots=True)
class State:
    """`order`: the inscribed who play, without the chouetteur; the first of them faces him.
    `out`: who sits out. `bids` rise. `against` and `behind`: the stakes on either side in the
    order in which they were laid, and from `Dealt` to the end of the game only what of them is
    covered. `laid`: what of the bank is in the mass, and not in `bank`, in a game.
    """

    terms: Terms
    phase: Phase = Phase.AUCTION
    order: tuple[Player, ...] = ()
    out: tuple[Player, ...] = ()
    bids: Stakes = ()
    chouetteur: Player | None = None
    adjudged: int = 0
    bank: int = 0
    renewed: bool = False
    against: Stakes = ()
    behind: Stakes = ()
    laid: int = 0
    levied: int = 0


def total(stakes: Iterable[Stake]) -> int:
    return sum(stake.amount for stake in stakes)


def of(stakes: Iterable[Stake], player: Player) -> int:
    return sum(stake.amount for stake in stakes if stake.player == player)


def without(stakes: Stakes, player: Player) -> Stakes:
    return tuple(stake for stake in stakes if stake.player != player)


def here(state: State, player: Player) -> bool:
    return player == state.chouetteur or player in state.order or player in state.out


def seats(state: State) -> tuple[Player, Player] | None:
    """The chouetteur, who never goes out, and who faces him."""
    if state.chouetteur is None or not state.order:
        return None
    if state.phase not in (Phase.STAKES, Phase.GAME):
        return None
    return state.chouetteur, state.order[0]


def queue(state: State) -> tuple[Player, ...]:
    """Who waits, the next first; not those who sit out."""
    return state.order[1:] if seats(state) else state.order


def is_over(state: State) -> bool:
    return state.phase is Phase.OVER


def held(state: State) -> Mapping[Account, int]:
    in_game = state.phase is Phase.GAME
    mass = total(state.against) + total(state.behind) + state.laid if in_game else 0
    return {BANK: state.bank, MASS: mass, LEVY: state.levied}


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

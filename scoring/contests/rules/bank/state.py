"""Who sits, who waits, and what is held."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scoring.ledger.rules.books import BANK, LEVY, MASS, Account, Player

from .terms import Terms


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

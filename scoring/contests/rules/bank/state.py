"""The terms of la chouette with a bank, its events, and how it stands."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.contests.rules.events import CameBack, Closed, Dealt, GameWon, Joined, Left, SatOut
from scoring.contests.rules.stakes import LaidStake, Masses, Stakes, by_player, masses, total
from scoring.ledger.rules import BANK, LEVY, MASS, Account, Player, Remainder, Transfers

CHOUETTE, GALLERY = "art. 65, art. 66", "art. 63, art. 64"


class Phase(StrEnum):
    AUCTION = "auction"
    STAKES = "stakes"
    GAME = "game"
    RENEWAL = "renewal"
    OVER = "over"


class LevyOn(StrEnum):
    """The bank, once when it is adjudged and once when it is renewed, whoever wins (art. 65 and
    66); or what the winning side wins by each game, as of other bets (art. 64)."""

    BANK = "bank"
    WINNINGS = "winnings"


@dataclass(frozen=True, slots=True)
class Terms:
    """Whole numbers of the club's unit.

    minimum     the lowest first bid (agreement)
    step        by how much a bid must exceed the one before (agreement)
    most_bank   the highest bid; 0: no limit (agreement)
    most_stake  the most one may lay on a game; 0: no limit (agreement)
    levy        per cent, rounded down (5 in the regulation; 0 by default)
    levy_on     of what
    remainder   of what is shared out
    """

    minimum: int = 1
    step: int = 1
    most_bank: int = 0
    most_stake: int = 0
    levy: int = 0
    levy_on: LevyOn = LevyOn.BANK
    remainder: Remainder = Remainder.LARGEST

    def levy_of_bank(self, adjudged: int) -> int:
        return adjudged * self.levy // 100 if self.levy_on is LevyOn.BANK else 0

    @property
    def levy_of_winnings(self) -> int:
        """Per cent."""
        return self.levy if self.levy_on is LevyOn.WINNINGS else 0


@dataclass(frozen=True, slots=True)
class Bid:
    """A promise: the bank is put up when it is adjudged."""

    player: Player
    amount: int


@dataclass(frozen=True, slots=True)
class Adjudged:
    """To the highest bidder, who puts up the bid."""


@dataclass(frozen=True, slots=True)
class Punted:
    """`amount` is all that the player lays against the bank in the next game, instead of what was
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


OfPlayers = Joined | Left | SatOut | CameBack
OfStakes = Punted | Backed | TookBack
OfBank = Adjudged | Renewed | NotRenewed | GaveUp
Event = (
    OfPlayers | Bid | Adjudged | OfStakes | Dealt | GameWon | Renewed | NotRenewed | GaveUp | Closed
)
Step = tuple["State", Transfers]


@dataclass(frozen=True, slots=True)
class State:
    """`order`: the inscribed who play, without the chouetteur, whom the first of them faces.
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

    @property
    def over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def least_bid(self) -> int:
        return self.bids[-1].amount + self.terms.step if self.bids else self.terms.minimum

    @property
    def masses(self) -> Masses:
        """As they would be if the game were dealt now; in a game, as they are."""
        if self.phase is Phase.GAME:
            return Masses(self.against, self.laid, self.behind)
        against = sorted(self.against, key=lambda stake: stake.player not in self.order[:1])
        return masses(tuple(against), self.bank, self.behind)

    @property
    def stakes(self) -> tuple[LaidStake, ...]:
        """Of each player on each side, with what of it is covered."""
        cover = self.masses
        return (
            *by_player("against", self.against, cover.against),
            *by_player("behind", self.behind, cover.behind),
        )


def seats(state: State) -> tuple[Player, Player] | None:
    """The chouetteur, who never goes out, and who faces them."""
    if state.chouetteur is None or not state.order:
        return None
    if state.phase not in (Phase.STAKES, Phase.GAME):
        return None
    return state.chouetteur, state.order[0]


def queue(state: State) -> tuple[Player, ...]:
    """Who waits, the next first; not those who sit out."""
    return state.order[1:] if seats(state) else state.order


def holdings(state: State) -> Mapping[Account, int]:
    in_game = state.phase is Phase.GAME
    mass = total(state.against) + total(state.behind) + state.laid if in_game else 0
    return {BANK: state.bank, MASS: mass, LEVY: state.levied}

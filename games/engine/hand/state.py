"""How a hand stands, and the game it belongs to."""

from enum import IntEnum
from typing import Final, NamedTuple

from games.engine.cards import Card
from games.engine.codes import Code
from games.engine.facts import Mark, kings_marked
from games.engine.records import King, Opening, Tricks
from games.engine.seats import Seat
from games.engine.states import DealPassed
from games.engine.terms import Score

from .actions import Action, Order, Say
from .compiled import Laws


class Phase(IntEnum):
    CUT = 0
    DEAL = 1
    PROPOSAL = 2
    ANSWER = 3
    DISCARD_ELDER = 4
    DISCARD_DEALER = 5
    PLAY = 6
    OVER = 7
    """The hand is over; a deal by the other player follows if the game is not."""


class GameEnded(NamedTuple):
    winner: Seat
    score: Score


Event = Mark | DealPassed | GameEnded
"""Marks are as they counted: cut at five. After a cut `DealPassed` names who deals first."""

ELDER: Final = 0
DEALER: Final = 1
# Places in a state: what stands before one of them is copied in one go.
STOCK: Final = 7
PROPOSALS: Final = 8
OPENING: Final = 11
STANDING: Final = 12
PHASE: Final = 14
IN_PLAY: Final = 15
Orders = tuple[Order | None, Order | None]
"""How A and B deal in this game, once they have chosen."""


class State(NamedTuple):
    """What changes most stands last, and a card that is played changes nothing before it.

    `dealer`: of this hand, or of the one that is over. `pack`: as dealt, its cards from `stock`
    on not yet given. `began`: the place in the log of this hand's deal. `turn`: ELDER or DEALER,
    of who has to speak or play. `lead`: what has to be played to. `aside`: the king announced
    or marked, if somebody may, whoever's turn it is. `marks`: of this hand, as made.
    """

    laws: Laws
    second_proposal: bool
    orders: Orders
    dealer: Seat | None
    pack: tuple[Card, ...]
    turn_up: Card | None
    trump: int
    stock: int
    proposals: int
    if_enough: bool
    began: int
    opening: Opening | None
    score: Score
    marks: tuple[Mark, ...]
    phase: Phase
    elder_hand: tuple[Card, ...]
    dealer_hand: tuple[Card, ...]
    turn: int
    lead: Card | None
    elder_tricks: int
    dealer_tricks: int
    aside: tuple[Say, ...]
    log: tuple[Action, ...]
    legal: tuple[Action, ...]

    @property
    def code(self) -> Code:
        return self.laws.code

    @property
    def elder(self) -> Seat | None:
        return self.dealer and self.dealer.other

    @property
    def to_act(self) -> Seat | None:
        """Whose turn it is; nobody's while chance is awaited, and when all is over."""
        if self.phase in (Phase.CUT, Phase.DEAL, Phase.OVER):
            return None
        return self.elder if self.turn == ELDER else self.dealer

    @property
    def winner(self) -> Seat | None:
        """Of the game."""
        return self.score.winner

    @property
    def left(self) -> int:
        """How many cards are in the stock."""
        return len(self.pack) - self.stock

    @property
    def kings(self) -> tuple[King, ...]:
        """Marked in this hand."""
        return kings_marked(self.marks)

    @property
    def tricks(self) -> Tricks:
        if self.dealer is Seat.A:
            return Tricks(self.dealer_tricks, self.elder_tricks)
        return Tricks(self.elder_tricks, self.dealer_tricks)

    @property
    def hand_log(self) -> tuple[Action, ...]:
        """This hand's, from its deal on."""
        return self.log[self.began :]

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        return self.dealer_hand if seat is self.dealer else self.elder_hand

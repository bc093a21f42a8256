"""The actions of a hand, a code of laws as the play looks it up, and how a hand stands."""

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from games.engine.cards import Card
from games.engine.codes import CODES, Code, HighestCut, KingUntil, Proposals
from games.engine.facts import Mark, bonus_rule, king_mark, kings_marked, outcome, tricks_mark
from games.engine.records import TRICKS_IN_A_HAND, King, KingHow, Opening, Tricks
from games.engine.seats import Seat
from games.engine.states import DealPassed
from games.engine.terms import NOTHING, Score


class Say(StrEnum):
    DEAL_FIRST = "deal_first"
    """The player who cut the highest card deals, where the code leaves them the choice."""
    LEAVE_DEAL = "leave_deal"
    """They leave the first deal to the other player."""
    PROPOSE = "propose"
    STAND = "stand"
    """Play without proposing, or without proposing again."""
    ACCEPT = "accept"
    ACCEPT_IF_ENOUGH = "accept_if_enough"
    """Law 38: on condition that there are cards enough in the stock."""
    REFUSE = "refuse"
    NOT_ENOUGH = "not_enough"
    """The condition of the acceptance fails, and the hand is played as it is."""
    KING = "king"
    """Announces, and marks, the king of trumps held."""
    MARK = "mark"
    """Marks the king turned."""
    ABANDON = "abandon"


Discard = tuple[Card, ...]
"""Cards put aside, in ascending order; as many are taken."""

Order = tuple[int, int]
THREE_TWO: Final[Order] = (3, 2)
TWO_THREE: Final[Order] = (2, 3)
ORDERS: Final = (THREE_TWO, TWO_THREE)


class Cut(NamedTuple):
    """The cards that A and B cut for deal."""

    a: Card
    b: Card


class Deal(NamedTuple):
    """The pack from the top, and how many cards at a time the dealer gives."""

    pack: tuple[Card, ...]
    order: Order = THREE_TWO


Action = Card | Discard | Say | Cut | Deal
BY_CUT: Final = (Say.DEAL_FIRST, Say.LEAVE_DEAL)
"""What may be said after the cut, before any hand."""


WITHOUT_END = 21
"""Proposals: one for each card of the stock, where the proposer takes one at least."""

HandWon = tuple[Seat | None, Opening | None, int]
"""The dealer, the opening, and how many of five tricks the dealer made: all known by then."""
KingMarks = Mapping[Seat | None, Mark]


class Laws(NamedTuple):
    """`king_after_lead`: the dealer may announce it once the first card is led.

    `king_after_card`: whether the elder hand and the dealer, where their first card is the king,
    may announce it after that.
    """

    code: Code
    highest_chooses: bool
    proposals: int
    second_by_agreement: bool
    after_dealer_took_none: bool
    least_taken: int
    king_before_play: bool
    king_after_lead: bool
    king_after_card: tuple[bool, bool]
    king_turned: KingMarks
    king_held: KingMarks
    tricks: Mapping[HandWon, Mark]


_KING_AFTER_CARD: Mapping[KingUntil, tuple[bool, bool]] = {
    KingUntil.FIRST_CARD_OR_KING_ANSWERED: (True, True),
    KingUntil.FIRST_CARD_KING_INCLUDED: (True, True),
    KingUntil.FIRST_CARD_OR_KING_LED: (True, False),
}


def laws(code: Code) -> Laws:
    return _PRINTED.get(id(code)) or _laws(code)


@lru_cache(maxsize=256)
def _laws(code: Code) -> Laws:
    proposals, until = code.proposals.value, code.king_held_until.value
    one = proposals is Proposals.ONE_SECOND_BY_AGREEMENT
    return Laws(
        code=code,
        highest_chooses=code.highest_cut.value is HighestCut.CHOOSES,
        proposals=1 if one else WITHOUT_END,
        second_by_agreement=one,
        after_dealer_took_none=code.propose_after_dealer_took_none.value is not False,
        least_taken=1 if code.proposer_takes_one.value else 0,
        king_before_play=until is not KingUntil.OPENING_LEAD,
        king_after_lead=until is not KingUntil.OPENING_LEAD,
        king_after_card=_KING_AFTER_CARD.get(until, (False, False)),
        king_turned=_king_marks(code, KingHow.TURNED),
        king_held=_king_marks(code, KingHow.HELD),
        tricks=_tricks(code),
    )


def _king_marks(code: Code, how: KingHow) -> KingMarks:
    return {seat: king_mark(code, King(seat, how)) for seat in Seat}


def _tricks(code: Code) -> Mapping[HandWon, Mark]:
    hands = product(Seat, Opening, range(TRICKS_IN_A_HAND + 1))
    return {hand: _mark(code, *hand) for hand in hands}


def _mark(code: Code, dealer: Seat, opening: Opening, made: int) -> Mark:
    of_a = made if dealer is Seat.A else TRICKS_IN_A_HAND - made
    won = outcome(Tricks(of_a, TRICKS_IN_A_HAND - of_a), None)
    return tricks_mark(code, won, bonus_rule(won.winner, dealer, opening))


# The printed codes live as long as the program, so they are known by which they are: to hash a
# code takes longer than to play a card.
_PRINTED = {id(code): _laws(code) for code in CODES.values()}


class Phase(IntEnum):
    CUT = 0
    FIRST_DEALER = 1
    """The player who cut the highest card chooses who deals."""
    DEAL = 2
    PROPOSAL = 3
    ANSWER = 4
    DISCARD_ELDER = 5
    DISCARD_DEALER = 6
    PLAY = 7
    OVER = 8
    """The hand is over; a deal by the other player follows if the game is not."""


class GameEnded(NamedTuple):
    winner: Seat
    score: Score


Event = Mark | DealPassed | GameEnded
"""Marks are as they counted: cut at five. After a cut, or the choice that it leaves, `DealPassed`
names who deals first."""

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


def with_order(orders: Orders, dealer: Seat | None, order: Order | None) -> Orders:
    if dealer is None or order is None:
        return orders
    return (order, orders[1]) if dealer is Seat.A else (orders[0], order)


class State(NamedTuple):
    """What changes most stands last, and a card that is played changes nothing before it.

    `dealer`: of this hand, or of the one that is over; the player who chooses while the first
    dealer is to be chosen. `pack`: as dealt, its cards from `stock`
    on not yet given. `began`: the place in the log of this hand's deal. `turn`: ELDER or DEALER,
    of the player to speak or play. `lead`: what has to be played to. `aside`: the king announced
    or marked, if somebody may, whoever's turn it is. `marks`: of this hand, as made.
    """

    laws: Laws
    second_proposal: bool
    orders: Orders
    dealer: Seat | None
    pack: tuple[Card, ...] = ()
    turn_up: Card | None = None
    trump: int = 0
    stock: int = 0
    proposals: int = 0
    if_enough: bool = False
    began: int = 0
    opening: Opening | None = None
    score: Score = NOTHING
    marks: tuple[Mark, ...] = ()
    phase: Phase = Phase.CUT
    elder_hand: tuple[Card, ...] = ()
    dealer_hand: tuple[Card, ...] = ()
    turn: int = ELDER
    lead: Card | None = None
    elder_tricks: int = 0
    dealer_tricks: int = 0
    aside: tuple[Say, ...] = ()
    log: tuple[Action, ...] = ()
    legal: tuple[Action, ...] = ()

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

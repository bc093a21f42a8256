"""What chance brings, as data: the cut for deal, the deal and the turn-up."""

from typing import Final

from games.engine.cards import KING, PACK, Card, rank
from games.engine.hand.actions import ORDERS, Cut, Deal, Order, Say
from games.engine.hand.scoring import NO_EVENTS, Step
from games.engine.hand.state import ELDER, Event, Orders, Phase, State
from games.engine.hand.talk import TO_PROPOSE, held
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat
from games.engine.states import DealPassed

_PACK: Final = list(PACK)
_INT: Final = {int}
_PROPOSAL: Final = Phase.PROPOSAL
TURNED: Final = 10
"""The place in the pack of the card that is turned up."""


def cut_fault(cut: Cut) -> RefusalCode | None:
    if set(map(type, cut)) != _INT or cut.a == cut.b or not {cut.a, cut.b} <= set(PACK):
        return RefusalCode.CUT_IMPOSSIBLE
    return None


def cut(state: State, drawn: Cut) -> Step:
    """The highest deals; with equal cards they cut again."""
    log = (*state.log, drawn)
    if rank(drawn.a) == rank(drawn.b):
        return state._replace(log=log), NO_EVENTS
    dealer = Seat.A if rank(drawn.a) > rank(drawn.b) else Seat.B
    events: tuple[Event, ...] = (DealPassed(dealer),)
    return state._replace(dealer=dealer, phase=Phase.DEAL, log=log), events


def next_dealer(state: State) -> Seat | None:
    """Who deals the hand that is awaited."""
    return state.elder if state.phase is Phase.OVER else state.dealer


def chosen(state: State) -> Order | None:
    """How he has dealt before in this game."""
    return state.orders[0] if next_dealer(state) is Seat.A else state.orders[1]


def deal_fault(state: State, deal: Deal) -> RefusalCode | None:
    pack, order = deal
    if type(pack) is not tuple or set(map(type, pack)) != _INT or sorted(pack) != _PACK:
        return RefusalCode.PACK_INCORRECT
    if type(order) is not tuple or set(map(type, order)) != _INT or order not in ORDERS:
        return RefusalCode.ORDER_UNKNOWN
    if (chosen(state) or order) != order:
        return RefusalCode.ORDER_CHANGED
    return None


def deal(state: State, given: Deal) -> Step:
    """So many to the elder hand and to the dealer, then the rest; the next is turned up."""
    pack, order = given
    first, second = order[0], 2 * order[0]
    third = second + order[1]
    elder: tuple[Card, ...] = tuple(sorted(pack[:first] + pack[second:third]))
    dealer: tuple[Card, ...] = tuple(sorted(pack[first:second] + pack[third:TURNED]))
    turn_up = pack[TURNED]
    trump = turn_up >> 3
    if turn_up & 7 == KING:
        aside: tuple[Say, ...] = (Say.MARK,)
    else:
        aside = held(state.laws, trump, elder, dealer)
    who = next_dealer(state)
    after = State(
        laws=state.laws,
        second_proposal=state.second_proposal,
        orders=_orders(state.orders, who, order),
        dealer=who,
        pack=pack,
        turn_up=turn_up,
        trump=trump,
        stock=TURNED + 1,
        proposals=0,
        if_enough=False,
        began=len(state.log),
        opening=None,
        score=state.score,
        marks=(),
        phase=_PROPOSAL,
        elder_hand=elder,
        dealer_hand=dealer,
        turn=ELDER,
        lead=None,
        elder_tricks=0,
        dealer_tricks=0,
        aside=aside,
        log=(*state.log, given),
        legal=TO_PROPOSE + aside,
    )
    return after, NO_EVENTS


def _orders(orders: Orders, dealer: Seat | None, order: Order) -> Orders:
    return (order, orders[1]) if dealer is Seat.A else (orders[0], order)

"""What chance brings, as data: the cut for deal, the deal and the turn-up."""

from typing import Final

from games.engine.cards import KING, PACK, Card, rank
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat
from games.engine.states import DealPassed

from .actions import ORDERS, Cut, Deal, Order, Say
from .scoring import NO_EVENTS, Step
from .state import ELDER, Event, Orders, Phase, State
from .talk import NO_TRICKS, TO_PROPOSE, held

_PACK: Final = frozenset(PACK)
_INT: Final = {int}
TURNED: Final = 10
"""The place in the pack of the card that is turned up."""


def cut_fault(cut: Cut) -> RefusalCode | None:
    if set(map(type, cut)) != _INT or cut.a == cut.b or not {cut.a, cut.b} <= _PACK:
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


def _is_whole(pack: object) -> bool:
    """True is 1, and 1.0 is, to Python; here they are no cards."""
    if type(pack) is not tuple or len(pack) != len(PACK) or set(map(type, pack)) != _INT:
        return False
    return set(pack) == _PACK


def deal_fault(state: State, deal: Deal) -> RefusalCode | None:
    pack, order = deal
    if not _is_whole(pack):
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
    orders = _orders(state.orders, who, order)
    log = state.log
    # In the order of the fields: to name two dozen of them takes as long as to play two cards.
    fields: tuple[object, ...]
    fields = (state.laws, state.second_proposal, orders, who, pack, turn_up, trump, TURNED + 1)
    fields += (0, False, len(log), None, state.score, (), Phase.PROPOSAL, elder, dealer)
    fields += (ELDER, *NO_TRICKS, aside, (*log, given), TO_PROPOSE + aside)
    return tuple.__new__(State, fields), NO_EVENTS


def _orders(orders: Orders, dealer: Seat | None, order: Order) -> Orders:
    return (order, orders[1]) if dealer is Seat.A else (orders[0], order)

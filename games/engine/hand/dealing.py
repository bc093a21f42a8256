"""From the cut for deal to the last card drawn: chance as data, proposals, answers, discards."""

from itertools import chain, combinations, repeat
from typing import Final, cast

from games.engine.cards import KING, PACK, Card, rank
from games.engine.records import TRICKS_IN_A_HAND, Opening
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat
from games.engine.states import DealPassed

from .play import ABANDON, NO_EVENTS, Step
from .state import (
    BY_CUT,
    DEALER,
    ELDER,
    OPENING,
    ORDERS,
    PHASE,
    PROPOSALS,
    STANDING,
    STOCK,
    Action,
    Cut,
    Deal,
    Discard,
    Event,
    Laws,
    Order,
    Phase,
    Say,
    State,
    with_order,
)

CARDS = TRICKS_IN_A_HAND
MOST_EXCHANGED = 2 * CARDS
TO_PROPOSE: tuple[Action, ...] = (Say.PROPOSE, Say.STAND)

_TO_ANSWER: tuple[Action, ...] = (Say.ACCEPT, Say.REFUSE)
_WITH_CONDITION: tuple[Action, ...] = (Say.ACCEPT, Say.ACCEPT_IF_ENOUGH, Say.REFUSE)
_NOT_ENOUGH: tuple[Action, ...] = (Say.NOT_ENOUGH,)
Log = tuple[Action, ...]
NO_TRICKS = (None, 0, 0)
"""Nothing led, and no trick made."""


def propose(state: State) -> Step:
    enough = state.left >= MOST_EXCHANGED
    legal = (_TO_ANSWER if enough else _WITH_CONDITION) + state.aside
    hands = state.elder_hand, state.dealer_hand
    tail = (Phase.ANSWER, *hands, DEALER, *NO_TRICKS, state.aside, (*state.log, Say.PROPOSE), legal)
    return tuple.__new__(State, state[:PHASE] + tail), NO_EVENTS


def stand(state: State) -> Step:
    return _to_play(state, Say.STAND, state.opening or Opening.STOOD)


def refuse(state: State) -> Step:
    return _to_play(state, Say.REFUSE, state.opening or Opening.REFUSED)


def accept(state: State, answer: Say = Say.ACCEPT) -> Step:
    middle = (state.proposals + 1, answer is Say.ACCEPT_IF_ENOUGH, state.began, Opening.EXCHANGED)
    head = state[:PROPOSALS] + middle + state[STANDING:PHASE]
    hands = state.elder_hand, state.dealer_hand
    legal = _discards(hands[0], state.laws.least_taken, state.left) + state.aside
    log = (*state.log, answer)
    tail = (Phase.DISCARD_ELDER, *hands, ELDER, *NO_TRICKS, state.aside, log, legal)
    return tuple.__new__(State, head + tail), NO_EVENTS


def accept_if_enough(state: State) -> Step:
    return accept(state, Say.ACCEPT_IF_ENOUGH)


def elder_discards(state: State, thrown: Discard) -> Step:
    """Law 38: if nothing is left for the dealer, the dealer must play their hand."""
    hand = _without(state.elder_hand, thrown)
    dealer = state.dealer_hand
    log = (*state.log, thrown)
    room = state.left - len(thrown)
    if room == 0 and not state.if_enough:
        return _draw(state, log, hand, dealer)
    aside = _aside(state, hand, dealer)
    legal = _discards(dealer, 0, room)
    if state.if_enough and room < CARDS:
        legal += _NOT_ENOUGH
    tail = (Phase.DISCARD_DEALER, hand, dealer, DEALER, *NO_TRICKS, aside, log, legal + aside)
    return tuple.__new__(State, state[:PHASE] + tail), NO_EVENTS


def dealer_discards(state: State, thrown: Discard) -> Step:
    hand = _without(state.dealer_hand, thrown)
    return _draw(state, (*state.log, thrown), state.elder_hand, hand)


def not_enough(state: State) -> Step:
    """The elder hand takes back the discard, as no cards are given for it."""
    hand = tuple(sorted(state.elder_hand + put_aside(state)))
    aside = _aside(state, hand, state.dealer_hand)
    before = state._replace(elder_hand=hand, aside=aside)
    return _to_play(before, Say.NOT_ENOUGH, state.opening)


def put_aside(state: State) -> Discard:
    """The last discard of the hand. The exact type: a cut and a deal are tuples too."""
    discards = (action for action in reversed(state.log) if type(action) is tuple)
    return cast(Discard, next(discards))


def may_propose(state: State, left: int) -> bool:
    """While cards last, and as often as the code has it."""
    laws = state.laws
    second = laws.second_by_agreement and state.second_proposal
    return left > 0 and state.proposals < laws.proposals + second


def king_before_play(laws: Laws, trump: int, elder: Discard, dealer: Discard) -> tuple[Say, ...]:
    """The announcing of the king, if one of these hands has it before the play."""
    king = trump * 8 + KING
    return (Say.KING,) if laws.king_before_play and (king in elder or king in dealer) else ()


def _aside(state: State, elder: Discard, dealer: Discard) -> tuple[Say, ...]:
    """After an exchange. Nothing but a king is marked before the play."""
    if state.marks or Say.MARK in state.aside:
        return state.aside
    return king_before_play(state.laws, state.trump, elder, dealer)


def _draw(state: State, log: Log, elder: Discard, dealer: Discard) -> Step:
    """Both have put their discards aside: the elder hand draws first."""
    taken = CARDS - len(dealer)
    middle = state.stock + CARDS - len(elder)
    end = middle + taken
    elder = tuple(sorted(elder + state.pack[state.stock : middle]))
    dealer = tuple(sorted(dealer + state.pack[middle:end]))
    aside = _aside(state, elder, dealer)
    head = (*state[:STOCK], end, *state[PROPOSALS:PHASE])
    if may_propose(state, len(state.pack) - end) and (taken or state.laws.after_dealer_took_none):
        legal = TO_PROPOSE + aside
        again = (Phase.PROPOSAL, elder, dealer, ELDER, *NO_TRICKS, aside, log, legal)
        return tuple.__new__(State, head + again), NO_EVENTS
    return _begun(head, elder, dealer, _at_play(state, aside, elder, dealer), log)


def _to_play(state: State, word: Say, opening: Opening | None) -> Step:
    elder, dealer = state.elder_hand, state.dealer_hand
    head = (*state[:OPENING], opening, *state[STANDING:PHASE])
    aside = _at_play(state, state.aside, elder, dealer)
    return _begun(head, elder, dealer, aside, (*state.log, word))


def _at_play(
    state: State, aside: tuple[Say, ...], elder: Discard, dealer: Discard
) -> tuple[Say, ...]:
    """A king that could not be announced before can be now."""
    king = state.trump * 8 + KING
    if aside or state.laws.king_before_play or not (king in elder or king in dealer):
        return aside
    return (Say.KING,)


def _begun(
    head: tuple[object, ...], elder: Discard, dealer: Discard, aside: tuple[Say, ...], log: Log
) -> Step:
    """The play begins; `head`: all that stands before the phase."""
    legal = elder + ABANDON + aside
    tail = (Phase.PLAY, elder, dealer, ELDER, *NO_TRICKS, aside, log, legal)
    return tuple.__new__(State, head + tail), NO_EVENTS


def _discards(hand: tuple[Card, ...], least: int, left: int) -> tuple[Action, ...]:
    """Every choice of cards, few before many, that the stock has as many cards for."""
    numbers = range(least, min(CARDS, left) + 1)
    return tuple(chain.from_iterable(map(combinations, repeat(hand), numbers)))


def _without(hand: tuple[Card, ...], thrown: Discard) -> tuple[Card, ...]:
    return tuple(card for card in hand if card not in thrown)


_PACK: Final = frozenset(PACK)
_INT: Final = {int}
TURNED: Final = 10
"""The place in the pack of the card that is turned up."""


def cut_fault(cut: Cut) -> RefusalCode | None:
    if set(map(type, cut)) != _INT or cut.a == cut.b or not {cut.a, cut.b} <= _PACK:
        return RefusalCode.CUT_IMPOSSIBLE
    return None


def cut(state: State, cards: Cut) -> Step:
    """The highest deals, or chooses who does; with equal cards they cut again."""
    log = (*state.log, cards)
    if rank(cards.a) == rank(cards.b):
        return state._replace(log=log), NO_EVENTS
    highest = Seat.A if rank(cards.a) > rank(cards.b) else Seat.B
    if state.laws.highest_chooses:
        phase = Phase.FIRST_DEALER
        return state._replace(dealer=highest, phase=phase, turn=DEALER, log=log, legal=BY_CUT), ()
    return _first_dealer(state._replace(log=log), highest)


def deal_first(state: State) -> Step:
    return _chosen(state, Say.DEAL_FIRST, state.dealer)


def leave_deal(state: State) -> Step:
    return _chosen(state, Say.LEAVE_DEAL, state.elder)


def _chosen(state: State, word: Say, dealer: Seat | None) -> Step:
    return _first_dealer(state._replace(log=(*state.log, word)), dealer or Seat.A)


def _first_dealer(state: State, dealer: Seat) -> Step:
    events: tuple[Event, ...] = (DealPassed(dealer),)
    return state._replace(dealer=dealer, phase=Phase.DEAL, turn=ELDER, legal=()), events


def next_dealer(state: State) -> Seat | None:
    """Who deals the hand that is awaited."""
    return state.elder if state.phase is Phase.OVER else state.dealer


def chosen(state: State) -> Order | None:
    """How the next dealer has dealt before in this game."""
    return state.orders[0] if next_dealer(state) is Seat.A else state.orders[1]


def _is_full_pack(pack: object) -> bool:
    """True is 1, and 1.0 is, to Python; here they are no cards."""
    if type(pack) is not tuple or len(pack) != len(PACK) or set(map(type, pack)) != _INT:
        return False
    return set(pack) == _PACK


def deal_fault(state: State, deal: Deal) -> RefusalCode | None:
    pack, order = deal
    if not _is_full_pack(pack):
        return RefusalCode.PACK_INCORRECT
    if type(order) is not tuple or set(map(type, order)) != _INT or order not in ORDERS:
        return RefusalCode.ORDER_UNKNOWN
    if (chosen(state) or order) != order:
        return RefusalCode.ORDER_CHANGED
    return None


def deal(state: State, dealt: Deal) -> Step:
    """So many to the elder hand and to the dealer, then the rest; the next is turned up."""
    pack, order = dealt
    first, second = order[0], 2 * order[0]
    third = second + order[1]
    elder: tuple[Card, ...] = tuple(sorted(pack[:first] + pack[second:third]))
    dealer: tuple[Card, ...] = tuple(sorted(pack[first:second] + pack[third:TURNED]))
    turn_up = pack[TURNED]
    trump = turn_up >> 3
    if turn_up & 7 == KING:
        aside: tuple[Say, ...] = (Say.MARK,)
    else:
        aside = king_before_play(state.laws, trump, elder, dealer)
    who = next_dealer(state)
    orders = with_order(state.orders, who, order)
    log = state.log
    # In the order of the fields: to name two dozen of them takes as long as to play two cards.
    fields: tuple[object, ...]
    fields = (state.laws, state.second_proposal, orders, who, pack, turn_up, trump, TURNED + 1)
    fields += (0, False, len(log), None, state.score, (), Phase.PROPOSAL, elder, dealer)
    fields += (ELDER, *NO_TRICKS, aside, (*log, dealt), TO_PROPOSE + aside)
    return tuple.__new__(State, fields), NO_EVENTS

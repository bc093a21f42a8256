"""Why an action is refused. What is legal is in the state; this finds the code and the law."""

from collections.abc import Mapping
from typing import Final, cast

from games.engine.cards import KING, PACK, Card, suit
from games.engine.codes import Rule
from games.engine.refusals import Refusal, RefusalCode
from games.engine.seats import Seat

from .dealing import cut_fault, deal_fault
from .play import holder
from .state import BY_CUT, Cut, Deal, Phase, Say, State

Reason = tuple[RefusalCode, tuple[Rule, ...]]

DUE: Final[Mapping[Phase, Reason]] = {
    Phase.CUT: (RefusalCode.CUT_DUE, (Rule.CUT_FOR_DEAL,)),
    Phase.FIRST_DEALER: (RefusalCode.DEALER_DUE, (Rule.HIGHEST_CUT,)),
    Phase.DEAL: (RefusalCode.DEAL_DUE, (Rule.FIVE_TO_EACH,)),
    Phase.PROPOSAL: (RefusalCode.PROPOSAL_DUE, (Rule.PROPOSING,)),
    Phase.ANSWER: (RefusalCode.ANSWER_DUE, (Rule.ANSWERING,)),
    Phase.DISCARD_ELDER: (RefusalCode.DISCARD_DUE, (Rule.DISCARDING,)),
    Phase.DISCARD_DEALER: (RefusalCode.DISCARD_DUE, (Rule.DISCARDING,)),
    Phase.PLAY: (RefusalCode.CARD_DUE, (Rule.PLAY_IN_TURN,)),
    Phase.OVER: (RefusalCode.DEAL_DUE, (Rule.DEAL_PASSES,)),
}
DISCARDING: Final = (Phase.DISCARD_ELDER, Phase.DISCARD_DEALER)
TALK: Final = frozenset(Say) - {*BY_CUT, Say.KING, Say.MARK, Say.ABANDON}
ENDS_TALK: Final = (Say.STAND, Say.REFUSE, Say.NOT_ENOUGH)
CHANCE_FAULTS: Final[Mapping[RefusalCode, Rule]] = {
    RefusalCode.CUT_IMPOSSIBLE: Rule.CUT_FOR_DEAL,
    RefusalCode.PACK_INCORRECT: Rule.WHOLE_PACK,
    RefusalCode.ORDER_UNKNOWN: Rule.FIVE_TO_EACH,
    RefusalCode.ORDER_CHANGED: Rule.ORDER_KEPT,
}


def is_legal(state: State, action: object) -> bool:
    """Of a player's action. True is 1 and "king" is Say.KING to Python; here they are not."""
    kind = type(action)
    if kind is tuple:
        return set(map(type, action)) <= {int} and action in state.legal  # type: ignore[call-overload]  # a tuple
    return kind in (int, Say) and action in state.legal


def refusal(state: State, action: object, by: Seat | None = None) -> Refusal | None:
    """None if it may be done. `by`: for this player, whom it tells nothing of the other hand.

    Without `by` it is for whichever player may do it.
    """
    why: Reason | None = None
    if type(action) is Cut or type(action) is Deal:
        why = _chance_fault(state, action)
    elif not is_legal(state, action):
        why = _fault(state, action, by)
    elif by is not None and actor(state, action) is not by:
        why = _not_theirs(action)
    if why is None:
        return None
    which, rules = why
    return Refusal(which, state.code.source(*rules), "action")


def actor(state: State, action: object) -> Seat | None:
    """The player who does a legal action; None for chance, and for what is not legal."""
    if not is_legal(state, action):
        return None
    if action is Say.MARK:
        return state.dealer
    if action is Say.KING:
        return holder(state)
    return state.to_act


def _chance_fault(state: State, action: Cut | Deal) -> Reason | None:
    if state.winner is not None:
        return RefusalCode.GAME_OVER, (Rule.GAME_IS_FIVE,)
    if isinstance(action, Cut):
        due, fault = state.phase is Phase.CUT, cut_fault(action)
    else:
        due = state.phase in (Phase.DEAL, Phase.OVER)
        fault = deal_fault(state, action)
    if not due:
        return DUE[state.phase]
    return (fault, (CHANCE_FAULTS[fault],)) if fault else None


def _fault(state: State, action: object, by: Seat | None) -> Reason:
    if not _is_action(action):
        return RefusalCode.NOT_AN_ACTION, (Rule.WHOLE_PACK,)
    if state.winner is not None:
        return RefusalCode.GAME_OVER, (Rule.GAME_IS_FIVE,)
    if action is Say.MARK and state.turn_up is not None:
        return _mark_fault(state)
    if action is Say.KING and state.turn_up is not None:
        return _king_fault(state, by)
    if state.to_act is not None and by not in (None, state.to_act):
        return RefusalCode.OUT_OF_TURN, (Rule.PLAY_IN_TURN,)
    if isinstance(action, tuple) and state.phase in DISCARDING:
        return _discard_fault(state, action)
    if isinstance(action, int) and state.phase is Phase.PLAY:
        return _card_fault(state, Card(action), by)
    if action in TALK:
        return _talk_fault(state, action)
    return DUE[state.phase]


def _is_action(action: object) -> bool:
    """Whether it is an action at some time: a card, a discard in order, or a word."""
    if type(action) is int:
        return 0 <= action < len(PACK)
    if type(action) is tuple:
        return all(map(_is_card, action)) and list(action) == sorted(set(action))
    return type(action) is Say


def _is_card(value: object) -> bool:
    return type(value) is int and 0 <= value < len(PACK)


def _not_theirs(action: object) -> Reason:
    """Legal, and for the other to do."""
    if action is Say.KING:
        return RefusalCode.KING_NOT_HELD, (Rule.KING_IN_TIME,)
    if action is Say.MARK:
        return RefusalCode.KING_NOT_TURNED, (Rule.TURNED_BY_DEALER,)
    return RefusalCode.OUT_OF_TURN, (Rule.PLAY_IN_TURN,)


def _mark_fault(state: State) -> Reason:
    if state.turn_up is not None and state.turn_up & KING == KING:
        return RefusalCode.KING_ALREADY_MARKED, (Rule.ONE_KING,)
    return RefusalCode.KING_NOT_TURNED, (Rule.TURNED_BY_DEALER,)


def _king_fault(state: State, by: Seat | None) -> Reason:
    who = holder(state)
    if state.kings:
        return RefusalCode.KING_ALREADY_MARKED, (Rule.ONE_KING,)
    if who is None or by not in (None, who):
        return RefusalCode.KING_NOT_HELD, (Rule.KING_IN_TIME,)
    early = state.phase < Phase.PLAY
    which = RefusalCode.KING_TOO_EARLY if early else RefusalCode.KING_TOO_LATE
    return which, (Rule.KING_IN_TIME,)


def _talk_fault(state: State, word: object) -> Reason:
    if word is Say.ACCEPT_IF_ENOUGH and state.phase is Phase.ANSWER:
        return RefusalCode.STOCK_ENOUGH, (Rule.STOCK_SHORT,)
    if state.phase is not Phase.PLAY:
        return DUE[state.phase]
    if word is not Say.PROPOSE or any(word in state.hand_log for word in ENDS_TALK):
        return RefusalCode.TALK_OVER, (Rule.PROPOSING, Rule.ANSWERING)
    if state.left == 0:
        return RefusalCode.STOCK_EMPTY, (Rule.STOCK_SHORT,)
    none = not state.laws.after_dealer_took_none and () in state.hand_log
    return RefusalCode.NO_MORE_PROPOSALS, (Rule.DEALER_TOOK_NONE if none else Rule.HOW_OFTEN,)


def _discard_fault(state: State, thrown: tuple[object, ...]) -> Reason:
    hand = state.elder_hand if state.phase is Phase.DISCARD_ELDER else state.dealer_hand
    if any(card not in hand for card in thrown):
        return RefusalCode.CARD_NOT_HELD, (Rule.DISCARDING,)
    if thrown:
        return RefusalCode.STOCK_SHORT, (Rule.STOCK_SHORT,)
    return RefusalCode.TAKE_ONE, (Rule.TAKES_ONE,)


def _card_fault(state: State, card: Card, by: Seat | None) -> Reason:
    """Law 39: a card played stays. Law 40: nobody plays out of turn."""
    hand = state.dealer_hand if state.turn else state.elder_hand
    other = state.elder_hand if state.turn else state.dealer_hand
    if card in state.hand_log:
        return RefusalCode.CARD_PLAYED, (Rule.CARD_STAYS,)
    if card in other and by is None:
        return RefusalCode.OUT_OF_TURN, (Rule.PLAY_IN_TURN,)
    if card not in hand:
        return RefusalCode.CARD_NOT_HELD, (Rule.FIVE_TO_EACH,)
    allowed = Card(state.legal[0])  # type: ignore[arg-type]  # a card is due
    return reply_fault(cast(Card, state.lead), card, allowed)


def reply_fault(led: Card, answer: Card, allowed: Card) -> Reason:
    """Why `answer` may not be played to a card led, where `allowed` may."""
    if suit(allowed) != suit(led):
        return RefusalCode.MUST_TRUMP, (Rule.TAKE_THE_TRICK,)
    if suit(answer) == suit(led):
        return RefusalCode.TAKE_THE_TRICK, (Rule.TAKE_THE_TRICK,)
    return RefusalCode.FOLLOW_SUIT, (Rule.FOLLOW_SUIT,)

"""Proposals, answers, discards and draws."""

from itertools import chain, combinations, repeat
from typing import cast

from games.engine.cards import KING, Card
from games.engine.hand.actions import Action, Discard, Say
from games.engine.hand.compiled import Laws
from games.engine.hand.scoring import NO_EVENTS, Step
from games.engine.hand.state import DEALER, ELDER, IN_PLAY, Phase, State
from games.engine.records import TRICKS_IN_A_HAND, Opening

CARDS = TRICKS_IN_A_HAND
MOST_EXCHANGED = 2 * CARDS
ABANDON: tuple[Action, ...] = (Say.ABANDON,)
TO_PROPOSE: tuple[Action, ...] = (Say.PROPOSE, Say.STAND)

_TO_ANSWER: tuple[Action, ...] = (Say.ACCEPT, Say.REFUSE)
_WITH_CONDITION: tuple[Action, ...] = (Say.ACCEPT, Say.ACCEPT_IF_ENOUGH, Say.REFUSE)
_NOT_ENOUGH: tuple[Action, ...] = (Say.NOT_ENOUGH,)
_ANSWER, _PLAY, _PROPOSAL = Phase.ANSWER, Phase.PLAY, Phase.PROPOSAL
_OPENING = 11
_PHASE = 14


def propose(state: State) -> Step:
    enough = state.left >= MOST_EXCHANGED
    elder, dealer, _turn, _lead, _elder_tricks, _dealer_tricks, aside, log, _legal = state[IN_PLAY:]
    legal = (_TO_ANSWER if enough else _WITH_CONDITION) + aside
    said = (_ANSWER, elder, dealer, DEALER, None, 0, 0, aside, (*log, Say.PROPOSE), legal)
    return tuple.__new__(State, state[:_PHASE] + said), NO_EVENTS


def stand(state: State) -> Step:
    return _to_play(state, Say.STAND, state.opening or Opening.STOOD)


def refuse(state: State) -> Step:
    return _to_play(state, Say.REFUSE, state.opening or Opening.REFUSED)


def accept(state: State, said: Say = Say.ACCEPT) -> Step:
    choices = _discards(state.elder_hand, state.laws.least_taken, state.left)
    after = state._replace(
        proposals=state.proposals + 1,
        if_enough=said is Say.ACCEPT_IF_ENOUGH,
        opening=Opening.EXCHANGED,
        phase=Phase.DISCARD_ELDER,
        turn=ELDER,
        log=(*state.log, said),
        legal=choices + state.aside,
    )
    return after, NO_EVENTS


def accept_if_enough(state: State) -> Step:
    return accept(state, Say.ACCEPT_IF_ENOUGH)


def elder_discards(state: State, thrown: Discard) -> Step:
    """Law 38: if nothing is left for the dealer, he must play his hand."""
    kept = _without(state.elder_hand, thrown)
    room = state.left - len(thrown)
    after = state._replace(elder_hand=kept, log=(*state.log, thrown))
    if room == 0 and not state.if_enough:
        return _drawn(after, (), state.dealer_hand)
    aside = _aside(after, kept, state.dealer_hand)
    choices = _discards(state.dealer_hand, 0, room)
    if state.if_enough and room < CARDS:
        choices += _NOT_ENOUGH
    after = after._replace(
        phase=Phase.DISCARD_DEALER, turn=DEALER, aside=aside, legal=choices + aside
    )
    return after, NO_EVENTS


def dealer_discards(state: State, thrown: Discard) -> Step:
    kept = _without(state.dealer_hand, thrown)
    return _drawn(state._replace(log=(*state.log, thrown)), thrown, kept)


def not_enough(state: State) -> Step:
    """The elder hand takes up again what he put aside for cards that are not given."""
    thrown = put_aside(state)
    hand = tuple(sorted(state.elder_hand + thrown))
    aside = _aside(state, hand, state.dealer_hand)
    before = state._replace(elder_hand=hand, aside=aside)
    return _to_play(before, Say.NOT_ENOUGH, state.opening)


def put_aside(state: State) -> Discard:
    """The last discard of the hand. The exact type: a cut and a deal are tuples too."""
    discards = (action for action in reversed(state.log) if type(action) is tuple)
    return cast(Discard, next(discards))


def may_propose(state: State) -> bool:
    """While cards last, and as often as the code has it."""
    laws = state.laws
    second = laws.second_by_agreement and state.second_proposal
    return state.left > 0 and state.proposals < laws.proposals + second


def held(laws: Laws, trump: int, elder: Discard, dealer: Discard) -> tuple[Say, ...]:
    """The announcing of the king, if one of these hands has it before the play."""
    king = trump * 8 + KING
    return (Say.KING,) if laws.king_before_play and (king in elder or king in dealer) else ()


def _aside(state: State, elder: Discard, dealer: Discard) -> tuple[Say, ...]:
    """After an exchange. Nothing but a king is marked before the play."""
    if state.marks or Say.MARK in state.aside:
        return state.aside
    return held(state.laws, state.trump, elder, dealer)


def _drawn(state: State, thrown: Discard, dealer: Discard) -> Step:
    """Both have put their discards aside: the elder hand draws first."""
    asked = CARDS - len(state.elder_hand)
    middle = state.stock + asked
    end = middle + len(thrown)
    elder = tuple(sorted(state.elder_hand + state.pack[state.stock : middle]))
    dealer = tuple(sorted(dealer + state.pack[middle:end]))
    aside = _aside(state, elder, dealer)
    after = state._replace(stock=end, elder_hand=elder, dealer_hand=dealer, aside=aside)
    if may_propose(after) and (thrown or state.laws.after_dealer_took_none):
        legal = TO_PROPOSE + aside
        return after._replace(phase=_PROPOSAL, turn=ELDER, legal=legal), NO_EVENTS
    return _to_play(after, None, state.opening)


def _to_play(state: State, said: Say | None, opening: Opening | None) -> Step:
    elder, dealer, _turn, _lead, _elder_tricks, _dealer_tricks, aside, log, _legal = state[IN_PLAY:]
    if said is not None:
        log = (*log, said)
    laws = state.laws
    if not (aside or laws.king_before_play):
        king = state.trump * 8 + KING
        if king in elder or king in dealer:
            aside = (Say.KING,)
    legal = elder + ABANDON + aside
    begun = (_PLAY, elder, dealer, ELDER, None, 0, 0, aside, log, legal)
    head = (*state[:_OPENING], opening, state.score, state.marks)
    return tuple.__new__(State, head + begun), NO_EVENTS


def _discards(hand: tuple[Card, ...], least: int, left: int) -> tuple[Action, ...]:
    """Every choice of cards, few before many, that the stock has as many cards for."""
    numbers = range(least, min(CARDS, left) + 1)
    return tuple(chain.from_iterable(map(combinations, repeat(hand), numbers)))


def _without(hand: tuple[Card, ...], thrown: Discard) -> tuple[Card, ...]:
    return tuple(card for card in hand if card not in thrown)

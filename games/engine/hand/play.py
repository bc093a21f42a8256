"""The play of the cards, and the hand that is abandoned."""

from bisect import bisect_left, bisect_right

from games.engine.cards import KING, Card
from games.engine.facts import bonus_rule, outcome, tricks_mark

from .actions import Say
from .scoring import NO_EVENTS, Step, hand_over
from .state import ELDER, IN_PLAY, State
from .talk import ABANDON


def replies(hand: tuple[Card, ...], led: Card, trump: int) -> tuple[Card, ...]:
    """What may be played to a card: in a sorted hand each obligation is a slice.

    Follow suit, and win the trick if you can; so trump, if you are void; then anything.
    """
    above = bisect_right(hand, led)
    end = bisect_right(hand, led | 7)
    if above < end:
        return hand[above:end]
    start = bisect_left(hand, led & 24)
    if start < above:
        return hand[start:above]
    start = bisect_left(hand, trump * 8)
    end = bisect_right(hand, trump * 8 + 7)
    return hand[start:end] or hand


def play(state: State, card: Card) -> Step:
    """`card` is legal."""
    elder, dealer, turn, lead, elder_tricks, dealer_tricks, aside, log, _legal = state[IN_PLAY:]
    if turn:
        place = dealer.index(card)
        dealer = dealer[:place] + dealer[place + 1 :]
    else:
        place = elder.index(card)
        elder = elder[:place] + elder[place + 1 :]
    if aside:
        aside = _aside(state, card)
    if lead is None:
        turn = 1 - turn
        lead = card
        cards = replies(dealer if turn else elder, card, state.trump)
    else:
        # The same suit, or a trump on another: the numbers of a suit differ in three bits.
        takes = card > lead if (card ^ lead) < 8 else card >> 3 == state.trump
        if not takes:
            turn = 1 - turn
        if turn:
            dealer_tricks += 1
            cards = dealer
        else:
            elder_tricks += 1
            cards = elder
        lead = None
    legal = cards + ABANDON + aside if aside else cards + ABANDON
    this = (card,)
    changed = (elder, dealer, turn, lead, elder_tricks, dealer_tricks, aside, log + this, legal)
    after = tuple.__new__(State, state[:IN_PLAY] + changed)
    if cards:
        return after, NO_EVENTS
    return hand_over(after, state.laws.tricks[state.dealer, state.opening, dealer_tricks])


def _aside(state: State, card: Card) -> tuple[Say, ...]:
    """What may still be announced or marked once the card is played."""
    if Say.MARK in state.aside:
        return state.aside
    king = state.trump * 8 + KING
    if card == king:
        return state.aside if state.laws.king_after_card else ()
    # The dealer has not played yet, so this is the opening lead.
    led = state.turn == ELDER and king in state.dealer_hand
    return state.aside if led and state.laws.king_after_lead else ()


def abandon(state: State) -> Step:
    by = state.to_act
    won = outcome(state.tricks, by)
    mark = tricks_mark(state.code, won, bonus_rule(won.winner, state.dealer, state.opening))
    return hand_over(state._replace(log=(*state.log, Say.ABANDON)), mark)

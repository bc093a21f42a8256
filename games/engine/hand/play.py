"""The play of the cards: tricks, kings marked, an abandoned hand, and what a mark changes."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from games.engine.cards import KING, Card, king_of, suit
from games.engine.facts import Mark, bonus_rule, outcome, tricks_mark
from games.engine.seats import Seat
from games.engine.states import DealPassed
from games.engine.terms import GAME_IS, Score

from .state import ELDER, IN_PLAY, STANDING, Action, Event, GameEnded, Phase, Say, State

Played = tuple[tuple[Seat | None, Card], ...]


def played(state: State) -> Played:
    """Who played which card, in order; two make a trick."""
    cards = [action for action in state.hand_log if isinstance(action, int)]
    made: list[tuple[Seat | None, Card]] = []
    leader, other = state.elder, state.dealer
    for led, answer in zip(cards[::2], cards[1::2], strict=False):
        made += [(leader, led), (other, answer)]
        if takes(answer, led, state.trump):
            leader, other = other, leader
    if len(cards) % 2:
        made.append((leader, cards[-1]))
    return tuple(made)


def takes(answer: Card, led: Card, trump: int) -> bool:
    """Whether the card played to another wins the trick."""
    if suit(answer) == suit(led):
        return answer > led
    return suit(answer) == trump


Step = tuple[State, tuple[Event, ...]]

AFTER: Final[Mapping[Seat | None, DealPassed]] = {seat: DealPassed(seat.other) for seat in Seat}
"""The deal passes, from each dealer."""

ABANDON: Final[tuple[Action, ...]] = (Say.ABANDON,)
NO_EVENTS: Final[tuple[Event, ...]] = ()
_OVER = Phase.OVER


def counted(score: Score, mark: Mark) -> tuple[Mark, Score]:
    """The mark as far as it counts, and the score with it: no score passes five."""
    had = score.of(mark.seat)
    if had + mark.points > GAME_IS:
        mark = replace(mark, points=GAME_IS - had)
    return mark, score.plus(mark.seat, mark.points)


def hand_over(state: State, mark: Mark) -> Step:
    """The tricks are marked; `state` is as the last card, or the abandoning, left it."""
    mark, score = counted(state.score, mark)
    *played, aside, log, _legal = state[IN_PLAY:]
    ended = score.winner
    # A king held is too late now; one that was turned may be marked until the next trump.
    aside = (Say.MARK,) if Say.MARK in aside and ended is None else ()
    over = (score, (*state.marks, mark), _OVER, *played, aside, log, aside)
    after = tuple.__new__(State, (*state[:STANDING], *over))
    if ended is None:
        return after, (mark, AFTER[state.dealer])
    return after, (mark, GameEnded(ended, score))


def mark_aside(state: State, word: Say, mark: Mark) -> Step:
    """A king is marked, whoever's turn it is; nothing else changes."""
    mark, score = counted(state.score, mark)
    after = state._replace(
        score=score,
        marks=(*state.marks, mark),
        aside=(),
        log=(*state.log, word),
        legal=tuple(action for action in state.legal if action is not word),
    )
    if score.winner is None:
        return after, (mark,)
    return after._replace(phase=_OVER, legal=()), (mark, GameEnded(score.winner, score))


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
        return state.aside if state.laws.king_after_card[state.turn] else ()
    # The dealer has not played yet, so this is the opening lead.
    led = state.turn == ELDER and king in state.dealer_hand
    return state.aside if led and state.laws.king_after_lead else ()


def abandon(state: State) -> Step:
    by = state.to_act
    won = outcome(state.tricks, by)
    mark = tricks_mark(state.code, won, bonus_rule(won.winner, state.dealer, state.opening))
    return hand_over(state._replace(log=(*state.log, Say.ABANDON)), mark)


def holder(state: State) -> Seat | None:
    """The player who has the king of trumps, or has played it; None if nobody did."""
    king = king_of(state.trump)
    if king in state.dealer_hand:
        return state.dealer
    if king in state.elder_hand:
        return state.elder
    return next((seat for seat, card in played(state) if card == king), None)


def announce(state: State) -> Step:
    return mark_aside(state, Say.KING, state.laws.king_held[holder(state)])


def mark_turned(state: State) -> Step:
    return mark_aside(state, Say.MARK, state.laws.king_turned[state.dealer])

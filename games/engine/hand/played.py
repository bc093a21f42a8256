"""The cards of a hand as they were played, from its log."""

from games.engine.cards import Card, suit
from games.engine.seats import Seat

from .state import State

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

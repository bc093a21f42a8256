"""Classes of hands: those of a class are bid alike by the tables of the strong robot.

What a hand is worth as it stands is counted; what it is worth in an exchange is told by how many
cards would be thrown, and by the king of trumps.
"""

from bisect import bisect_right
from math import comb
from typing import Final

from games.engine.cards import KING, PACK, Card, rank, suit
from games.engine.exact.weighing import points, strength_of
from games.engine.records import TRICKS_IN_A_HAND

LIMITS: Final = (
    *(0.08, 0.15, 0.21, 0.26, 0.3, 0.34, 0.37, 0.4, 0.43, 0.46, 0.49, 0.52),
    *(0.55, 0.58, 0.61, 0.64, 0.67, 0.7, 0.73, 0.76, 0.8, 0.85, 0.9, 0.95),
)
"""Of the chance to win the point as the hand stands, against any hand."""
THROWN: Final = TRICKS_IN_A_HAND + 1
"""Numbers of cards that would be thrown: none … all five."""
CLASSES: Final = (len(LIMITS) + 1) * THROWN * 2
UNSEEN: Final = len(PACK) - 1 - TRICKS_IN_A_HAND
"""Cards beside one's own and the turn-up."""
HANDS: Final = comb(UNSEEN, TRICKS_IN_A_HAND)


def chance_of_point(hand: tuple[Card, ...], turn_up: Card, *, leads: bool) -> float:
    """Against any hand of the cards not seen, discards being taken for such."""
    unseen = tuple(card for card in PACK if card not in hand and card != turn_up)
    return points(hand, unseen, suit(turn_up), leads) / HANDS


def class_number(chance: float, thrown: int, king: bool) -> int:
    return (bisect_right(LIMITS, chance) * THROWN + thrown) * 2 + king


def class_of(hand: tuple[Card, ...], turn_up: Card, *, leads: bool) -> int:
    held = strength_of(hand, suit(turn_up))
    chance = chance_of_point(hand, turn_up, leads=leads)
    return class_number(chance, TRICKS_IN_A_HAND - held.held, held.king)


def in_order_of_keeping(hand: tuple[Card, ...], trump: int) -> tuple[Card, ...]:
    """Trumps, kings, then the highest: what is thrown is the end of it."""
    return tuple(sorted(hand, key=lambda card: keeping(card, trump), reverse=True))


def keeping(card: Card, trump: int) -> int:
    """The higher, the longer a card is kept."""
    if suit(card) == trump:
        return 128 + rank(card)
    return (64 if rank(card) == KING else 0) + rank(card) * 4 + suit(card)

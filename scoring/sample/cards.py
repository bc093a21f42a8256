"""The écarté pack, and what may be played to a lead."""

from collections.abc import Sequence
from typing import NamedTuple

SUITS = "SHDC"
RANKS = "789TAJQK"


class Card(NamedTuple):
    """`rank` is the place in RANKS, from the seven to the king."""

    suit: str
    rank: int


KNAVE, QUEEN, KING = RANKS.index("J"), RANKS.index("Q"), RANKS.index("K")
PACK = tuple(Card(suit, rank) for suit in SUITS for rank in range(len(RANKS)))


def allowed(hand: Sequence[Card], lead: Card, trumps: str) -> Sequence[Card]:
    """EB 1911: follow suit and take the trick if able; a hand without the suit trumps."""
    same = [card for card in hand if card.suit == lead.suit]
    higher = [card for card in same if card.rank > lead.rank]
    ruffs = [card for card in hand if card.suit == trumps]
    return higher or same or ruffs or hand


def takes(card: Card, lead: Card, trumps: str) -> bool:
    if card.suit == lead.suit:
        return card.rank > lead.rank
    return card.suit == trumps

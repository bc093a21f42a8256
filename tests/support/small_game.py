"""A game small enough for any program: twelve cards, three in each hand, and the seven of hearts
turned up. It has all of the bidding.

The elder hand stands or proposes; the dealer accepts or refuses. In an exchange each throws all but
trumps and kings, the elder hand one card at least, and the dealer takes no more than are left. The
cards are played exactly. Two tricks of three make the point, which counts as in écarté.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from games.engine.cards import Card, cards, king_of, rank, suit
from games.engine.exact.solving import Position, solve

TRUMP, IN_HAND = 2, 3
TURNED = cards("7H")
UNSEEN = tuple(sorted(cards("AH KH 7C AC KC 7D AD KD 7S AS KS")))
HANDS = tuple(combinations(UNSEEN, IN_HAND))
Hand = tuple[Card, ...]


class Pair(NamedTuple):
    """Hands by their number in HANDS; what they are worth to the elder hand in points."""

    elder: int
    dealer: int
    stood: float
    refused: float
    exchanged: float


def pairs() -> Iterator[Pair]:
    """Each as likely as the others."""
    for place, elder in enumerate(HANDS):
        for other, dealer in enumerate(HANDS):
            if set(elder).isdisjoint(dealer):
                stood, refused = worth(elder, dealer, -2, 1), worth(elder, dealer, -1, 2)
                yield Pair(place, other, stood, refused, exchange(elder, dealer))


def worth(elder: Hand, dealer: Hand, lost: int = -1, won: int = 1) -> int:
    """`lost`, `won`: the point, to the elder hand."""
    king = king_of(TRUMP)
    marks = (king in elder) - (king in dealer)
    made = tricks(elder, dealer)
    if made in (0, IN_HAND):
        return marks + (2 if made else -2)
    return marks + (won if made > 1 else lost)


@cache
def tricks(elder: Hand, dealer: Hand) -> int:
    return solve(Position(elder, dealer, TRUMP)).leader


def exchange(elder: Hand, dealer: Hand) -> float:
    """On the average of all cards that may be drawn."""
    stock = [card for card in UNSEEN if card not in (*elder, *dealer)]
    mine, theirs = kept(elder, least=1), kept(dealer, least=0)
    total = number = 0
    for drawn in combinations(stock, IN_HAND - len(mine)):
        left = [card for card in stock if card not in drawn]
        short = max(IN_HAND - len(theirs) - len(left), 0)
        stays = theirs + thrown(dealer, theirs)[:short]
        for other in combinations(left, IN_HAND - len(stays)):
            total += worth(tuple(sorted(mine + drawn)), tuple(sorted(stays + other)))
            number += 1
    return total / number


def kept(hand: Hand, *, least: int) -> Hand:
    """`least`: cards to be thrown in any case, the lowest."""
    stays = [card for card in hand if suit(card) == TRUMP or rank(card) == 7]
    stays.sort(key=lambda card: (suit(card) == TRUMP, rank(card)), reverse=True)
    return tuple(stays[: IN_HAND - least])


def thrown(hand: Hand, stays: Hand) -> Hand:
    """The highest first."""
    return tuple(sorted((card for card in hand if card not in stays), key=rank, reverse=True))

"""The most tricks that each side can force with all cards seen, and the cards that force them."""

from collections.abc import Mapping
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.hand.play import replies
from games.engine.hand.played import takes

from .aims import TRICKS, Aim
from .position import Position, fault
from .search import leads, most
from .words import kinds, words_of

_PLAIN = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))
"""The suits that are not trumps, for each that is."""


class Solution(NamedTuple):
    """Tricks in all, those already made included.

    `cards` has each card that the player who is to play may play, and the tricks he then makes.
    """

    leader: int
    follower: int
    cards: Mapping[Card, int]

    def best(self, aim: Aim = TRICKS) -> tuple[Card, ...]:
        """The cards that serve the aim best, the lowest first; all of them if none matters."""
        worth = {card: aim[tricks] for card, tricks in self.cards.items()}
        most_worth = max(worth.values(), default=0)
        return tuple(sorted(card for card in worth if worth[card] == most_worth))


def solve(position: Position) -> Solution:
    """Raises FaultError if the cards cannot lie so."""
    wrong = fault(position)
    if wrong is not None:
        raise wrong
    leader, follower, _, led, won, lost = position
    total = won + lost + len(follower)
    if led is not None:
        cards = _replies(position, led)
        made = max(cards.values())
        return Solution(total - made, made, cards)
    if not leader:
        return Solution(won, lost, {})
    cards = _leads(position)
    made = max(cards.values())
    return Solution(made, total - made, cards)


def _words(leader: tuple[Card, ...], follower: tuple[Card, ...], trump: int) -> list[int]:
    """The words of trumps, then of the plain suits."""
    words = words_of(leader, follower)
    words.insert(0, words.pop(trump))
    return words


def _leads(position: Position) -> dict[Card, int]:
    leader, follower, trump, _, won, _ = position
    trumps, a, b, c = words = _words(leader, follower, trump)
    worth = leads(len(leader), trumps, a, b, c)
    places = dict(zip((trump, *_PLAIN[trump]), range(4), strict=True))
    ranked = [iter(kinds(word)) for word in words]
    found = {}
    for card in sorted(leader, reverse=True):
        place = places[card >> 3]
        found[card] = won + worth[place][next(ranked[place])]
    return found


def _replies(position: Position, led: Card) -> dict[Card, int]:
    leader, follower, trump, _, _, lost = position
    left, found = len(leader), {}
    for card in replies(tuple(sorted(follower)), led, trump):
        kept = tuple(other for other in follower if other != card)
        if takes(card, led, trump):
            made = 1 + most(left, *_words(kept, leader, trump))
        else:
            made = left - most(left, *_words(leader, kept, trump))
        found[card] = lost + made
    return found

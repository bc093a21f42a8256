"""A suit as two hands hold it: whose each card is, from the lowest to the highest, and no more.

Such a word is an int: a 1 to begin with, then a bit for each card, the highest card's last: 1 if
the leader holds it, 0 if the follower does. What became of the cards between is of no account,
so that neighbours in one hand are alike.
"""

from functools import cache
from typing import NamedTuple

EMPTY = 1
BITS = 9
"""A word's size: the 1 it begins with, and the eight cards of a suit."""
WORDS = 1 << BITS


class Contest(NamedTuple):
    """A lead that the follower can follow: whether it wins, and the words it may leave."""

    wins: bool
    leaves: tuple[int, ...]


def _swapped(word: int) -> int:
    return word ^ ((1 << word.bit_length() - 1) - 1)


SWAPPED = (0, *map(_swapped, range(1, WORDS)))
"""Each word as it is when the follower has taken the lead."""

VOID = tuple(word & (word + 1) == 0 for word in range(WORDS))
"""Whether the follower has none of the suit."""


def _without(word: int, place: int) -> int:
    return word >> place + 1 << place | word & (1 << place) - 1


def _places(word: int, bit: int) -> list[int]:
    """Of the cards of one hand, from the highest down; the highest of the suit is 0."""
    return [place for place in range(word.bit_length() - 1) if word >> place & 1 == bit]


@cache
def spent(word: int) -> tuple[int, ...]:
    """The words that a card of the follower's may leave."""
    return tuple(dict.fromkeys(_without(word, place) for place in _places(word, 0)))


@cache
def _contest(word: int, led: int) -> Contest:
    """The follower takes the card led if he can, with any card that does."""
    above = [place for place in _places(word, 0) if place < led]
    after = [_without(_without(word, max(led, place)), min(led, place)) for place in above]
    if above:
        return Contest(False, tuple(dict.fromkeys(after)))
    return Contest(True, spent(_without(word, led)))


@cache
def contests(word: int) -> tuple[Contest, ...]:
    """The leads that differ, from the highest down, of a word in which the follower can follow."""
    return tuple(dict.fromkeys(_contest(word, led) for led in _places(word, 1)))


@cache
def kinds(word: int) -> tuple[int, ...]:
    """Which of the leads that differ each card of the leader's is, from the highest down."""
    if VOID[word]:
        return (0,) * (word.bit_length() - 1)
    found = contests(word)
    return tuple(found.index(_contest(word, led)) for led in _places(word, 1))


def words_of(leader: tuple[int, ...], follower: tuple[int, ...]) -> list[int]:
    """The words of the four suits. A card is suit * 8 + rank, so doubled it is suit * 16 + ..."""
    found = [EMPTY] * 4
    for card in sorted([card * 2 + 1 for card in leader] + [card * 2 for card in follower]):
        found[card >> 4] = found[card >> 4] << 1 | card & 1
    return found

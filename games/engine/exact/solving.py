"""The most tricks that each side can force with all cards seen, and the cards that force them.

They are searched in a pattern: trumps, and three other suits. A suit as two hands hold it is a
word: an int that begins with a 1, then has a bit for each card, the highest card's last: 1 if the
leader holds it, 0 if the follower does. Cards between that are gone do not matter, so that
neighbours in one hand are alike.

A pattern is the four words of a deal. The plain suits may change places, so each pattern is stored
once, in the order of its words; and there are few enough to store every one that was ever met.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.hand.play import replies, takes
from games.engine.hand.state import DEALER, Phase, State
from games.engine.records import TRICKS_IN_A_HAND

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
    """The follower must take the card led if possible, with any card that does."""
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
    leads_of_suit = contests(word)
    return tuple(leads_of_suit.index(_contest(word, led)) for led in _places(word, 1))


def words_of(leader: tuple[int, ...], follower: tuple[int, ...]) -> list[int]:
    """The words of the four suits. A card is suit * 8 + rank, so doubled it is suit * 16 + ..."""
    words = [EMPTY] * 4
    for card in sorted([card * 2 + 1 for card in leader] + [card * 2 for card in follower]):
        words[card >> 4] = words[card >> 4] << 1 | card & 1
    return words


PATTERNS = 15_872
"""All there are of up to five cards in each hand; 2,868 of them of up to four."""

_stored: dict[int, int] = {EMPTY << 3 * BITS | EMPTY << 2 * BITS | EMPTY << BITS | EMPTY: 0}


def stored_patterns() -> int:
    """How many patterns are kept; never more than `PATTERNS`."""
    return len(_stored)


def most(tricks: int, trumps: int, a: int, b: int, c: int) -> int:
    """`tricks` are those left to play; the words are the leader's."""
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
        if a > b:
            a, b = b, a
    key = trumps << 3 * BITS | a << 2 * BITS | b << BITS | c
    tricks_forced = _stored.get(key)
    if tricks_forced is None:
        tricks_forced = _stored[key] = max(map(max, filter(None, leads(tricks, trumps, a, b, c))))
    return tricks_forced


def leads(tricks: int, trumps: int, a: int, b: int, c: int) -> tuple[list[int], ...]:
    """What each lead that differs is worth: by suit, and in a suit as in `kinds`."""
    return (
        _trump_leads(tricks, trumps, a, b, c),
        _side_suit_leads(tricks, trumps, a, b, c),
        _side_suit_leads(tricks, trumps, b, a, c),
        _side_suit_leads(tricks, trumps, c, a, b),
    )


def _trump_leads(tricks: int, trumps: int, a: int, b: int, c: int) -> list[int]:
    if trumps == EMPTY:
        return []
    left = tricks - 1
    if VOID[trumps]:
        return [1 + _discarding(left, trumps >> 1, a, b, c)]
    worth = []
    for wins, leaves in contests(trumps):
        if wins:
            worth.append(1 + min([most(left, word, a, b, c) for word in leaves]))
        else:
            x, y, z = SWAPPED[a], SWAPPED[b], SWAPPED[c]
            worth.append(left - max([most(left, SWAPPED[word], x, y, z) for word in leaves]))
    return worth


def _side_suit_leads(tricks: int, trumps: int, suit: int, b: int, c: int) -> list[int]:
    if suit == EMPTY:
        return []
    left = tricks - 1
    if VOID[suit]:
        return [_not_followed(left, trumps, suit >> 1, b, c)]
    worth = []
    for wins, leaves in contests(suit):
        if wins:
            worth.append(1 + min([most(left, trumps, word, b, c) for word in leaves]))
        else:
            t, y, z = SWAPPED[trumps], SWAPPED[b], SWAPPED[c]
            worth.append(left - max([most(left, t, SWAPPED[word], y, z) for word in leaves]))
    return worth


def _not_followed(left: int, trumps: int, a: int, b: int, c: int) -> int:
    """The follower, void of the plain suit led, must trump if possible."""
    trumped = spent(trumps)
    if not trumped:
        return 1 + _discarding(left, trumps, a, b, c)
    x, y, z = SWAPPED[a], SWAPPED[b], SWAPPED[c]
    return left - max([most(left, SWAPPED[word], x, y, z) for word in trumped])


def _discarding(left: int, trumps: int, a: int, b: int, c: int) -> int:
    """The follower can neither follow nor trump, and throws any card."""
    return min(
        [most(left, trumps, word, b, c) for word in spent(a)]
        + [most(left, trumps, a, word, c) for word in spent(b)]
        + [most(left, trumps, a, b, word) for word in spent(c)]
    )


Aim = tuple[int, int, int, int, int, int]
"""What making none, one … all five tricks is worth to a player; it never falls."""

TRICKS: Aim = (0, 1, 2, 3, 4, 5)
POINT: Aim = (0, 0, 0, 1, 1, 1)
VOLE: Aim = (0, 1, 1, 1, 1, 2)
"""To make the vole, and failing that to save it."""


class Fault(StrEnum):
    """Why a position or question is impossible."""

    CARD_TWICE = "card_twice"
    HANDS_UNEQUAL = "hands_unequal"
    TRICKS_IMPOSSIBLE = "tricks_impossible"
    NOT_FIVE_CARDS = "not_five_cards"
    TOO_MANY_HELD = "too_many_held"
    TOO_FEW_LEFT = "too_few_left"


class FaultError(ValueError):
    """`cards` are those at fault, if single cards are."""

    def __init__(self, fault: Fault, cards: tuple[Card, ...] = ()) -> None:
        super().__init__(fault, cards)
        self.fault = fault
        self.cards = cards


class Position(NamedTuple):
    """The leader is to lead; or has led `led`, no longer in hand, and the follower is to play.

    `won` and `lost` are the leader's tricks so far. Fewer than five tricks in all are taken as
    they are: nobody makes those that are not played.
    """

    leader: tuple[Card, ...]
    follower: tuple[Card, ...]
    trump: int
    led: Card | None = None
    won: int = 0
    lost: int = 0


def fault(position: Position) -> FaultError | None:
    leader, follower, _, led, won, lost = position
    mine = leader if led is None else (*leader, led)
    if len(mine) != len(follower):
        return FaultError(Fault.HANDS_UNEQUAL)
    cards = (*mine, *follower)
    if len(set(cards)) < len(cards):
        return FaultError(Fault.CARD_TWICE, doubles(cards))
    if min(won, lost) < 0 or won + lost + len(mine) > TRICKS_IN_A_HAND:
        return FaultError(Fault.TRICKS_IMPOSSIBLE)
    return None


def doubles(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted({card for card in cards if cards.count(card) > 1}))


_PLAIN = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))
"""The suits that are not trumps, for each that is."""


class Solution(NamedTuple):
    """Tricks in all, those already made included.

    `cards` has each card that the player who is to play may play, and the tricks it makes.
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
    """Raises FaultError if the cards are impossible."""
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
    worth_of_card = {}
    for card in sorted(leader, reverse=True):
        place = places[card >> 3]
        worth_of_card[card] = won + worth[place][next(ranked[place])]
    return worth_of_card


def _replies(position: Position, led: Card) -> dict[Card, int]:
    leader, follower, trump, _, _, lost = position
    left, worth_of_card = len(leader), {}
    for card in replies(tuple(sorted(follower)), led, trump):
        left_cards = tuple(other for other in follower if other != card)
        if takes(card, led, trump):
            made = 1 + most(left, *_words(left_cards, leader, trump))
        else:
            made = left - most(left, *_words(leader, left_cards, trump))
        worth_of_card[card] = lost + made
    return worth_of_card


def position_of(state: State) -> Position:
    """Of a hand that is dealt; before the first card it is the elder's to lead."""
    elder, dealer = state.elder_hand, state.dealer_hand
    if _dealer_leads(state):
        tricks = state.dealer_tricks, state.elder_tricks
        return Position(dealer, elder, state.trump, state.lead, *tricks)
    tricks = state.elder_tricks, state.dealer_tricks
    return Position(elder, dealer, state.trump, state.lead, *tricks)


def _dealer_leads(state: State) -> bool:
    if state.phase is not Phase.PLAY:
        return False
    return (state.turn == DEALER) == (state.lead is None)

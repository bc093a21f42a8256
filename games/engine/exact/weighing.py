"""Counts over the adversary's hands by what they hold, so that some may weigh more than others.

As in `counting`, neighbours between two of one's own cards are alike; but a king is counted apart,
and a plain queen, as they tell what a player said and kept.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache
from math import comb
from typing import Final, NamedTuple

from games.engine.cards import KING, Card, rank, suit
from games.engine.records import TRICKS_IN_A_HAND

from .solving import EMPTY, SWAPPED, kinds, leads, most, words_of

MOST_AGAINST: Final = 2
"""Tricks a player may lose and still win the point."""
QUEEN: Final = KING - 1


class Strength(NamedTuple):
    """What tells how a hand was bid. `kings`, `queens`: of plain suits."""

    trumps: int = 0
    king: bool = False
    kings: int = 0
    queens: int = 0

    @property
    def held(self) -> int:
        """What is never thrown by the printed hint: trumps and kings."""
        return self.trumps + self.kings


def strength_of(hand: Iterable[Card], trump: int) -> Strength:
    trumps = king = kings = queens = 0
    for card in hand:
        if suit(card) == trump:
            trumps += 1
            king = king or rank(card) == KING
        else:
            kings += rank(card) == KING
            queens += rank(card) == QUEEN
    return Strength(trumps, bool(king), kings, queens)


class Holding(NamedTuple):
    """What the adversary may hold of a suit: the leader's word then, and in how many ways."""

    word: int
    cards: int
    king: bool
    queen: bool
    ways: int


Places = tuple[int | None, int | None]
"""Of a suit's king and queen where the adversary may hold them, from the highest card down."""
APART: Final[Places] = (None, None)


@cache
def holdings(word: int, leads: bool, places: Places = APART) -> tuple[Holding, ...]:
    """`word`: of one's own cards and the unseen of a suit. `leads`: the hand in question does."""
    found = [Holding(EMPTY, 0, False, False, 1)]
    for own, length, place in _runs(word, places):
        if own:
            found = [one._replace(word=_more(one.word, 1, length)) for one in found]
            continue
        king, queen = place is not None and place == places[0], place is not None
        found = [
            Holding(
                _more(one.word, 0, more),
                one.cards + more,
                one.king or (king and more > 0),
                one.queen or (queen and not king and more > 0),
                one.ways * comb(length, more),
            )
            for one in found
            for more in range(min(length, TRICKS_IN_A_HAND) + 1)
        ]
    return tuple(
        one if leads else one._replace(word=SWAPPED[one.word])
        for one in found
        if one.cards <= TRICKS_IN_A_HAND
    )


@cache
def _by_cards(word: int, leads: bool) -> tuple[tuple[Holding, ...], ...]:
    """The holdings of no card, of one card, and so on."""
    found = holdings(word, leads)
    return tuple(
        tuple(one for one in found if one.cards == cards) for cards in range(TRICKS_IN_A_HAND + 1)
    )


def _runs(word: int, places: Places) -> list[tuple[bool, int, int | None]]:
    """Whether one's own, how long, and the place if it stands apart; from the lowest card up."""
    bits = bin(word)[3:]
    runs: list[tuple[bool, int, int | None]] = []
    for index, bit in enumerate(bits):
        own, place = bit == "1", len(bits) - 1 - index
        apart = place if not own and place in places else None
        if runs and runs[-1][0] is own and runs[-1][2] is None and apart is None:
            runs[-1] = (own, runs[-1][1] + 1, None)
        else:
            runs.append((own, 1, apart))
    return runs


def _more(word: int, bit: int, cards: int) -> int:
    return ((word + bit) << cards) - bit


def points(own: tuple[Card, ...], unseen: tuple[Card, ...], trump: int, leads: bool) -> int:
    """Of the hands of five that the other may hold, those against which the point is forced."""
    words = words_of(own, unseen)
    trumps = words.pop(trump)
    a, b, c = sorted(words)
    return hands_beaten(trumps, a, b, c, leads)


@lru_cache(maxsize=1 << 17)
def hands_beaten(trumps: int, a: int, b: int, c: int, leads: bool) -> int:
    """The same in words: trumps, then the plain suits in ascending order."""
    total, last = 0, _by_cards(c, leads)
    for t, in_t, _, _, ways_t in holdings(trumps, leads):
        for x, in_x, _, _, ways_x in holdings(a, leads):
            if (with_x := in_t + in_x) > TRICKS_IN_A_HAND:
                continue
            for y, in_y, _, _, ways_y in holdings(b, leads):
                wanted = TRICKS_IN_A_HAND - with_x - in_y
                if wanted < 0:
                    continue
                ways = ways_t * ways_x * ways_y
                for z, _, _, _, ways_z in last[wanted]:
                    if (most(TRICKS_IN_A_HAND, t, x, y, z) > MOST_AGAINST) is leads:
                        total += ways * ways_z
    return total


class Tally(NamedTuple):
    """`hands`: how many hold so much, with the tricks that are made against them, in the order of
    `cards`: one's own first cards. Without `cards` there is one number, of the best for each hand.
    """

    cards: tuple[Card, ...]
    hands: Mapping[tuple[Strength, bytes], int]


def tally(
    own: tuple[Card, ...],
    possible: Collection[Card],
    trump: int,
    *,
    leads: bool,
    first: bool = False,
    king: bool = False,
) -> Tally:
    """Over the hands of as many of the `possible` cards. `first`: by one's own first card, which
    is led. `king`: the adversary holds that of trumps for certain.
    """
    size, words = len(own), words_of(own, tuple(possible))
    suits = (trump, *(one for one in range(4) if one != trump))
    each = [holdings(words[one], leads, _places(one, own, possible, one == trump)) for one in suits]
    if king:
        each[0] = tuple(one for one in each[0] if one.king)
    found: Counter[tuple[Strength, bytes]] = Counter()
    for t in each[0]:
        for x in each[1]:
            if (with_x := t.cards + x.cards) > size:
                continue
            for y in each[2]:
                wanted = size - with_x - y.cards
                if wanted < 0:
                    continue
                ways = t.ways * x.ways * y.ways
                kings, queens = x.king + y.king, x.queen + y.queen
                for z in each[3]:
                    if z.cards != wanted:
                        continue
                    made = _made(size, t.word, (x.word, y.word, z.word), leads, first)
                    held = Strength(t.cards, t.king, kings + z.king, queens + z.queen)
                    found[held, made] += ways * z.ways
    if not first:
        return Tally((), found)
    order = tuple(sorted(card for card in own if suit(card) == one)[::-1] for one in suits)
    return Tally(tuple(card for cards in order for card in cards), found)


def _made(size: int, trumps: int, words: tuple[int, int, int], leads: bool, first: bool) -> bytes:
    if first:
        return _by_card(size, trumps, *words)
    made = most(size, trumps, *words) if size else 0
    return bytes((made if leads else size - made,))


@lru_cache(maxsize=1 << 16)
def _by_card(size: int, trumps: int, a: int, b: int, c: int) -> bytes:
    """The tricks by card led: suit by suit, each from the highest card down."""
    worth = zip(leads(size, trumps, a, b, c), (trumps, a, b, c), strict=True)
    return bytes(of_suit[kind] for of_suit, word in worth if of_suit for kind in kinds(word))


def _places(of: int, own: tuple[Card, ...], possible: Collection[Card], trumps: bool) -> Places:
    """Where the king and, of a plain suit, the queen are among the cards of a suit."""
    king, queen = Card(of * 8 + KING), Card(of * 8 + QUEEN)
    above = king in possible or king in own
    return (
        0 if king in possible else None,
        int(above) if queen in possible and not trumps else None,
    )

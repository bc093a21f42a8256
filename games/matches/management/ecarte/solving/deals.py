"""Many deals at once, as arrays of numpy: hands, exchanges, and the tricks of exact play.

Suits are renamed so that clubs are trumps. A hand is a row of cards in the order of keeping.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.engine.cards import KING, PACK, Card
from games.engine.exact.solving import BITS, most
from games.engine.exact.weighing import hands_beaten
from games.engine.records import TRICKS_IN_A_HAND
from games.engine.robots.classes import HANDS, LIMITS, THROWN, keeping

Ints = NDArray[np.int64]
CARDS: Final = TRICKS_IN_A_HAND
TURNED: Final = 2 * CARDS
NOBODY, ELDER, DEALER = range(3)
"""Who holds the king of trumps."""

_KEEPING: Final = np.array([keeping(card, 0) for card in PACK])
_SUITS: Final = 4


def _word(leader: int, follower: int) -> int:
    word = 1
    for place in range(8):
        bit = 1 << place
        if (leader | follower) & bit:
            word = word << 1 | bool(leader & bit)
    return word


_WORDS: Final = np.array(
    [_word(mine, other) if not mine & other else 0 for mine in range(256) for other in range(256)]
)


class Deals(NamedTuple):
    """`stock`: as it lies. `turned`: the rank of the turn-up."""

    elder: Ints
    dealer: Ints
    stock: Ints
    turned: Ints

    def part(self, chosen: Ints) -> "Deals":
        return Deals(*(array[chosen] for array in self))


def deals(random: np.random.Generator, number: int) -> Deals:
    packs = random.permuted(np.tile(np.arange(len(PACK)), (number, 1)), axis=1)
    packs ^= packs[:, TURNED, None] & 24
    return Deals(
        kept_first(packs[:, :CARDS]),
        kept_first(packs[:, CARDS:TURNED]),
        packs[:, TURNED + 1 :],
        packs[:, TURNED],
    )


def kept_first(hands: Ints) -> Ints:
    order = np.argsort(-_KEEPING[hands], axis=1)
    return np.take_along_axis(hands, order, axis=1)


def held(hands: Ints) -> Ints:
    """How many trumps and kings: what the printed hint keeps."""
    return np.asarray(((hands < 8) | (hands % 8 == KING)).sum(axis=1))


def exchanged(hands: Ints, kept: Ints, stock: Ints, first: Ints) -> Ints:
    """The first `kept` cards of each hand, and cards of the stock from `first` on."""
    places = np.arange(CARDS)[None, :]
    drawn = np.clip(first[:, None] + places - kept[:, None], 0, stock.shape[1] - 1)
    cards = np.where(places < kept[:, None], hands, np.take_along_axis(stock, drawn, axis=1))
    return kept_first(cards)


def masks(hands: Ints) -> Ints:
    return np.asarray((1 << hands).sum(axis=1))


def king_holder(elder: Ints, dealer: Ints) -> Ints:
    found = np.where((dealer == KING).any(axis=1), DEALER, NOBODY)
    return np.where((elder == KING).any(axis=1), ELDER, found)


def _keys(mine: Ints, others: Ints) -> Ints:
    """Of a pattern, as `solving.most` has it."""
    words = [
        _WORDS[(mine >> 8 * suit & 255) * 256 + (others >> 8 * suit & 255)]
        for suit in range(_SUITS)
    ]
    plain = np.sort(np.stack(words[1:]), axis=0)
    return np.asarray(
        words[0] << 3 * BITS | plain[0] << 2 * BITS | plain[1] << BITS | plain[2], dtype=np.int64
    )


def _unpacked(key: int) -> tuple[int, int, int, int]:
    low = (1 << BITS) - 1
    return key >> 3 * BITS, key >> 2 * BITS & low, key >> BITS & low, key & low


class Lookup:
    """A number for each key, worked out once."""

    def __init__(self) -> None:
        self.keys = np.empty(0, dtype=np.int64)
        self.values = np.empty(0)

    def value(self, key: int) -> float:
        raise NotImplementedError

    def of(self, keys: Ints) -> NDArray[np.float64]:
        wanted, places = np.unique(keys, return_inverse=True)
        new = wanted[~np.isin(wanted, self.keys)]
        if len(new):
            self.keys = np.concatenate([self.keys, new])
            self.values = np.concatenate([self.values, [self.value(int(key)) for key in new]])
            order = np.argsort(self.keys)
            self.keys, self.values = self.keys[order], self.values[order]
        return np.asarray(self.values[np.searchsorted(self.keys, wanted)][places])


class _Tricks(Lookup):
    def value(self, key: int) -> float:
        return most(CARDS, *_unpacked(key))


class _Chances(Lookup):
    def __init__(self, leads: bool) -> None:
        super().__init__()
        self.leads = leads

    def value(self, key: int) -> float:
        return hands_beaten(*_unpacked(key), self.leads) / HANDS


_tricks = _Tricks()
_chances = {leads: _Chances(leads) for leads in (True, False)}


def tricks(elder: Ints, dealer: Ints) -> Ints:
    """Those of the elder hand, which leads."""
    return _tricks.of(_keys(masks(elder), masks(dealer))).astype(np.int64)


def chances(hands: Ints, turned: Ints, *, leads: bool) -> NDArray[np.float64]:
    """`classes.chance_of_point` of each hand."""
    mine = masks(hands)
    others = ((1 << len(PACK)) - 1) & ~mine & ~(1 << turned)
    return _chances[leads].of(_keys(mine, others))


def classes(hands: Ints, turned: Ints, *, leads: bool) -> Ints:
    """`classes.class_of` of each hand."""
    chance = np.searchsorted(np.array(LIMITS), chances(hands, turned, leads=leads), side="right")
    thrown = CARDS - held(hands)
    king = (hands == KING).any(axis=1)
    return np.asarray((chance * THROWN + thrown) * 2 + king)


def hand_of(row: Ints) -> tuple[Card, ...]:
    return tuple(sorted(Card(int(card)) for card in row))

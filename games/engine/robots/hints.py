"""The hints to players that are printed in the Encyclopædia Britannica of 1911, a row for each.

A row quotes its sentence. Where the text leaves a word open, it is read thus: *high* and *court*
cards are king, queen and knave; a suit is *guarded* by a king, a queen, or a knave with another
card; *headed by* means by that card or a higher one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

from games.engine.cards import KING, Card, rank, suit

SOURCE: Final = "EB 1911"
TEN, ACE, KNAVE, QUEEN = 3, 4, 5, 6
SUITS: Final = range(4)


@dataclass(frozen=True)
class Suits:
    """A hand suit by suit. `plain`: ranks from the highest, the longest suit first."""

    hand: tuple[Card, ...]
    trump: int

    @cached_property
    def trumps(self) -> tuple[int, ...]:
        return self._ranks(self.trump)

    @cached_property
    def plain(self) -> tuple[tuple[int, ...], ...]:
        suits = (self._ranks(of) for of in SUITS if of != self.trump)
        return tuple(sorted(filter(None, suits), key=lambda one: (-len(one), [-r for r in one])))

    def _ranks(self, of: int) -> tuple[int, ...]:
        return tuple(sorted((rank(card) for card in self.hand if suit(card) == of), reverse=True))

    @property
    def has_king(self) -> bool:
        """Of trumps."""
        return KING in self.trumps

    @property
    def cards(self) -> list[int]:
        return [one for ranks in self.plain for one in ranks]

    @property
    def courts(self) -> int:
        return sum(one >= KNAVE for one in self.cards)

    @property
    def longest(self) -> tuple[int, ...]:
        return self.plain[0] if self.plain else ()

    def of_length(self, length: int) -> list[tuple[int, ...]]:
        return [ranks for ranks in self.plain if len(ranks) >= length]

    @property
    def guarded(self) -> int:
        """Plain suits."""
        return sum(map(is_guarded, self.plain))


def is_guarded(ranks: tuple[int, ...]) -> bool:
    return ranks[0] >= QUEEN or (ranks[0] == KNAVE and len(ranks) > 1)


class Decides(StrEnum):
    STAND = "stand"
    PROPOSE = "propose"
    REFUSE = "refuse"
    ACCEPT = "accept"
    DISCARD = "discard"
    KING = "king"
    LEAD = "lead"


@dataclass(frozen=True, slots=True)
class Hint:
    """`text`: as printed. `fits`: whether a hand is one it speaks of, if it speaks of hands."""

    id: str
    decides: Decides
    text: str
    fits: Callable[[Suits], bool] | None = None
    source: str = SOURCE

    def about(self, hand: Suits) -> bool:
        return self.fits is not None and self.fits(hand)


def _two_with_three(hand: Suits) -> bool:
    return len(hand.trumps) == 2 and len(hand.longest) == 3


def _two_with_a_queen(hand: Suits) -> bool:
    return len(hand.trumps) == 2 and any(one[0] >= QUEEN for one in hand.of_length(2))


def _two_with_a_king(hand: Suits) -> bool:
    return len(hand.trumps) == 2 and len(hand.longest) == 2 and (KING,) in hand.plain


def _two_with_three_high(hand: Suits) -> bool:
    return len(hand.trumps) == 2 and len(hand.plain) == 3 and hand.courts == 3


def _one_with_a_tierce(hand: Suits) -> bool:
    return len(hand.trumps) == 1 and hand.longest[:3] == (KING, QUEEN, KNAVE)


def _one_with_four(hand: Suits) -> bool:
    return len(hand.trumps) == 1 and len(hand.longest) == 4 and hand.longest[0] == KING


def _one_with_three(hand: Suits) -> bool:
    return (
        len(hand.trumps) == 1
        and len(hand.longest) == 3
        and hand.longest[0] >= QUEEN
        and hand.plain[1][0] >= QUEEN
    )


def _none_with_courts(hand: Suits) -> bool:
    queens = sum(one >= QUEEN for one in hand.cards)
    in_suits = sum(one[0] >= QUEEN for one in hand.plain)
    return not hand.trumps and (in_suits == 3 or queens > 3 or hand.courts >= 4)


def _two_to_throw(hand: Suits) -> bool:
    return len(hand.trumps) + hand.cards.count(KING) >= 3


STANDS: Final = (
    Hint(
        "1",
        Decides.STAND,
        "All hands with three or more trumps, whatever the other cards.",
        lambda hand: len(hand.trumps) >= 3,
    ),
    Hint(
        "2a",
        Decides.STAND,
        "Hands with two trumps which contain also any three cards of one plain suit.",
        _two_with_three,
    ),
    Hint(
        "2b",
        Decides.STAND,
        "Hands with two trumps which contain also two cards of one plain suit, one being as high "
        "as a queen.",
        _two_with_a_queen,
    ),
    Hint(
        "2c",
        Decides.STAND,
        "Hands with two trumps which contain also two small cards of one suit, the fifth card "
        "being a king of another suit.",
        _two_with_a_king,
    ),
    Hint(
        "2d",
        Decides.STAND,
        "Hands with two trumps which contain also three high cards of different suits.",
        _two_with_three_high,
    ),
    Hint(
        "3a",
        Decides.STAND,
        "Hands with one trump, which contain also king, queen, knave of one suit, and a small "
        "card of another.",
        _one_with_a_tierce,
    ),
    Hint(
        "3b",
        Decides.STAND,
        "Hands with one trump, which contain also four cards of one suit headed by king.",
        _one_with_four,
    ),
    Hint(
        "3c",
        Decides.STAND,
        "Hands with one trump, which contain also three cards of one suit headed by queen, and "
        "queen of another suit.",
        _one_with_three,
    ),
    Hint(
        "4",
        Decides.STAND,
        "Hands with no trump, which contain three queens or cards of equal value in different "
        "suits, e.g., four court cards.",
        _none_with_courts,
    ),
    Hint(
        "5",
        Decides.STAND,
        "Hands from which only two cards can be discarded without throwing a king or a trump.",
        _two_to_throw,
    ),
)
"""The jeux de règle: to be played without proposing, and but for exceptions to refuse on."""

KING_HELD: Final = Hint(
    "king",
    Decides.PROPOSE,
    "If you hold a jeu de regle, and one of the trumps is the king, propose, as your adversary "
    "cannot then take in the king.",
    lambda hand: hand.has_king,
)


def _weak_three(hand: Suits) -> bool:
    return _two_with_three(hand) and hand.longest[0] < KNAVE


def _weak_tierce(hand: Suits) -> bool:
    return _one_with_a_tierce(hand) and (len(hand.plain) == 1 or hand.plain[1][0] < KNAVE)


def _weak_queens(hand: Suits) -> bool:
    """Nothing else that guards."""
    queens = [one for one in hand.plain if one[0] == QUEEN]
    others = [one for one in hand.plain if one[0] != QUEEN and is_guarded(one)]
    return len(hand.trumps) == 1 and len(queens) == 2 and not others and min(map(len, queens)) < 2


def _weak_knave(hand: Suits) -> bool:
    if len(hand.trumps) != 1 or hand.guarded != 2:
        return False
    knave = any(one[0] == KNAVE and len(one) > 1 for one in hand.plain)
    fourth = [one for one in hand.plain if not is_guarded(one)]
    bare = any(one == (QUEEN,) for one in hand.plain)
    return knave and bare and not any(one[0] >= KNAVE for one in fourth)


def _weak_pair(hand: Suits) -> bool:
    if len(hand.trumps) != 1 or not {(KING,), (QUEEN,)} <= set(hand.plain):
        return False
    return hand.longest[0] < ACE


def _weak_courts(hand: Suits) -> bool:
    suits = sum(one[0] >= KNAVE for one in hand.plain)
    return not hand.trumps and hand.courts >= 4 and suits < 3


def _weak_three_queens(hand: Suits) -> bool:
    queens = [one for one in hand.plain if one[0] == QUEEN]
    return not hand.trumps and len(queens) == 3 and sum(len(one) > 1 for one in queens) < 2


ACCEPTS: Final = (
    Hint(
        "r1",
        Decides.ACCEPT,
        "Two trumps and three cards of one plain suit should not be played unless the plain suit "
        "is headed by a court card.",
        _weak_three,
    ),
    Hint(
        "r2",
        Decides.ACCEPT,
        "One trump and a tierce major is too weak, unless the fifth card is a court card.",
        _weak_tierce,
    ),
    Hint(
        "r3",
        Decides.ACCEPT,
        "One trump and four cards of a plain suit is too weak to play.",
        lambda hand: len(hand.trumps) == 1 and len(hand.longest) == 4,
    ),
    Hint(
        "r4",
        Decides.ACCEPT,
        "One trump and two queens is too weak, unless both queens are singly guarded.",
        _weak_queens,
    ),
    Hint(
        "r5",
        Decides.ACCEPT,
        "One trump, queen of one suit, and knave guarded of another should not be played unless "
        "the queen is also guarded, or the card of the fourth suit is a court card.",
        _weak_knave,
    ),
    Hint(
        "r6",
        Decides.ACCEPT,
        "One trump, a king and a queen, both unguarded, should not be played, unless the fourth "
        "suit contains a card as high as an ace.",
        _weak_pair,
    ),
    Hint(
        "r7",
        Decides.ACCEPT,
        "Four court cards without a trump are too weak to play, unless they are of three "
        "different suits.",
        _weak_courts,
    ),
    Hint(
        "r8",
        Decides.ACCEPT,
        "Refuse with three queens, if two are singly guarded; otherwise, accept.",
        _weak_three_queens,
    ),
)
"""Hands to exchange though they are jeux de règle, or guarded."""

GUARDED: Final = Hint(
    "guarded",
    Decides.REFUSE,
    "If your adversary proposes you should accept, unless you are guarded in three suits (a queen "
    "being a sufficient guard), or in two suits with a trump, or in one suit with two trumps.",
    lambda hand: hand.guarded + len(hand.trumps) >= 3 and hand.guarded > 0,
)
AS_STANDING: Final = Hint(
    "as_standing",
    Decides.REFUSE,
    "The hands with which to refuse are the same as those with which to play without proposing.",
    lambda hand: jeu_de_regle(hand) is not None,
)


def _even_without_trumps(hand: Suits) -> bool:
    """A queen, a guarded knave, and a guarded ten, or better of each."""
    firsts = sorted((one[0] + (len(one) > 1) / 2 for one in hand.plain), reverse=True)
    wanted = (QUEEN, KNAVE + 0.5, TEN + 0.5)
    pairs = zip(firsts, wanted, strict=False)
    return len(firsts) == 3 and all(first >= least for first, least in pairs)


def _one_trump(hand: Suits) -> bool:
    small = len(hand.plain) == 3 and max(hand.cards) < ACE
    return bool(hand.trumps) and not small


EVEN_CHANCE: Final = Hint(
    "even_chance",
    Decides.STAND,
    "If the dealer is at four, and the king is not in your hand nor turned up, play any cards "
    "without proposing which give an even chance of three tricks, e.g. a queen, a guarded knave, "
    "and a guarded ten.",
    _even_without_trumps,
)
ONE_TRUMP: Final = Hint(
    "one_trump",
    Decides.STAND,
    "At the adverse score of four, and king not being in hand or turned up, any hand with one "
    "trump should be played, unless the plain cards are very small and of different suits.",
    _one_trump,
)
AT_FOUR: Final = (EVEN_CHANCE, ONE_TRUMP)
"""The same rules apply to the dealer's refusal."""
THREE_FOUR: Final = Hint(
    "three_four",
    Decides.REFUSE,
    "At the score of non-dealer three, dealer four, the dealer should refuse on moderate cards, as "
    "the player proposing at this score must have a very bad hand.",
    lambda hand: bool(hand.trumps) or hand.guarded >= 2,
)
SILENT: Final = Hint(
    "silent",
    Decides.KING,
    "If the non-dealer plays without proposing when he is four to three, and the dealer holds the "
    "king he ought not to mark it.",
)
ANNOUNCE: Final = Hint(
    "announce",
    Decides.KING,
    "Do not announce the king until in the act of playing your first card.",
)
THROW: Final = Hint(
    "throw",
    Decides.DISCARD,
    "When discarding, throw out all cards except trumps and kings.",
)
LEAD: Final = Hint(
    "lead",
    Decides.LEAD,
    "Lead from your guarded suit, and lead the highest.",
)
PERSEVERE: Final = Hint(
    "persevere",
    Decides.LEAD,
    "If the strong suit led is not trumped, persevere with it, unless with king of trumps, or "
    "queen (king not having been announced), or knave ace, when lead a trump before continuing "
    "your suit.",
)
TRUMPS: Final = Hint(
    "trumps",
    Decides.LEAD,
    "You should not lead trumps at starting, unless you hold king or queen, knave, or knave ace, "
    "with court cards out of trumps.",
)
HINTS: Final = (
    *STANDS,
    KING_HELD,
    GUARDED,
    AS_STANDING,
    *ACCEPTS,
    *AT_FOUR,
    THREE_FOUR,
    THROW,
    ANNOUNCE,
    SILENT,
    LEAD,
    PERSEVERE,
    TRUMPS,
)


def jeu_de_regle(hand: Suits) -> Hint | None:
    return next((hint for hint in STANDS if hint.about(hand)), None)


def bid_hint(
    hand: Suits, *, is_elder: bool, own: int, other: int, king_turned: bool
) -> Hint | None:
    """The printed hint that decides the bidding; None where none is about the hand: exchange.

    `own`, `other`: the points of both.
    """
    if other == 4 and not hand.has_king and not king_turned:
        at_four = next((hint for hint in AT_FOUR if hint.about(hand)), None)
        if at_four is not None:
            return at_four
    if is_elder:
        found = jeu_de_regle(hand)
        return KING_HELD if found is not None and hand.has_king else found
    if (other, own) == (3, 4) and THREE_FOUR.about(hand):
        return THREE_FOUR
    weak = next((hint for hint in ACCEPTS if hint.about(hand)), None)
    if weak is not None:
        return weak
    return next((hint for hint in (AS_STANDING, GUARDED) if hint.about(hand)), None)


def plays(hint: Hint | None) -> bool:
    """Whether it says to stand or to refuse."""
    return hint is not None and hint.decides in (Decides.STAND, Decides.REFUSE)

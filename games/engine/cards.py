"""The piquet pack of thirty-two cards, as écarté ranks them.

A card is a number: its suit times eight, and its rank. So cards in order of number stand suit
by suit, each suit from the seven to the king, and in a sorted hand a suit is a slice.
"""

from typing import Final, NewType

Card = NewType("Card", int)

SUITS: Final = "CDHS"
RANKS: Final = "789TAJQK"
"""From the lowest; the ace ranks between the ten and the knave."""
KING: Final = 7
PACK: Final[tuple[Card, ...]] = tuple(Card(number) for number in range(32))
NAMES: Final[tuple[str, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)

_BY_NAME = dict(zip(NAMES, PACK, strict=True))


def card(name: str) -> Card:
    """Of "7H", "TD" (ten), "KC". Raises: KeyError."""
    return _BY_NAME[name]


def cards(names: str) -> tuple[Card, ...]:
    """Of names with spaces between them, in the order given. Raises: KeyError."""
    return tuple(_BY_NAME[name] for name in names.split())


def name(of: Card) -> str:
    return NAMES[of]


def names(of: tuple[Card, ...]) -> str:
    return " ".join(NAMES[one] for one in of)


def suit(of: Card) -> int:
    """Clubs 0, diamonds 1, hearts 2, spades 3."""
    return of >> 3


def rank(of: Card) -> int:
    """The seven 0 … the king 7."""
    return of & 7


def king_of(trump: int) -> Card:
    return PACK[trump * 8 + KING]

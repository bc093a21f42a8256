"""Cards as they are typed, and what is said of those that cannot be."""

from django.core.management.base import CommandError

from games.engine.cards import RANKS, SUITS, Card, card


def read_card(typed: str) -> Card:
    """Of "7H" or "7h"."""
    try:
        return card(typed.upper())
    except KeyError:
        raise CommandError(
            f"There is no card {typed!r}. A card is its rank ({' '.join(RANKS)}) and its suit "
            f"({' '.join(SUITS)}), such as TH for the ten of hearts."
        ) from None


def read_cards(typed: str) -> tuple[Card, ...]:
    """With blanks or commas between them."""
    return tuple(map(read_card, typed.replace(",", " ").split()))


def read_suit(typed: str) -> int:
    """Of "H" or "h"."""
    if typed.upper() not in tuple(SUITS):
        raise CommandError(f"There is no suit {typed!r}. The suits are {' '.join(SUITS)}.")
    return SUITS.index(typed.upper())

"""Cards, codes and files as they are typed, and what is said of those that cannot be."""

import sys
from pathlib import Path

from django.core.management.base import CommandError

from games.engine.cards import RANKS, SUITS, Card, card
from games.engine.codes import CODES, Code


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


def read_code(typed: str) -> Code:
    if typed not in CODES:
        raise CommandError(f"There is no code of laws {typed!r}. The codes are {', '.join(CODES)}.")
    return CODES[typed]


def read_text(path: str) -> str:
    """Of a file; "-" is what is piped in."""
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except OSError as wrong:
        raise CommandError(f"{path} cannot be read: {wrong.strerror}. Give another file.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{path} is no text in UTF-8. Save it as UTF-8.") from None

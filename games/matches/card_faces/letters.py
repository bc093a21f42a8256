"""Corner indices: figures and letters of one weight, with the short serifs of a card's corner.

Each is drawn in a box 40 wide and 60 high, about the origin, as one line of an even width.
"""

from collections.abc import Mapping
from typing import Final

from .ink import SUIT, line, use

WEIGHT: Final = 8.4
STROKES: Final = {
    "7": "M-15-17V-27H16C4-10-3 8-4 28",
    "8": "M0-27C-9-27-14-22-14-15S-9-4 0-2.5C10-1 16 4 16 13S10 28 0 28S-16 22-16 13S-10-1 0-2.5"
    "C9-4 14-8 14-15S9-27 0-27Z",
    "9": "M14-10C14 0 8 7-1 7S-15 0-15-10S-9-27 0-27S15-19 15-4C15 16 9 28-3 28C-8 28-11 26-13 22",
    "T": "M-21-20L-14-27V28M-21 28H-7M11-27C2-27-1-16-1 .5S2 28 11 28S23 17 23 .5S20-27 11-27Z",
    "A": "M-19 28H-9M9 28H20M-14 28L0-28L15 28M-9.5 10H10",
    "K": "M-19-27H-6M-19 28H-6M-12.5-27V28M8-27H19M14-27L-12 6M-3-5L14 28M8 28H20",
    "Q": "M0-27C-11-27-16-16-16 .5S-11 28 0 28S16 17 16 .5S11-27 0-27ZM-3 13C5 13 8 31 18 31",
    "J": "M-4-27H15M7-27V14C7 23 3 28-4 28S-15 23-15 15",
    "R": "M-19-27H2C12-27 15-21 15-13.5S11 0 2 0H-12M-12-27V28M-19 28H-5M2 0L14 28H20",
    "D": "M-19-27H-2C10-27 16-16 16 .5S10 28-2 28H-19M-11.5-27V28",
    "V": "M-20-27H-8M8-27H20M-14-27L0 28L14-27",
}
NAMES: Final[Mapping[str, Mapping[str, str]]] = {"fr": {"J": "V", "Q": "D", "K": "R"}}
"""What the courts are called in the corner, by language; all else is called the same."""


def index_name(rank: str, language: str) -> str:
    """Which of STROKES stands in the corner of a card."""
    return NAMES.get(language, {}).get(rank, rank)


def glyph(name: str) -> str:
    return line(STROKES[name], WEIGHT, SUIT)


def corner(name: str, suit: str) -> str:
    return use(f"index-{name}", 32, 48) + use(f"pip-{suit}", 32, 104, 1.75)


def small(name: str, suit: str) -> str:
    """Index and pip as large as a small card has room for."""
    return use(f"index-{name}", 150, 122, 2.9) + use(f"pip-{suit}", 150, 300, 7.6)

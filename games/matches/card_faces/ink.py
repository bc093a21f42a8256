"""Colours, how shapes are written, the pips, and the indices of the corners."""

from collections.abc import Mapping
from typing import Final

INK: Final = "var(--card-ink, #1d1a16)"
RED: Final = "var(--card-red, #a01c2a)"
GOLD: Final = "var(--card-gold, #d3a945)"
PAPER: Final = "var(--card-paper, #fffdf5)"
SUIT: Final = "currentColor"
"""What each suit has as its own: pips, indices, robes."""

WIDTH: Final = 300
HEIGHT: Final = 420


def area(d: str, fill: str, stroke: float = 0) -> str:
    """A shape; with a stroke it has an outline of ink so wide."""
    line = f' stroke="{INK}" stroke-width="{stroke:g}" stroke-linejoin="round"' if stroke else ""
    return f'<path fill="{fill}"{line} d="{d}"/>'


def line(d: str, width: float = 2.5, stroke: str = INK) -> str:
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<path fill="none" stroke="{stroke}" stroke-width="{width:g}" {ends} d="{d}"/>'


def dot(x: float, y: float, radius: float, fill: str, stroke: float = 0) -> str:
    edge = f' stroke="{INK}" stroke-width="{stroke:g}"' if stroke else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"{edge}/>'


def placed(part: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """`part` with its origin at x, y; `turn` in degrees."""
    how = f"translate({x:g} {y:g})"
    how += f" rotate({turn:g})" if turn else ""
    how += f" scale({scale:g})" if scale != 1 else ""
    return f'<g transform="{how}">{part}</g>'


def mirrored(part: str) -> str:
    """Left for right, about the middle of the card."""
    return f'<g transform="translate({WIDTH} 0) scale(-1 1)">{part}</g>'


def both_sides(part: str) -> str:
    return part + mirrored(part)


def turned(part: str) -> str:
    """Upside down, about the middle of the card."""
    return f'<g transform="rotate(180 {WIDTH // 2} {HEIGHT // 2})">{part}</g>'


def use(name: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """Another symbol of the file, its origin at x, y."""
    return placed(f'<use href="#{name}"/>', x, y, scale, turn)


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


# As in the score and wherever else the site shows a suit; 24 units square, about the origin.
SHAPES: Final = {
    "C": "M0-10a4.5 4.5 0 0 1 3.3 7.5A4.5 4.5 0 1 1 .9 4C1 7 1.8 9 3.4 10h-6.8C-1.8 9-1 7-.9 4"
    "a4.5 4.5 0 1 1-2.4-6.5A4.5 4.5 0 0 1 0-10Z",
    "D": "M0-10.4C2-6.6 4.6-3 7.8 0 4.6 3 2 6.6 0 10.4-2 6.6-4.6 3-7.8 0-4.6-3-2-6.6 0-10.4Z",
    "H": "M0 9.4C-3 5-9.4 1-9.4-4.2-9.4-7.4-7.2-9.4-4.7-9.4-2.4-9.4-.8-8 0-5.8"
    ".8-8 2.4-9.4 4.7-9.4c2.5 0 4.7 2 4.7 5.2C9.4 1 3 5 0 9.4Z",
    "S": "M0-10C3-5.5 9-2 9 3c0 3-2 4.8-4.4 4.8C2.9 7.8 1.6 7 .8 5.8 1 7.8 1.8 9.2 3.4 10h-6.8"
    "C-1.8 9.2-1 7.8-.8 5.8-1.6 7-2.9 7.8-4.6 7.8-7 7.8-9 6-9 3-9-2-3-5.5 0-10Z",
}

SIZE: Final = 2.75
TOP, BOTTOM = 78, 342
LEFT, MIDDLE, RIGHT = 98, 150, 202
CENTRE: Final = 210
THIRD, TWO_THIRDS = 166, 254

_SIDES_OF_THREE: Final = [(x, y) for x in (LEFT, RIGHT) for y in (TOP, CENTRE, BOTTOM)]
_SIDES_OF_FOUR: Final = [(x, y) for x in (LEFT, RIGHT) for y in (TOP, THIRD, TWO_THIRDS, BOTTOM)]
PLACES: Final = {
    "7": [*_SIDES_OF_THREE, (MIDDLE, 144)],
    "8": [*_SIDES_OF_THREE, (MIDDLE, 144), (MIDDLE, 276)],
    "9": [*_SIDES_OF_FOUR, (MIDDLE, CENTRE)],
    "T": [*_SIDES_OF_FOUR, (MIDDLE, 122), (MIDDLE, 298)],
}
"""Of each rank; those below the centre stand upside down."""


def shape(suit: str) -> str:
    return area(SHAPES[suit], SUIT)


def spots(rank: str, suit: str) -> str:
    """The pips of a plain card."""
    return "".join(
        use(f"pip-{suit}", x, y, SIZE, 180 if y > CENTRE else 0) for x, y in PLACES[rank]
    )


def ace(suit: str) -> str:
    """One large pip with a line of light within it, and a small one in its heart."""
    light = (
        f'<path fill="none" stroke="var(--card-paper, #fffdf5)" stroke-width=".34" '
        f'transform="translate(0 {_LIGHT_AT[suit]:g}) scale(.78)" d="{SHAPES[suit]}"/>'
    )
    return f'<g transform="translate(150 210) scale(7.4)"><use href="#pip-{suit}"/>{light}</g>'


_LIGHT_AT: Final = {"C": -0.2, "D": 0, "H": -0.35, "S": 0.1}

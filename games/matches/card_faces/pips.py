"""The four suits, told by their shapes, and where their pips stand on the plain cards."""

from typing import Final

from .ink import SUIT, area, use

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

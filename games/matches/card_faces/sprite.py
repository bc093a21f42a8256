"""All that pages refer to, in one file: `python -m games.matches.card_faces` writes it.

A symbol is a whole card, named by what stands in its corner: KH and RH are one king. The same
with `small-` before it has a large index and one pip, for where a card is 40 pixels wide.
"""

from collections.abc import Iterator
from typing import Final

from games.engine.cards import NAMES

from . import courts, ink
from . import courts as robes
from .ink import HEIGHT, INK, PAPER, WIDTH, turned

HEAD: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg">\n'
    "<!-- Made by python -m games.matches.card_faces: change the drawing there. -->\n"
)
PLAIN: Final = "789T"


def symbol(name: str, language: str) -> str:
    """The symbol of a card such as "KH", on a page in `language`."""
    return ink.index_name(name[0], language) + name[1]


def sprite() -> str:
    defs = "\n".join(f'<g id="{name}">{part}</g>' for name, part in _shared())
    cards = "\n".join(_cards())
    return f"{HEAD}<defs>\n{defs}\n</defs>\n{cards}\n</svg>\n"


def _shared() -> Iterator[tuple[str, str]]:
    yield "blank", blank()
    yield "belt", robes.belt()
    yield "frame", courts.frame()
    for suit in ink.SHAPES:
        yield f"pip-{suit}", ink.shape(suit)
    for index in ink.STROKES:
        yield f"index-{index}", ink.glyph(index)
    for rank, draw in courts.HEADS.items():
        yield f"head-{rank}", draw()
    for name in NAMES:
        if name[0] in courts.RANKS:
            yield f"half-{name}", courts.half(name[0], name[1])
        yield f"face-{name}", face(name[0], name[1])


def _cards() -> Iterator[str]:
    named = {symbol(name, language): name for language in ("en", "fr") for name in NAMES}
    for called, name in named.items():
        index, suit = called[0], called[1]
        corner = ink.corner(index, suit)
        whole = f'<use href="#blank"/><use href="#face-{name}"/>{corner}{turned(corner)}'
        yield _symbol(called, whole)
        yield _symbol(f"small-{called}", f'<use href="#blank"/>{ink.small(index, suit)}')


def blank() -> str:
    return (
        f'<rect x="2" y="2" width="{WIDTH - 4}" height="{HEIGHT - 4}" rx="18" fill="{PAPER}" '
        f'stroke="{INK}" stroke-opacity=".45" stroke-width="3"/>'
    )


def face(rank: str, suit: str) -> str:
    """Without its index, which is in the language of the page."""
    if rank in PLAIN:
        return ink.spots(rank, suit)
    return ink.ace(suit) if rank == "A" else courts.court(rank, suit)


def _symbol(name: str, content: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{content}</symbol>'

"""King, queen and knave: a half figure, and the same upside down."""

from collections.abc import Callable, Mapping
from typing import Final

from . import held
from .heads import king_head, knave_head, queen_head
from .ink import INK, turned, use
from .robes import king_robe, knave_robe, queen_robe

RANKS: Final = "JQK"
FRAME: Final = (66, 36, 168, 348)
"""Left, top, width, height."""

HEADS: Final = {"K": king_head, "Q": queen_head, "J": knave_head}
_ROBES: Final = {"K": king_robe, "Q": queen_robe, "J": knave_robe}
_HELD: Final[Mapping[str, Callable[[], str]]] = {
    "KS": held.sword,
    "KH": held.sceptre,
    "KD": held.axe,
    "KC": held.orb,
    "QS": held.sceptre,
    "QH": held.rose,
    "QD": held.fan,
    "QC": held.lily,
    "JS": held.halberd,
    "JH": held.arrow,
    "JD": held.sword,
    "JC": held.pennon,
}


def half(rank: str, suit: str) -> str:
    figure = _ROBES[rank](suit) + _HELD[rank + suit]() + f'<use href="#head-{rank}"/>'
    return figure + use(f"pip-{suit}", 90, 68, 1.9)


def court(rank: str, suit: str) -> str:
    upper = f'<use href="#half-{rank}{suit}"/>'
    return upper + turned(upper) + '<use href="#belt"/><use href="#frame"/>'


def frame() -> str:
    left, top, width, height = FRAME
    return (
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="3" fill="none" '
        f'stroke="{INK}" stroke-width="2"/>'
    )

"""Colours, and how shapes are written. Pages may set the colours; a card alone has its own."""

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

"""`python -m tests.bench.rating.plot` draws docs/images/ratings-calibration.svg anew."""

from pathlib import Path
from typing import Final

from .foretelling import calibration, clubs, foretold
from .ways import Ours

FILE: Final = Path(__file__).parents[3] / "docs" / "images" / "ratings-calibration.svg"
SIDE, LEFT, TOP = 320, 52, 16
LOW, HIGH, STEP = 0.2, 0.8, 0.1

HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" \
aria-labelledby="title desc" font-family="sans-serif" font-size="12">
<title id="title">Rubbers won against rubbers foretold</title>
<desc id="desc">{desc}</desc>
<style>
:root {{ color-scheme: light dark; }}
text {{ fill: #4d463a; }} .rule {{ stroke: #d8cfbb; }} .even {{ stroke: #8b7f68; \
stroke-dasharray: 4 4; }} .bar {{ stroke: #1c5a41; stroke-width: 2; }} .dot {{ fill: #1c5a41; }}
@media (prefers-color-scheme: dark) {{ text {{ fill: #cdd8cf; }} .rule {{ stroke: #2f5244; }} \
.even {{ stroke: #7d9a8a; }} .bar {{ stroke: #a9dcc0; }} .dot {{ fill: #a9dcc0; }} }}
</style>
"""


def x(chance: float) -> float:
    return round(LEFT + (chance - LOW) / (HIGH - LOW) * SIDE, 1)


def y(share: float) -> float:
    return round(TOP + SIDE - (share - LOW) / (HIGH - LOW) * SIDE, 1)


def drawn(tenths: list[tuple[float, float, int]]) -> str:
    said = ", ".join(f"{chance:.3f} foretold, {share:.3f} won" for chance, share, _many in tenths)
    head = HEAD.format(width=LEFT + SIDE + 16, height=TOP + SIDE + 48, desc=f"In tenths: {said}.")
    rules = [LOW + STEP * step for step in range(round((HIGH - LOW) / STEP) + 1)]
    level = [
        f'<line class="rule" x1="{x(LOW)}" x2="{x(HIGH)}" y1="{y(at)}" y2="{y(at)}"/>'
        f'<text x="{LEFT - 8}" y="{y(at)}" dy="0.35em" text-anchor="end">{at:.1f}</text>'
        f'<text x="{x(at)}" y="{TOP + SIDE + 18}" text-anchor="middle">{at:.1f}</text>'
        for at in rules
    ]
    even = (
        f'<line class="even" x1="{x(LOW)}" y1="{y(LOW)}" x2="{x(HIGH)}" y2="{y(HIGH)}"/>'
        f'<text x="{LEFT + SIDE / 2}" y="{TOP + SIDE + 38}" text-anchor="middle">'
        "chance foretold; upwards: share won</text>"
    )
    dots = [_dot(*tenth) for tenth in tenths]
    return "\n".join([head.rstrip(), *level, even, *dots, "</svg>", ""])


def _dot(chance: float, share: float, many: int) -> str:
    """With two standard errors; every rubber is there twice."""
    off = 2 * (share * (1 - share) / (many / 2)) ** 0.5
    bar = f'x1="{x(chance)}" x2="{x(chance)}" y1="{y(share - off)}" y2="{y(share + off)}"'
    dot = f'cx="{x(chance)}" cy="{y(share)}" r="3.5"'
    return f'<line class="bar" {bar}/><circle class="dot" {dot}/>'


def main() -> None:
    found = [one for club in clubs("usual") for one in foretold(Ours, club)]
    FILE.write_text(drawn(calibration(found)), encoding="utf-8")
    print(FILE)


if __name__ == "__main__":
    main()

"""What the courts wear below the chin; it meets itself, upside down, at the middle of the card."""

from .ink import GOLD, PAPER, SUIT, area, both_sides, dot, line, use

_SHOULDERS = (
    "M150 146C118 148 90 154 82 178C78 190 76 200 76 210H224C224 200 222 190 218 178"
    "C210 154 182 148 150 146Z"
)


def _sleeve_folds() -> str:
    return both_sides(line("M92 168C88 182 86 196 86 210M101 164C97 180 95 196 95 210", 1.6, PAPER))


def _panel(suit: str, half: float) -> str:
    """Down the front, of gold, each suit with its own weave; `half` as wide."""
    left, right = 150 - half, 150 + half
    ground = area(f"M{left:g} 150H{right:g}V210H{left:g}Z", GOLD, 2.4)
    return ground + _WEAVES[suit](left, right)


def _lattice(left: float, right: float) -> str:
    step, rows = right - left, ""
    for y in (148, 170, 192):
        rows += f"M{left:g} {y}L{right:g} {y + 22}M{right:g} {y}L{left:g} {y + 22}"
    stones = "".join(dot(150, y, 2.6, SUIT) for y in (159, 181, 203))
    return line(rows, 1.6) + (stones if step > 20 else "")


def _bars(left: float, right: float) -> str:
    rows = "".join(f"M{left:g} {y}H{right:g}" for y in (158, 164, 178, 184, 198, 204))
    stones = "".join(dot(150, y, 3, SUIT, 1.2) for y in (171, 191))
    return line(rows, 1.6) + stones


def _chevrons(left: float, right: float) -> str:
    rows = "".join(f"M{left:g} {y}L150 {y + 12}L{right:g} {y}" for y in (150, 160, 170, 180, 190))
    return line(rows, 2) + dot(150, 205, 2.6, SUIT)


def _scales(left: float, right: float) -> str:
    third = (right - left) / 3
    rows = ""
    for place, y in enumerate((152, 162, 172, 182, 192, 202)):
        start = left - (third / 2 if place % 2 else 0)
        for at in range(4 if place % 2 else 3):
            x = start + at * third
            low, high = max(x, left), min(x + third, right)
            rows += f"M{low:g} {y}Q{(low + high) / 2:g} {y + 9} {high:g} {y}"
    return line(rows, 1.6)


_WEAVES = {"S": _lattice, "H": _scales, "D": _chevrons, "C": _bars}


def king_robe(suit: str) -> str:
    """A mantle with ermine at the neck and down the front."""
    edge = area("M133 150L112 158V210H130V154Z", PAPER, 2.2)
    tails = line("M121 178V184M121 196V202", 3)
    cape = area(
        "M150 152C128 148 106 152 96 160L104 184C120 178 134 178 150 186C166 178 180 178 196 184"
        "L204 160C194 152 172 148 150 152Z",
        PAPER,
        2.4,
    )
    spots = both_sides(line("M109 164V171M123 162V169M113 175V179", 3))
    return (
        area(_SHOULDERS, SUIT, 2.6)
        + _sleeve_folds()
        + _panel(suit, 21)
        + both_sides(edge + tails)
        + cape
        + spots
    )


def queen_robe(suit: str) -> str:
    """A low square neck with a band, a chain with a stone, puffed sleeves."""
    skin = area("M128 152C140 146 160 146 172 152L176 176H124Z", PAPER, 2.2)
    chain = line("M130 153C136 166 144 170 150 171C156 170 164 166 170 153", 1.8)
    stone = area("M150 168L155 174L150 181L145 174Z", SUIT, 1.6)
    band = both_sides(area("M128 150L112 156L114 184H150V176H124Z", GOLD, 2.2))
    puffs = both_sides(
        line("M110 164C98 174 94 192 96 210M104 160C90 172 87 190 86 210", 1.6, PAPER)
        + line("M117 162L119 178M134 180H148", 1.4)
    )
    return (
        area(_SHOULDERS, SUIT, 2.6)
        + skin
        + chain
        + _panel_below(suit, 26, 180)
        + band
        + puffs
        + stone
    )


def _panel_below(suit: str, half: float, top: float) -> str:
    left, right = 150 - half, 150 + half
    ground = area(f"M{left:g} {top:g}H{right:g}V210H{left:g}Z", GOLD, 2.4)
    flowers = use(f"pip-{suit}", 138, 195, 0.8) + use(f"pip-{suit}", 162, 195, 0.8)
    return ground + flowers


def knave_robe(suit: str) -> str:
    """A doublet with slashed sleeves and a round collar."""
    slashes = both_sides(
        line("M90 172L84 186M101 164L93 184M98 190L94 208M88 192L85 206", 3.4, GOLD)
    )
    collar = area(
        "M150 144C134 142 122 146 116 154L124 170C134 162 142 160 150 164C158 160 166 162 176 170"
        "L184 154C178 146 166 142 150 144Z",
        PAPER,
        2.4,
    )
    pleats = both_sides(line("M128 149L131 162M138 146L140 159", 1.4))
    seams = both_sides(line("M129 166C124 180 122 196 122 210", 2, GOLD))
    return area(_SHOULDERS, SUIT, 2.6) + slashes + seams + _panel(suit, 16) + collar + pleats


def belt() -> str:
    """Across the middle, alike from both ends, over both halves."""
    band = area("M75 199H225V221H75Z", GOLD, 2.4) + line("M75 204H225M75 216H225", 1.4)
    lozenges = "".join(
        area(f"M{x - 8} 210L{x} 205.5L{x + 8} 210L{x} 214.5Z", SUIT) for x in (96, 122, 178, 204)
    )
    stone = area("M150 200L160 210L150 220L140 210Z", SUIT) + dot(150, 210, 3, GOLD)
    return band + lozenges + dot(150, 210, 14, PAPER, 2.4) + stone

"""King, queen and knave: head, robe and what they hold; a half figure, and the same upside down."""

from collections.abc import Callable, Mapping
from typing import Final

from . import held
from .ink import GOLD, INK, PAPER, SUIT, area, both_sides, dot, line, turned, use

_FACE = "M127 88C126 116 137 132 150 132C163 132 174 116 173 88C168 76 132 76 127 88Z"


def _features(*, brow: float) -> str:
    """Eyes, brows and nose; `brow` lifts the brows."""
    eye = line("M134.5 101Q141 95 147 101", 2.4)
    eye += line("M136 102.5Q141 104.5 146 102.5", 1.2)
    eye += dot(141.4, 100.6, 2.3, INK)
    eye += line(f"M133 {95 - brow:g}Q140 {88.5 - brow:g} 147.5 {92.5 - brow:g}", 2)
    return both_sides(eye) + line("M152.5 97C151.5 104 153.5 108 154 111Q150 114.5 146.5 112", 1.8)


def king_head() -> str:
    """Crown, rolled hair, moustache and a beard in two points."""
    hair = area(
        "M128 84C116 88 110 100 113 112C106 120 110 134 121 136C131 134 131 122 127 117Z",
        PAPER,
        2.4,
    )
    hair += line("M122 92C117 99 117 106 121 112M126 95C123 102 124 108 126 113", 1.4)
    hair += line("M123 131C115 131 113 122 120 119C126 119 127 127 121 126", 1.6)
    beard = (
        "M127 106C124 130 128 150 138 163C142 158 147 156 150 157C153 156 158 158 162 163"
        "C172 150 176 130 173 106C170 118 162 122 150 121C138 122 130 118 127 106Z"
    )
    locks = (
        "M131 118C131 134 134 146 139 155M138 124C137 136 140 144 143 152M145 126"
        "C144 136 145 144 147 150"
    )
    whiskers = (
        "M150 117C145 111 138 113 133 121C139 123 146 122 150 118C154 122 161 123 167 121"
        "C162 113 155 111 150 117Z"
    )
    return (
        both_sides(hair)
        + area(_FACE, PAPER, 2.4)
        + _features(brow=0)
        + area(beard, PAPER, 2.4)
        + both_sides(line(locks, 1.5))
        + area(whiskers, PAPER, 2)
        + line("M145 125.5Q150 128.5 155 125.5", 1.8)
        + _kings_crown()
    )


def _kings_crown() -> str:
    lining = area("M122 77C124 60 138 54 150 54C162 54 176 60 178 77Z", SUIT, 2)
    points = "M121 82L114 54L129 66L137 49L150 64L163 49L171 66L186 54L179 82C160 76 140 76 121 82Z"
    balls = both_sides(dot(113.5, 52, 4.2, GOLD, 2) + dot(137, 47.5, 4.2, GOLD, 2))
    band = area("M119 90C140 82 160 82 181 90L180 80C160 73 140 73 120 80Z", GOLD, 2.4)
    stones = dot(150, 79.6, 3, SUIT, 1.4) + both_sides(dot(135, 81, 2.2, PAPER, 1.2))
    cross = line("M150 61V43M144 49H156", 6) + line("M150 61V44M145 49H155", 2.6, GOLD)
    return lining + cross + area(points, GOLD, 2.4) + balls + band + stones


def queen_head() -> str:
    """A veil, parted hair, a small open crown, pearls in the ears."""
    veil = area("M150 66C118 64 108 88 109 112C109 130 102 146 90 158L124 164L150 150Z", SUIT, 2.4)
    veil += line("M114 100C116 124 110 144 102 157M120 122C120 140 116 150 112 160", 1.4, PAPER)
    hair = (
        "M150 76C132 74 121 86 121 102C121 116 117 124 119 136C124 146 134 142 133 132"
        "C130 122 128 112 131 101C138 98 146 92 150 84Z"
    )
    strands = (
        "M145 81C133 82 126 92 126 104C126 116 122 124 124 134M149 80C140 88 134 92 130 98"
        "M124 139C129 140 131 135 128 130"
    )
    lips = area(
        "M143.5 119.5Q147 116.5 150 118.5Q153 116.5 156.5 119.5Q150 125.5 143.5 119.5Z",
        "var(--card-red, #a01c2a)",
    )
    neck = area("M139 124V146C139 154 161 154 161 146V124Z", PAPER, 2.4)
    return (
        both_sides(veil)
        + neck
        + area(_FACE, PAPER, 2.4)
        + _features(brow=0.5)
        + lips
        + both_sides(area(hair, GOLD, 2.4) + line(strands, 1.4) + dot(131, 122, 2.8, PAPER, 1.6))
        + _queens_crown()
    )


def _queens_crown() -> str:
    rim = "M126 78C140 71 160 71 174 78L180 54L166 64L159 50L150 62L141 50L134 64L120 54Z"
    pearls = dot(141, 48, 3.6, PAPER, 1.8) + dot(119.5, 52, 3.6, PAPER, 1.8)
    stones = dot(150, 68.5, 2.8, SUIT, 1.4) + both_sides(dot(137, 70, 2, SUIT, 1.2))
    return area(rim, GOLD, 2.4) + both_sides(pearls) + dot(150, 60, 2.4, PAPER, 1.4) + stones


def knave_head() -> str:
    """A flat cap with a plume, hair cut to the jaw and curled, no beard."""
    hair = (
        "M128 84C118 92 116 106 117 118C110 122 110 135 119 138C130 139 134 130 129 122"
        "C128 112 129 100 133 90Z"
    )
    strands = (
        "M124 92C120 104 121 112 122 120M128 94C125 104 126 112 127 119M119 133"
        "C115 131 116 125 121 125C125 127 124 132 120 131"
    )
    mouth = line("M142 119.5C146 122 154 122 158 119", 2.2) + line("M146 125Q150 127 154 125", 1.3)
    neck = area("M138 124V146H162V124Z", PAPER, 2.4)
    return (
        neck
        + area(_FACE, PAPER, 2.4)
        + _features(brow=-0.5)
        + mouth
        + both_sides(area(hair, GOLD, 2.4) + line(strands, 1.4))
        + _cap()
    )


def _cap() -> str:
    crown = "M116 82C108 62 128 50 152 52C178 51 194 64 184 82C164 74 136 74 116 82Z"
    brim = (
        "M114 90C136 80 164 80 186 90C189 84 188 80 184 77C162 69 138 69 116 77"
        "C112 80 111 84 114 90Z"
    )
    plume = (
        "M180 76C192 62 186 46 166 42C148 38 132 44 124 54C136 50 142 54 152 52"
        "C148 56 150 58 160 58C158 62 164 66 170 66C168 70 174 76 180 76Z"
    )
    barbs = "M180 75C180 60 166 48 134 49M174 60L172 47M163 52L160 44M150 49L149 43"
    return (
        area(crown, SUIT, 2.4)
        + line("M124 60C120 66 120 70 122 76M140 62V73M156 62V72", 1.4, PAPER)
        + area(plume, PAPER, 2.2)
        + line(barbs, 1.4)
        + area(brim, GOLD, 2.4)
        + dot(176, 79, 3.6, SUIT, 1.6)
    )


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

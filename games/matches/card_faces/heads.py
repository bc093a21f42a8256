"""Heads and crowns of the courts: seen from the front, alike for left and right."""

from .ink import GOLD, INK, PAPER, SUIT, area, both_sides, dot, line

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

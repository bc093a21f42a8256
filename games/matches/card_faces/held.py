"""What each court holds in the hand on the right."""

from .ink import GOLD, INK, PAPER, SUIT, area, dot, line, placed

_AT = 211


def _hand() -> str:
    palm = area(
        "M198 178C197 170 205 167 213 168C221 169 224 176 221 184C216 190 202 189 198 178Z",
        PAPER,
        2.2,
    )
    fingers = line("M203 174H220M202 179H221M205 184H219", 1.3)
    cuff = area("M192 182C200 192 214 194 226 188L224 204C210 208 196 204 188 196Z", GOLD, 2.2)
    return cuff + palm + fingers


def _staff(top: float) -> str:
    return area(f"M{_AT - 3} {top:g}H{_AT + 3}V210H{_AT - 3}Z", GOLD, 2)


def sword() -> str:
    blade = area(f"M{_AT} 46L{_AT + 6} 58V156H{_AT - 6}V58Z", PAPER, 2.2)
    guard = area(
        f"M{_AT - 20} 154C{_AT - 8} 150 {_AT + 8} 150 {_AT + 20} 154V161H{_AT - 20}Z", GOLD, 2.2
    )
    return _staff(158) + blade + line(f"M{_AT} 56V150", 1.4) + guard + _hand()


def sceptre() -> str:
    crest = area(
        f"M{_AT} 44C{_AT + 6} 54 {_AT + 6} 60 {_AT + 2} 68C{_AT + 8} 56 {_AT + 18} 58 {_AT + 16} 68"
        f"C{_AT + 14} 74 {_AT + 8} 72 {_AT + 9} 68L{_AT + 4} 78H{_AT - 4}L{_AT - 9} 68"
        f"C{_AT - 8} 72 {_AT - 14} 74 {_AT - 16} 68C{_AT - 18} 58 {_AT - 8} 56 {_AT - 2} 68"
        f"C{_AT - 6} 60 {_AT - 6} 54 {_AT} 44Z",
        GOLD,
        2,
    )
    return _staff(84) + crest + area(f"M{_AT - 8} 78H{_AT + 8}V85H{_AT - 8}Z", SUIT, 2) + _hand()


def axe() -> str:
    blade = area(
        f"M{_AT + 3} 62C{_AT + 8} 62 {_AT + 13} 58 {_AT + 16} 52C{_AT + 23} 66 {_AT + 23} 82"
        f" {_AT + 16} 98C{_AT + 13} 92 {_AT + 8} 88 {_AT + 3} 88Z",
        PAPER,
        2.2,
    )
    spike = area(f"M{_AT - 3} 68L{_AT - 15} 75L{_AT - 3} 82Z", PAPER, 2.2)
    edge = line(f"M{_AT + 13} 63C{_AT + 17} 71 {_AT + 17} 79 {_AT + 13} 87", 1.4)
    return _staff(50) + blade + edge + spike + dot(_AT, 49, 4, GOLD, 2) + _hand()


def orb() -> str:
    ball = dot(_AT, 146, 20, GOLD, 2.4)
    bands = line(f"M{_AT - 20} 146C{_AT - 8} 152 {_AT + 8} 152 {_AT + 20} 146M{_AT} 126V149", 2.2)
    cross = line(f"M{_AT} 126V102M{_AT - 9} 112H{_AT + 9}", 7) + line(
        f"M{_AT} 125V103M{_AT - 8} 112H{_AT + 8}", 3, GOLD
    )
    return cross + ball + bands + _hand()


def _stem() -> str:
    leaf = (
        f"M{_AT} 150C{_AT - 16} 148 {_AT - 18} 136 {_AT - 16} 130"
        f"C{_AT - 6} 132 {_AT} 140 {_AT} 150Z"
    )
    return line(f"M{_AT} 200V104", 4.4) + line(f"M{_AT} 200V104", 1.8, SUIT) + area(leaf, SUIT, 1.8)


def rose() -> str:
    petals = "".join(
        f'<circle r="10" cx="0" cy="-11" transform="rotate({turn})" fill="{SUIT}" stroke="{INK}" '
        'stroke-width="2"/>'
        for turn in range(0, 360, 72)
    )
    flower = placed(petals + dot(0, 0, 8, GOLD, 2), _AT, 90)
    return _stem() + flower + dot(_AT, 90, 2.4, INK) + _hand()


def fan() -> str:
    feathers = "".join(
        f'<ellipse cx="0" cy="-25" rx="7" ry="17" transform="rotate({turn})" fill="{fill}" '
        f'stroke="{INK}" stroke-width="2"/>'
        for turn, fill in ((-46, SUIT), (46, SUIT), (-23, PAPER), (23, PAPER), (0, SUIT))
    )
    ribs = line("M0-8V-34M-4-7L-16-30M4-7L16-30", 1.2, GOLD)
    return _staff(104) + placed(feathers + ribs + dot(0, -4, 5, GOLD, 2), _AT, 108, 0.8) + _hand()


def lily() -> str:
    side = (
        f"M{_AT} 112C{_AT - 14} 108 {_AT - 20} 92 {_AT - 18} 72C{_AT - 10} 78 {_AT - 4} 88"
        f" {_AT} 100C{_AT + 4} 88 {_AT + 10} 78 {_AT + 18} 72C{_AT + 20} 92"
        f" {_AT + 14} 108 {_AT} 112Z"
    )
    heart = f"M{_AT} 66C{_AT + 10} 80 {_AT + 9} 96 {_AT} 108C{_AT - 9} 96 {_AT - 10} 80 {_AT} 66Z"
    return (
        _stem()
        + area(side, PAPER, 2.2)
        + area(heart, SUIT, 2)
        + line(f"M{_AT} 78V100", 1.4, PAPER)
        + _hand()
    )


def halberd() -> str:
    point = area(f"M{_AT} 42L{_AT + 6} 60L{_AT} 74L{_AT - 6} 60Z", PAPER, 2)
    blade = area(
        f"M{_AT + 3} 80C{_AT + 9} 79 {_AT + 15} 75 {_AT + 19} 68C{_AT + 21} 82 {_AT + 21} 94"
        f" {_AT + 19} 108C{_AT + 15} 101 {_AT + 9} 98 {_AT + 3} 98Z",
        PAPER,
        2.2,
    )
    hook = area(
        f"M{_AT - 3} 82C{_AT - 9} 82 {_AT - 14} 88 {_AT - 17} 99"
        f"C{_AT - 11} 96 {_AT - 8} 96 {_AT - 3} 97Z",
        PAPER,
        2.2,
    )
    return _staff(70) + point + blade + hook + _hand()


def pennon() -> str:
    cloth = f"M{_AT + 3} 58H{_AT + 22}L{_AT + 14} 75L{_AT + 22} 92H{_AT + 3}Z"
    tip = area(f"M{_AT} 40L{_AT + 6} 52H{_AT - 6}Z", PAPER, 2)
    stripe = line(f"M{_AT + 9} 59V91", 2.6, GOLD)
    return _staff(52) + area(cloth, SUIT, 2.2) + stripe + tip + _hand()


def arrow() -> str:
    head = area(f"M{_AT} 44L{_AT + 11} 66H{_AT + 4}V72H{_AT - 4}V66H{_AT - 11}Z", GOLD, 2)
    return _staff(70) + head + _hand()

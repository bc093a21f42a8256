"""The thirty-two cards as Chromium draws them: each its own, turned about the same, told apart
without colour."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import pytest
from playwright.sync_api import Page

from games.engine.cards import NAMES
from games.matches.card_faces.sprite import sprite, symbol

from .visits import Visits

pytestmark = pytest.mark.shares("reads")
TABLE, SMALL = 105, 40
COURTS = [name for name in NAMES if name[0] in "JQK"]
# A difference of fewer grey pixels in a hundred is what one overlooks.
SEEN_AT_TABLE = 1.0
SEEN_SMALL = 2.0


@dataclass(frozen=True, slots=True)
class Picture:
    """`grey`: row by row, 0 black to 255 white."""

    width: int
    height: int
    grey: bytes

    def turned(self) -> "Picture":
        return Picture(self.width, self.height, self.grey[::-1])

    def part(self, left: float, top: float, right: float, bottom: float) -> bytes:
        """As fractions of the width and the height."""
        columns = range(int(left * self.width), int(right * self.width))
        rows = range(int(top * self.height), int(bottom * self.height))
        return bytes(self.grey[row * self.width + column] for row in rows for column in columns)

    def differs(self, other: "Picture") -> float:
        """In how many of a hundred pixels the two are plainly not alike."""
        pairs = zip(self.grey, other.grey, strict=True)
        return 100 * sum(abs(a - b) > 64 for a, b in pairs) / len(self.grey)


def png(content: bytes) -> Picture:
    """Of a screenshot: eight bits, RGB or RGBA, no interlace."""
    width, height, _depth, kind = struct.unpack(">IIBB", content[16:26])
    channels = {2: 3, 6: 4}[kind]
    packed = b"".join(data for name, data in _chunks(content) if name == b"IDAT")
    raw, stride = zlib.decompress(packed), width * channels
    above, grey = bytearray(stride), bytearray()
    for row in range(height):
        start = row * (stride + 1)
        line = _unfiltered(
            raw[start], bytearray(raw[start + 1 : start + 1 + stride]), above, channels
        )
        for at in range(0, stride, channels):
            red, green, blue = line[at : at + 3]
            grey.append((299 * red + 587 * green + 114 * blue) // 1000)
        above = line
    return Picture(width, height, bytes(grey))


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(content):
        (length,) = struct.unpack(">I", content[at : at + 4])
        yield content[at + 4 : at + 8], content[at + 8 : at + 8 + length]
        at += 12 + length


def _unfiltered(kind: int, line: bytearray, above: bytearray, channels: int) -> bytearray:
    for at in range(len(line)):
        left = line[at - channels] if at >= channels else 0
        corner = above[at - channels] if at >= channels else 0
        up = above[at]
        guess = (0, left, up, (left + up) // 2, _paeth(left, up, corner))[kind]
        line[at] = (line[at] + guess) & 255
    return line


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda one: abs(guess - one))


_DRAWN: dict[tuple[int, str, str], dict[str, Picture]] = {}


def pictures(page: Page, width: int, language: str = "en", prefix: str = "") -> dict[str, Picture]:
    """Each card by itself; the same ones are drawn once."""
    which = (width, language, prefix)
    if which not in _DRAWN:
        _DRAWN[which] = _drawn(page, width, language, prefix)
    return _DRAWN[which]


def _drawn(page: Page, width: int, language: str, prefix: str) -> dict[str, Picture]:
    page.goto("/")
    faces = sprite()
    page.evaluate(
        """([faces, cards, width]) => {
            document.body.replaceChildren();
            const drawing = new DOMParser().parseFromString(faces, 'image/svg+xml').documentElement;
            drawing.setAttribute('width', 0);
            drawing.setAttribute('height', 0);
            document.body.append(document.importNode(drawing, true));
            for (const [name, id, red] of cards) {
                const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
                svg.id = `card-${name}`;
                svg.setAttribute('viewBox', '0 0 300 420');
                svg.setAttribute('width', width);
                svg.setAttribute('height', width * 7 / 5);
                svg.style.display = 'block';
                svg.setAttribute('color', red ? '#a01c2a' : '#1d1a16');
                const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
                use.setAttribute('href', `#${id}`);
                svg.append(use);
                document.body.append(svg);
            }
        }""",
        [faces, [(n, prefix + symbol(n, language), n[1] in "DH") for n in NAMES], width],
    )
    return {name: png(page.locator(f"#card-{name}").screenshot()) for name in NAMES}


@pytest.fixture
def page(visits: Visits) -> Page:
    return visits.page(width=1280, height=2400)


def test_no_two_cards_look_alike_and_not_by_their_colour(page: Page) -> None:
    """In grey, at the size of the table and at the smallest."""
    for width, prefix, seen in ((TABLE, "", SEEN_AT_TABLE), (SMALL, "small-", SEEN_SMALL)):
        drawn = pictures(page, width, prefix=prefix)
        assert len(drawn) == 32
        for one, other in combinations(drawn, 2):
            assert drawn[one].differs(drawn[other]) > seen, (one, other, width)


def test_a_court_turned_about_is_the_same_card(page: Page) -> None:
    drawn = pictures(page, TABLE)
    for name in (*COURTS, "TC", "TD", "TH", "TS"):
        assert drawn[name].differs(drawn[name].turned()) < 2.0, name


def test_the_corner_tells_a_card_where_the_rest_is_covered(page: Page) -> None:
    """A fifth of the width shows when cards overlap: rank and suit are both in it."""
    corners = {
        name: drawn.part(0.02, 0.03, 0.21, 0.33) for name, drawn in pictures(page, TABLE).items()
    }
    for one, other in combinations(corners, 2):
        pairs = zip(corners[one], corners[other], strict=True)
        different = sum(abs(a - b) > 64 for a, b in pairs) / len(corners[one])
        assert different > 0.02, (one, other)


def test_the_courts_of_a_french_page_have_other_letters_and_the_same_figures(page: Page) -> None:
    english, french = pictures(page, TABLE), pictures(page, TABLE, "fr")
    for name in NAMES:
        corner = (0.02, 0.03, 0.21, 0.2)
        same = english[name].part(*corner) == french[name].part(*corner)
        assert same is (name not in COURTS), name
        middle = (0.25, 0.12, 0.75, 0.88)
        assert english[name].part(*middle) == french[name].part(*middle), name


def test_every_card_is_mostly_paper_and_has_a_figure(page: Page) -> None:
    """Neither empty nor smeared: a court has more ink than a seven, an ace the least but one."""
    ink = {
        name: sum(value < 128 for value in drawn.grey) / len(drawn.grey)
        for name, drawn in pictures(page, TABLE).items()
    }
    assert all(0.02 < share < 0.5 for share in ink.values()), ink
    for suit in "CDHS":
        assert ink[f"7{suit}"] < ink[f"8{suit}"] < ink[f"9{suit}"] < ink[f"T{suit}"]

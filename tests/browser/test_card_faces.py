"""The thirty-two cards as Chromium draws them: each its own, turned about the same, told apart
without colour."""

from base64 import b64decode, b64encode
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


# A picture of the whole page, and where cards are on it: of each its grey, in base64.
GREY = """async ([picture, boxes]) => {
  const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  drawing.drawImage(bitmap, 0, 0);
  return boxes.map(([left, top, width, height]) => {
    const { data } = drawing.getImageData(left, top, width, height);
    let grey = "";
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue] = data.subarray(at, at + 3);
      grey += String.fromCharCode(Math.floor((299 * red + 587 * green + 114 * blue) / 1000));
    }
    return btoa(grey);
  });
}"""
BOXES = """(cards) => cards.map((card) => {
  const { left, top, width, height } = card.getBoundingClientRect();
  return [left, top, width, height];
})"""


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
            document.body.style.cssText = 'display: flex; flex-wrap: wrap; align-content: start;'
              + ' gap: 1px; margin: 0; padding: 0; width: 1280px; max-width: none';
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
                svg.style.flex = 'none';
                svg.setAttribute('color', red ? '#a01c2a' : '#1d1a16');
                const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
                use.setAttribute('href', `#${id}`);
                svg.append(use);
                document.body.append(svg);
            }
        }""",
        [faces, [(n, prefix + symbol(n, language), n[1] in "DH") for n in NAMES], width],
    )
    boxes = page.locator("svg[id^=card-]").evaluate_all(BOXES)
    assert all(side == int(side) for box in boxes for side in box), "Each pixel is of one card."
    seen = b64encode(page.screenshot(full_page=True)).decode()
    made = [b64decode(grey) for grey in page.evaluate(GREY, [seen, boxes])]
    return {
        name: Picture(int(box[2]), int(box[3]), grey)
        for name, box, grey in zip(NAMES, boxes, made, strict=True)
    }


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

"""The QR codes that a pad draws, beside those of segno."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import segno
from playwright.sync_api import Browser, Page

# Bytes that fill each version at level M (ISO/IEC 18004, table 7): nothing is left to fill up.
FULL = (
    14,
    26,
    42,
    62,
    84,
    106,
    122,
    152,
    180,
    213,
    251,
    287,
    331,
    362,
    412,
    450,
    504,
    560,
    624,
    666,
)
DRAWN = """(cases) => cases.map(([text, mask]) =>
  (Pad.qr.modules(text, mask) || []).map((row) => row.map(Number).join("")))"""


@pytest.fixture(scope="module")
def script(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    page = context.new_page()
    page.add_script_tag(content=Path("static/js/pad/qr.js").read_text(encoding="utf-8"))
    yield page
    context.close()


def test_every_version_and_mask_is_as_segno_draws_it(script: Page) -> None:
    alphabet = "deal:A propose accept tricks:3-2 "
    texts = [(alphabet * 21)[:number] for number in FULL]
    cases = [(text, number % 8) for number, text in enumerate(texts)]
    cases += [(texts[0], mask) for mask in range(8)]
    wrong = []
    for (text, mask), found in zip(cases, script.evaluate(DRAWN, cases), strict=True):
        code = segno.make(text, error="m", mask=mask, boost_error=False, mode="byte", micro=False)
        if found != ["".join(str(int(bit)) for bit in row) for row in code.matrix]:
            wrong.append((len(text), mask))
    assert wrong == []


def test_one_byte_more_takes_the_next_version_and_too_much_takes_none(script: Page) -> None:
    sizes = [len(rows) for rows in script.evaluate(DRAWN, [["x" * (n + 1), 0] for n in FULL])]
    assert sizes == [*(4 * version + 17 for version in range(2, 21)), 0]

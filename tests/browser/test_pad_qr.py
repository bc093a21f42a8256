"""The QR codes that a phone draws of what waits to be sent, beside those of segno."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno
from playwright.sync_api import Browser, Page

SCRIPTS = ("static/js/vendor/lean-qr.js", "static/js/pad/qr.js")
BORDER = 4
# Bytes that fill version 20, the largest that a phone reads well, at level M (ISO/IEC 18004).
MOST = 666


@pytest.fixture(scope="module")
def script(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    page = context.new_page()
    for path in SCRIPTS:
        page.add_script_tag(content=Path(path).read_text(encoding="utf-8"))
    yield page
    context.close()


def drawn(script: Page, text: str) -> set[tuple[int, int]] | None:
    """The dark squares."""
    path = script.evaluate(
        """(text) => Pad.qr.drawn(text, "")?.lastElementChild.getAttribute("d") ?? null""", text
    )
    if path is None:
        return None
    squares = re.findall(r"M(\d+) (\d+)h1v1h-1z", path)
    return {(int(x) - BORDER, int(y) - BORDER) for x, y in squares}


def by_segno(text: str) -> list[set[tuple[int, int]]]:
    """With each mask: any of them can be read."""
    codes = [
        segno.make(text, error="m", mask=mask, mode="byte", micro=False, boost_error=boosts)
        for mask in range(8)
        for boosts in (False, True)
    ]
    return [
        {(x, y) for y, row in enumerate(code.matrix) for x, bit in enumerate(row) if bit}
        for code in codes
    ]


@pytest.mark.parametrize("length", [42, 152, MOST])
def test_it_is_as_segno_draws_it(script: Page, length: int) -> None:
    """Bytes that fill a version: what fills up the rest is nobody's business."""
    text = ("deal:A propose accept tricks:3-2 " * 21)[:length]
    assert drawn(script, text) in by_segno(text)


def test_what_is_too_long_has_no_code(script: Page) -> None:
    assert drawn(script, "x" * (MOST + 1)) is None

"""Standings on A4: every column on the sheet, upright and sideways."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page

from tests.support.depth import THOROUGH, each

from .visits import CLUB, Visits

pytestmark = pytest.mark.shares("reads")
# What Chromium leaves of A4 with margins of a centimetre, in pixels of 96 to the inch.
PAPER = {"portrait": 718, "landscape": 1046}
SMALLEST = 8.5
HEADS = """all => all.map((one) => {
  const { left, right, width } = one.getBoundingClientRect();
  return { text: one.innerText.trim(), left, right, width };
})"""


def tables(page: Page) -> list[str]:
    page.goto(f"{CLUB}seasons/")
    found = page.locator(".lines a").evaluate_all("all => all.map((one) => one.pathname)")
    return [str(path) for path in found]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_column_of_the_standings_is_lost(visits: Visits, language: str) -> None:
    page = visits.page("member", CLUB, language=language)
    most = 0
    # Usually a third of them in English, whose words are shorter, and those on paper alone.
    for number, path in enumerate(each(3 if language == "en" else 1, tables(page))):
        page.goto(path)
        page.emulate_media(media="print")
        most = max(most, *(columns(page, paper) for paper in PAPER))
        if THOROUGH or (language == "en" and not number):
            assert all(is_printed(page, paper) for paper in PAPER)
        page.emulate_media(media="screen")
    assert most >= 12


def columns(page: Page, paper: str) -> int:
    """How many are on the sheet, each whole and large enough."""
    page.set_viewport_size({"width": PAPER[paper], "height": 740})
    heads = page.locator("main table thead th").evaluate_all(HEADS)
    assert all(head["text"] and head["width"] for head in heads), (page.url, paper, heads)
    assert all(one["right"] <= other["left"] + 1 for one, other in pairwise(heads)), page.url
    assert max((head["right"] for head in heads), default=0) <= PAPER[paper], (page.url, heads)
    cells = page.locator("main table tbody :is(th, td)").evaluate_all(
        "all => all.map((one) => [one.scrollWidth - one.clientWidth, one.innerText.trim(),"
        " parseFloat(getComputedStyle(one).fontSize)])"
    )
    for too_wide, text, size in cells:
        assert too_wide <= 1, (page.url, paper, text)
        assert size >= SMALLEST, (page.url, paper, text, size)
    return len(heads)


def is_printed(page: Page, paper: str) -> bool:
    return page.pdf(format="A4", landscape=paper == "landscape").startswith(b"%PDF")

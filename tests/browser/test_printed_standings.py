"""Standings on A4: every column on the sheet, upright and sideways."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page

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
@pytest.mark.parametrize("paper", ["portrait", "landscape"])
def test_no_column_of_the_standings_is_lost(visits: Visits, paper: str, language: str) -> None:
    page = visits.page("member", CLUB, width=PAPER[paper], language=language)
    most = 0
    for path in tables(page):
        page.goto(path)
        page.emulate_media(media="print")
        heads = page.locator("main table thead th").evaluate_all(HEADS)
        assert all(head["text"] and head["width"] for head in heads), (path, heads)
        assert all(one["right"] <= other["left"] + 1 for one, other in pairwise(heads)), path
        assert max((head["right"] for head in heads), default=0) <= PAPER[paper], (path, heads)
        cells = page.locator("main table tbody :is(th, td)").evaluate_all(
            "all => all.map((one) => [one.scrollWidth - one.clientWidth, one.innerText.trim(),"
            " parseFloat(getComputedStyle(one).fontSize)])"
        )
        for too_wide, text, size in cells:
            assert too_wide <= 1, (path, text)
            assert size >= SMALLEST, (path, text, size)
        pdf = page.pdf(format="A4", landscape=paper == "landscape")
        assert pdf.startswith(b"%PDF")
        most = max(most, len(heads))
        page.emulate_media(media="screen")
    assert most >= 12

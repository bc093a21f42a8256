"""Charts on a phone: no label covers another, and the steps below them have names."""

from itertools import combinations, pairwise

import pytest
from playwright.sync_api import Page

from tests.support.depth import each

from .test_access import overflow
from .visits import CLUB, Visits

pytestmark = pytest.mark.shares("reads")
# As small as text may be on a phone, in pixels.
SMALLEST = 12
TEXTS = """all => all.filter((one) => one.getBoundingClientRect().width > 0).map((one) => {
  const { left, right, top, bottom, height } = one.getBoundingClientRect();
  return { text: one.textContent, left, right, top, bottom, height };
})"""


def pages(page: Page) -> list[str]:
    """The charts of a season of players, those of one of teams, and of a rating."""
    page.goto(f"{CLUB}seasons/")
    seasons = page.locator(".lines a").evaluate_all("all => all.map((one) => one.pathname)")
    page.goto(f"{CLUB}ratings/")
    player = page.locator("tbody a").first.get_attribute("href")
    assert player is not None
    return [*(f"{season}charts/" for season in seasons[:3]), player]


@pytest.mark.parametrize(
    ("width", "language"),
    each(3, [(360, "fr"), (360, "en"), (1280, "fr"), (1280, "en")]),
)
def test_no_label_of_a_chart_covers_another(visits: Visits, width: int, language: str) -> None:
    page = visits.page("member", CLUB, width=width, language=language)
    seen = 0
    for path in pages(page):
        page.goto(path)
        for chart in page.locator("figure > svg:visible").all():
            texts = chart.locator("text").evaluate_all(TEXTS)
            for one, other in combinations(texts, 2):
                # A figure is lower than its line.
                slack = 0.3 * one["height"]
                apart = (
                    one["right"] <= other["left"] + 1
                    or other["right"] <= one["left"] + 1
                    or one["bottom"] <= other["top"] + slack
                    or other["bottom"] <= one["top"] + slack
                )
                assert apart, (path, one, other)
            assert min(one["height"] for one in texts) >= SMALLEST, path
            # Below everything else: the steps, from left to right.
            lowest = max(one["bottom"] for one in texts)
            steps = [one for one in texts if lowest - one["bottom"] < 1]
            assert all(one["left"] < other["left"] for one, other in pairwise(steps))
            assert any(not one["text"].isdigit() for one in steps), (path, steps)
            seen += 1
        assert overflow(page) == []
    assert seen >= 5

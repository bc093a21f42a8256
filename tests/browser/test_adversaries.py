"""The table of adversaries on a player's page: all of it in sight on the smallest phone."""

import pytest
from playwright.sync_api import Page, expect

from .visits import CLUB, Visits

pytestmark = pytest.mark.shares("reads")
WIDTHS = (320, 360, 480, 768, 1280)
# A name without a place to break it, wider than the column that it stands in.
LONGEST = "Wolfeschlegelsteinhausenbergerdorff"


def adversaries(visits: Visits, language: str, width: int) -> Page:
    """The page of the first player, who has met somebody."""
    page = visits.page("member", f"{CLUB}players/", width=width, language=language)
    page.locator("main .lines .row-link, main tbody th a").first.click()
    expect(page.locator("#duels-scroll tbody tr").first).to_be_visible()
    return page


def hidden(page: Page) -> int:
    """How many pixels of the table are out of sight."""
    return int(page.locator("#duels-scroll").evaluate("one => one.scrollWidth - one.clientWidth"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_column_is_out_of_sight(language: str, visits: Visits) -> None:
    page = adversaries(visits, language, WIDTHS[0])
    all_in_sight(page)
    page.locator("#duels-scroll tbody .name").first.evaluate(
        "(one, name) => { one.textContent = name; }", LONGEST
    )
    all_in_sight(page)
    assert visits.troubles == []


def all_in_sight(page: Page) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        assert hidden(page) == 0, width
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_bar_is_beside_the_name_or_below_it(visits: Visits) -> None:
    """And all bars are of one length, so that they can be compared."""
    page = adversaries(visits, "en", 360)
    for width, beside in ((360, False), (1280, True)):
        page.set_viewport_size({"width": width, "height": 740})
        first = page.locator("#duels-scroll tbody tr").first
        name, bar = first.locator(".name").bounding_box(), first.locator(".bar").bounding_box()
        assert name
        assert bar
        assert (bar["x"] >= name["x"] + name["width"]) is beside
        assert (bar["y"] >= name["y"] + name["height"]) is not beside
        lengths = page.locator("#duels-scroll .bar").evaluate_all(
            "all => all.map((one) => Math.round(one.getBoundingClientRect().width))"
        )
        assert len(set(lengths)) == 1

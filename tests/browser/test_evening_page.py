"""The page of an evening on a phone: the tables on two screens at most, one next action, and the
rest a tap away."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from .copies import copied_violations
from .places import places
from .visits import Visits

pytestmark = pytest.mark.shares("reads")
SCREEN = 800


def evening_of(visits: Visits) -> str:
    """The address of the evening that is open."""
    database = visits.site.program.env["DATABASE_URL"].removeprefix("sqlite:///")
    return next(place.path for place in places(Path(database)) if place.name == "evening")


def test_an_evening_fits_two_screens_with_one_next_action(visits: Visits) -> None:
    """Seven tables, 23 players, four pools and chouettes; it was 5,760 pixels long."""
    address = evening_of(visits)
    for who in ("director", "member"):
        page = visits.page(who, address, height=SCREEN)
        assert page.evaluate("document.documentElement.scrollHeight") <= 2 * SCREEN
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        expect(page.locator("main .button:not(.button-second):visible")).to_have_count(1)
        next_action = page.locator("main .button:not(.button-second)").bounding_box()
        first_table = page.locator(".place").first.bounding_box()
        assert next_action is not None
        assert first_table is not None
        assert next_action["y"] < first_table["y"] < SCREEN
        assert copied_violations(page) == []


def test_the_rest_is_one_tap_away(visits: Visits) -> None:
    page = visits.page("director", evening_of(visits))
    link = page.get_by_role("link", name="Sign off the evening")
    expect(link).to_be_hidden()
    page.get_by_text("More for this evening").tap()
    expect(link).to_be_visible()
    page.locator("#here > summary").tap()
    expect(page.get_by_role("button", name="Mark as gone").first).to_be_visible()
    assert copied_violations(page) == []
    # What was opened stays open when the evening goes on.
    page.evaluate("document.getElementById('evening').dispatchEvent(new CustomEvent('live'))")
    page.wait_for_timeout(500)
    expect(link).to_be_visible()

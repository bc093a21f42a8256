"""Tonight's evening of the sample club: its page and the wall follow what happens at the tables."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.visits import CLUB, Visits

PATIENCE = 20_000
SCREENS = [(360, 740), (1280, 720), (1920, 1080)]


def tonight(visits: Visits) -> str:
    page = visits.page("director", f"{CLUB}evenings/?state=open")
    href = page.locator("th a.row-link").first.get_attribute("href")
    assert href
    return href


def live(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-connection", "live", timeout=PATIENCE)


def test_a_round_is_proposed_started_and_seen_on_the_wall(visits: Visits) -> None:
    where = tonight(visits)
    wall = visits.page("", f"{where}wall/", width=1920, height=1080)
    live(wall)
    expect(wall.locator(".panel")).to_have_count(3)
    page = visits.page("director", where)
    live(page)
    page.get_by_role("button", name="Beatrice Holloway-Finch", exact=True).click()
    page.wait_for_url(f"**{where}")
    here = page.locator(".guests")
    expect(here.get_by_text("Beatrice Holloway-Finch").first).to_be_visible()
    page.get_by_label("Its number or name").fill("Window")
    page.get_by_role("button", name="Add the table").click()
    page.wait_for_url(f"**{where}")
    expect(wall.locator(".panel")).to_have_count(4, timeout=PATIENCE)
    page.get_by_role("link", name="Propose pairings").click()
    assert violations(page) == []
    page.get_by_role("button", name="Start these matches").click()
    page.wait_for_url(f"**{where}")
    window = wall.locator(".panel", has_text="Window")
    expect(window).to_contain_text("Beatrice Holloway-Finch", timeout=PATIENCE)
    assert page.get_by_role("link", name="Propose pairings").count() == 0


def test_the_page_follows_without_losing_what_is_typed(visits: Visits) -> None:
    where = tonight(visits)
    page, other = visits.page("director", where), visits.page("scorer", where)
    live(page)
    page.get_by_label("Somebody new").fill("Half a na")
    before = page.locator(".guests > li").count()
    other.locator(".tap").first.click()
    expect(page.locator(".guests > li")).to_have_count(before + 1, timeout=PATIENCE)
    expect(page.get_by_label("Somebody new")).to_have_value("Half a na")


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_wall_is_all_there(width: int, height: int, visits: Visits) -> None:
    """No scrolling sideways on any screen, none at all on a large one; nobody signs in."""
    wall = visits.page("", f"{tonight(visits)}wall/", width=width, height=height, scheme="dark")
    size = wall.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert size[0] <= width
    assert width < 1280 or size[1] <= height
    for figure in wall.locator(".panel-side .figure").all():
        assert re.fullmatch(r"[0-5]", figure.inner_text())
    if width == 1920:
        names = wall.locator(".panel-side .name")
        sizes = names.evaluate_all(
            "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert min(sizes) >= 36, "read from five metres"
    assert violations(wall) == []

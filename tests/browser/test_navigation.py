"""The navigation on a phone, and days typed or chosen."""

import pytest
from playwright.sync_api import expect

from tests.support.depth import THOROUGH

from .axe import violations
from .test_access import overflow
from .visits import CLUB, Visits

pytestmark = pytest.mark.shares("reads")
# The first three are each person and each language once.
SEEN = [
    *[("", "fr"), ("member", "en"), ("director", "fr")],
    *[("", "en"), ("member", "fr"), ("director", "en")],
]


@pytest.mark.parametrize(
    ("who", "language"),
    SEEN if THOROUGH else SEEN[:3],
)
def test_the_navigation_is_one_row_on_a_phone(visits: Visits, language: str, who: str) -> None:
    page = visits.page(who, CLUB, width=360, language=language)
    tops = page.locator(".site-nav > ul > li > :is(a, button)").evaluate_all(
        "all => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size"
    )
    assert tops == 1
    assert overflow(page) == []


def test_every_page_of_the_club_is_two_taps_away(visits: Visits) -> None:
    page = visits.page("director", CLUB, width=360)
    more = page.get_by_role("button", name="More")
    for name in ("Tournaments", "Calendar", "Ratings", "Accounts", "Players", "Committee"):
        link = page.locator(".site-nav").get_by_role("link", name=name, exact=True)
        expect(link).to_be_hidden()
        more.tap()
        link.tap()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        more.tap()
        expect(link).to_have_attribute("aria-current", "page")
        page.keyboard.press("Escape")
        expect(link).to_be_hidden()


def test_the_rest_of_the_navigation_opens_by_keyboard(visits: Visits) -> None:
    page = visits.page("member", CLUB, width=360, scheme="dark")
    page.get_by_role("button", name="More").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Online tables")).to_be_focused()
    assert violations(page) == []


def test_all_of_it_shows_on_a_wide_screen_and_without_script(visits: Visits) -> None:
    page = visits.page("director", CLUB, width=1280, script=False)
    nav = page.locator(".site-nav")
    expect(nav.get_by_role("link", name="Accounts", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="More")).to_be_hidden()


def test_a_day_is_typed_or_chosen(visits: Visits) -> None:
    page = visits.page("director", f"{CLUB}evenings/new/", language="fr")
    day = page.locator("input[name=held_on]")
    page.locator(".day-native").evaluate(
        "one => { one.value = '2026-12-24'; one.dispatchEvent(new Event('change')); }"
    )
    expect(day).to_have_value("24/12/2026")

"""Twenty people come to an evening, on a phone: a tap each, without the page being loaded again."""

import re
from dataclasses import dataclass, field
from time import monotonic

import pytest
from playwright.sync_api import Page, Request, expect

from .copies import copied_violations
from .visits import CLUB, Visits

pytestmark = pytest.mark.shares("evenings")
PRESSED = ".arrival[aria-pressed=true]"
MINUTE = 60


@dataclass
class Loads:
    """Of whole pages, since it was made."""

    page: Page
    addresses: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("request", self._request)

    def _request(self, request: Request) -> None:
        if request.is_navigation_request():
            self.addresses.append(request.url)


def opened(page: Page, name: str) -> None:
    """The attendance of a new evening."""
    page.goto(f"{CLUB}evenings/new/")
    page.locator("#id_tables").fill("3")
    page.locator("#id_name").fill(name)
    page.get_by_role("button", name="Open the evening").click()
    page.wait_for_url(re.compile(r"/evenings/\d+/$"))
    page.goto(f"{page.url}attendance/")
    expect(page.locator("#present")).to_have_text("0 players here.")


def scrolled(page: Page) -> float:
    return float(page.evaluate("scrollY"))


def test_twenty_arrivals_are_twenty_taps(visits: Visits) -> None:
    page = visits.page("director")
    opened(page, "Twenty arrivals")
    loads, began = Loads(page), monotonic()
    for number in range(20):
        button = page.locator(".arrival").nth(number)
        button.scroll_into_view_if_needed()
        before, top = scrolled(page), button.bounding_box()
        button.tap()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(button).to_be_focused()
        assert (scrolled(page), button.bounding_box()) == (before, top)
    assert monotonic() - began < MINUTE
    assert loads.addresses == []
    expect(page.locator("#present")).to_have_text("20 players here.")
    page.locator(".arrival").nth(4).tap()
    expect(page.locator("#present")).to_have_text("19 players here.")
    assert copied_violations(page) == []
    page.reload()
    expect(page.locator(PRESSED)).to_have_count(19)


def test_two_taps_at_once_are_both_entered(visits: Visits) -> None:
    """Faster than the site answers."""
    page = visits.page("director")
    opened(page, "Fast fingers")
    page.evaluate("document.querySelectorAll('.arrival').forEach((b, i) => i < 8 && b.click())")
    expect(page.locator(PRESSED)).to_have_count(8)
    page.reload()
    expect(page.locator(PRESSED)).to_have_count(8)


def test_typing_leaves_the_names_that_have_it(visits: Visits) -> None:
    page = visits.page("director")
    opened(page, "Names typed")
    loads, field_ = Loads(page), page.get_by_role("searchbox")
    everybody = page.locator(".arrivals > li:visible").count()
    field_.press_sequentially("eloi")
    expect(page.locator(".arrivals > li:visible")).to_have_count(1)
    expect(page.locator(".arrivals > li:visible .name")).to_have_text("Éloïse Perrachon")
    field_.press("Enter")
    expect(page.locator("#present")).to_have_text("1 player here.")
    field_.press_sequentially("ashd")
    page.locator(".arrivals > li:visible .arrival").tap()
    expect(page.locator("#present")).to_have_text("2 players here.")
    field_.fill("Chloé Nouvelle")
    expect(page.get_by_text("No member has this name.")).to_be_visible()
    page.get_by_role("button", name="Add and mark as present").tap()
    expect(page.locator("#present")).to_have_text("3 players here.")
    field_.fill("")
    expect(page.locator(".arrivals > li:visible")).to_have_count(everybody + 1)
    expect(page.locator(PRESSED)).to_have_count(3)
    assert loads.addresses == []


def test_two_phones_mark_the_same_evening(visits: Visits) -> None:
    director = visits.page("director")
    opened(director, "Two phones")
    scorer = visits.page("scorer", director.url)
    scorer.locator(".arrival").first.tap()
    expect(director.locator(".arrival").first).to_have_attribute("aria-pressed", "true")
    director.locator(".arrival").nth(1).tap()
    expect(scorer.locator("#present")).to_have_text("2 players here.")
    expect(scorer.locator(PRESSED)).to_have_count(2)
    # Who is added on one has a button on both, once.
    director.get_by_role("searchbox").fill("Denise Nouvelle")
    director.get_by_role("button", name="Add and mark as present").tap()
    director.get_by_role("searchbox").fill("")
    for page in (director, scorer):
        expect(page.locator("#present")).to_have_text("3 players here.")
        expect(page.locator(PRESSED)).to_have_count(3)
        expect(page.locator(".arrival", has_text="Denise Nouvelle")).to_have_count(1)


def test_without_a_script_a_tap_comes_back_to_its_place(visits: Visits) -> None:
    with_script = visits.page("director")
    opened(with_script, "No script")
    page = visits.page("director", with_script.url, script=False)
    button = page.locator(".arrival").nth(16)
    member = button.get_attribute("id")
    button.tap()
    page.wait_for_load_state()
    again = page.locator(f"#{member}")
    expect(again).to_have_attribute("aria-pressed", "true")
    expect(again).to_be_in_viewport()

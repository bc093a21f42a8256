"""Every page: for everybody, at every width, in both languages, light and dark, and within bounds.

That no page breaks the content security policy, asks another host or fails is seen by `visits`.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.axe import RULES, violations
from tests.browser.pad import start
from tests.browser.places import Place, places, whole_pages
from tests.browser.visits import CLUB, Scheme, Visits
from tests.browser.weight import forget, weight
from tests.served import Served

# Committee and strangers, each in one language; every page in both of these.
LANGUAGES = {"committee": "fr", "": "en"}
LOOKS: tuple[tuple[int, Scheme], ...] = ((360, "dark"), (1280, "light"))
SMALLEST = 320
WEIGHT_MOST = 100_000


@pytest.fixture(scope="module")
def found(site: Served) -> list[Place]:
    return places(Path(site.program.env["DATABASE_URL"].removeprefix("sqlite:///")))


@pytest.mark.parametrize("who", LANGUAGES)
def test_every_page_is_for_everybody(visits: Visits, found: list[Place], who: str) -> None:
    page = visits.page(who, language=LANGUAGES[who])
    wrong: list[str] = []
    seen = 0
    for place in whole_pages(page, found):
        expect(page.locator("html")).to_have_attribute("lang", LANGUAGES[who])
        opened(page)
        for width, scheme in LOOKS:
            resized(page, width)
            page.emulate_media(color_scheme=scheme)
            rules = RULES if width == LOOKS[0][0] else axe.LOOKS
            problems = violations(page, rules) + overflow(page)
            wrong += [f"{place.name} ({width}, {scheme}): {problem}" for problem in problems]
        # Nothing scrolls sideways on the smallest phone.
        resized(page, SMALLEST)
        wrong += [f"{place.name} ({SMALLEST}): {problem}" for problem in overflow(page)]
        seen += 1
    assert wrong == []
    assert seen >= (40 if who else 10)


def resized(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})


def opened(page: Page) -> None:
    """Whatever can be unfolded is."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def overflow(page: Page) -> list[str]:
    """What makes the page wider than its window."""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [f"wider than the window by {wide}"] if wide > 0 else []


def test_no_page_weighs_much(visits: Visits, found: list[Place]) -> None:
    """Each in a browser that has kept nothing from the pages before."""
    page = visits.page("committee")
    forget(page)
    weights = {place.name: weight(page) for place in whole_pages(page, found)}
    assert {name: most for name, most in weights.items() if most > WEIGHT_MOST} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_goes_wrong_is_for_everybody_too(visits: Visits, scheme: Scheme) -> None:
    """Forms with errors, a pad overtaken, a pad without network, a preview."""
    wrong: list[str] = []
    page = visits.page("committee", scheme=scheme)
    for path, button in (
        (f"{CLUB}matches/new/", "Start the match"),
        (f"{CLUB}seasons/new/", "Open the season"),
        (f"{CLUB}players/", "Add the player"),
        ("/account/tokens/", "Make the token"),
    ):
        page.goto(path)
        page.get_by_role("button", name=button).click()
        expect(page.get_by_role("alert")).to_be_visible()
        wrong += violations(page) + overflow(page)
    page.goto(f"{CLUB}matches/149/entries/14/correct/")
    page.get_by_label("Reason").fill("It was so.")
    page.get_by_role("button", name="Show what would follow").click()
    expect(page.get_by_role("region", name="What would follow")).to_be_visible()
    wrong += violations(page) + overflow(page)
    assert wrong == []


def test_a_pad_in_trouble_is_for_everybody_too(visits: Visits) -> None:
    pad = start(visits, "A. (Hoyle)", "Y. (Hoyle)", kind="Rubber")
    pad.tap("summary:has-text('Enter the game by its score')")
    pad.tap("#game-5-3")
    pad.tap("button:has-text('Mark the game')")
    expect(pad.page.get_by_role("group", name="Who deals")).to_be_visible()
    pad.mark()
    pad.notice()
    wrong = violations(pad.page)
    pad.page.context.set_offline(True)
    pad.choose(dealer="a", tricks="3-2")
    pad.mark()
    pad.state("^Not sent yet")
    wrong += violations(pad.page)
    pad.page.context.clear_cookies(name="sessionid")
    pad.page.context.set_offline(False)
    pad.state("^Not marked$")
    assert "You are signed out." in pad.page.locator("#halt").inner_text()
    assert wrong + violations(pad.page) == []

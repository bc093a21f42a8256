"""Every page: for everybody, by keyboard alone, at every width, in both languages, light and dark,
and within bounds.

That no page breaks the content security policy, asks another host or fails is seen by `visits`.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.served import Served

from . import axe
from .axe import RULES, violations
from .by_keyboard import unreached
from .furnished import furnish
from .pad import start
from .places import OWN, places, whole_pages
from .visits import CLUB, Scheme, Visits
from .weight import forget, weight

pytestmark = pytest.mark.shares("reads")
# Committee and strangers, each in one language.
LANGUAGES = {"committee": "fr", "": "en"}
# Every page in both of these. The first is also that in which it is gone through by keyboard.
LOOKS: tuple[tuple[int, Scheme], ...] = ((1280, "light"), (360, "dark"))
SMALLEST = 320
WEIGHT_MOST = 100_000


@pytest.mark.parametrize("who", LANGUAGES)
def test_every_page_is_for_everybody(visits: Visits, site: Served, who: str) -> None:
    """One visit to each: what it weighs, its language, by keyboard alone, and how it looks."""
    # What a worker has stored would weigh nothing.
    page = visits.page(who, language=LANGUAGES[who], width=SMALLEST, worker=False)
    found = places(_database(site), furnish(page) if who else "")
    if who:
        forget(page)
    wrong: list[str] = []
    seen = 0
    for place in whole_pages(page, found, mostly_refused=not who):
        problems = heavy(page) if who else []
        expect(page.locator("html")).to_have_attribute("lang", LANGUAGES[who])
        # What strangers see of the club, the committee sees in both.
        looks = LOOKS if who or place.name in OWN else LOOKS[:1]
        for look in looks:
            looked_at(page, look)
            if look == LOOKS[0]:
                problems += unreached(page)
                opened(page)
            rules = RULES if look == looks[-1] else axe.LOOKS
            problems += [f"{look}: {problem}" for problem in violations(page, rules)]
            problems += [f"{look}: {problem}" for problem in overflow(page)]
        # Nothing scrolls sideways on the smallest phone.
        resized(page, SMALLEST)
        problems += [f"{SMALLEST}: {problem}" for problem in overflow(page)]
        wrong += [f"{place.name}: {problem}" for problem in problems]
        seen += 1
    assert wrong == [], "\n".join(wrong)
    assert seen >= (40 if who else 10)


def _database(site: Served) -> Path:
    return Path(site.program.env["DATABASE_URL"].removeprefix("sqlite:///"))


def heavy(page: Page) -> list[str]:
    """For a browser that has kept nothing from the pages before."""
    found = weight(page)
    return [f"weighs {found} bytes"] if found > WEIGHT_MOST else []


def looked_at(page: Page, look: tuple[int, Scheme]) -> None:
    width, scheme = look
    resized(page, width)
    page.emulate_media(color_scheme=scheme)


def resized(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})


def opened(page: Page) -> None:
    """Whatever can be unfolded is."""
    page.evaluate("""() => {
        document.activeElement.blur();
        document.querySelectorAll('details').forEach((one) => { one.open = true; });
    }""")


def overflow(page: Page) -> list[str]:
    """What makes the page wider than its window."""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [f"wider than the window by {wide}"] if wide > 0 else []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_goes_wrong_is_for_everybody_too(visits: Visits, scheme: Scheme) -> None:
    """Forms with errors, a pad overtaken, a pad without network, a preview."""
    wrong: list[str] = []
    page = visits.page("committee", scheme=scheme)
    for path, button in (
        (f"{CLUB}matches/new/", "Start the match"),
        (f"{CLUB}seasons/new/", "Open the season"),
        (f"{CLUB}players/", "Add the player"),
        ("/account/tokens/", "Create the token"),
    ):
        page.goto(path)
        page.get_by_role("button", name=button).click()
        expect(page.get_by_role("alert")).to_be_visible()
        wrong += violations(page) + overflow(page)
    page.goto(f"{CLUB}matches/149/entries/12/correct/")
    page.get_by_label("Reason").fill("It was so.")
    page.get_by_role("button", name="Show what will change").click()
    expect(page.get_by_role("region", name="What will change")).to_be_visible()
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
    pad.choose(dealer="a", king="nobody", opening="stood", tricks="3-2")
    pad.mark()
    pad.state("^1 waiting$")
    wrong += violations(pad.page)
    pad.page.context.clear_cookies(name="sessionid")
    pad.page.context.set_offline(False)
    pad.page.evaluate("dispatchEvent(new Event('online'))")
    pad.state("^Needs you$")
    assert "You are signed out." in pad.page.locator("#merge").inner_text()
    assert wrong + violations(pad.page) == []

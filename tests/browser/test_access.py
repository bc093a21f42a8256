"""Every page: for everybody, by keyboard alone, at every width, in both languages, light and dark,
and within bounds.

That no page breaks the content security policy, asks another host or fails is seen by `visits`.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.support.depth import THOROUGH, each
from tests.support.served import Served

from . import axe
from .axe import RULES, violations
from .by_keyboard import unreached
from .copies import copied_violations, copy_of_text
from .flaws import flaws
from .furnished import furnish
from .markup_kinds import covering, is_still, kinds
from .pad import start
from .places import OWN, places, whole_pages
from .readings import Reader
from .twins import thin
from .visits import CLUB, Scheme, Visits
from .weight import forget, weight

pytestmark = pytest.mark.shares("reads")
# Committee and strangers, each in one language.
LANGUAGES = {"committee": "fr", "": "en"}
Look = tuple[int, Scheme]
SMALLEST = 320
# Pages in turn in one of the first two; in all where tests are thorough.
LOOKS: tuple[Look, ...] = ((1280, "light"), (SMALLEST, "dark"), (360, "dark"))
WEIGHT_MOST = 100_000


@pytest.mark.parametrize("who", LANGUAGES)
def test_every_page_is_for_everybody(visits: Visits, site: Served, who: str) -> None:
    """What can be said of a page without a browser, of all; in a browser each that has markup which
    those before it had not: by keyboard alone, how it looks and, if it has scripts, opened there,
    in its language, and with what it weighs."""
    page = visits.page(who, language=LANGUAGES[who], width=SMALLEST)
    found = places(_database(site), furnish(page) if who else "")
    if who and THOROUGH:
        forget(page)
    if not who:
        # The committee comes to all of them.
        found = [one for one in found if one.name in OWN or one in each(6, found)]
    reader = Reader.beside(page, site.url, LANGUAGES[who])
    readings = whole_pages(reader, found)
    assert len(readings) >= (150 if who else 10)
    wrong = [
        f"{place.name}: {problem}"
        for place, reading in readings.items()
        for problem in (*flaws(reading.text, LANGUAGES[who]), *too_heavy(reading.weight))
    ]
    made_of = {place: kinds(reading.text) for place, reading in readings.items()}
    chosen = made_of if THOROUGH else covering(made_of)
    still = [place for place in chosen if not THOROUGH and is_still(readings[place].text)]
    for seen, place in enumerate(still):
        problems = as_it_was_sent(page, readings[place].text, seen)
        wrong += [f"{place.name}: {problem}" for problem in problems]
    for seen, place in enumerate(place for place in chosen if place not in still):
        page.goto(place.path)
        problems = too_heavy(weight(page)) if who else []
        expect(page.locator("html")).to_have_attribute("lang", LANGUAGES[who])
        opened(page)
        # As in the look of the page before: each page is as wide as both.
        problems += overflow(page)
        looks = LOOKS if THOROUGH else (LOOKS[seen % 2],)
        problems += seen_in(page, looks, by_tab=THOROUGH or seen % 3 == 0)
        wrong += [f"{place.name}: {problem}" for problem in problems]
    assert wrong == [], "\n".join(wrong)
    assert len(chosen) >= (40 if who else 10)


def as_it_was_sent(page: Page, html: str, seen: int) -> list[str]:
    """As wide as in both looks; by keyboard and by all rules in one of them, by turns."""
    problems = []
    for look in LOOKS[1 - seen % 2], LOOKS[seen % 2]:
        width, scheme = look
        window = copy_of_text(page, html, sized(width), scheme)
        opened(window)
        problems += [f"{look}: {problem}" for problem in overflow(window)]
    thin(window)
    found = unreached(window, by_tab=False)
    opened(window)
    found += violations(window)
    return problems + [f"{look}: {problem}" for problem in found]


def seen_in(page: Page, looks: Sequence[Look], *, by_tab: bool) -> list[str]:
    """In all of them by what hangs on the look, in the last by all rules, and by keyboard."""
    problems = []
    for look in looks:
        looked_at(page, look)
        found = overflow(page)
        if look == looks[0]:
            thin(page)
            found += unreached(page, by_tab=by_tab)
            opened(page)
        found += copied_violations(page, RULES if look == looks[-1] else axe.LOOKS)
        problems += [f"{look}: {problem}" for problem in found]
    return problems


def _database(site: Served) -> Path:
    return Path(site.program.env["DATABASE_URL"].removeprefix("sqlite:///"))


def too_heavy(found: int) -> list[str]:
    """For a browser that has kept nothing: what is kept from the pages before counts too."""
    return [f"weighs {found} bytes"] if found > WEIGHT_MOST else []


def looked_at(page: Page, look: Look) -> None:
    width, scheme = look
    resized(page, width)
    page.emulate_media(color_scheme=scheme)


def resized(page: Page, width: int) -> None:
    page.set_viewport_size(sized(width))


def sized(width: int) -> ViewportSize:
    return {"width": width, "height": 740}


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


def test_what_goes_wrong_is_for_everybody_too(visits: Visits) -> None:
    """Forms with errors, a preview; light and dark, by turns unless tests are thorough."""
    wrong: list[str] = []
    page = visits.page("committee")
    forms = (
        (f"{CLUB}matches/new/", "Start the match"),
        (f"{CLUB}seasons/new/", "Open the season"),
        (f"{CLUB}players/", "Add the player"),
        ("/account/tokens/", "Create the token"),
    )
    for number, (path, button) in enumerate(forms):
        page.goto(path)
        page.get_by_role("button", name=button).click()
        expect(page.get_by_role("alert")).to_be_visible()
        wrong += by_day_and_night(page, number)
    page.goto(f"{CLUB}matches/149/entries/12/correct/")
    page.get_by_label("Reason").fill("It was so.")
    page.get_by_role("button", name="Show what will change").click()
    expect(page.get_by_role("region", name="What will change")).to_be_visible()
    wrong += by_day_and_night(page, len(forms))
    assert wrong == []


def by_day_and_night(page: Page, number: int) -> list[str]:
    wrong = overflow(page)
    schemes: tuple[Scheme, ...] = ("light", "dark")
    for scheme in schemes if THOROUGH else (schemes[number % 2],):
        page.emulate_media(color_scheme=scheme)
        wrong += copied_violations(page)
    return wrong


def test_a_pad_in_trouble_is_for_everybody_too(visits: Visits) -> None:
    pad = start(visits, "A. (Hoyle)", "Y. (Hoyle)", kind="Rubber")
    pad.tap("summary:has-text('Enter the game by its score')")
    pad.tap("#game-5-3")
    pad.tap("button:has-text('Mark the game')")
    expect(pad.page.get_by_role("group", name="Who deals")).to_be_visible()
    pad.mark()
    pad.notice()
    wrong = copied_violations(pad.page)
    pad.page.context.set_offline(True)
    pad.choose(dealer="a", king="nobody", opening="stood", tricks="3-2")
    pad.mark()
    pad.state("^1 waiting$")
    wrong += copied_violations(pad.page)
    pad.page.context.clear_cookies(name="sessionid")
    pad.page.context.set_offline(False)
    pad.page.evaluate("dispatchEvent(new Event('online'))")
    pad.state("^Needs you$")
    assert "You are signed out." in pad.page.locator("#merge").inner_text()
    assert wrong + copied_violations(pad.page) == []

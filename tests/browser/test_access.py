"""Every page: for everybody, at every width, in both languages, light and dark, and within bounds.

That no page breaks the content security policy, asks another host or fails is seen by `visits`.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.pad import start
from tests.browser.visits import CLUB, Scheme, Visits

PUBLIC = {
    "clubs": "/",
    "sign in": "/account/login/",
    "API": "/api/",
    "club": CLUB,
    "matches": f"{CLUB}matches/",
    "match in play": f"{CLUB}matches/191/",
    "match by games": f"{CLUB}matches/129/",
    "standings": f"{CLUB}seasons/3/",
    "nothing": f"{CLUB}nothing/",
}
SIGNED_IN = {
    **PUBLIC,
    "sign in": "/account/logout/",
    "players": f"{CLUB}players/",
    "a search": f"{CLUB}players/?name=zzz",
    "a corrected match": f"{CLUB}matches/149/",
    "correction": f"{CLUB}matches/149/entries/14/correct/",
    "pad": f"{CLUB}matches/191/pad/",
    "pad, finished": f"{CLUB}matches/1/pad/",
    "start": f"{CLUB}matches/new/",
    "open a season": f"{CLUB}seasons/new/",
    "tokens": "/account/tokens/",
}
# Each pair of width, scheme and language comes once.
SEEN: tuple[tuple[int, Scheme, str], ...] = (
    (360, "light", "en"),
    (360, "dark", "fr"),
    (1280, "light", "fr"),
    (1280, "dark", "en"),
)
HEAVIEST = ("club", "standings", "a corrected match", "correction", "pad", "start")
WEIGHT_MOST = 100_000


@pytest.mark.parametrize("who", ["", "committee"])
@pytest.mark.parametrize(("width", "scheme", "language"), SEEN)
def test_every_page_is_for_everybody(
    visits: Visits, who: str, width: int, scheme: Scheme, language: str
) -> None:
    page = visits.page(who, width=width, scheme=scheme, language=language)
    wrong: list[str] = []
    for name, path in (SIGNED_IN if who else PUBLIC).items():
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        wrong += [f"{name}: {problem}" for problem in violations(page)]
        wrong += [f"{name}: {problem}" for problem in overflow(page)]
        for details in page.locator("details:not([open]) > summary").all():
            details.click()
    assert wrong == []


def overflow(page: Page) -> list[str]:
    """What makes the page wider than its window."""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [f"wider than the window by {wide}"] if wide > 0 else []


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_no_page_scrolls_sideways(visits: Visits, width: int) -> None:
    page = visits.page("committee", width=width, language="fr")
    wrong: list[str] = []
    for name, path in SIGNED_IN.items():
        page.goto(path)
        for details in page.locator("details:not([open]) > summary").all():
            details.click()
        wrong += [f"{name}: {problem}" for problem in overflow(page)]
    assert wrong == []


def test_no_page_weighs_much(visits: Visits) -> None:
    heavy: list[str] = []
    for name in HEAVIEST:
        page = visits.page("committee")
        arrived = visits.arrived(page)
        page.goto(SIGNED_IN[name], wait_until="networkidle")
        weight = sum(request.sizes()["responseBodySize"] for request in arrived)
        if weight > WEIGHT_MOST:
            heavy.append(f"{name}: {weight} bytes")
    assert heavy == []


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

"""One whole ruling on a phone: by thumb, by keyboard alone, and without scripts."""

import re

import pytest
from playwright.sync_api import Page, expect

from .copies import copied_violations
from .pad import Pad, shows, start
from .visits import Scheme, Visits

pytestmark = pytest.mark.shares("matches")
ALICE, BOB = "Éloïse Perrachon", "Zoé Carrouge"
TARGET = 44


def begun(visits: Visits, *, script: bool = True, kept: bool = True) -> Pad:
    """A match in which Éloïse has dealt one hand: Zoé deals now."""
    pad = start(visits, ALICE, BOB, script=script, kept=kept)
    page = pad.page
    page.locator("#king-nobody").check(force=True)
    page.locator("#opening-exchanged").check(force=True)
    page.locator("#tricks-3-2").check(force=True)
    page.locator("#mark-button").click()
    expect(page.locator(".board .figure").first).to_have_text("1")
    return pad


def step(page: Page, answer: str) -> None:
    """One tap on a line as broad as the phone, high enough for a thumb; every page is for all."""
    assert copied_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    line = page.locator(".answers > li", has=page.get_by_role("link", name=answer, exact=True))
    box = line.bounding_box()
    assert box
    assert box["height"] >= TARGET
    with page.expect_navigation():
        line.tap()


def walk(page: Page, *answers: str) -> None:
    with page.expect_navigation():
        page.get_by_role("link", name="Something went wrong").tap()
    for answer in answers:
        step(page, answer)


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.thorough), "dark"])
def test_a_revoke_from_the_pad_to_the_marks(visits: Visits, scheme: Scheme) -> None:
    """Law 43: Éloïse makes the vole, revoked, and marks one."""
    page = begun(visits, kept=False).page
    page.emulate_media(color_scheme=scheme)
    walk(
        page,
        "A player did not follow suit, or did not win the trick, although they could.",
        "Éloïse",
        "Yes",
    )
    expect(page.get_by_role("heading", name="Zoé chooses.")).to_be_visible()
    assert copied_violations(page) == []
    with page.expect_navigation():
        page.get_by_role("link", name=re.compile("^Note it and play on.*Let the play")).tap()
    noted = page.locator(".noted")
    expect(noted).to_contain_text("It was Éloïse. (law 43)")
    assert copied_violations(page) == []
    pad = Pad(page)
    pad.choose(king="nobody", opening="exchanged", tricks="5-0")
    expect(page.locator(".said")).to_contain_text(
        "Éloïse made the vole and marks one (law 48, law 43)."
    )
    expect(noted).to_have_count(0)
    shows(page, 2, 0)
    page.reload()
    expect(noted).to_have_count(0)


def test_a_fresh_deal_is_entered_at_once_and_undone(visits: Visits) -> None:
    pad = begun(visits)
    page = pad.page
    walk(page, "The pack is incorrect: a card is missing, or there are too many.")
    page.get_by_role("button", name="Enter this ruling").tap()
    expect(page.locator(".said")).to_contain_text("This deal is void: nobody marks.")
    shows(page, 1, 0)
    expect(page.locator(".side").last.locator(".deals")).to_be_visible()
    pad.undo()
    expect(page.locator(".said")).to_have_text("Entry undone.")


def test_reload_and_back_lose_nothing(visits: Visits) -> None:
    page = begun(visits).page
    walk(page, "The wrong number of cards was dealt.", "Yes", "The dealer’s")
    page.reload()
    expect(page.locator(".question")).to_have_text("What had the dealer done by then?")
    page.go_back()
    expect(page.locator(".question")).to_have_text("Whose hand has the wrong number of cards?")
    page.get_by_role("link", name="One step back").tap()
    expect(page.locator(".question")).to_have_text("Was the trump turned by then?")


def test_by_keyboard_alone(visits: Visits) -> None:
    """Law 42 with 49: Éloïse stood and abandons after a trick; every step by Tab and Enter."""
    page = begun(visits).page
    press(page, "Something went wrong")
    for answer in ("A player abandoned the hand.", "Éloïse", "No", "One or two"):
        press(page, answer)
    page.locator("#king-nobody").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("#opening-stood")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_contain_text("marks two (law 42, law 49).")
    shows(page, 1, 2)


def press(page: Page, name: str) -> None:
    """Tab until the link of this name is there, then Enter."""
    for _stop in range(120):
        page.keyboard.press("Tab")
        here = page.evaluate("(document.activeElement.innerText || '').trim()")
        if re.sub(r"\s+", " ", here) == name:
            with page.expect_navigation():
                page.keyboard.press("Enter")
            return
    raise AssertionError(name)


def test_without_scripts(visits: Visits) -> None:
    page = begun(visits, script=False, kept=False).page
    walk_without(page, "A player looked at discarded cards.", "Zoé")
    page.get_by_role("link", name="Note it and play on").click()
    expect(page.locator(".noted")).to_contain_text("A player looked at discarded cards.")
    page.get_by_role("link", name="Remove").click()
    expect(page.locator(".noted")).to_have_count(0)


def walk_without(page: Page, *answers: str) -> None:
    page.get_by_role("link", name="Something went wrong").click()
    for answer in answers:
        page.get_by_role("link", name=answer, exact=True).last.click()


def test_the_law_book_is_searched_and_each_law_is_linked(visits: Visits) -> None:
    page = visits.page("", "/laws/")
    assert copied_violations(page) == []
    page.get_by_label("Word or law number").fill("abandoning")
    page.keyboard.press("Enter")
    expect(page.locator(".law-entry")).to_have_count(1)
    page.get_by_role("link", name="Abandoning a hand").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Law 42, Abandoning a hand")
    assert copied_violations(page) == []
    page.goto("/laws/britannica/#law-42")
    expect(page.locator("#law-42")).to_be_in_viewport()
    assert copied_violations(page) == []

"""Corrections: by a director, looked at before they are made, and with a reason."""

import re

import pytest
from playwright.sync_api import expect

from .pad import Pad, shows, start
from .visits import Visits

pytestmark = pytest.mark.shares("matches")
A, Y = "A. (Hoyle)", "Y. (Hoyle)"
HAND = {"king": "nobody", "opening": "stood", "tricks": "4-1"}


def test_a_director_looks_first_and_says_why(visits: Visits) -> None:
    pad = start(visits, A, Y, kept=True)
    pad.choose(**HAND)
    pad.at(1)
    page = visits.kept_page("director", pad.page.url.removesuffix("pad/"))
    page.get_by_role("link", name="Correct hand 1").tap()
    page.locator("#king-b-held").tap()
    page.get_by_role("button", name="Show what will change").tap()
    expect(page.get_by_role("alert")).to_contain_text("Give a reason")
    page.get_by_label("Reason").fill("The king was forgotten.")
    page.get_by_role("button", name="Show what will change").tap()
    follow = page.get_by_role("region", name="What will change")
    expect(follow).to_contain_text("Y. held the king and marks one (law 47).")
    expect(follow).to_contain_text("2–1")
    # Looking has changed nothing.
    pad.shows(2, 0)
    page.get_by_role("button", name="Save the correction").tap()
    shows(page, 2, 1)
    expect(page.locator(".why")).to_have_text(
        re.compile("Corrected by Hugh Castleton, .*: The king was forgotten.")
    )
    expect(page.locator(".superseded s")).to_contain_text("Tricks 4–1")
    pad.at(2)
    pad.shows(2, 1)
    # Who may not correct may not take a correction back.
    expect(pad.page.locator("#undo-button")).to_be_disabled()


def test_a_score_is_corrected_too(visits: Visits) -> None:
    pad = start(visits, A, Y, kind="Rubber", who="director", kept=True)
    pad.tap("summary:has-text('Enter the game by its score')")
    pad.tap("#game-5-3")
    pad.tap("button:has-text('Mark the game')")
    pad.at(1)
    page = visits.kept_page("director", pad.page.url.removesuffix("pad/"))
    page.get_by_role("link", name="Correct").first.tap()
    assert page.locator("#game-5-3").is_checked()
    page.locator("#game-3-5").tap()
    page.get_by_label("Reason").fill("The other way round.")
    page.get_by_role("button", name="Show what will change").tap()
    assert page.locator("#game-3-5").is_checked()
    page.get_by_role("button", name="Save the correction").tap()
    expect(page.locator(".won-mark")).to_have_text("Won by Y. (Hoyle), 5–3")


def test_what_was_never_played_is_taken_out(visits: Visits) -> None:
    pad = start(visits, A, Y, kept=True)
    pad.choose(**HAND)
    pad.at(1)
    page = visits.kept_page("director", pad.page.url.removesuffix("pad/"))
    page.locator(".hands").get_by_text("Insert or remove").tap()
    page.locator(".hands").get_by_role("link", name="Remove it").tap()
    page.get_by_label("Reason").fill("Another table's hand.")
    page.get_by_role("button", name="Show what will change").tap()
    page.get_by_role("button", name="Remove the entry").tap()
    shows(page, 0, 0)
    pad.says("Entry removed: Another table's hand.")


def test_a_forgotten_hand_is_inserted_before_the_others_and_undone(visits: Visits) -> None:
    """4-0 without it, so with a vole of A. the last hand begins game 2 with 2-0."""
    pad = start(visits, A, Y, kind="Rubber", kept=True)
    for version in (1, 2):
        pad.choose(king="nobody", opening="exchanged", tricks="5-0")
        pad.at(version)
    pad.choose(king="nobody", opening="exchanged", tricks="3-2")
    pad.at(3)
    pad.choose(king="nobody", opening="exchanged", tricks="5-0")
    pad.at(4)
    page = visits.kept_page("director", pad.page.url.removesuffix("pad/"))
    page.locator(".hands").get_by_text("Insert or remove").last.tap()
    page.locator(".hands").get_by_role("link", name="Insert a hand before it").last.tap()
    for choice in ("king-nobody", "opening-exchanged", "tricks-5-0"):
        page.locator(f"#{choice}").tap()
    page.get_by_label("Reason").fill("Forgotten.")
    page.get_by_role("button", name="Show what will change").tap()
    follow = page.get_by_role("region", name="What will change")
    expect(follow.get_by_label("Move the later hands along")).to_be_checked()
    expect(follow).to_contain_text("Until now in game 1.")
    page.get_by_role("button", name="Insert the hand").tap()
    shows(page, 3, 0)
    pad.at(5)
    pad.shows(3, 0)
    page.get_by_text("Full history").tap()
    page.get_by_role("link", name="Undo the latest entry").tap()
    page.get_by_role("button", name="Undo entry 5").tap()
    shows(page, 2, 0)
    pad.at(6)


@pytest.mark.parametrize("who", ["scorer", "member", ""])
def test_nobody_else_is_offered_it(visits: Visits, who: str) -> None:
    page = visits.page(who, "/clubs/cercle-de-la-vole/matches/1/")
    expect(page.locator(".hands")).to_contain_text("made the vole")
    expect(page.get_by_role("link", name="Correct")).to_have_count(0)


def test_the_pad_of_a_finished_match_is_changed_by_undo_alone(visits: Visits) -> None:
    pad: Pad = start(visits, A, Y, kept=True)
    for version, tricks in enumerate(("5-0", "5-0", "3-2"), start=1):
        pad.choose(king="nobody", opening="exchanged", tricks=tricks)
        pad.at(version)
    # Without a network the undo brings the rows back in it: until then it is empty and not seen.
    expect(pad.page.locator("#hand")).to_be_hidden()
    expect(pad.page.locator("#hand .choice")).to_have_count(0)
    expect(pad.page.locator("#mark-button")).to_be_disabled()
    pad.undo()
    pad.at(4)
    pad.shows(4, 0)
    expect(pad.page.locator("#hand .choice").first).to_be_visible()
    expect(pad.page.locator("#mark-button")).to_be_enabled()

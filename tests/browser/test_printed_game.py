"""The printed game, from the first tap to the standings, with two people looking on."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support import printed_game

from .pad import Pad, shows, start
from .visits import CLUB, Visits

pytestmark = pytest.mark.shares("matches")
A, Y = "A. (Hoyle)", "Y. (Hoyle)"
# What the book's hands come to, in words: the laws are those that it plays by.
SAID = (
    "A. turned the king and marks one (law 47). A. made the vole and marks two (law 48).",
    "Y. made the vole and marks two (law 48).",
    "Y. won the point and marks one (law 48).",
    "Y. won the point and marks one (law 48).",
    "Y. stood and lost the point: A. marks two (law 49). A. has won the match.",
)


def test_a_scorer_enters_it_and_others_see_it(visits: Visits) -> None:
    season = opened_season(visits)
    table = visits.page("", season, width=1280, height=900)
    expect(table.locator("#standings")).to_contain_text("They appear once the first match starts.")
    event = season.rstrip("/").rpartition("/")[2]
    pad = start(visits, A, Y, event=event, table="4", by_form=True)
    match = visits.page("", pad.page.url.removesuffix("pad/"))
    for page in (table, match):
        expect(page.locator("html")).to_have_attribute("data-connection", "live")
        page.evaluate("window.stayed = true")
    expect(table.locator("tbody tr")).to_have_count(2)
    for hand, said in zip(printed_game.HANDS, SAID, strict=True):
        assert pad.enter(hand.record) <= 3
        assert all(f"({law})" in said for law in hand.laws)
        pad.says(said)
        pad.told(said)
        pad.shows(*hand.after)
        shows(match, *hand.after)
        expect(match.locator(".said")).to_have_text(said)
    expect(pad.page.locator(".pad-state")).to_have_text("The match is over.")
    expect(pad.page.locator("#mark-button")).to_be_disabled()
    assert line(table, 0) == ["1", A, "2", "1", "1", "0", "1–0"]
    assert line(table, 1) == ["2", Y, "0", "1", "0", "1", "0–1"]
    for page in (table, match):
        assert page.evaluate("window.stayed")


def opened_season(visits: Visits) -> str:
    """The address of a new season of single games, opened by the committee."""
    page = visits.page("committee", f"{CLUB}seasons/new/", width=1280)
    page.get_by_label("League").fill("Résultats essayés")
    page.get_by_label("Name of the season").fill("Illustrative games")
    page.get_by_label("First day").fill("2026-09-01")
    page.get_by_label("Last day").fill("2027-06-30")
    page.get_by_role("radio", name="One game").check()
    page.get_by_role("button", name="Open the season").click()
    page.wait_for_url(re.compile(r"/seasons/\d+/$"))
    return page.url.removeprefix(visits.site.url)


def line(page: Page, place: int) -> list[str]:
    """Rank, name, points, played, won, lost, games; waits until a match has counted."""
    row = page.locator("tbody tr").nth(place)
    expect(row.locator("td.num").nth(2)).to_have_text("1")
    return [cell.strip() for cell in row.locator("td.num, th").all_inner_texts()][:7]


def test_three_taps_mark_a_hand_by_themselves(visits: Visits) -> None:
    pad: Pad = start(visits, A, Y)
    pad.choose(king="b-held", opening="stood", tricks="1-4")
    assert pad.taps == 3
    pad.at(1)
    pad.says("Y. held the king and marks one (law 47).", "Y. won the point and marks one (law 48).")
    pad.shows(0, 2)
    pad.state("^Sent$")

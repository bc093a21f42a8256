"""A match at the wrong table, and then under the wrong names: put right on pages alone."""

import re

import pytest
from playwright.sync_api import Page, expect

from .copies import copied_violations
from .pad import Pad
from .places import pad_in_play, table_code
from .visits import Visits

pytestmark = pytest.mark.shares("matches")


def test_the_wrong_table_and_then_the_wrong_way_round(visits: Visits) -> None:
    pad = pad_in_play(visits, "2")
    match = pad.removesuffix("pad/")
    director = visits.page("director", match)
    names = director.locator(".board .name").all_inner_texts()
    here, there = (_phone(visits, table) for table in ("2", "5"))
    here.wait_for_url("**/pad/")

    _moves(director, match, "Table 5")
    told = here.locator("#halt")
    expect(told).to_contain_text("This match is played at table 5 now.")
    expect(here.locator(".sent")).to_have_text("Closed")
    there.wait_for_url(f"**{pad}")
    told.get_by_role("link", name="Wait for the next match").tap()
    here.wait_for_url("**/wait/")

    new = _swaps(director, match, names)
    shown = director.locator(".board .name").all_inner_texts()
    assert shown == names[::-1]
    director.get_by_role("link", name="See the match as it was entered").tap()
    expect(
        director.get_by_role("link", name="See the match with the right players")
    ).to_be_visible()
    expect(there.locator(".notice")).to_contain_text("was annulled on")
    there.get_by_role("link", name="Wait for the next match").tap()
    there.wait_for_url(f"**{new}pad/")
    version = Pad(there).version
    Pad(there).choose(king="nobody", opening="exchanged", tricks="0-5")
    Pad(there).at(version + 1)


def _phone(visits: Visits, table: str) -> Page:
    """That came by the code of the table: on the pad, or waiting there."""
    page = visits.page(path=f"/t/{table_code(visits, table)}/")
    page.get_by_role("main").get_by_role("button").tap()
    return page


def _moves(director: Page, match: str, table: str) -> None:
    director.goto(match)
    director.get_by_role("link", name="Change the table").tap()
    director.get_by_role("radio", name=table, exact=True).check()
    assert copied_violations(director) == []
    director.get_by_role("button", name="Change the table").tap()
    director.wait_for_url(f"**{match}")
    expect(director.get_by_role("heading", level=1)).to_have_text(table)


def _swaps(director: Page, match: str, names: list[str]) -> str:
    """The address of the match as it is entered again."""
    director.get_by_role("link", name="Change the players").tap()
    expect(director.get_by_label(f"Instead of {names[0]}")).to_be_hidden()
    director.get_by_role("radio", name="Other players").check()
    expect(director.get_by_label(f"Instead of {names[0]}")).to_be_visible()
    director.get_by_role("radio", name="The same two, the other way round").check()
    director.get_by_label("Reason").fill("They sat the other way round.")
    director.get_by_role("button", name="Show what will change").tap()
    expect(director.get_by_role("heading", name="What will change")).to_be_visible()
    assert copied_violations(director) == []
    director.get_by_role("button", name="Change the players").tap()
    expect(director.get_by_text("Entered again with the right players.")).to_be_visible()
    address = re.sub(r"^https?://[^/]+", "", director.url)
    assert address != match
    return address

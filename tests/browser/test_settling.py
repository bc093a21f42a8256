"""An evening is settled: the director does it, who owes marks what he paid, the other sees it."""

import re

import pytest
from playwright.sync_api import Page, expect

from .contest_night import Night
from .visits import CLUB, Visits

pytestmark = pytest.mark.slow
WINS, OWES = "Arthur Pemberley", "Éloïse Perrachon"
DUE = f"{OWES} pays {WINS} 6 counters"


def played(visits: Visits) -> Night:
    """A game of a cul-levé between the two members who have a sign-in, for six counters."""
    director = visits.page("director", f"{CLUB}evenings/new/")
    director.locator("#id_tables").fill("1")
    director.get_by_role("button", name="Open the evening").tap()
    director.wait_for_url(re.compile(r"/evenings/\d+/$"))
    night = Night(visits, director, director.url, [WINS, OWES])
    director.goto(f"{night.evening}attendance/")
    for number, name in enumerate((WINS, OWES), start=1):
        director.locator(".arrival", has_text=name).tap()
        expect(director.locator(".arrival[aria-pressed=true]")).to_have_count(number)
    night.starts("cul_leve", 2, agreed_stake="6")
    night.deals(director)
    night.wins(director, WINS)
    director.locator("#close summary").tap()
    director.get_by_role("button", name="Close").tap()
    expect(director.locator("#close")).to_have_count(0)
    return night


def settled(night: Night) -> str:
    """What it comes to is seen before it is done; the answer is where it stands then."""
    page = night.director
    page.goto(f"{night.evening}accounts/")
    expect(page.locator("section", has=page.locator("#dues"))).to_contain_text(DUE)
    night.looks(page)
    page.get_by_role("link", name="Settle this evening").tap()
    expect(page.get_by_text("1 evening will be settled for good")).to_be_visible()
    night.looks(page)
    page.get_by_role("button", name="Settle up").tap()
    page.wait_for_url(re.compile(r"/settlements/\d+/$"))
    night.looks(page)
    return page.url


def come_about(night: Night, page: Page) -> None:
    """How come? One line, unfolded, says which game it was."""
    page.goto(f"{night.evening}accounts/")
    debt = page.locator(".owed > li")
    expect(debt).to_contain_text(f"{OWES} owes {WINS} 6 counters")
    expect(debt.locator(".behind")).to_be_hidden()
    debt.locator("summary").tap()
    expect(debt.locator(".behind")).to_contain_text(f"{OWES} to {WINS}")
    expect(debt.locator(".behind")).to_contain_text("Game 1")
    night.looks(page)


def test_an_evening_is_settled_and_paid(visits: Visits) -> None:
    night = played(visits)
    where = settled(night)
    owes = visits.page("member", f"{CLUB}accounts/")
    due = owes.locator("li", has_text=DUE)
    expect(due).to_contain_text("Not made yet")
    night.looks(owes)
    come_about(night, owes)
    owes.goto(f"{CLUB}accounts/")
    due.get_by_role("button").tap()
    owes.wait_for_url(re.compile(r"/settlements/\d+/#payment-\d+$"))
    assert owes.url.partition("#")[0] == where
    expect(due.locator(".won-mark")).to_have_text("Made")
    night.looks(owes)
    wins = visits.page("member2", where)
    seen = wins.locator("li", has_text=DUE)
    expect(seen.locator(".won-mark")).to_have_text("Made")
    expect(seen.get_by_role("button")).to_contain_text("Mark as not made")
    _takes_it_home(night, wins)
    assert night.wrong == []


def _takes_it_home(night: Night, page: Page) -> None:
    """His statement, on the page and as a file."""
    page.goto(f"{CLUB}accounts/")
    expect(page.locator("li", has_text=DUE)).to_have_count(0)
    page.get_by_role("link", name="Your statement").tap()
    expect(page.locator("tbody tr", has_text=f"{OWES} to {WINS}").first).to_contain_text("+6")
    night.looks(page)
    address = page.get_by_role("link", name="As CSV").get_attribute("href") or ""
    file = page.request.get(address)
    assert file.headers["content-type"].startswith("text/csv")
    rows = [line.split(",") for line in file.text().splitlines()]
    assert rows[0][-2:] == ["with", "amount"]
    assert rows[1][-2:] == [OWES, "6"]

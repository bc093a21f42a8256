"""A club's first evening, from an empty folder to the settlement, on a laptop and phones in the
room. Nobody has read anything; everything is done on pages."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from ecarte_club import network

from .new_club import MEMBERS, NewClub, empty_site
from .pad import Pad

pytestmark = pytest.mark.slow

VOLE = {"king": "nobody", "opening": "exchanged", "tricks": "5-0"}
POINT = {"king": "nobody", "opening": "exchanged", "tricks": "3-2"}


def test_a_clubs_first_evening(browser: Browser, tmp_path: Path) -> None:
    with empty_site(tmp_path) as (site, start):
        club = NewClub.at(browser, site, start)
        host = urlsplit(site.url).hostname
        assert host == next(iter(network.own_addresses()), "127.0.0.1")
        club.is_created(width=1280)
        club.looks(club.committee)
        club.imports()
        club.opens_evening(tables=4)
        _cards_lead_to_the_room(club, str(host))
        club.arrive(MEMBERS[:6])
        club.looks(club.committee)
        club.pairs()
        phones = [club.phone(code) for code in club.codes()[:3]]
        for pad in phones:
            _game(pad)
            club.looks(pad.page)
        _cul_leve(club)
        _sign_off(club)
        _settle(club)
        assert club.visits.troubles == []
        assert club.wrong == []


def _cards_lead_to_the_room(club: NewClub, host: str) -> None:
    """The address on a table's card is one that phones reach."""
    page = club.committee
    page.goto(f"{club.evening}tables/")
    page.locator("a[href$='/card/']").first.click()
    expect(page.get_by_role("main")).to_contain_text(host)


def _game(pad: Pad) -> None:
    """Two voles and a point; who dealt is said once, at the first hand."""
    if pad.page.locator("#dealer-a").count():
        pad.tap("#dealer-a")
    for hand in (VOLE, VOLE, POINT):
        pad.mark_rows(hand)
    expect(pad.page.get_by_role("main")).to_contain_text("5–0")


def _cul_leve(club: NewClub) -> None:
    """Two more come, and play a game for six counters at the last table."""
    page, players = club.committee, MEMBERS[6:8]
    club.arrive(players, before=6)
    page.goto(f"{club.evening}contests/new/?kind=cul_leve")
    page.locator("#id_table").select_option(label="Table 4")
    page.locator("label.choice:has([value=cut])").click()
    for number, name in enumerate(players, start=1):
        page.get_by_label(name, exact=True).check()
        page.get_by_label(re.compile(f"{name}:.*Place", re.DOTALL)).fill(str(number))
    page.locator("#id_agreed_stake").fill("6")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/contests/\d+/$"))
    board = page.url
    page.locator(".deal button:not([name=online])").click()
    page.wait_for_url("**/pad/")
    page.goto(board)
    page.locator("#without-pad summary").click()
    page.locator(".winners button", has_text=players[0]).click()
    expect(page.locator("#without-pad")).to_have_count(0)
    club.looks(page)
    page.locator("#close summary").click()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#close")).to_have_count(0)


def _sign_off(club: NewClub) -> None:
    """Three rubbers are not over: all are to be continued another day."""
    page = club.committee
    page.goto(f"{club.evening}sign-off/")
    expect(page.locator(".closing")).to_have_count(3)
    club.looks(page)
    page.get_by_role("button", name="Sign off the evening").click()
    page.wait_for_url(club.evening)
    seen = page.locator(".notice-title").filter(visible=True)
    expect(seen).to_contain_text("Signed off by")
    page.goto(club.path)
    expect(page.get_by_role("main")).not_to_contain_text("In play against")


def _settle(club: NewClub) -> None:
    page = club.committee
    loser, winner = MEMBERS[7], MEMBERS[6]
    page.goto(f"{club.evening}accounts/")
    page.get_by_role("link", name="Settle this evening").click()
    page.get_by_role("button", name="Settle up").click()
    page.wait_for_url(re.compile(r"/settlements/\d+/$"))
    expect(page.get_by_role("main")).to_contain_text(f"{loser} pays {winner} 6 counters")
    club.looks(page)

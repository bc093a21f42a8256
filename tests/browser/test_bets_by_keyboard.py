"""Bets laid and told without a mouse and without eyes: the focus stays, what was done is said."""

import sqlite3

import pytest
from playwright.sync_api import Page, expect

from tests.support.served import Served

from .visits import CLUB, Visits

pytestmark = [pytest.mark.slow, pytest.mark.shares("members")]
MOST = 60


def board(site: Served) -> str:
    """Of the cul-levé in which bets are laid just now."""
    place = site.program.env["DATABASE_URL"].removeprefix("sqlite:///")
    with sqlite3.connect(place) as database:
        asked = "SELECT id FROM contests_contest WHERE kind = 'cul_leve' AND NOT over"
        return f"{CLUB}contests/{database.execute(asked).fetchone()[0]}/"


def tab_to(page: Page, where: str) -> None:
    for _ in range(MOST):
        page.keyboard.press("Tab")
        if page.locator(where).evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(where)


def test_a_bet_is_laid_and_taken_back(visits: Visits, site: Served) -> None:
    page = visits.page("member", board(site), width=1280)
    seats = page.locator(".seat .name").all_inner_texts()
    told = page.locator("#told")
    tab_to(page, "#step-bet_laida-2")
    page.keyboard.press("Enter")
    expect(told).to_contain_text(f"Éloïse Perrachon bets 5 counters on {seats[0]}.")
    expect(page.locator("#step-bet_laida-2")).to_be_focused()
    tab_to(page, "#typed-bet_laida summary")
    page.keyboard.press("Enter")
    tab_to(page, "#amount-bet_laida")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(told).to_contain_text(f"Éloïse Perrachon bets 2 counters on {seats[0]}.")
    # The field is folded away again: the focus is where what he may do begins.
    expect(page.locator("#yours")).to_be_focused()
    tab_to(page, "#do-bet_taken_back")
    page.keyboard.press("Enter")
    expect(told).to_contain_text("withdraws a bet of")
    expect(page.locator("#yours")).to_be_focused()


def test_the_board_is_a_tree_that_says_all(visits: Visits, site: Served) -> None:
    """Who sits, what is laid on him and covered, who waits, and what each button lays on whom."""
    page = visits.page("member", board(site), width=1280)
    first, second = page.locator(".seat .name").all_inner_texts()
    expect(page.locator("#contest")).to_match_aria_snapshot(f"""
      - region "Game 3 is next":
        - list:
          - listitem:
            - heading "{first}" [level=3]
            - term: Staked
            - definition
            - term: Covered
            - definition
          - listitem:
            - heading "{second}" [level=3]
      - region "Éloïse Perrachon":
        - group "Bet on {first} · Counters":
          - button "1"
          - button "5"
          - button "10"
        - group "Bet on {second} · Counters":
          - button "1"
          - button "5"
          - button "10"
      - region "Waiting, in this order":
        - list:
          - listitem
    """)

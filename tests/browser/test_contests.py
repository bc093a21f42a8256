"""Whole evenings of contests, each as a director and three phones see it that came by the code.

Every screen is looked at as it is met, on a dark phone or on a wide light screen; one of the phones
is French.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from .contest_night import WIDE, Night
from .visits import CLUB, Visits

pytestmark = [pytest.mark.slow, pytest.mark.shares("evenings")]
PEOPLE = 4


@pytest.fixture
def night(visits: Visits) -> Night:
    director = visits.page("director", f"{CLUB}evenings/new/")
    director.locator("#id_tables").fill("1")
    director.get_by_role("button", name="Open the evening").tap()
    director.wait_for_url(re.compile(r"/evenings/\d+/$"))
    evening = director.url
    director.goto(f"{evening}attendance/")
    for number in range(PEOPLE):
        director.locator(".arrival[aria-pressed=false]").first.tap()
        expect(director.locator(".arrival[aria-pressed=true]")).to_have_count(number + 1)
    found = Night(visits, director, evening)
    # The names as forms list them.
    director.goto(f"{evening}contests/new/?kind=pool")
    found.names = director.locator(".entrants .name").all_inner_texts()
    return found


def offer(page: Page, what: str) -> Locator:
    return page.locator(f"#offer-{what}")


def tap_amount(page: Page, what: str, number: int) -> None:
    """One of the steps that are offered, with a thumb."""
    offer(page, what).locator(".steps button").nth(number).tap()


@pytest.mark.thorough
def test_an_evening_of_a_pool(night: Night) -> None:
    """Foster's: three players, two games. The pad tells each time who goes and who comes."""
    a, b, c, _looker = night.names
    night.starts("pool", 3)
    night.phones_come()
    first = night.phones[0]
    night.sit(a, b)
    night.wait(c)
    night.looks(first)
    night.deals(first)
    _game_on_the_pad(first, "5-0")
    said = f"{a} wins game 1. {b} adds 1 counter to the pot. {b} goes out. {c} sits down."
    expect(first.locator(".notice-won")).to_have_text(said)
    night.looks(first)
    first.get_by_role("link", name="To the scoreboard").tap()
    night.sit(a, c)
    night.wait(b)
    night.deals(night.phones[2])
    _game_on_the_pad(night.phones[2], "5-3")
    first.wait_for_url(night.board)
    night.phones[2].goto(night.board)
    night.have(n0="+4", n1="−2", n2="−2")
    expect(first.locator(".contest-said")).to_contain_text("The pool is over.")
    night.looks(night.phones[1])
    assert night.wrong == []


def _game_on_the_pad(page: Page, score: str) -> None:
    page.locator("summary:has-text('Enter the game by its score')").tap()
    page.locator(f"#game-{score}").tap()
    page.locator("button:has-text('Mark the game')").tap()


def test_an_evening_of_a_cul_leve_with_its_gallery(night: Night) -> None:
    """The last lays five on the first, and who waits three on the second: three are covered."""
    a, b, c, d = night.names
    night.starts("cul_leve", 3, agreed_stake="2", gallery="on")
    night.phones_come()
    night.enters(d, "bet_laid", "5")
    third = night.phones[2]
    offer(third, "bet_laidb").locator("summary").tap()
    offer(third, "bet_laidb").locator("input[name=amount]").fill("3")
    offer(third, "bet_laidb").locator("button[name=typed]").tap()
    night.covered((5, 3), (3, 3))
    night.looks(third)
    tap_amount(night.phones[1], "bet_laidb", 0)
    night.covered((5, 4), (4, 4))
    offer(night.phones[1], "bet_taken_back").locator("button").tap()
    night.covered((5, 3), (3, 3))
    night.deals(night.director)
    expect(offer(third, "bet_laidb")).to_have_count(0)
    night.wins(night.director, a)
    night.have(n0="+2", n1="−2", n2="−3", n3="+3")
    night.sit(a, c)
    _undoes(night)
    night.sit(a, b)
    night.have(n2="0", n3="0")
    night.have_in_play(n2="3", n3="3")
    night.wins(night.director, a)
    second = night.phones[1]
    offer(second, "joined").locator("[name=accepts]").check()
    offer(second, "joined").locator("button").tap()
    night.wait(b)
    offer(night.phones[0], "stepped_down").locator("button").tap()
    night.sit(c, b)
    for kind in ("pool", "box"):
        night.director.goto(f"{night.evening}contests/new/?kind={kind}")
        night.looks(night.director)
    assert night.wrong == []


def _undoes(night: Night) -> None:
    """Seen before it is done."""
    page = night.director
    page.get_by_role("link", name="Undo the last game").tap()
    expect(page.locator("#taken")).to_be_visible()
    night.looks(page)
    page.get_by_role("button", name="Undo the last game").tap()
    page.wait_for_url(night.board)


def test_an_evening_of_a_bank(night: Night) -> None:
    """Ten hold the bank against fifteen; it breaks, is renewed, and goes back at the close."""
    a, b, _c, _d = night.names
    night.starts("bank", 4)
    night.phones_come()
    first, second, third = night.phones
    tap_amount(first, "bid", 0)
    expect(offer(second, "bid").locator(".steps button").first).to_have_text("2")
    offer(second, "bid").locator("summary").tap()
    offer(second, "bid").locator("input[name=amount]").fill("10")
    offer(second, "bid").locator("button[name=typed]").tap()
    expect(night.director.locator(".waiters")).to_contain_text("Bids 10 counters")
    night.looks(first)
    night.director.get_by_role("button", name="Close the auction").tap()
    night.sit(b, a)
    tap_amount(third, "punted", 2)
    night.covered((10, 10), (10, 10))
    # What the director has typed and not sent is there still when somebody else has laid.
    night.director.locator("#others > summary").tap()
    night.director.locator("#player").select_option(label=b)
    night.director.locator("#amount").fill("7")
    tap_amount(first, "punted", 1)
    night.covered((10, 10), (15, 10))
    expect(night.director.locator("#amount")).to_have_value("7")
    expect(night.director.locator("#player option:checked")).to_have_text(b)
    night.looks(third)
    night.deals(first)
    wall = night.visits.page("director", f"{night.evening}wall/", width=WIDE)
    expect(wall.locator(".panel-held")).to_contain_text(f"{b} against {a}.")
    night.looks(wall)
    night.looks(_evening(night))
    night.wins(night.director, a)
    expect(first.locator("#plays")).to_have_text("The bank is broken")
    night.have(n0="+5", n1="−10", n2="+5")
    night.director.get_by_role("button", name="Renew the bank", exact=True).tap()
    night.sit(b, a)
    night.director.locator("#close summary").tap()
    expect(night.director.locator("#close")).to_contain_text(f"Given back: {b} 10 counters.")
    night.looks(night.director)
    night.director.get_by_role("button", name="Close").tap()
    night.have(n0="+5", n1="−10", n2="+5")
    expect(second.locator("#waits")).to_have_count(0)
    assert night.wrong == []


@pytest.mark.thorough
def test_an_evening_of_a_social_chouette(night: Night) -> None:
    """The first is the box, the second the captain for five; the third sits out one game."""
    a, b, c, d = night.names
    night.starts("box", 4, agreed_most="10")
    night.phones_come()
    first, second, third = night.phones
    night.sit(a, b)
    night.wait(c, d)
    tap_amount(second, "stake_set", 1)
    expect(first.locator(".seat .note").nth(1)).to_contain_text("5")
    offer(third, "sat_out").locator("button").tap()
    night.wait(d)
    night.looks(second)
    night.deals(first)
    night.wins(night.director, b)
    night.have(n0="−6", n1="+5", n3="+1")
    night.sit(b, d)
    offer(third, "came_back").locator("button").tap()
    night.wait(a, c)
    night.looks(first)
    offer(third, "left").locator("button").tap()
    night.wait(a)
    wall = night.visits.page("director", f"{night.evening}wall/", width=WIDE)
    expect(wall.locator(".panel-held")).to_contain_text(f"{b} against {d}.")
    night.looks(wall)
    night.looks(_evening(night))
    assert night.wrong == []


def _evening(night: Night) -> Page:
    night.director.goto(night.evening)
    expect(night.director.locator("#held")).to_be_visible()
    return night.director

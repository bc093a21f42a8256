"""Two pads open at one match, and a browser that is killed while a hand waits to be sent."""

import pytest
from playwright.sync_api import Page, Route, expect

from .pad import Pad, shows, start
from .visits import Visits

pytestmark = [pytest.mark.shares("matches"), pytest.mark.worker]
A, Y = "A. (Hoyle)", "Y. (Hoyle)"
HAND = {"king": "nobody", "opening": "stood", "tricks": "4-1"}


def _other(visits: Visits, pad: Pad) -> Pad:
    page = visits.page("director", pad.page.url)
    expect(page.locator("html")).to_have_attribute("data-connection", "live")
    return Pad(page)


def _warned(page: Page) -> None:
    expect(page.locator("#typing")).to_have_text("Somebody else is entering here too.")


def test_each_is_told_of_the_other_and_neither_is_stopped(visits: Visits) -> None:
    pad = start(visits, A, Y, patient=False)
    other = _other(visits, pad)
    pad.choose(king="nobody", opening="refused")
    _warned(other.page)
    expect(pad.page.locator("#typing")).to_have_text("")
    other.choose(**HAND)
    other.at(1)
    # The first one's choices are not taken from under his thumb; only the board moves.
    shows(pad.page, 2, 0)
    assert pad.chosen("opening") == "refused"


def test_pads_that_have_to_ask_hear_it_too(visits: Visits) -> None:
    pad = start(visits, A, Y, patient=False)
    other = _other(visits, pad)
    other.page.route("**/live/**", lambda route: route.abort())
    other.page.reload()
    expect(other.page.locator("html")).to_have_attribute("data-connection", "polling")
    pad.choose(king="nobody", opening="refused")
    expect(other.page.locator("#typing")).to_have_text("Somebody else is entering here too.")


def test_a_hand_that_waits_survives_the_browser_and_counts_once(visits: Visits) -> None:
    pad = start(visits, A, Y, patient=False)
    page = pad.page
    for where in ("hand", "outbox"):
        page.route(f"**/pad/{where}/", lambda route: route.abort())
    pad.choose(**HAND)
    pad.state("^1 waiting$")
    again = page.context.new_page()
    page.close(run_before_unload=False)
    visits.watch(again)
    again.goto(page.url)
    expect(again.locator("#pad")).to_have_attribute("data-version", "1")
    shows(again, 2, 0)
    again.reload()
    expect(again.locator("#pad")).to_have_attribute("data-version", "1")


def test_a_hand_that_arrived_unheard_is_not_sent_twice(visits: Visits) -> None:
    """The site took it and the answer was lost with the browser."""
    pad = start(visits, A, Y, patient=False)
    page = pad.page

    def taken(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/pad/hand/", taken)
    page.route("**/pad/outbox/", lambda route: route.abort())
    pad.choose(**HAND)
    pad.state("^1 waiting$")
    again = page.context.new_page()
    page.close(run_before_unload=False)
    visits.watch(again)
    again.goto(page.url)
    expect(again.locator(".sent")).to_have_text("Sent")
    expect(again.locator("#pad")).to_have_attribute("data-version", "1")
    shows(again, 2, 0)

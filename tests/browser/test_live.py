"""Pages that watch: what they do when the connection is lost, and when it is back."""

import re

import pytest
from playwright.sync_api import Page, expect

from .pad import Pad, shows, start
from .visits import CLUB, Visits

pytestmark = pytest.mark.shares("members")
A, Y = "A. (Hoyle)", "Y. (Hoyle)"
HAND = {"king": "nobody", "opening": "stood", "tricks": "4-1"}


def connection(page: Page, state: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-connection", state)


def watched(visits: Visits, pad: Pad) -> Page:
    return visits.kept_page("member", pad.page.url.removesuffix("pad/"))


def test_without_a_connection_the_page_asks_by_itself(visits: Visits) -> None:
    pad = start(visits, A, Y, kept=True)
    page = watched(visits, pad)
    connection(page, "live")
    page.route("**/live/**", lambda route: route.abort())
    page.reload()
    connection(page, "polling")
    pad.choose(**HAND)
    pad.at(1)
    expect(page.locator(".board .figure").first).to_have_text("2")
    page.unroute("**/live/**")
    connection(page, "live")
    pad.choose(king="nobody", opening="exchanged", tricks="0-5")
    pad.at(2)
    shows(page, 2, 2)


def test_when_the_site_was_away_the_page_comes_back(visits: Visits) -> None:
    pad = start(visits, A, Y, kept=True)
    page = watched(visits, pad)
    connection(page, "live")
    visits.site.kill()
    try:
        connection(page, "polling")
        pad.choose(**HAND)
        pad.state("^1 waiting$")
        pad.shows(2, 0)
        expect(pad.page.locator("#pad")).to_have_attribute("data-version", "0")
    finally:
        # The tests after this one need it, whatever was found.
        visits.site.start()
    pad.at(1)
    pad.state("^Sent$")
    pad.shows(2, 0)
    connection(page, "live")
    shows(page, 2, 0)


def test_a_ticket_that_grew_old_is_replaced(visits: Visits) -> None:
    pad = start(visits, A, Y, kept=True)
    page = watched(visits, pad)
    connection(page, "live")
    body = page.locator("#match")
    good = body.get_attribute("data-live") or ""
    topic = ":".join(good.split(":")[:2])
    body.evaluate(f"one => {{ one.dataset.live = '{topic}:1:old'; }}")
    # As when the connection is made anew: refused, so the page asks, and hears a new ticket.
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(body).not_to_have_attribute("data-live", f"{topic}:1:old")
    connection(page, "live")
    # It names the version that it heard of: a shared cache has nothing older for that.
    with page.expect_request(re.compile(r"/now/\?have=0&want=1$")):
        pad.choose(**HAND)
        pad.at(1)
    shows(page, 2, 0)


def test_a_page_out_of_sight_holds_no_connection_and_catches_up(visits: Visits) -> None:
    pad = start(visits, A, Y, kept=True)
    page = watched(visits, pad)
    seen = visits.page("member", page.url)
    for one in (page, seen):
        connection(one, "live")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    hide(page, hidden=True)
    pad.choose(**HAND)
    # Two hands have come to a page that is seen, so that the first was told to all long ago.
    pad.at(1)
    shows(seen, 2, 0)
    pad.choose(king="nobody", opening="exchanged", tricks="0-5")
    shows(seen, 2, 2)
    shows(page, 0, 0)
    assert asked == []
    hide(page, hidden=False)
    shows(page, 2, 2)


def hide(page: Page, *, hidden: bool) -> None:
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def test_what_the_reader_opened_stays_open(visits: Visits) -> None:
    pad = start(visits, A, Y, season="Hoyle's Games Modernized", kept=True)
    page = watched(visits, pad)
    season = visits.page("", f"{CLUB}seasons/1/")
    season.get_by_label("All columns").check()
    pad.choose(**HAND)
    pad.at(1)
    page.get_by_text("Full history").tap()
    for version in (2, 3):
        pad.choose(king="nobody", opening="exchanged", tricks="5-0")
        pad.at(version)
    shows(page, 5, 0)
    expect(page.locator("#journal li")).to_have_count(3)
    expect(page.locator("#journal li").first).to_be_visible()
    # The book's own match, and this one.
    expect(season.locator("tbody tr").first.locator("td.num").nth(2)).to_have_text("2")
    expect(season.get_by_label("All columns")).to_be_checked()

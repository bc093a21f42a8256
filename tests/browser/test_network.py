"""The pad when the network fails it, or the site no longer knows who sends."""

import json
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Route, expect

from .pad import Pad, shows, start
from .visits import CLUB, Visits, sign_in

pytestmark = [pytest.mark.shares("matches"), pytest.mark.worker]
A, Y = "A. (Hoyle)", "Y. (Hoyle)"
HAND = {"king": "nobody", "opening": "stood", "tricks": "4-1"}


def test_hands_entered_without_network_are_sent_in_order_on_its_return(visits: Visits) -> None:
    """In an open page, as at an address without HTTPS, where there is no worker."""
    pad = start(visits, A, Y, patient=False)
    pad.page.context.set_offline(True)
    pad.choose(**HAND)
    pad.state("^1 waiting$")
    expect(pad.page.locator("#told")).to_contain_text("1 waiting")
    # The score follows at once, and says that it is not yet the site's.
    pad.shows(2, 0)
    pad.says("Y. stood and lost the point: A. marks two (law 49).")
    expect(pad.page.locator(".provisional")).to_be_visible()
    # Y. deals now, and refuses: law 49 again.
    pad.choose(king="b-turned", opening="refused", tricks="3-2")
    pad.state("^2 waiting$")
    pad.shows(4, 1)
    pad.undo()
    pad.state("^3 waiting$")
    pad.shows(2, 0)
    pad.says("Entry undone.")
    pad.choose(tricks="5-0")
    pad.mark()
    assert "Choose who marked the king, or nobody." in pad.page.locator(".is-local").inner_text()
    pad.page.context.set_offline(False)
    pad.page.evaluate("dispatchEvent(new Event('online'))")
    pad.state("^Sent$")
    # What was being chosen is not taken from under the thumb.
    assert pad.chosen("tricks") == "5-0"
    pad.choose(king="nobody", opening="exchanged")
    pad.mark()
    pad.at(4)
    pad.shows(4, 0)
    expect(pad.page.locator(".provisional")).to_have_count(0)


def test_a_hand_whose_answer_is_lost_is_marked_once(visits: Visits) -> None:
    """The site has taken it, the phone does not know: the same key is sent again."""
    pad = start(visits, A, Y, patient=False)
    keys: list[str] = []

    def lose(route: Route) -> None:
        keys.append(parse_qs(route.request.post_data or "")["key"][0])
        route.fetch()
        route.abort()

    def note(route: Route) -> None:
        actions = json.loads(parse_qs(route.request.post_data or "")["actions"][0])
        keys.extend(one["key"] for one in actions)
        route.continue_()

    pad.page.route("**/pad/hand/", lose)
    pad.page.route("**/pad/outbox/", note)
    pad.choose(**HAND)
    pad.at(1)
    pad.state("^Sent$")
    assert len(keys) == 2
    assert keys[0] == keys[1]
    only_hand(visits, pad)


def test_a_site_that_breaks_is_asked_again(visits: Visits) -> None:
    pad = start(visits, A, Y, patient=False)
    pad.page.route("**/pad/hand/", lambda route: route.fulfill(status=503), times=1)
    pad.page.route("**/pad/outbox/", lambda route: route.fulfill(status=503), times=1)
    pad.choose(**HAND)
    pad.state("^1 waiting$")
    pad.at(1)
    visits.troubles.clear()
    only_hand(visits, pad)


def only_hand(visits: Visits, pad: Pad) -> None:
    """One hand on the match's page, of two marks."""
    page = visits.page("scorer", pad.page.url.removesuffix("pad/"))
    shows(page, 2, 0)
    expect(page.locator(".hands tbody tr:not(.group)")).to_have_count(1)


def test_who_is_signed_out_comes_back_to_his_choices(visits: Visits) -> None:
    pad = start(visits, A, Y, patient=False)
    pad.page.context.clear_cookies(name="sessionid")
    pad.choose(king="b-held", opening="refused", tricks="1-4")
    notice = pad.notice()
    assert "You are signed out." in notice
    assert pad.chosen("tricks") == "1-4"
    pad.page.get_by_role("link", name="Sign in and come back").tap()
    sign_in(pad.page, "scorer@example.org")
    pad.page.wait_for_url("**/pad/")
    chosen = [pad.chosen(row) for row in ("king", "opening", "tricks")]
    assert chosen == ["b-held", "refused", "1-4"]
    pad.mark()
    pad.at(1)
    pad.says(
        "Y. held the king and marks one (law 47).",
        "A. refused and lost the point: Y. marks two (law 49).",
    )


def test_a_form_too_old_says_what_to_do(visits: Visits) -> None:
    """As after signing in again in another tab."""
    pad = start(visits, A, Y, patient=False)
    pad.page.context.clear_cookies(name="csrftoken")
    pad.choose(**HAND)
    assert "This form has expired." in pad.notice()
    pad.page.get_by_role("link", name="Reload the page").tap()
    expect(pad.page.locator(".notice")).to_have_count(0)
    assert (pad.chosen("opening"), pad.chosen("tricks")) == ("stood", "4-1")
    pad.mark()
    pad.at(1)


def test_signed_out_without_javascript(visits: Visits) -> None:
    pad = start(visits, A, Y, script=False, patient=False)
    pad.page.context.clear_cookies(name="sessionid")
    pad.choose(**HAND)
    pad.mark()
    sign_in(pad.page, "scorer@example.org")
    assert (pad.chosen("opening"), pad.chosen("tricks")) == ("stood", "4-1")
    pad.mark()
    pad.at(1)


def test_a_page_of_the_club_asks_no_more_when_it_may_not(visits: Visits) -> None:
    """A friendly match is for the club alone: signed out, its page says so and rests."""
    pad = start(visits, A, Y, patient=False)
    page = visits.page("member", pad.page.url.removesuffix("pad/"))
    expect(page.locator("html")).to_have_attribute("data-connection", "live")
    page.context.clear_cookies(name="sessionid")
    pad.choose(**HAND)
    pad.at(1)
    expect(page.locator("#halt")).to_contain_text("There is nothing here")
    expect(page.locator("html")).to_have_attribute("data-connection", "halted")
    shows(page, 0, 0)


def test_the_way_back_into_the_list_of_matches(visits: Visits) -> None:
    pad = start(visits, A, Y, patient=False)
    pad.page.goto(f"{CLUB}matches/")
    pad.page.go_back()
    pad.choose(**HAND)
    pad.at(1)
    pad.state("^Sent$")

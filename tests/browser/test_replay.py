"""A hand told card by card, as a person steps through it: keys, taps, eyes closed, no script."""

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.depth import THOROUGH, each
from tests.support.served import Served

from .axe import LOOKS, RULES
from .copies import copied_violations
from .places import places
from .test_access import overflow
from .visits import Scheme, Visits

pytestmark = pytest.mark.shares("reads")
LAST = 18
WIDTHS = {"fr": 360, "en": 1280}
# The light differs from the dark by its colours alone.
BOTH: dict[Scheme, Mapping[str, object]] = {"dark": RULES, "light": LOOKS}
SCHEMES: dict[str, dict[Scheme, Mapping[str, object]]] = {
    "fr": BOTH if THOROUGH else {"dark": RULES},
    "en": BOTH if THOROUGH else {"light": RULES},
}
PARTS = ("", "?step=4", "?step=10&view=a", "?step=18&view=b")
SIZES = ((360, 640), (360, 740), (360, 800), (412, 915), (740, 360), (1280, 800))


@pytest.fixture(scope="module")
def path(site: Served) -> str:
    """The first hand of the printed game: A turns the king and makes the vole."""
    database = Path(site.program.env["DATABASE_URL"].removeprefix("sqlite:///"))
    return next(place.path for place in places(database) if place.name == "hand")


def at(page: Page, number: int) -> None:
    expect(page.locator(".replay-told .note")).to_have_text(f"Step {number} of {LAST}")


def test_by_keyboard(visits: Visits, path: str) -> None:
    page = visits.page(path=path, width=1280, height=900)
    _keys_of_somebody_who_types_or_scrolls_are_left_alone(page)
    _arrow_keys_step_and_home_and_end_leap(page)
    _focus_stays_on_the_link_that_was_used(page)
    page.keyboard.press("Home")
    _the_address_keeps_the_step(page)


def _keys_of_somebody_who_types_or_scrolls_are_left_alone(page: Page) -> None:
    page.keyboard.press("Control+ArrowRight")
    page.keyboard.press("Shift+End")
    at(page, 0)


def _arrow_keys_step_and_home_and_end_leap(page: Page) -> None:
    at(page, 0)
    for number in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        at(page, number)
    page.keyboard.press("ArrowLeft")
    at(page, 2)
    page.keyboard.press("End")
    at(page, LAST)
    page.keyboard.press("ArrowRight")
    at(page, LAST)
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("ArrowLeft")
    at(page, 0)


def _focus_stays_on_the_link_that_was_used(page: Page) -> None:
    page.locator("#step-forward").focus()
    for number in range(1, 4):
        page.keyboard.press("Enter")
        at(page, number)
        expect(page.locator("#step-forward")).to_be_focused()
    page.keyboard.press("End")
    at(page, LAST)
    expect(page.locator("#step-forward")).to_be_focused()
    expect(page.locator("#step-forward")).to_have_attribute("aria-disabled", "true")


def _the_address_keeps_the_step(page: Page) -> None:
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    assert page.url.endswith("?step=1")
    page.reload()
    at(page, 1)


def test_on_a_phone(visits: Visits, path: str) -> None:
    page = visits.page(path=path)
    _one_hand_is_above_and_one_below(page)
    _what_is_tapped_is_large_enough(page)
    _each_step_is_announced_once(page)
    page.goto(path)
    _a_word_of_the_notation_leads_to_its_step(page)
    page.goto(f"{path}?step=10")
    _a_player_is_read_with_their_hand(page)
    page.goto(path)
    _from_one_seat_no_card_of_the_other_is_in_the_page(page)


def _one_hand_is_above_and_one_below(page: Page) -> None:
    far = page.locator(".seat-far .fan").bounding_box()
    trick = page.locator(".trick").bounding_box()
    near = page.locator(".seat-near .fan").bounding_box()
    assert far
    assert trick
    assert near
    assert far["y"] + far["height"] <= trick["y"]
    assert trick["y"] + trick["height"] <= near["y"]
    left = [one.bounding_box() for one in page.locator(".seat-near .fan .card").all()]
    for one, other in pairwise(left):
        assert one
        assert other
        # The corner of each shows beside the next.
        assert one["width"] * 0.25 < other["x"] - one["x"] < one["width"]


def _what_is_tapped_is_large_enough(page: Page) -> None:
    for link in page.locator(".steps a").all():
        box = link.bounding_box()
        assert box
        assert box["height"] >= 44
        assert box["width"] >= 44


def _each_step_is_announced_once(page: Page) -> None:
    status = page.locator("#told")
    expect(status).to_have_attribute("role", "status")
    expect(status).to_have_text("")
    page.locator("#step-forward").tap()
    expect(status).to_contain_text("turned the king and marks one (law 47).")
    page.locator("#step-last").tap()
    expect(status).to_contain_text("made the vole and marks two (law 48). Step 18 of 18.")


def _a_word_of_the_notation_leads_to_its_step(page: Page) -> None:
    page.get_by_role("link", name="KH", exact=True).tap()
    at(page, 9)
    current = page.locator('.notation [aria-current="step"]')
    assert "KH" in current.all_inner_texts()


def _a_player_is_read_with_their_hand(page: Page) -> None:
    seat = page.get_by_role("group", name="The table").get_by_role("region").last
    hand = seat.get_by_role("list", name="Hand")
    names = [one.get_attribute("aria-label") for one in hand.get_by_role("img").all()]
    assert names == [
        "queen of spades",
        "knave of spades",
        "ace of spades",
        "nine of spades",
    ]
    expect(page.locator(".trick").get_by_role("img", name="king of hearts")).to_have_count(1)


def _from_one_seat_no_card_of_the_other_is_in_the_page(page: Page) -> None:
    page.get_by_role("link", name="saw it").first.tap()
    expect(page.locator(".seat-far").get_by_role("img", name="an unknown card")).to_have_count(5)
    page.locator("#step-forward").tap()
    at(page, 1)
    expect(page.locator(".seat-far").get_by_role("img", name="an unknown card")).to_have_count(5)


def test_without_a_script_links_do_the_same(visits: Visits, path: str) -> None:
    page = visits.page(path=path, script=False)
    for number in (1, 2):
        page.locator("#step-forward").tap()
        at(page, number)
    page.locator("#step-last").tap()
    at(page, LAST)
    page.locator("#step-first").tap()
    at(page, 0)


@pytest.mark.parametrize("language", WIDTHS)
def test_every_part_of_it_is_for_everybody(visits: Visits, path: str, language: str) -> None:
    wrong: list[str] = []
    page = visits.page(width=WIDTHS[language], language=language)
    for query in each(2, PARTS, first=list(WIDTHS).index(language)):
        page.goto(path + query)
        for scheme, rules in SCHEMES[language].items():
            page.emulate_media(color_scheme=scheme)
            wrong += [*copied_violations(page, rules), *overflow(page)]
    assert wrong == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_bar_covers_no_hand(visits: Visits, path: str, language: str) -> None:
    page = visits.page(language=language)
    for step in (0, 10, LAST):
        page.goto(f"{path}?step={step}")
        for width, height in each(2, SIZES, first=step % 4 // 2):
            page.set_viewport_size({"width": width, "height": height})
            bar = page.locator(".steps").bounding_box()
            assert bar
            for seat in (".seat-far", ".seat-near"):
                box = page.locator(seat).bounding_box()
                assert box
                is_above = bar["y"] + bar["height"] <= box["y"]
                assert is_above or box["y"] + box["height"] <= bar["y"], (seat, step, width, height)


def test_both_hands_and_the_bar_are_in_view_together(visits: Visits, path: str) -> None:
    """Once the page is scrolled so far that the bar is at its edge; a step does not scroll it."""
    page = visits.page()
    for height in (640, 740):
        page.set_viewport_size({"width": 360, "height": height})
        page.goto(path)
        _are_in_view_together(page, height)


def _are_in_view_together(page: Page, height: int) -> None:
    page.evaluate("scrollTo(0, document.querySelector('#replay').getBoundingClientRect().top)")
    for step in (1, 2, 3):
        forward = page.locator("#step-forward").bounding_box()
        assert forward
        # A finger, as `tap` scrolls what is at the edge of the window.
        page.touchscreen.tap(forward["x"] + 20, forward["y"] + 20)
        at(page, step)
    bar = page.locator(".steps").bounding_box()
    assert bar
    assert bar["y"] >= 0
    for hand in (".seat-far .fan", ".seat-near .fan"):
        box = page.locator(hand).bounding_box()
        assert box
        assert box["y"] >= bar["y"] + bar["height"], hand
        assert box["y"] + box["height"] <= height, hand

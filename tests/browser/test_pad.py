"""The score pad under the finger: undo, scores alone, two pads at once, and by keyboard alone."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from .pad import ROWS, Pad, start
from .places import pad_in_play
from .visits import CLUB, Visits, sign_in

pytestmark = pytest.mark.shares("matches")
A, Y = "A. (Hoyle)", "Y. (Hoyle)"
STOOD_AND_LOST = {"king": "nobody", "opening": "stood", "tricks": "4-1"}


def test_undo_takes_back_the_last_hand_and_says_so(visits: Visits) -> None:
    pad = start(visits, A, Y, kept=True)
    expect(pad.page.locator("#undo-button")).to_be_disabled()
    pad.choose(**STOOD_AND_LOST)
    pad.shows(2, 0)
    expect(pad.page.locator(".figure.is-new")).to_have_text("2")
    pad.undo()
    pad.at(2)
    pad.shows(0, 0)
    pad.says("Entry undone.")
    assert [pad.chosen(row) for row in ROWS] == ["", "", ""]
    expect(pad.page.locator(".figure.is-new")).to_have_count(0)
    expect(pad.page.locator("#undo-button")).to_be_disabled()
    # Only what was just marked is shown as new.
    pad.choose(**STOOD_AND_LOST)
    expect(pad.page.locator(".figure.is-new")).to_have_text("2")
    pad.page.reload()
    expect(pad.page.locator(".figure.is-new")).to_have_count(0)


def test_a_choice_left_out_is_named_and_the_others_stay(visits: Visits) -> None:
    pad = start(visits, A, Y, kept=True)
    _is_read(pad)
    pad.choose(opening="exchanged", tricks="3-2")
    pad.mark()
    assert "Choose who marked the king, or nobody." in pad.notice()
    assert (pad.chosen("opening"), pad.chosen("tricks")) == ("exchanged", "3-2")
    expect(pad.page.locator(".needed")).to_have_count(1)
    expect(pad.page.get_by_role("group", name="King Tap one")).to_be_visible()
    pad.state("^Not marked$")
    pad.choose(king="a-turned")
    pad.mark()
    pad.at(1)
    pad.shows(2, 0)


def _is_read(pad: Pad) -> None:
    """A reader of the screen hears rows and choices."""
    for row, choices in (
        ("King", ["Nobody", "A. turned it", "A. held it", "Y. held it"]),
        ("Play", ["Y. stood", "A. refused", "Exchanged"]),
        ("Tricks", ["5–0 A. makes the vole", "3–2 A. wins the point", "0–5 Y. makes the vole"]),
    ):
        group = pad.page.get_by_role("group", name=row)
        for choice in choices:
            expect(group.get_by_role("radio", name=choice, exact=True)).to_have_count(1)
    expect(pad.page.get_by_role("heading", level=1)).to_have_text(f"{A} against {Y}")
    # One place says what happens; whatever is swapped in says nothing by itself.
    assert pad.page.locator("#pad [role=status], #pad [role=alert], #pad [aria-live]").count() == 0


def test_nothing_is_carried_over_from_the_hand_before(visits: Visits) -> None:
    """Y. refused the first hand; nobody refused the second, whose 3–2 is worth one."""
    pad = start(visits, A, Y, kept=True)
    pad.choose(king="nobody", opening="exchanged", tricks="0-5")
    pad.at(1)
    pad.choose(king="nobody", opening="refused", tricks="3-2")
    pad.at(2)
    pad.shows(2, 2)
    for look in (lambda: None, pad.page.reload):
        look()
        assert [pad.chosen(row) for row in ROWS] == ["", "", ""]
    pad.choose(tricks="3-2")
    pad.mark()
    pad.notice()
    assert (pad.version, pad.chosen("king"), pad.chosen("opening")) == (2, "", "")
    pad.choose(king="nobody", opening="exchanged")
    pad.mark()
    pad.at(3)
    pad.shows(3, 2)


def test_no_hand_takes_more_than_three_taps(visits: Visits) -> None:
    """A king, none, a vole whose proposal nobody noticed, and a king that ends the game."""
    pad = start(visits, A, Y, kept=True)
    taps = []
    for version, rows in enumerate(
        (
            {"king": "b-held", "opening": "exchanged", "tricks": "2-3"},
            {"king": "nobody", "opening": "exchanged", "tricks": "2-3"},
            {"king": "nobody", "tricks": "5-0"},
            {"king": "nobody", "opening": "exchanged", "tricks": "2-3"},
            {"king": "b-held"},
        ),
        start=1,
    ):
        pad.taps = 0
        pad.choose(**rows)
        if len(rows) < len(ROWS):
            pad.mark()
        pad.at(version)
        taps.append(pad.taps)
    assert taps == [3, 3, 3, 3, 2]
    pad.shows(2, 5)


def test_a_game_by_its_score_and_then_the_dealer_is_asked(visits: Visits) -> None:
    """The score alone does not say who dealt last."""
    pad = start(visits, A, Y, kind="Rubber", kept=True)
    pad.tap("summary:has-text('Enter the game by its score')")
    pad.tap("#game-5-3")
    pad.tap("button:has-text('Mark the game')")
    pad.at(1)
    assert pad.taps == 3
    pad.says("Only the score was entered.", "A. has won the game.")
    expect(pad.page.locator(".pad-state")).to_have_text("Hand 1 of game 2")
    pad.choose(king="nobody", opening="stood", tricks="4-1")
    pad.mark()
    assert "Say who dealt." in pad.notice()
    assert (pad.chosen("opening"), pad.chosen("tricks")) == ("stood", "4-1")
    pad.choose(dealer="b")
    pad.mark()
    pad.at(2)
    pad.says("A. won the point and marks one (law 48).")


def test_a_rubber_by_its_score(visits: Visits) -> None:
    pad = start(visits, A, Y, kind="Rubber", kept=True)
    pad.tap("summary:has-text('Enter the rubber by its score')")
    pad.tap("#rubber-1-2")
    pad.tap("button:has-text('Mark the score')")
    pad.at(1)
    assert pad.taps == 3
    pad.says("Only the score was entered.", "Y. has won the match.")
    expect(pad.page.locator("#main").get_by_role("link", name="See the match")).to_be_visible()


def test_one_more_tap_marks_what_hardly_ever_happens(visits: Visits) -> None:
    """Three voles: the pad asks, and says the same to a screen reader."""
    pad = start(visits, A, Y, kept=True)
    for version in (1, 2):
        pad.choose(king="nobody", opening="exchanged", tricks="5-0")
        pad.at(version)
    pad.taps = 0
    pad.choose(king="nobody", opening="exchanged", tricks="5-0")
    asked = "Check this hand. If it is right, mark it."
    assert asked in pad.notice()
    assert f"{A} makes the vole in 3 hands in a row." in pad.notice()
    expect(pad.page.locator("#told")).to_contain_text(asked)
    pad.shows(4, 0)
    expect(pad.page.locator("#mark-button")).to_have_text("It is right: mark it")
    pad.mark()
    assert pad.taps == 4
    pad.at(3)
    pad.shows(5, 0)


@pytest.mark.thorough
def test_a_king_that_reaches_five_needs_no_tricks(visits: Visits) -> None:
    """Law 47: the king may end the game before a card is played."""
    pad = start(visits, A, Y, kept=True)
    for version in (1, 2):
        pad.choose(king="nobody", opening="exchanged", tricks="5-0")
        pad.at(version)
    pad.shows(4, 0)
    pad.choose(king="a-turned")
    pad.mark()
    pad.at(3)
    pad.shows(5, 0)


def test_of_two_pads_the_second_keeps_its_choices(visits: Visits) -> None:
    first = start(visits, A, Y, kept=True)
    second = Pad(visits.kept_page("director", first.page.url))
    second.choose(king="b-held", opening="refused")
    first.choose(**STOOD_AND_LOST)
    first.at(1)
    # The board moves under the second pad, its choices stay.
    second.shows(2, 0)
    assert (second.chosen("king"), second.chosen("opening")) == ("b-held", "refused")
    second.choose(tricks="1-4")
    notice = second.notice()
    assert "Agnès Rivoire entered something first" in notice
    assert "Y. stood and lost the point: A. marks two (law 49)." in notice
    assert "2–0" in notice
    expect(second.page.locator("#told")).to_contain_text("Agnès Rivoire entered something")
    assert (second.chosen("king"), second.chosen("tricks")) == ("b-held", "1-4")
    # A tap corrects a choice; it marks nothing until the button says so.
    sent = second.sent("hand/")
    second.choose(opening="exchanged")
    assert second.chosen("opening") == "exchanged"
    assert sent == []
    second.mark()
    second.at(2)
    second.says(
        "Y. held the king and marks one (law 47).", "Y. won the point and marks one (law 48)."
    )
    first.shows(2, 2)


def test_a_pad_that_waits_follows_the_other_whose_entry_it_cannot_undo(visits: Visits) -> None:
    first = start(visits, A, Y, kept=True)
    second = Pad(visits.kept_page("director", first.page.url))
    expect(second.page.locator("html")).to_have_attribute("data-connection", "live")
    first.choose(**STOOD_AND_LOST)
    second.at(1)
    second.says("Y. stood and lost the point: A. marks two (law 49).")
    second.choose(king="a-held")
    first.choose(king="nobody", opening="exchanged", tricks="0-5")
    first.at(2)
    second.shows(2, 2)
    second.undo()
    assert "Your entry was not saved." in second.notice()
    first.shows(2, 2)


def test_by_keyboard_alone(visits: Visits) -> None:
    page = visits.page(path=f"/account/login/?next={CLUB}matches/new/", width=1280)
    sign_in_by_keyboard(page)
    page.wait_for_url("**/matches/new/")
    for label, name in (("First player", A), ("Second player", Y)):
        reach(page, page.get_by_label(label).first)
        page.keyboard.type(name)
    reach(page, page.get_by_role("button", name="Start the match"))
    with page.expect_navigation():
        page.keyboard.press("Enter")
    anyway = page.locator("[name=seat_anyway]")
    if anyway.count():
        reach(page, anyway)
        page.keyboard.press("Enter")
    page.wait_for_url("**/pad/")
    pad = Pad(page)
    sent = pad.sent("hand/")
    reach(page, page.locator("#king-nobody"))
    page.keyboard.press("ArrowDown")
    assert pad.chosen("king") == "a-turned"
    page.keyboard.press("Tab")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    # Going through all three rows by arrow keys has marked nothing.
    assert (pad.version, sent) == (0, [])
    reach(page, page.locator("#mark-button"))
    page.keyboard.press("Enter")
    pad.at(1)
    assert len(sent) == 1
    expect(page.locator("#mark-button")).to_be_focused()


def sign_in_by_keyboard(page: Page) -> None:
    reach(page, page.get_by_label("E-mail"))
    page.keyboard.type("scorer@example.org")
    page.keyboard.press("Tab")
    page.keyboard.type("turn-the-king")
    page.keyboard.press("Enter")


def reach(page: Page, target: Locator) -> None:
    """Tab until `target` has the focus, and see that it is shown where."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if target.evaluate("one => one === document.activeElement"):
            return
    pytest.fail(f"No way by keyboard to {target}")


def test_after_the_last_hand_the_focus_is_not_lost(visits: Visits) -> None:
    pad = start(visits, A, Y, kept=True)
    for version in (1, 2):
        pad.choose(king="nobody", opening="exchanged", tricks="5-0")
        pad.at(version)
    # By keyboard: the third tap would mark the hand by itself.
    for choice in ("king-nobody", "opening-exchanged", "tricks-3-2"):
        pad.page.locator(f"#{choice}").press("Space")
    pad.page.locator("#mark-button").press("Enter")
    pad.at(3)
    expect(pad.page.locator("#main")).to_be_focused()


def test_without_javascript(visits: Visits) -> None:
    pad = start(visits, A, Y, script=False, by_form=True)
    pad.choose(**STOOD_AND_LOST)
    assert pad.version == 0
    pad.mark()
    pad.at(1)
    pad.shows(2, 0)
    assert pad.page.url.endswith("/pad/")
    pad.mark()
    assert "Choose who marked the king, or nobody." in pad.notice()
    pad.page.goto(pad.page.url)
    assert pad.page.url.endswith("/pad/")
    pad.undo()
    pad.at(2)
    pad.shows(0, 0)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_whole_hand_fits_a_phone_without_scrolling(visits: Visits, language: str) -> None:
    """Of the sample's match at table 3, whose last hand takes two sentences to tell."""
    page = visits.page("scorer", pad_in_play(visits, "3"), language=language)
    expect(page.locator(".said")).to_have_text(re.compile(r"47\).*48\)"))
    for height in (740, 640):
        page.set_viewport_size({"width": 360, "height": height})
        expect(page.locator("#tricks-0-5")).to_be_in_viewport(ratio=1)
        expect(page.locator(".board")).to_be_in_viewport(ratio=1)
        expect(page.locator("#mark-button")).to_be_in_viewport(ratio=1)
        foot = page.locator(".pad-foot").bounding_box()
        tricks = page.locator(".choices-tricks").bounding_box()
        assert foot
        assert tricks
        assert tricks["y"] + tricks["height"] <= foot["y"]


def test_signed_out_one_comes_back_to_the_pad(visits: Visits) -> None:
    pad = start(visits, A, Y, kept=True)
    page = visits.page(path=pad.page.url)
    sign_in(page, "scorer@example.org")
    page.wait_for_url(pad.page.url)

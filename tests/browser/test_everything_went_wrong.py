"""Whatever can be entered wrongly at a table, put right on pages alone.

A rubber between Alice and Bob as it was played, marks in brackets:
game 1: Alice's vole (2–0), Bob's point (2–1), Alice's vole (4–1), Bob's vole (4–3), Alice's
point (5–3); game 2: Bob's vole, Bob's vole, Bob's point (0–5); game 3: Alice's vole (2–0).

What was entered: at the wrong table and with the two players the other way round; the second hand
was forgotten, the fourth marked as Alice's point, which ended the game, and Bob's first vole twice.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.databases import manage

from .new_club import MEMBERS, NewClub, empty_site
from .pad import Pad

pytestmark = pytest.mark.slow

ALICE, BOB = MEMBERS[:2]
# Alice's side is "b" on the pad, as the two were taken for each other.
ALICES_VOLE = {"king": "nobody", "opening": "exchanged", "tricks": "0-5"}
ALICES_POINT = {"king": "nobody", "opening": "exchanged", "tricks": "2-3"}
BOBS_VOLE = {"king": "nobody", "opening": "exchanged", "tricks": "5-0"}
BOBS_POINT = {"king": "nobody", "opening": "exchanged", "tricks": "3-2"}
ENTERED = (
    *(ALICES_VOLE, ALICES_VOLE, ALICES_POINT),
    *(ALICES_POINT, BOBS_VOLE, BOBS_VOLE, BOBS_VOLE),
    *(BOBS_POINT, ALICES_VOLE),
)


def test_everything_that_went_wrong_is_put_right_on_pages(browser: Browser, tmp_path: Path) -> None:
    with empty_site(tmp_path) as (site, start):
        club = NewClub.at(browser, site, start)
        club.is_created()
        club.imports(MEMBERS[:4])
        club.opens_evening(tables=2)
        club.arrive(MEMBERS[:2])
        club.pairs()
        pad = club.phone(club.codes()[0])
        _enter(pad)
        page = club.committee
        page.goto(pad.page.url.removesuffix("pad/"))
        _scores(page, "0–5", "5–1", "1–2")
        _inserts_the_forgotten_hand(club)
        _scores(page, "1–5", "5–1", "1–2")
        _corrects_the_hand_that_ended_game_1(club)
        _scores(page, "3–5", "5–0", "1–2")
        _removes_the_hand_entered_twice(club)
        _scores(page, "3–5", "5–0", "0–2")
        _changes_the_table(page)
        _swaps_the_players(page)
        expect(_game(page, 2)).to_contain_text("Won by Bob Lefèvre, 5–0")
        _scores(page, "3–5", "5–0", "0–2")
        club.looks(page)
        expect(pad.page.locator("#halt")).to_contain_text("This match is played at table 2 now.")
        env = {"DATA_DIR": str(tmp_path)}
        for command in ("recount", "recount_ledger", "recount_ratings"):
            manage(command, database_url="", env=env)
        assert club.visits.troubles == []
        assert club.wrong == []


def _enter(pad: Pad) -> None:
    if pad.page.locator("#dealer-a").count():
        pad.tap("#dealer-a")
    for hand in ENTERED:
        marked = pad.version + 1
        pad.choose(**hand)
        # A third vole in a row is asked about once.
        asked = pad.page.get_by_role("button", name="It is right: mark it")
        expect(pad.page.locator(f"#pad[data-version='{marked}']").or_(asked).first).to_be_visible()
        if asked.is_visible():
            asked.tap()
        pad.at(marked)


def _scores(page: Page, *games: str) -> None:
    """How each game ended, or stands."""
    for number, score in enumerate(games, start=1):
        expect(_game(page, number).locator(".decides:not(:empty)").first).to_have_text(score)


def _game(page: Page, number: int) -> Locator:
    heading = page.locator("tr.group", has_text=f"Game {number}")
    return page.locator(".hands tbody", has=heading)


def _hand(page: Page, game: int, hand: int) -> Locator:
    rank = page.locator("th.rank", has_text=str(hand))
    return _game(page, game).locator("tr:not(.superseded)", has=rank)


def _way(page: Page, game: int, hand: int, way: str) -> None:
    row = _hand(page, game, hand)
    row.get_by_text("Insert or remove").click()
    row.get_by_role("link", name=way).click()


def _choose(page: Page, hand: dict[str, str]) -> None:
    for name, value in hand.items():
        page.locator(f"#{name}-{value}").click()


def _previews(club: NewClub, reason: str) -> Locator:
    page = club.committee
    page.get_by_label("Reason").fill(reason)
    page.get_by_role("button", name="Show what will change").click()
    shown = page.get_by_role("region", name="What will change")
    expect(shown).to_be_visible()
    club.looks(page)
    return shown


def _inserts_the_forgotten_hand(club: NewClub) -> None:
    page = club.committee
    _way(page, 1, 1, "Insert a hand after it")
    _choose(page, BOBS_POINT)
    _previews(club, "The second hand was forgotten.")
    page.get_by_role("button", name="Insert the hand").click()


def _corrects_the_hand_that_ended_game_1(club: NewClub) -> None:
    """Two games ago: what was played since moves into the games where it belongs."""
    page = club.committee
    page.get_by_role("link", name="Correct hand 4").last.click()
    _choose(page, BOBS_VOLE)
    shown = _previews(club, "It was Bob’s vole.")
    expect(shown.get_by_label("Move the later hands along")).to_be_checked()
    page.get_by_role("button", name="Save the correction").click()


def _removes_the_hand_entered_twice(club: NewClub) -> None:
    page = club.committee
    _way(page, 2, 2, "Remove it")
    shown = _previews(club, "Entered twice.")
    expect(shown.get_by_label("Move the later hands along")).to_be_checked()
    page.get_by_role("button", name="Remove the entry").click()


def _changes_the_table(page: Page) -> None:
    page.get_by_role("link", name="Change the table").click()
    page.get_by_label("Table 2").check()
    page.get_by_role("button", name="Change the table").click()
    expect(page.get_by_role("main")).to_contain_text("Table 2")


def _swaps_the_players(page: Page) -> None:
    page.get_by_role("link", name="Change the players").click()
    page.get_by_role("radio").first.check()
    page.get_by_label("Reason").fill("Each was marked for the other.")
    page.get_by_role("button", name="Show what will change").click()
    page.get_by_role("region", name="What will change").get_by_role(
        "button", name="Change the players"
    ).click()
    expect(_game(page, 1)).to_contain_text("Won by Alice Martin, 5–3")

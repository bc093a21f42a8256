"""The pad and the standings as a screen reader has them: the tree of roles and names."""

import re

import pytest
from playwright.sync_api import expect

from .places import pad_in_play
from .visits import CLUB, Visits

pytestmark = pytest.mark.shares("members")
# Where Beatrice plays Winifred tonight, a few hands so far.
TABLE = "2"


def test_the_pad_is_read_in_the_order_of_play(visits: Visits) -> None:
    """Who plays, what the score is, then three questions with their answers, then what to do."""
    page = visits.page("scorer", pad_in_play(visits, TABLE))
    told = page.locator("body").aria_snapshot()
    wanted = [
        r'heading "Beatrice Holloway-Finch against Winifred Hartnell" \[level=1\]',
        r'region "Score"',
        r'heading "Beatrice" \[level=2\]',
        r"paragraph: \"?\d",
        r'heading "Winifred" \[level=2\]',
        r"Hand \d of game \d",
        r'group "King"',
        r'radio "Nobody"\n',
        r'radio "(Beatrice|Winifred) turned it"',
        r'group "Play"',
        r'radio "Exchanged"',
        r'group "Tricks"',
        r'radio "5–0 Beatrice makes the vole"',
        r'radio "2–3 Winifred wins the point"',
        r'button "Undo"',
        r'button "Mark"',
    ]
    # A row that nobody has tapped is read as empty.
    assert "[checked]" not in told
    place = 0
    for pattern in wanted:
        found = re.search(pattern, told[place:])
        assert found, f"{pattern} is not read after the ones before it:\n{told}"
        place += found.end()


def test_what_a_hand_came_to_is_said_once(visits: Visits) -> None:
    page = visits.page("scorer", pad_in_play(visits, TABLE))
    expect(page.get_by_role("status").last).to_have_text("")
    page.locator("#king-nobody").tap()
    page.locator("#tricks-5-0").tap()
    page.locator("#mark-button").tap()
    expect(page.locator("#told")).to_contain_text("made the vole")
    page.locator("#undo-button").tap()
    expect(page.locator("#told")).to_contain_text("Entry undone.")


def test_a_line_of_the_standings_is_read_with_its_columns(visits: Visits) -> None:
    page = visits.page(path=CLUB, width=1280)
    page.get_by_role("link", name="All standings").click()
    page.wait_for_url("**/seasons/*/")
    table = page.get_by_role("table")
    expect(table.locator("caption")).to_contain_text("Sorted by points")
    headers = table.get_by_role("columnheader").all_inner_texts()
    assert headers[:5] == ["Rank", "Player", "Points", "Decided by", "Played"]
    first = table.get_by_role("row").nth(1)
    # The player's name heads the line: it is told again with each figure.
    expect(first.get_by_role("rowheader")).to_have_count(1)
    assert first.get_by_role("rowheader").inner_text().strip()
    assert len(first.get_by_role("cell").all()) + 1 == len(headers)
    assert table.locator("[aria-sort=descending]").inner_text() == "Points"

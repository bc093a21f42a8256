"""The grid by keys alone, a file brought in, and what comes out of the printer."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from .visits import CLUB, Visits

EVENING = re.compile(r"/evenings/(\d+)/$")
# Two games to Alice: king and vole, then the point that was refused, and so on.
HANDS = ("315", "023", "015", "025", "035")
KEYS_MOST = 4
# Of an evening on which every table of the club played once.
MATCHES = 10


def tonight(page: Page) -> str:
    """The address of the evening that is open."""
    return evenings(page)[0]


def evenings(page: Page) -> list[str]:
    """The newest first."""
    page.goto(f"{CLUB}evenings/")
    links = page.locator("main a").evaluate_all("all => all.map((one) => one.pathname)")
    return list(dict.fromkeys(str(link) for link in links if EVENING.search(link)))


def grid(page: Page) -> None:
    page.goto(f"{tonight(page)}grid/")
    page.get_by_label("Season", exact=True).select_option(label="Automne 2026")
    page.get_by_label("First player", exact=True).select_option(index=1)
    page.get_by_label("Second player", exact=True).select_option(index=2)
    page.get_by_label("Row 1", exact=True).focus()


def test_four_keys_a_hand(visits: Visits) -> None:
    """Every key that is pressed is counted by the page itself; the mouse is never touched."""
    page = visits.page("scorer", f"{CLUB}evenings/", width=1280, height=900)
    grid(page)
    page.evaluate("window.keys = 0; addEventListener('keydown', () => { window.keys += 1; })")
    for hand in HANDS:
        page.keyboard.type(hand)
        page.keyboard.press("Enter")
    assert page.evaluate("window.keys") <= KEYS_MOST * len(HANDS)
    values = page.locator(".grid-cell").evaluate_all("all => all.map((one) => one.value)")
    assert tuple(values[: len(HANDS)]) == HANDS
    expect(page.locator("#told-2")).to_contain_text("has won the game")
    expect(page.get_by_label("Row 6", exact=True)).to_be_focused()
    page.keyboard.press("Backspace")
    expect(page.get_by_label("Row 5", exact=True)).to_be_focused()
    page.get_by_role("button", name="Enter the sheet").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("The sheet was entered.")
    page.reload()
    expect(page.get_by_label("Row 1", exact=True)).to_have_value("")
    assert visits.troubles == []


def test_an_abandoned_hand_leads_on_to_the_next_row_too(visits: Visits) -> None:
    page = visits.page("scorer", f"{CLUB}evenings/", width=1280, height=900)
    grid(page)
    for hand in ("03+212", "015"):
        page.keyboard.type(hand)
    expect(page.locator("#told-1")).to_contain_text("abandoned the hand")
    expect(page.get_by_label("Row 2", exact=True)).to_have_value("015")
    expect(page.get_by_label("Row 3", exact=True)).to_be_focused()
    assert visits.troubles == []


def test_nothing_is_lost_on_reload(visits: Visits) -> None:
    page = visits.page("scorer", f"{CLUB}evenings/", width=1280, height=900)
    grid(page)
    page.keyboard.type("315")
    page.keyboard.type("029")
    expect(page.locator("#told-2")).to_contain_text("Type king, play and tricks")
    page.reload()
    expect(page.get_by_label("Row 1", exact=True)).to_have_value("315")
    expect(page.get_by_label("Row 2", exact=True)).to_have_value("029")
    expect(page.locator("#told-1")).to_contain_text("turned the king")
    expect(page.get_by_label("First player", exact=True)).not_to_have_value("")


def test_a_file_comes_in_without_a_click_too_many(visits: Visits, tmp_path: Path) -> None:
    file = tmp_path / "sheets.csv"
    lines = "match,player_a,player_b,format,first_dealer,opening,tricks_a\n"
    file.write_text(f"{lines}1,Alice X,Bob Y,one_game,a,stood,5\n")
    page = visits.page("director", f"{CLUB}imports/")
    page.get_by_label("CSV file").set_input_files(file)
    page.get_by_label("Add new players to the club").check()
    page.get_by_role("button", name="Check the file").click()
    expect(page.get_by_text("Alice X and Bob Y")).to_be_visible()
    page.get_by_role("button", name="Enter 1 match").click()
    expect(page.get_by_role("status")).to_contain_text("1 match was entered.")


def test_a_sheet_fills_a_page_and_no_more(visits: Visits) -> None:
    """As many pages of A4 as tables, and every code whole within its page."""
    page = visits.page("director", f"{CLUB}evenings/", width=1280, scheme="dark")
    page.goto(f"{tonight(page)}print/sheets/")
    sheets = page.locator(".paper").count()
    assert sheets >= 3
    assert pages_of(page) == sheets
    page.emulate_media(media="print")
    for code in page.locator(".paper .qr").all():
        box = code.bounding_box()
        assert box is not None
        assert box["width"] == box["height"] == float(code.get_attribute("width") or 0)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    expect(page.get_by_role("navigation")).to_have_count(0)


def test_the_results_are_one_page(visits: Visits) -> None:
    """Of ten matches, when all are over; tonight's, whose codes are on it, are two."""
    page = visits.page("director", f"{CLUB}evenings/", width=1280)
    tonights, *before = evenings(page)
    page.goto(f"{tonights}print/results/")
    assert pages_of(page) == 2
    for evening in before:
        page.goto(f"{evening}print/results/")
        if page.locator("main table:last-of-type tbody tr").count() == MATCHES:
            break
    expect(page.locator("main table:last-of-type tbody tr")).to_have_count(MATCHES)
    assert pages_of(page) == 1
    expect(page.get_by_role("heading", level=1)).to_have_text("Results")


def pages_of(page: Page) -> int:
    pdf = page.pdf(format="A4", prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))

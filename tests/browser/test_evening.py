"""A whole evening, as five screens see it: the director's, three tables' phones, and the wall's.

Six people come; one has two phones at his table, the players' own. Nobody signs in but the
director.
"""

import re

from playwright.sync_api import Page, expect

from .copies import copied_violations
from .pad import Pad
from .visits import CLUB, Visits

GUESTS = (
    "Edmund Ashdown",
    "Florence Tattersfield",
    "George Merrivale",
    "Harriet Oakshott",
    "Imogen Larkspur",
)
WALK_IN = "Chloé Vernet"
# Bob stood and lost the point: two. Alice's side is "a" throughout.
TWO_FOR_A = {"king": "nobody", "opening": "stood", "tricks": "3-2"}
VOLE_FOR_A = {"king": "nobody", "opening": "exchanged", "tricks": "5-0"}
POINT_FOR_A = {**VOLE_FOR_A, "tricks": "3-2"}


def test_a_whole_evening(visits: Visits) -> None:
    director = visits.page("director", f"{CLUB}settings/")
    _settings_confirm(visits)
    evening = _opens(director)
    wall = visits.page("director", f"{evening}wall/", width=1280, height=720)
    _people_come(director, evening)
    _round_begins(director, evening)
    # Of three tables, and of one online.
    expect(wall.locator(".panel .panel-side")).to_have_count(8)

    codes = _codes(director, evening)
    ann, ben = (_by_code(visits, codes[0], holder) for holder in (0, 1))
    second, third = (_by_code(visits, code, 2) for code in codes[1:])
    _first_table_confirms(ann, ben, wall)
    _second_table_mends_a_king(second)
    _second_table_is_too_late(second)
    match = _third_table_flags(third)
    _director_sees_the_flag_first(director, evening)
    for page in (director, wall, ann.page, second.page, third.page):
        assert copied_violations(page) == [], page.url

    _signs_off(director, evening)
    expect(wall.locator(".wall-note")).to_have_text("This evening is signed off.")
    _code_is_good_no_more(second)
    _corrects_late(director, match)
    _results_name_everybody(director, evening)


def _settings_confirm(visits: Visits) -> None:
    page = visits.page("committee", f"{CLUB}settings/", width=1280)
    page.get_by_label("the opponent confirms each game", exact=False).check()
    page.get_by_role("main").locator("form button.button").first.click()
    page.wait_for_load_state()
    confirm = page.get_by_role("button", name=re.compile("^(Change|Save|Do)"))
    if confirm.count():
        confirm.first.click()
    page.goto(f"{CLUB}settings/")
    expect(page.get_by_label("the opponent confirms each game", exact=False)).to_be_checked()


def _opens(director: Page) -> str:
    director.goto(f"{CLUB}evenings/new/")
    director.locator("#id_tables").fill("3")
    director.get_by_role("button", name="Open the evening").tap()
    director.wait_for_url(re.compile(r"/evenings/\d+/$"))
    return director.url


def _people_come(director: Page, evening: str) -> None:
    director.goto(f"{evening}attendance/")
    for guest in GUESTS:
        director.locator(".arrival", has_text=guest).tap()
    form = director.locator("form[action$='walk-in/']")
    form.get_by_role("textbox").fill(WALK_IN)
    form.get_by_role("button").tap()
    expect(director.locator(".arrival[aria-pressed=true]")).to_have_count(6)


def _round_begins(director: Page, evening: str) -> None:
    director.goto(evening)
    director.get_by_role("link", name="Propose pairings").tap()
    expect(director.locator(".round")).to_have_count(3)
    director.get_by_role("button", name="Start these matches").tap()
    director.wait_for_url(evening)
    expect(director.locator(".place .evening-duel")).not_to_have_count(0)


def _codes(director: Page, evening: str) -> list[str]:
    director.goto(f"{evening}tables/")
    return [code.strip() for code in director.locator(".table-line .code").all_inner_texts()]


def _by_code(visits: Visits, code: str, holder: int) -> Pad:
    """`holder`: the first player's phone, the second's, or the table's."""
    page = visits.page(path=f"/t/{code}/")
    page.locator(".holders .choice").nth(holder).tap()
    page.get_by_role("button", name="Open the pad").tap()
    page.wait_for_url("**/pad/")
    return Pad(page)


def _enters(pad: Pad, dealer: str, rows: dict[str, str]) -> None:
    """`dealer` is named where the pad asks for him."""
    if pad.page.locator(f"#dealer-{dealer}").count():
        pad.tap(f"#dealer-{dealer}")
    pad.mark_rows(rows)


def _first_table_confirms(ann: Pad, ben: Pad, wall: Page) -> None:
    """A game, which the other phone confirms; whoever entered it is not asked."""
    _enters(ann, "a", VOLE_FOR_A)
    expect(ben.page.locator(".board .figure").first).to_have_text("2")
    expect(wall.locator(".panel").first.locator(".panel-side .figure").first).to_have_text("2")
    _enters(ann, "b", VOLE_FOR_A)
    _enters(ann, "a", POINT_FOR_A)
    expect(ann.page.get_by_role("button", name="Confirm 5–0")).to_have_count(0)
    ben.page.get_by_role("button", name="Confirm 5–0").tap()
    expect(ben.page.get_by_text("not confirmed yet")).to_have_count(0)
    expect(ann.page.get_by_text("not confirmed yet")).to_have_count(0)


def _second_table_mends_a_king(second: Pad) -> None:
    """It was forgotten, and is mended by law 50 before the next trump is turned."""
    _enters(second, "a", {"king": "nobody", "opening": "exchanged", "tricks": "3-2"})
    second.shows(1, 0)
    _mends(second, "#king-a-held", trump="Not yet")
    second.page.wait_for_url("**/pad/")
    second.shows(2, 0)


def _second_table_is_too_late(second: Pad) -> None:
    """Once it is turned the law says no, and who can."""
    _mends(second, "#tricks-5-0", trump="It is turned")
    refused = second.page.get_by_role("alert")
    expect(refused).to_contain_text("law 50")
    expect(refused).to_contain_text("irector")


def _mends(pad: Pad, what: str, *, trump: str) -> None:
    """The last hand; `trump`: whether the next one is turned."""
    pad.page.locator("#mend summary").tap()
    pad.page.locator("#mend .row-link").first.tap()
    pad.tap(what)
    pad.page.get_by_role("radio", name=trump).check()
    pad.page.get_by_role("button", name="Fix the score").tap()


def _third_table_flags(third: Pad) -> str:
    """A result that is not right. Where its match is."""
    _enters(third, "a", TWO_FOR_A)
    match = third.page.url.removesuffix("pad/")
    third.page.goto(f"{match}flag/")
    third.page.get_by_role("radio").first.check(force=True)
    third.page.get_by_role("button", name="Flag the result").tap()
    return match


def _director_sees_the_flag_first(director: Page, evening: str) -> None:
    director.goto(evening)
    expect(director.get_by_role("heading", level=2).first).to_have_text("1 result is flagged")


def _signs_off(director: Page, evening: str) -> None:
    director.goto(f"{evening}sign-off/")
    expect(director.get_by_role("region", name="1 result is flagged")).to_be_visible()
    unfinished = director.get_by_role("region", name="3 unfinished matches")
    expect(unfinished).to_contain_text(": games 0–0, 2–0 in the game")
    director.get_by_role("button", name="Sign off the evening").tap()
    director.wait_for_url(evening)
    seen = director.locator(".notice-title").filter(visible=True)
    expect(seen).to_contain_text("Signed off by")


def _corrects_late(director: Page, match: str) -> None:
    director.goto(match)
    director.get_by_role("link", name=re.compile("^Correct")).first.tap()
    director.locator("#tricks-2-3").tap()
    director.get_by_label("Reason").fill("The sheet says the other way round.")
    director.get_by_role("button", name="Show what will change").tap()
    follows = director.get_by_role("region", name="What will change")
    expect(follows).to_be_visible()
    assert copied_violations(director) == []
    director.get_by_role("button", name="Save the correction").tap()
    # The browser keeps the place that the form was sent to.
    director.wait_for_url(f"{match}#follow")
    expect(director.locator(".why").first).to_contain_text("The sheet says the other way round.")


def _code_is_good_no_more(pad: Pad) -> None:
    """The phone is told why, and keeps what it sent."""
    pad.page.goto(pad.page.url)
    told = pad.page.get_by_role("main")
    expect(told).to_contain_text("The evening is signed off.")
    expect(told).to_contain_text("Everything you sent is saved")


def _results_name_everybody(director: Page, evening: str) -> None:
    director.goto(f"{evening}results/")
    table = director.get_by_role("table").first
    for guest in (*GUESTS, WALK_IN):
        expect(table).to_contain_text(guest)
    assert copied_violations(director) == []

"""The grid for the number pad: what is typed, what it comes to, and what is entered of it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.match import begin
from games.engine.records import KingHow, Opening
from games.engine.seats import Seat
from games.engine.terms import HandEntry
from games.evenings.services.evenings import evening_sign_off
from games.matches.models import Match
from games.sheets.rules.grid import ROWS_LEAST, ROWS_MOST, Unreadable, padded, play_of
from games.sheets.views.grid import rows_of
from tests.engine.naive import naive_marks
from tests.engine.people import ALICE, BOB, london
from tests.site.pages import HTMX, Browser, goes, page
from tests.support.everything import everything
from tests.support.scene import Scene

pytestmark = pytest.mark.any_database

NAMES = {ALICE: "Alice", BOB: "Bob"}
DEALT = begin(london(), ALICE)


def record(typed: str, dealer: Seat | None = ALICE) -> Any:
    play = play_of(typed, dealer)
    assert isinstance(play, HandEntry)
    return play.record


@pytest.mark.postgresql
def test_three_keys_are_a_hand() -> None:
    found = record("312")
    assert (found.kings[0].seat, found.kings[0].how) == (ALICE, KingHow.TURNED)
    assert (found.opening, found.tricks.a, found.tricks.b) == (Opening.STOOD, 2, 3)
    assert record("115").kings[0].seat is ALICE
    assert record("225").kings[0].seat is BOB
    assert record("025").kings == ()


@pytest.mark.parametrize(
    ("letters", "opening"),
    [("1sSjJ", Opening.STOOD), ("2rR", Opening.REFUSED), ("3xXeE", Opening.EXCHANGED)],
)
def test_letters_of_either_language(letters: str, opening: Opening) -> None:
    assert {record(f"0{letter}3").opening for letter in letters} == {opening}


def test_the_king_that_ends_a_game_stands_alone() -> None:
    found = record("3")
    assert found.tricks is None
    assert found.kings[0].seat is ALICE


@pytest.mark.parametrize(
    "typed", ["", "0", "9", "41", "400", "016", "0125", "5-6", "x", "31", "٣١٢"]
)
def test_what_is_no_row(typed: str) -> None:
    with pytest.raises(Unreadable):
        play_of(typed, ALICE)


@given(st.text(max_size=8))
def test_whatever_is_typed_is_a_row_or_told(typed: str) -> None:
    rows, plays = rows_of([typed], DEALT, NAMES)
    assert len(rows) == 1
    assert bool(plays) is (rows[0].score is not None)
    assert not (plays and rows[0].wrong)


@given(st.sampled_from("0123"), st.sampled_from("123"), st.integers(0, 5))
def test_marks_are_those_of_a_second_scoring(king: str, opening: str, tricks: int) -> None:
    """Every hand there is, against the marks that a naive scoring gives."""
    kings = {"0": None, "1": ("a", "held"), "2": ("b", "held"), "3": ("a", "turned")}
    openings = {"1": "stood", "2": "refused", "3": "exchanged"}
    wanted = naive_marks("london", "a", openings[opening], kings[king], (tricks, 5 - tricks))
    rows, _plays = rows_of([f"{king}{opening}{tricks}"], DEALT, NAMES)
    assert rows[0].score is not None
    assert rows[0].score.a == sum(points for seat, points, _kind in wanted if seat == "a")
    assert rows[0].score.b == sum(points for seat, points, _kind in wanted if seat == "b")


def test_deal_game_and_match_are_told_beside_the_row() -> None:
    """King and vole, three; then Bob refuses and loses the point, two: five, and one game."""
    rows, plays = rows_of(["315", "023", "", "035"], DEALT, NAMES)
    assert [row.dealer for row in rows] == ["Alice", "Bob", "", ""]
    assert rows[1].ends == "Alice has won the match."
    assert "law 49" in rows[1].marks[0]
    assert "over" in rows[3].wrong
    assert len(plays) == 2


def test_after_a_wrong_row_nothing_is_told() -> None:
    rows, plays = rows_of(["315", "99", "023"], DEALT, NAMES)
    assert rows[1].wrong
    assert (rows[2].typed, rows[2].score, rows[2].wrong) == ("023", None, "")
    assert len(plays) == 1


def test_the_king_turned_needs_a_dealer() -> None:
    rows, _plays = rows_of(["315"], begin(london(), None), NAMES)
    assert "who dealt" in rows[0].wrong
    rows, _plays = rows_of(["b315"], begin(london(), None), NAMES)
    assert (rows[0].dealer, rows[0].score.b if rows[0].score else 0) == ("Bob", 1)


def test_rows_are_never_too_few_nor_too_many() -> None:
    assert padded([]) == [""] * ROWS_LEAST
    assert padded([" 3 1 5 ", ""])[:2] == ["315", ""]
    full = padded(["315"] * 30)
    assert full[29:] == ["315", ""]
    assert len(padded(["1"] * 1000)) == ROWS_MOST


def sheet(here: Scene, *rows: str, **more: str) -> Any:
    players = here.house.players
    return {
        "act": "save",
        "table": str(here.table.pk),
        "player_a": str(players["ann"].pk),
        "player_b": str(players["cyd"].pk),
        "season": str(here.season.pk),
        "dealer": "a",
        "row": list(rows),
        "key": "one-sheet",
        **more,
    }


def address(here: Scene) -> str:
    return f"evenings/{here.evening.pk}/grid/"


@pytest.mark.slow
def test_a_sheet_is_entered_once(here: Scene) -> None:
    browser = Browser(here.house, "scorer")
    for _time in range(2):
        there = goes(browser.post(address(here), sheet(here, "315", "023")))
    made = Match.objects.latest("pk")
    assert there.endswith(f"?done={made.pk}")
    assert (made.over, made.winner, made.version, made.table) == (True, "a", 2, "1")
    assert Match.objects.filter(player_b=here.house.players["cyd"]).count() == 1
    assert "The sheet was entered." in page(browser.get(there))


@pytest.mark.slow
def test_all_rows_or_none(here: Scene) -> None:
    browser = Browser(here.house, "scorer")
    before = everything()
    text = page(browser.post(address(here), sheet(here, "315", "029")), 422)
    assert everything() == before
    assert 'value="315"' in text
    assert 'value="029"' in text
    assert "Type king, play and tricks" in text


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"player_b": ""}, "Choose one."),
        ({"table": "0"}, "Choose one."),
        ({"player_b": "same"}, "Choose two different players."),
        ({"match": "999999:0"}, "Choose another"),
    ],
)
def test_what_is_missing_is_told(here: Scene, change: dict[str, str], says: str) -> None:
    if change.get("player_b") == "same":
        change = {"player_b": str(here.house.players["ann"].pk)}
    browser = Browser(here.house, "scorer")
    before = everything()
    text = page(browser.post(address(here), sheet(here, "315", **change)), 422)
    assert says in text
    assert everything() == before


def test_no_rows_are_no_sheet(here: Scene) -> None:
    text = page(Browser(here.house, "scorer").post(address(here), sheet(here)), 422)
    assert "at least one row" in text


def test_going_on_with_a_match(here: Scene) -> None:
    browser = Browser(here.house, "scorer")
    chosen = f"{here.empty.pk}:0"
    goes(browser.post(address(here), sheet(here, "011", match=chosen)))
    here.empty.refresh_from_db()
    assert here.empty.version == 1
    stale = browser.post(address(here), sheet(here, "012", match=chosen, key="later"))
    assert "This has changed since you opened this page" in page(stale, 409)


def test_a_look_writes_nothing(here: Scene) -> None:
    browser = Browser(here.house, "scorer")
    before = everything()
    text = page(browser.post(address(here), sheet(here, "315", "023", act=""), **HTMX))
    assert everything() == before
    assert 'id="told-1"' in text
    assert "Ann turned the king" in text
    assert "<html" not in text
    assert 'name="row"' not in text
    more = page(browser.post(address(here), sheet(here, "315", act="more")))
    assert more.count('name="row"') == ROWS_LEAST + 10


def test_after_the_sign_off_nothing_is_entered(here: Scene) -> None:
    here.evening.refresh_from_db()
    evening_sign_off(
        by=here.house.person("director"), evening=here.evening, version=here.evening.version
    )
    browser = Browser(here.house, "scorer")
    before = everything()
    text = page(browser.post(address(here), sheet(here, "315")), 422)
    assert "signed off" in text
    assert everything() == before

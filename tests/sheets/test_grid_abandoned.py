"""A hand that somebody abandoned, typed in the grid for the number pad.

Law 42: who abandons it before he has made a trick loses the vole, after one or two the point.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.match import begin
from games.engine.terms import HandEntry
from games.matches.models import Match
from games.sheets.csv_format.lines import OF_PLAY
from games.sheets.csv_format.lines import play_of as play_of_cells
from games.sheets.rules.grid import ROW_MOST, Unreadable, play_of
from games.sheets.views.grid import rows_of
from tests.engine.naive import naive_marks
from tests.engine.people import ALICE, BOB, london
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, read
from tests.support.scene import scene

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

NAMES = {ALICE: "Alice", BOB: "Bob"}
DEALT = begin(london(), ALICE)
OPENINGS = {"1": "stood", "2": "refused", "3": "exchanged"}
KINGS = {"0": None, "1": ("a", "held"), "2": ("b", "held"), "3": ("a", "turned")}


def scores(*typed: str) -> list[tuple[int, int]]:
    """After each row; Alice dealt the first."""
    rows, _plays = rows_of(typed, DEALT, NAMES)
    assert not [row.wrong for row in rows if row.wrong]
    return [(row.score.a, row.score.b) for row in rows if row.score]


def test_bob_abandons_after_a_trick_and_alice_marks_the_point() -> None:
    rows, _plays = rows_of(["03+212"], DEALT, NAMES)
    assert rows[0].marks == ("Bob abandoned the hand: Alice marks one (law 42).",)
    assert scores("03+212") == [(1, 0)]


def test_before_he_made_one_he_loses_the_vole() -> None:
    assert scores("03+230") == [(2, 0)]
    assert scores("03+103") == [(0, 2)]


def test_he_who_stood_and_abandons_loses_two() -> None:
    """Law 49: Alice dealt, so that Bob stood."""
    assert scores("01+211") == [(2, 0)]
    assert scores("02+111") == [(0, 2)]


def test_with_three_tricks_the_point_is_his_already() -> None:
    assert scores("03+131") == [(1, 0)]


def test_the_king_counts_all_the_same() -> None:
    assert scores("33+221") == [(2, 0)]
    assert scores("23+221") == [(1, 1)]


@given(
    king=st.sampled_from("0123"),
    opening=st.sampled_from("123"),
    by=st.sampled_from("12"),
    tricks=st.tuples(st.integers(0, 5), st.integers(0, 5)),
)
def test_marks_are_those_of_a_second_scoring(
    king: str, opening: str, by: str, tricks: tuple[int, int]
) -> None:
    rows, plays = rows_of([f"{king}{opening}+{by}{tricks[0]}{tricks[1]}"], DEALT, NAMES)
    if sum(tricks) > 5:
        assert rows[0].wrong
        assert plays == []
        return
    who = {"1": "a", "2": "b"}[by]
    wanted = naive_marks("london", "a", OPENINGS[opening], KINGS[king], tricks, who)
    assert rows[0].score is not None
    assert rows[0].score.a == sum(points for seat, points, _kind in wanted if seat == "a")
    assert rows[0].score.b == sum(points for seat, points, _kind in wanted if seat == "b")


@given(
    opening=st.sampled_from("123"),
    by=st.sampled_from("12"),
    a=st.integers(0, 5),
    b=st.integers(0, 5),
)
def test_a_score_sheet_has_the_same_of_it(opening: str, by: str, a: int, b: int) -> None:
    """As the columns of the CSV have it, read by themselves."""
    cells = dict.fromkeys(OF_PLAY, "") | {
        "line": "hand",
        "dealer": "a",
        "opening": OPENINGS[opening],
        "tricks_a": str(a),
        "tricks_b": str(b),
        "abandoned_by": {"1": "a", "2": "b"}[by],
    }
    typed, line = play_of(f"0{opening}+{by}{a}{b}", ALICE), play_of_cells(cells)
    assert isinstance(typed, HandEntry)
    assert isinstance(line, HandEntry)
    assert typed.record == line.record


@pytest.mark.parametrize(
    "typed", ["+212", "0+212", "03+", "03+2", "03+21", "03+312", "03+012", "03+261", "032+212"]
)
def test_what_is_no_row(typed: str) -> None:
    with pytest.raises(Unreadable):
        play_of(typed, ALICE)


def test_who_dealt_can_be_said_before_it() -> None:
    longest = "b01+121"
    assert len(longest) <= ROW_MOST
    play = play_of(longest, ALICE)
    assert isinstance(play, HandEntry)
    assert (play.record.dealer, play.record.abandoned_by) == (BOB, ALICE)


def test_it_is_entered_and_told_with_the_law(house: House) -> None:
    here = scene(house)
    browser, address = Browser(house, "scorer"), f"evenings/{here.evening.pk}/grid/"
    assert "Abandoned hand: type + instead of the tricks" in page(browser.get(address))
    sheet = {
        "act": "save",
        "key": "one-sheet",
        "table": str(here.table.pk),
        "player_a": str(house.players["ann"].pk),
        "player_b": str(house.players["cyd"].pk),
        "season": "none",
        "dealer": "a",
        "row": "03+212",
    }
    goes(browser.post(address, sheet))
    match = Match.objects.latest("pk")
    assert (match.score_a, match.score_b) == (1, 0)
    hand = read(house.api("scorer").get(f"matches/{match.pk}/hands"))[0]
    assert (hand["hand"]["abandoned_by"], hand["hand"]["tricks"]) == ("b", {"a": 1, "b": 2})
    assert [mark["law"] for mark in hand["marks"]] == ["law 42"]

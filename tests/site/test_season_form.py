"""Whatever the API lets a committee choose for a season, the page does too."""

import pytest

from scoring.models import Season
from tests.clubhouse import House, read
from tests.site.pages import Browser, goes, page

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

PLAN = {
    "key": "one-season",
    "league": "Thursday",
    "name": "Winter",
    "starts_on": "2026-11-01",
    "ends_on": "2027-03-31",
    "format": "rubber",
    "games": "5",
    "code": "london",
    "game_values": "on",
    "rubber_bonus": "2",
    "public": "on",
    "points_win": "3",
    "points_draw": "1",
    "points_loss": "0",
    "tie_break_1": "voles",
    "tie_break_2": "kings",
    "tie_break_3": "",
    "tie_break_4": "",
}
THE_SAME = {
    "league": "Thursday",
    "name": "Winter",
    "starts_on": "2026-11-01",
    "ends_on": "2027-03-31",
    "public": True,
    "terms": {
        "code": "london",
        "format": "rubber",
        "games": 5,
        "game_values": True,
        "rubber_bonus": 2,
    },
    "points_win": 3,
    "points_draw": 1,
    "points_loss": 0,
    "tie_breaks": ["voles", "kings"],
}


def test_a_page_and_a_program_open_the_same_season(house: House) -> None:
    goes(Browser(house, "committee").post("seasons/new/", PLAN))
    by_page = Season.objects.get()
    api = house.api("committee")
    made = read(api.post(f"clubs/{house.club.slug}/seasons", THE_SAME), 201)
    shown = read(api.get(f"seasons/{by_page.pk}"))
    assert {**shown, "id": 0} == {**made, "id": 0}


def test_points_left_empty_are_the_usual_ones(house: House) -> None:
    empty = {**PLAN, "points_win": "", "points_draw": "", "points_loss": ""}
    goes(Browser(house, "committee").post("seasons/new/", empty))
    season = Season.objects.get()
    assert (season.points_win, season.points_draw, season.points_loss) == (2, 1, 0)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("points_win", "-1"),
        ("points_draw", "101"),
        ("points_loss", "many"),
        ("rubber_bonus", "11"),
        ("tie_break_1", "luck"),
        ("tie_break_2", "voles"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_opened(house: House, field: str, value: str) -> None:
    text = page(Browser(house, "committee").post("seasons/new/", {**PLAN, field: value}), 422)
    assert "The season was not opened." in text
    assert 'value="Thursday"' in text  # what was typed stays
    assert not Season.objects.exists()

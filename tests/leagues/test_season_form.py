"""Whatever the API lets a committee choose for a season, the page does too."""

import pytest

from scoring.leagues.labels.standings import name_of
from scoring.leagues.models import Fixture, Season
from scoring.leagues.selectors import seasons as standings
from scoring.leagues.views.season import ORDER
from scoring.tables.criteria import TIE_BREAKS
from scoring.tables.results import Scheme
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read
from tests.support.fixed import entered, planned

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

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
MORE = {
    "points_walkover": 3,
    "walkover_games": 1,
    "points_forfeit": 0,
    "points_bye": 2,
    "points_half_bye": 1,
    "treble_bonus": 1,
    "game_bonus": 0,
    "value_bonus": 0,
    "seed": "Turn the king",
}


def test_a_page_and_a_program_open_the_same_season(house: House) -> None:
    sent = {name: str(value) for name, value in MORE.items()}
    goes(Browser(house, "committee").post("seasons/new/", {**PLAN, **sent}))
    by_page = Season.objects.get()
    api = house.api("committee")
    made = read(api.post(f"clubs/{house.club.slug}/seasons", {**THE_SAME, **MORE}), 201)
    shown = read(api.get(f"seasons/{by_page.pk}"))
    assert {**shown, "id": 0} == {**made, "id": 0}
    assert {name: made[name] for name in MORE} == MORE
    assert by_page.scheme == Scheme(3, 1, 0, 3, bye=2, half_bye=1, treble_bonus=1, walkover_games=1)


def test_a_walk_over_is_worth_a_win_unless_it_is_said(house: House) -> None:
    goes(Browser(house, "committee").post("seasons/new/", PLAN))
    season = Season.objects.get()
    assert season.points_else == {}
    assert season.scheme.walkover is None
    assert read(house.api("ann").get(f"seasons/{season.pk}"))["points_walkover"] is None


def test_a_forfeit_may_cost_points(house: House) -> None:
    """Three points for a win and one taken for a forfeit, for page and program; not below −100."""
    browser, api = Browser(house, "committee"), house.api("committee")
    goes(browser.post("seasons/new/", {**PLAN, "points_forfeit": "-1"}))
    season, path = Season.objects.get(), f"clubs/{house.club.slug}/seasons"
    made = read(api.post(path, {**THE_SAME, "points_forfeit": -1}), 201)
    assert read(api.get(f"seasons/{season.pk}"))["points_forfeit"] == made["points_forfeit"] == -1
    (fixture,) = planned(season, [[(house.players["ann"], house.players["bob"])]])
    entered(season, [house.players["ann"], house.players["bob"]])
    Fixture.objects.filter(pk=fixture.pk).update(award="home", reason="Bob did not come.")
    lines = standings.table(season.pk, named=True).lines
    assert [(line.rank, line.name, line.share.points) for line in lines] == [
        (1, "Ann", 3),
        (2, "Bob", -1),
    ]
    page(browser.post("seasons/new/", {**PLAN, "key": "two", "points_forfeit": "-101"}), 422)
    problem(api.post(path, {**THE_SAME, "points_forfeit": -101}), 422)
    problem(api.post(path, {**THE_SAME, "points_loss": -1}), 422)


def test_lots_have_a_seed_of_their_own_where_none_was_given(house: House) -> None:
    seeds = {house.season().seed for _ in range(3)}
    assert len(seeds) == 3
    assert all(seeds)


@pytest.mark.slow
def test_every_tie_break_may_be_chosen(house: House) -> None:
    """Six at a time, as the form has room for; with a table that is made by them."""
    left, browser = list(TIE_BREAKS), Browser(house, "committee")
    while left:
        order, left = left[:6], left[6:]
        fields = {f"tie_break_{n}": one.value for n, one in enumerate(order, start=1)}
        plan = {**PLAN, **dict.fromkeys(ORDER, ""), **fields, "key": order[0].value}
        goes(browser.post("seasons/new/", plan))
        season = Season.objects.latest("pk")
        assert season.order == order
        house.api("scorer").enter(
            house.match(season).pk, {"games": {"a": 3, "b": 2}}, kind="rubber"
        )
        text = page(browser.get(f"seasons/{season.pk}/"))
        assert all(str(name_of(one)) in text for one in order)


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

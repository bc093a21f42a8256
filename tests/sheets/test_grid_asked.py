"""What the grid makes of what it is asked: odd forms, large clubs, things of other evenings."""

import re
from typing import Any

import pytest

from ecarte_club.clubs.models import Player
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from games.matches.services.matches import match_start
from games.sheets.rules.grid import ROWS_MOST
from games.sheets.views.grid import FEW
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import ONE_GAME, House
from tests.support.depth import each
from tests.support.everything import everything
from tests.support.nights import THURSDAY, evening, game, played

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

ODD = ("", "x", "-1", "0", "9" * 30, "1.5", "١", "999999:", ":1", "a:b", "<b>", "\x00")


def grid(night: Any) -> str:
    return f"evenings/{night.pk}/grid/"


def options(text: str, name: str) -> list[str]:
    """The values that may be chosen, but for none."""
    chosen = re.search(rf'<select[^>]*name="{name}"[^>]*>(.*?)</select>', text, re.DOTALL)
    assert chosen, name
    return [value for value in re.findall(r'value="([^"]*)"', chosen[1]) if value]


@pytest.mark.slow
def test_nothing_that_a_form_may_say_makes_it_fail(house: House) -> None:
    """Each field with each odd value, to be saved: the page again, and nothing is written. Usually
    a third of them, and so each value in several fields."""
    night, browser = evening(house, "ann"), Browser(house, "scorer")
    played(house, night, "ann", "bob")
    before = everything()
    fields = ("match", "table", "player_a", "player_b", "season", "dealer", "row")
    for number, field in enumerate(fields):
        for value in each(3, ODD, first=number % 3):
            asked = {"row": "011", field: value, "act": "save", "key": "k"}
            answer = browser.post(grid(night), asked)
            assert (answer.status_code, b"<b>" in answer.content) == (422, False), asked
    assert everything() == before


def test_a_link_saves_nothing(house: House) -> None:
    """What is asked for by an address is a look, whatever it says."""
    night, players = evening(house, "ann", "bob"), house.players
    asked = f"player_a={players['ann'].pk}&player_b={players['bob'].pk}&row=011&dealer=a"
    table = night.tables.earliest("pk").pk
    browser = Browser(house, "scorer")
    before = everything()
    text = page(browser.get(f"{grid(night)}?act=save&table={table}&{asked}"))
    assert everything() == before
    assert 'value="011"' in text
    assert "marks one" in text


def test_a_small_club_is_offered_whole_and_of_a_large_one_who_came(house: House) -> None:
    night, browser = evening(house, "cyd"), Browser(house, "scorer")
    cyd = str(house.players["cyd"].pk)
    small = options(page(browser.get(grid(night))), "player_a")
    assert small[0] == cyd
    assert set(small) == {str(player.pk) for player in house.players.values()}
    Player.objects.bulk_create(
        Player(club=house.club, name=f"Guest {number}") for number in range(FEW)
    )
    assert options(page(browser.get(grid(night))), "player_a") == [cyd]


def test_only_what_goes_on_at_this_evening_is_gone_on_with(house: House, neighbour: House) -> None:
    night, browser = evening(house, "ann", "bob"), Browser(house, "scorer")
    later = evening_open(by=house.person("director"), held_on=THURSDAY, tables=("1",))
    here = played(house, night, "ann", "bob", terms=ONE_GAME)
    over = played(house, night, "ann", "cyd", [game(5, 1)], terms=ONE_GAME)
    elsewhere = played(house, later, "ann", "cyd", terms=ONE_GAME)
    friendly = match_start(
        by=house.person("scorer"),
        player_a=house.players["ann"].pk,
        player_b=house.players["cyd"].pk,
        terms=ONE_GAME,
    )
    theirs = neighbour.match()
    assert options(page(browser.get(grid(night))), "match") == [f"{here.pk}:0"]
    before = everything()
    for match in (over, elsewhere, friendly, theirs):
        asked = {"match": f"{match.pk}:{match.version}", "row": "5-3", "act": "save", "key": "k"}
        assert "Choose another" in page(browser.post(grid(night), asked), 422)
    assert everything() == before
    there = goes(
        browser.post(
            grid(night), {"match": f"{here.pk}:0", "row": "5-3", "act": "save", "key": "l"}
        )
    )
    assert Match.objects.get(pk=here.pk).winner == "a"
    assert "The sheet was entered." in page(browser.get(there))
    for match in (elsewhere, friendly, theirs):
        text = page(browser.get(f"{grid(night)}?done={match.pk}"))
        assert "The sheet was entered." not in text
    page(Browser(neighbour, "scorer").get(grid(night)), 404)


def test_rows_are_offered_up_to_a_bound(house: House) -> None:
    night, browser = evening(house), Browser(house, "scorer")
    sent: dict[str, Any] = {"row": ["x"] * 500, "act": "more"}
    text = page(browser.post(grid(night), sent))
    assert ROWS_MOST <= text.count('name="row"') <= ROWS_MOST + 10
    assert "Type king, play and tricks" in text


@pytest.mark.parametrize("who", ["ann", "cyd", ""])
def test_it_is_for_who_enters_for_others(who: str, house: House) -> None:
    night = evening(house, "ann")
    answer = Browser(house, who).get(grid(night))
    assert answer.status_code == (403 if who else 302)

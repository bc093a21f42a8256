"""A name that is there already, or looks like it, is asked about before it is used."""

import pytest
from django.db import transaction

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import NamesAlike, player_add, player_leave, player_rename
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read

pytestmark = pytest.mark.slow

CYRILLIC = "\u0410lice Martin"
PATH = "clubs/cercle/players"


@pytest.fixture
def alice(house: House) -> Player:
    return player_add(by=house.person("director"), name="Alice Martin")


@pytest.mark.any_database
@pytest.mark.parametrize("name", ["Alice Martin", CYRILLIC, "alice  martin", "Martin Alice"])
def test_a_program_confirms_it(name: str, house: House, alice: Player) -> None:
    api = house.api("director")
    found = problem(api.post(PATH, {"name": name}), 409, "names_alike", "confirm_name")
    assert found["alike"] == [{"id": alice.pk, "name": "Alice Martin"}]
    assert Player.objects.filter(club=house.club).count() == 4
    made = read(api.post(PATH, {"name": name, "confirm_name": True}), 201)
    assert made["id"] != alice.pk


def test_renaming_asks_too_and_a_name_is_not_like_itself(house: House, alice: Player) -> None:
    api, bob = house.api("director"), house.players["bob"]
    body = {"version": 0, "name": CYRILLIC}
    found = problem(api.post(f"players/{bob.pk}", body), 409, "names_alike", "confirm_name")
    assert [one["id"] for one in found["alike"]] == [alice.pk]
    read(api.post(f"players/{bob.pk}", {**body, "confirm_name": True}), 201)
    player_rename(by=house.person("director"), player=house.players["ann"], name="ANN", version=0)


def test_former_players_count_and_other_clubs_do_not(
    house: House, neighbour: House, alice: Player
) -> None:
    player_leave(by=house.person("director"), player=alice, version=0)
    with pytest.raises(NamesAlike), transaction.atomic():
        player_add(by=house.person("director"), name="Alice Martin")
    player_add(by=neighbour.person("director"), name="Alice Martin")


def test_the_page_names_them_and_keeps_what_was_typed(house: House, alice: Player) -> None:
    browser = Browser(house, "director")
    sent = {"name": CYRILLIC, "key": "first"}
    asked = page(browser.post("players/", sent), 422)
    assert f'href="/clubs/cercle/players/{alice.pk}/"' in asked
    assert "This is somebody else" in asked
    assert f'value="{CYRILLIC}"' in asked
    assert Player.objects.filter(club=house.club).count() == 4
    assert goes(browser.post("players/", {**sent, "key": "second", "confirm_name": "on"}))
    assert Player.objects.filter(club=house.club, name=CYRILLIC).count() == 1
    assert "This is somebody else" not in page(browser.get("players/"))


@pytest.mark.any_database
def test_the_page_of_a_player_asks_and_keeps_what_was_typed(house: House, alice: Player) -> None:
    browser, path = Browser(house, "committee"), f"players/{house.players['bob'].pk}/change/"
    sent = {**browser.hidden(path), "name": CYRILLIC, "phone": "12 34 56 78"}
    asked = page(browser.post(path, sent), 422)
    assert "This is somebody else" in asked
    assert 'value="12 34 56 78"' in asked
    again = {**sent, "key": "again", "confirm_name": "on"}
    assert goes(browser.post(path, again)) == "/clubs/cercle/players/"


INVISIBLE = "Ali\u200bce"


@pytest.mark.any_database
def test_invisible_characters_are_refused_wherever_a_name_is_typed(house: House) -> None:
    api = house.api("committee")
    day = {"held_on": "2026-11-21"}
    evening = read(api.post("clubs/cercle/evenings", day), 201)["id"]
    season = {
        "league": INVISIBLE,
        "name": "2027",
        "starts_on": "2027-01-01",
        "ends_on": "2027-06-30",
        "terms": {"format": "one_game", "games": 1},
    }
    for path, body, field in (
        ("clubs/cercle/players", {"name": INVISIBLE}, "name"),
        ("clubs/cercle/settings", {"version": 0, "name": INVISIBLE}, "name"),
        ("clubs/cercle/settings", {"version": 0, "place": INVISIBLE}, "place"),
        ("clubs/cercle/rules", {"name": INVISIBLE, "base": "london", "options": {}}, "name"),
        ("clubs/cercle/evenings", {**day, "name": INVISIBLE}, "name"),
        (f"evenings/{evening}/tables", {"name": INVISIBLE}, "table"),
        (f"evenings/{evening}/walk-ins", {"name": INVISIBLE}, "name"),
        ("clubs/cercle/seasons", season, "league"),
    ):
        found = read(api.post(path, body), 422)
        texts = {error["field"]: error["detail"] for error in found["errors"]}
        assert "invisible character after “Ali”" in texts.get(field, ""), (path, found)

"""Players by their names: what is typed, who is meant, and what is offered."""

import re

import pytest

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.selectors.player_names import numbered
from ecarte_club.core.exceptions import Absent, Invalid
from games.matches.models import Match
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def add(house: House, *names: str) -> list[int]:
    return [Player.objects.create(club=house.club, name=name).pk for name in names]


def picked(house: House, typed: str) -> int:
    return player_names.picked(house.person("cyd"), typed).pk


def refused(house: House, typed: str) -> str:
    with pytest.raises(Invalid) as found:
        picked(house, typed)
    return str(found.value.detail)


@pytest.mark.postgresql
def test_a_name_is_who_has_it(house: House) -> None:
    anne, bruno = add(house, "Anne", "Bruno Roy")
    assert picked(house, "Anne") == anne
    assert picked(house, "  bruno   ROY ") == bruno
    assert picked(house, "Ann") == house.players["ann"].pk
    assert picked(house, str(anne)) == anne
    assert picked(house, numbered(anne)) == picked(house, f"nº {anne}") == anne


def test_a_name_of_two_is_neither_until_the_number_is_given(house: House) -> None:
    one, two = add(house, "Anne", "Anne")
    labels = [f"Anne ({numbered(pk)})" for pk in (one, two)]
    assert all(label in refused(house, "anne") for label in labels)
    assert [picked(house, label) for label in labels] == [one, two]
    assert player_names.offered(house.person("cyd"), "anne") == labels


def test_a_name_of_figures_is_a_name_first(house: House) -> None:
    ann = house.players["ann"].pk
    (odd,) = add(house, str(ann))
    assert picked(house, str(ann)) == odd


def test_nobody_is_told_with_those_who_may_be_meant(house: House) -> None:
    add(house, "Anne")
    assert "Anne" in refused(house, "nne")
    assert refused(house, "zz") == "Nobody here is called “zz”."


def test_who_is_no_player_now_is_not_picked(house: House) -> None:
    (gone,) = add(house, "Gaston")
    Player.objects.filter(pk=gone).update(left_on="2026-01-01")
    assert refused(house, "Gaston")
    assert refused(house, str(gone))
    assert player_names.offered(house.person("cyd"), "gas") == []


def test_another_clubs_players_are_nobody(house: House, neighbour: House) -> None:
    (theirs,) = add(neighbour, "Théo")
    assert refused(house, "Théo")
    assert refused(house, numbered(theirs))
    with pytest.raises(Absent):
        player_names.offered(neighbour.person("cyd").__class__(house.club.pk), "a")


def test_what_begins_so_is_offered_first_and_never_too_much(house: House) -> None:
    add(house, "Bo Ann", *(f"Annick {n:02}" for n in range(20)))
    found = player_names.offered(house.person("cyd"), "ann")
    assert len(found) == player_names.OFFERED
    assert all(name.startswith("Ann") for name in found)
    assert player_names.offered(house.person("cyd"), "bo an") == ["Bo Ann"]
    for nothing in ("", "  ", "\x00"):
        assert player_names.offered(house.person("cyd"), nothing) == []
    assert player_names.offered(house.person("cyd"), "%") == []


# --- on pages ---


@pytest.fixture
def many(house: House) -> House:
    add(house, *(f"Joueur {n:02}" for n in range(player_names.LISTED_MOST)))
    return house


def test_choices_are_offered_as_one_types(house: House) -> None:
    browser = Browser(house, "cyd")
    by_hand = page(browser.get("players/names/?q=bo"))
    assert re.findall(r'value="([^"]*)"', by_hand) == ["Bob"]
    by_field = browser.get("players/names/?player_b=bo&player=x", **{"HX-Trigger-Name": "player_b"})
    assert page(by_field) == by_hand
    assert "<script>" not in page(browser.get("players/names/?q=%3Cscript%3E"))


def test_few_players_are_a_list(house: House) -> None:
    for path in ("matches/new/", "matches/"):
        text = page(Browser(house, "scorer").get(path))
        assert "datalist" not in text
        assert text.count(">Bob</option>") == (2 if "new" in path else 1)


def test_a_match_of_many_is_started_by_names(many: House) -> None:
    browser = Browser(many, "scorer")
    text = page(browser.get("matches/new/"))
    assert text.count('list="player-names"') == 2
    assert "Joueur" not in text
    sent = {**browser.hidden("matches/new/"), "player_a": "bob", "player_b": "Joueur 07"}
    sent |= {"event": "", "format": "rubber", "games": "3", "code": "london", "first_dealer": "a"}
    wrong = page(browser.post("matches/new/", {**sent, "player_b": "Joueur 0"}), 422)
    assert "Perhaps one of these: Joueur 00, Joueur 01" in wrong
    assert 'value="Joueur 0"' in wrong
    goes(browser.post("matches/new/", sent))
    match = Match.objects.get()
    assert (match.player_a.name, match.player_b.name) == ("Bob", "Joueur 07")


def test_a_member_among_many_starts_his_own(many: House) -> None:
    text = page(Browser(many, "ann").get("matches/new/"))
    assert text.count('list="player-names"') == 1
    assert re.search(r"<option[^>]*selected[^>]*>Ann<", text)


def test_matches_of_one_of_many_are_found_by_his_name(many: House) -> None:
    match, browser = many.match(), Browser(many, "cyd")
    address = f"/matches/{match.pk}/"
    bob = match.player_b_id
    for asked in ("Bob", "bob", str(bob)):
        text = page(browser.get(f"matches/?player={asked}"))
        assert address in text
        assert 'value="Bob"' in text
    assert address not in page(browser.get("matches/?player=Joueur 01"))
    wrong = page(browser.get("matches/?player=Joueur"))
    assert 'aria-describedby="player-error"' in wrong
    assert address not in wrong


def test_a_stranger_finds_nobody_by_name(many: House) -> None:
    many.match(many.season())
    plain = page(Browser(many).get("matches/"))
    assert "Ann against Bob" in plain
    for typed in ("Bob", "Joueur"):
        text = page(Browser(many).get(f"matches/?player={typed}"))
        assert "Ann against Bob" in text
        assert "Joueur 0" not in text

"""Ann chooses what strangers see of her, and what is sent to her."""

import pytest
from django.core.cache import cache

from ecarte_club.clubs.models import AuditLogEntry, Club, NameVisibility, User
from ecarte_club.clubs.selectors import player_names
from scoring.leagues.models import Season
from scoring.leagues.renderers import printed_cache
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read

pytestmark = [pytest.mark.any_database, pytest.mark.slow]


def test_choosing_and_reading_what_was_chosen(house: House) -> None:
    browser, ann = Browser(house, "ann"), house.players["ann"]
    text = page(browser.get("me/"))
    for example in ("Ann<", "A.<", f"{player_names.numbered(ann.pk)}<"):
        assert example in text
    sent = {"name_shown": "hidden", "wants_results": "on", "language": "fr"}
    there = goes(browser.post("me/", {**browser.hidden("me/"), **sent}))
    text = page(browser.get(there))
    assert f"The public now sees: {player_names.numbered(ann.pk)}" in text
    ann.refresh_from_db()
    assert (ann.name_shown, ann.wants_results, ann.version) == ("hidden", True, 1)
    assert User.objects.get(pk=house.users["ann"].pk).language == "fr"
    assert AuditLogEntry.objects.get(act="choices_make").about == ann.pk


def test_what_is_wrong_is_said_beside_it(house: House) -> None:
    browser = Browser(house, "ann")
    sent = {**browser.hidden("me/"), "name_shown": "nothing", "language": "de"}
    text = page(browser.post("me/", sent), 422)
    assert "Your choices were not saved." in text
    assert text.count('class="error"') == 2
    house.players["ann"].refresh_from_db()
    assert house.players["ann"].version == 0


def test_who_does_not_play_chooses_the_language_alone(house: House) -> None:
    browser = Browser(house, "scorer")
    text = page(browser.get("me/"))
    assert "name_shown" not in text
    goes(browser.post("me/", {**browser.hidden("me/"), "language": "fr"}))
    assert User.objects.get(pk=house.users["scorer"].pk).language == "fr"
    # It is his own, and no act of the club.
    assert not AuditLogEntry.objects.filter(act="choices_make").exists()
    api = house.api("scorer")
    found = problem(api.post("clubs/cercle/me", {"wants_results": True}), 422, "invalid_choice")
    assert found["errors"][0]["field"] == "wants_results"


def test_by_the_api_what_is_left_out_stays(house: House) -> None:
    api, ann = house.api("ann"), house.players["ann"]
    first = read(api.post("clubs/cercle/me", {"name_shown": "initials"}))
    assert first == {
        "player": ann.pk,
        "name_shown": "initials",
        "club_shows": "name",
        "shown_as": "A.",
        "details": {"email": "", "phone": "", "licence": "", "member_until": None},
        "wants_results": False,
        "wants_turns": False,
        "language": "en",
    }
    second = read(api.post("clubs/cercle/me", {"wants_results": True}))
    assert second == {**first, "wants_results": True} == read(api.get("clubs/cercle/me"))
    Club.objects.update(names_shown=NameVisibility.HIDDEN)
    assert read(api.get("clubs/cercle/me"))["shown_as"] == player_names.numbered(ann.pk)
    problem(api.post("clubs/cercle/me", {}), 422, field="language")


def test_a_choice_shows_at_once_in_the_standings(house: House) -> None:
    printed_cache.clear()
    cache.clear()
    season = house.season()
    house.match(season)
    path = f"seasons/{season.pk}/standings"
    first = Api().get(path)
    read(house.api("ann").post("clubs/cercle/me", {"name_shown": "initials"}))
    newer = Api().get(path, **{"If-None-Match": first["ETag"]})
    assert [line["player"]["name"] for line in read(newer)["results"]] == ["A.", "Bob"]
    # The same choice again moves nothing.
    version = Season.objects.get(pk=season.pk).version
    read(house.api("ann").post("clubs/cercle/me", {"name_shown": "initials"}))
    assert Season.objects.get(pk=season.pk).version == version

"""A match that counts for nothing in its season says it wherever it is listed, and before it is
imported."""

import re
from typing import Any

import pytest

from games.evenings.models import Evening
from games.matches.models import Event, Match
from scoring.leagues.models import Board, Fixture, Season
from scoring.leagues.services import starting
from tests.evenings.test_round_page import form
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read
from tests.support.nights import evening
from tests.support.planned import plan, season_of
from tests.support.sheets import enter, file_of, upload
from tests.support.teamed import teamed, teams

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]

NOTE = "Does not count"


def sheet(*matches: tuple[str, str, str]) -> bytes:
    """Won by the first player, with two voles: two names, and the season."""
    head = "match,player_a,player_b,season,format,games,first_dealer,dealer,opening,king,tricks_a"
    lines = []
    for number, (a, b, season) in enumerate(matches, start=1):
        kind = "," if season else "one_game,1"
        lines += [
            f"{number},{a},{b},{season},{kind},a,,stood,a-turned,5",
            f"{number},,,,,,,,stood,,5",
        ]
    return file_of(*lines, head=head)


@pytest.fixture
def season(house: House) -> Season:
    """Ann, Bob and Cyd meet once."""
    found = season_of(house)
    plan(house, found, list(house.players.values()))
    return found


@pytest.fixture
def imported(house: House, season: Season) -> list[Match]:
    """Ann beats Bob, and Bob once more, for whom no fixture is left; and a friendly match."""
    enter(house, sheet(("Ann", "Bob", "Planned"), ("Ann", "Bob", "Planned"), ("Ann", "Cyd", "")))
    return list(Match.objects.order_by("pk"))


def test_lists_of_matches_say_which_does_not_count(house: House, imported: list[Match]) -> None:
    played, beyond, _friendly = imported
    assert Fixture.objects.get(match__isnull=False).match == played
    text = page(Browser(house, "ann").get("matches/"))
    assert text.count(NOTE) == 1
    assert re.search(rf'matches/{beyond.pk}/".*?{NOTE}', text, re.S)
    home = page(Browser(house, "ann").get(""))
    # In her own results, and in those of the club.
    assert home.count(NOTE) == 2
    rows = read(house.api("ann").get("matches"))["results"]
    assert {row["id"]: row["counts"] for row in rows} == {one.pk: one == played for one in imported}
    own = read(house.api("ann").get("clubs/cercle/home"))
    for name in ("own_results", "results"):
        assert [row["counts"] for row in own[name]].count(True) == 1


def test_an_import_says_beforehand_what_will_not_count(house: House, season: Season) -> None:
    twice = sheet(("Ann", "Bob", "Planned"), ("Bob", "Ann", "Planned"), ("Ann", "Cyd", "Planned"))
    stored = upload(house, twice)
    browser = Browser(house, "director")
    text = page(browser.get(f"imports/{stored.pk}/"))
    assert "Some of these matches will not count." in text
    assert re.search(r"Ann – Bob · Planned ·\s+1 match\b", text)
    assert "Ann – Cyd" not in text
    assert read(house.api("director").get(f"imports/{stored.pk}"))["uncounted"] == 1
    browser.post(f"imports/{stored.pk}/", {"act": "do"})
    assert "Some of these" not in page(browser.get(f"imports/{stored.pk}/"))
    rows = read(house.api("ann").get("matches"))["results"]
    assert sorted(row["counts"] for row in rows) == [False, True, True]


def test_an_import_where_all_count_says_nothing(house: House, season: Season) -> None:
    stored = upload(house, sheet(("Ann", "Bob", "Planned"), ("Ann", "Cyd", "")))
    assert "not count" not in page(Browser(house, "director").get(f"imports/{stored.pk}/"))
    assert read(house.api("director").get(f"imports/{stored.pk}"))["uncounted"] == 0


def test_results_of_an_evening_say_which_does_not_count(
    house: House, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = evening(house, "ann", "bob", public=True)
    monkeypatch.setattr(starting, "counts_for_nothing", lambda _match: False)
    api, table = house.api("scorer"), night.tables.order_by("pk")[0].pk
    row = {"player_a": house.players["ann"].pk, "player_b": house.players["bob"].pk}
    for _time in range(2):
        body = {"matches": [{**row, "table": table}], "event": season.pk}
        read(api.post(f"evenings/{night.pk}/matches", body), 201)
        last = Match.objects.order_by("-pk")[0].pk
        api.enter(last, {"score": {"a": 5, "b": 3}}, kind="games")
    ann = house.players["ann"].pk
    for address in (f"evenings/{night.pk}/results/", f"evenings/{night.pk}/", f"players/{ann}/"):
        assert page(Browser(house, "ann").get(address)).count(NOTE) == 1, address
    found = read(house.api("ann").get(f"evenings/{night.pk}/results"))["matches"]
    assert [one["counts"] for one in found] == [True, False]


def test_a_season_of_teams_takes_no_match_without_a_board(house: House) -> None:
    season = teamed(house)
    teams(house, season, {"Reds": "Ann", "Blues": "Bob"})
    body = {name: house.players[who].pk for name, who in (("player_a", "ann"), ("player_b", "bob"))}
    path = "clubs/cercle/matches"
    refused = problem(
        house.api("scorer").post(path, {**body, "event": season.pk}), 422, "no_fixture"
    )
    assert "this match would count for no meeting" in refused["errors"][0]["detail"]
    assert not Match.objects.exists()
    enter(house, sheet(("Ann", "Bob", str(season))))
    match = Match.objects.get()
    assert not Board.objects.filter(match=match).exists()
    text = page(Browser(house, "ann").get(f"matches/{match.pk}/"))
    assert "Counts for no meeting: the two had no board left in this season" in text


def test_the_round_of_an_evening_asks_which_fixture_is_played(house: House) -> None:
    """Ann and Bob meet at home and away, and play another match than the one proposed."""
    season = season_of(house)
    made = plan(house, season, list(house.players.values())[:2], double=True)
    first, second = sorted(made.values(), key=lambda one: one.round.number)
    night = evening(house, "ann", "bob")
    browser, address = Browser(house, "scorer"), f"evenings/{night.pk}/pairings/"
    (proposed,) = read(house.api("scorer").get(f"evenings/{night.pk}/pairings"))["pairs"]
    text = page(browser.get(address))
    sent: dict[str, Any] = form(text)
    other = {str(first.pk): second, str(second.pk): first}[sent["fixture_0"]]
    offered = text.partition('name="fixture_0"')[2].partition("</select>")[0]
    assert re.findall(r'value="(\d+)"', offered) == [str(first.pk), str(second.pk)]
    assert sent["fixture_0"] == str(proposed["fixture"]["id"])
    goes(browser.post(address, {**sent, "fixture_0": str(other.pk)}))
    match = Match.objects.get()
    assert Fixture.objects.get(match=match).pk == other.pk


def test_a_round_of_a_season_asks_for_the_fixture_too(house: House) -> None:
    """The players were changed by hand, and the season is chosen for all matches."""
    season = season_of(house)
    made = plan(house, season, list(house.players.values())[:2], double=True)
    night = evening(house, "ann", "bob")
    browser, address = Browser(house, "scorer"), f"evenings/{night.pk}/pairings/"
    sent: dict[str, Any] = form(page(browser.get(address)))
    sent |= {"event": str(season.pk), "fixture_0": ""}
    del sent["due_0"]
    text = page(browser.post(address, sent), 422)
    assert "These two have several fixtures to play. Choose the one they play now." in text
    assert not Match.objects.exists()
    chosen = max(made.values(), key=lambda one: one.round.number)
    sent |= {"key": "again", "fixture_0": str(chosen.pk)}
    goes(browser.post(address, sent))
    assert Fixture.objects.get(match__isnull=False).pk == chosen.pk


def test_the_wall_says_which_does_not_count(house: House, imported: list[Match]) -> None:
    """To whoever may see the season."""
    played, beyond, _friendly = imported
    night = evening(house)
    first, second = night.tables.order_by("pk")[:2]
    for match, table in ((played, first), (beyond, second)):
        Match.objects.filter(pk=match.pk).update(evening_table=table)
    text = page(Browser(house, "ann").get(f"evenings/{night.pk}/wall/"))
    assert text.count(NOTE) == 1
    assert second.name in text.partition(NOTE)[0].rpartition("panel-head")[2]
    Evening.objects.filter(pk=night.pk).update(public=True)
    Event.objects.filter(matches=beyond).update(public=False)
    assert NOTE not in page(Browser(house).get(f"evenings/{night.pk}/wall/"))

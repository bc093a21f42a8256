"""Teams enter a season of teams; nobody plays for two."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.clubs.services.members import players_merge
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from scoring.leagues.models import Season, Team, TeamPlayer
from scoring.leagues.services.seasons import team_terms_of
from scoring.leagues.services.teams import (
    team_add,
    team_change,
    team_player_join,
    team_player_leave,
)
from tests.site.pages import Browser, goes, page, tight
from tests.support.clubhouse import Api, House, problem, read
from tests.support.everything import everything
from tests.support.planned import season_of
from tests.support.teamed import STARTS, entered, people, teamed, teams

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
DAY = STARTS + timedelta(days=30)


def join(house: House, team: Team, name: str, on: date = DAY) -> TeamPlayer:
    team.refresh_from_db()
    player = house.club.players.get(name=name).pk
    asked: dict[str, Any] = {"player": player, "on": on, "version": team.version}
    return team_player_join(by=house.person("director"), team=team, **asked)


def leave(house: House, team: Team, name: str, on: date = DAY) -> TeamPlayer:
    team.refresh_from_db()
    player = house.club.players.get(name=name).pk
    asked: dict[str, Any] = {"player": player, "on": on, "version": team.version}
    return team_player_leave(by=house.person("director"), team=team, **asked)


def refused(code: str, field: str, act: Any, *args: Any, **asked: Any) -> None:
    """And nothing is written."""
    before = everything()
    with pytest.raises(Invalid) as caught, transaction.atomic():
        act(*args, **asked)
    assert caught.value.code == code
    assert field in caught.value.errors
    assert everything() == before


def test_who_enters_plays_from_the_first_day(house: House) -> None:
    season = teamed(house, boards=3, win=3)
    terms = team_terms_of(season)
    assert terms is not None
    assert (terms.boards, terms.win, terms.draw, terms.loss) == (3, 3, 1, 0)
    made = teams(house, season, {"Reds": "Ann, Dora", "Blues": "Bob, Emil"})
    assert [one.place for one in made.values()] == [1, 2]
    assert made["Reds"].captain == house.players["ann"]
    rows = TeamPlayer.objects.filter(team=made["Reds"]).order_by("pk")
    assert [(one.player.name, one.joined_on, one.left_on) for one in rows] == [
        ("Ann", STARTS, None),
        ("Dora", STARTS, None),
    ]
    assert AuditLogEntry.objects.filter(act="team_add").count() == 2


def test_nobody_plays_for_two(house: House) -> None:
    season = teamed(house)
    made = teams(house, season, {"Reds": "Ann, Dora", "Blues": "Bob"})
    refused("in_a_team", "players", entered, house, season, "Greens", [house.players["ann"]])
    refused("in_a_team", "player", join, house, made["Blues"], "Ann")
    leave(house, made["Reds"], "Dora")
    refused("in_a_team", "player", join, house, made["Blues"], "Dora")
    assert join(house, made["Reds"], "Dora", DAY + timedelta(7)).left_on is None
    other = teamed(house, "Others")
    assert entered(house, other, "Reds", [house.players["ann"]]).season_id == other.pk


def test_what_a_team_cannot_be(house: House) -> None:
    season, ann = teamed(house), house.players["ann"]
    entered(house, season, "Reds", [ann])
    bob = house.players["bob"]
    refused("team_twice", "name", entered, house, season, " Reds ", [bob])
    refused("invalid_team", "name", entered, house, season, " \x00 ", [bob])
    refused("invalid_team", "name", entered, house, season, "x" * 81, [bob])
    refused("player_twice", "players", entered, house, season, "Blues", [bob, bob])
    refused("not_of_teams", "season", entered, house, season_of(house), "Blues", [bob])
    season.refresh_from_db()
    asked: dict[str, Any] = {"by": house.person("director"), "season": season, "name": "Blues"}
    asked |= {"players": [bob.pk], "version": season.version}
    refused("not_in_the_team", "captain", team_add, **asked, captain=ann.pk)
    refused("too_many", "players", team_add, **{**asked, "players": []}, captain=None)
    with pytest.raises(Stale), transaction.atomic():
        team_add(**{**asked, "version": season.version - 1}, captain=None)
    with pytest.raises(Denied), transaction.atomic():
        team_add(**{**asked, "by": house.person("ann")}, captain=None)


def test_the_captain_stays_until_there_is_another(house: House) -> None:
    season = teamed(house)
    reds = teams(house, season, {"Reds": "Ann, Dora"})["Reds"]
    refused("is_captain", "player", leave, house, reds, "Ann")
    dora = house.club.players.get(name="Dora")
    asked: dict[str, Any] = {"by": house.person("director"), "team": reds, "name": "Scarlets"}
    bob = house.players["bob"].pk
    refused("not_in_the_team", "captain", team_change, **asked, captain=bob, version=1)
    changed = team_change(**asked, captain=dora.pk, version=1)
    assert (changed.name, changed.sort_name, changed.captain_id) == (
        "Scarlets",
        "scarlets",
        dora.pk,
    )
    with pytest.raises(Stale), transaction.atomic():
        team_change(**asked, captain=None, version=1)
    left = leave(house, reds, "Ann")
    assert left.left_on == DAY
    refused("not_in_the_team", "player", leave, house, reds, "Ann")


@pytest.mark.parametrize("day", [STARTS - timedelta(1), date(2031, 1, 1)])
def test_days_are_of_the_season(house: House, day: date) -> None:
    reds = teams(house, teamed(house), {"Reds": "Ann, Dora"})["Reds"]
    refused("not_of_season", "on", join, house, reds, "Bob", day)
    join(house, reds, "Bob", DAY)
    refused("left_before", "on", leave, house, reds, "Bob", DAY - timedelta(1))


def test_single_players_are_not_planned_in_it(house: House) -> None:
    season = teamed(house)
    entrants = [one.pk for one in house.players.values()]
    body = {"entrants": entrants, "first": DAY.isoformat(), "version": season.version}
    answer = house.api("director").post(f"seasons/{season.pk}/plan", body)
    problem(answer, 422, "of_teams", "season")


def test_two_who_are_one_are_in_one_team(house: House) -> None:
    season = teamed(house)
    reds = teams(house, season, {"Reds": "Ann, Dora", "Blues": "Bob"})["Reds"]
    dora, ann, cyd = (house.club.players.get(name=name) for name in ("Dora", "Ann", "Cyd"))
    by = house.person("committee")

    def merge(kept: Any, gone: Any) -> None:
        kept.refresh_from_db()
        gone.refresh_from_db()
        versions = {"version": kept.version, "gone_version": gone.version}
        players_merge(by=by, kept=kept.pk, gone=gone.pk, **versions)

    refused("both_in_teams", "other", merge, ann, dora)
    merge(cyd, dora)
    assert set(reds.members.values_list("player", flat=True)) == {ann.pk, cyd.pk}


def test_its_pages(house: House) -> None:
    season, director = teamed(house), Browser(house, "director")
    people(house, "Dora, Émile")
    address = f"seasons/{season.pk}/teams/"
    assert "No teams yet. Each one appears here" in page(director.get(address))
    sent = {**director.hidden(f"{address}new/"), "name": "Reds", "players": "Ann\nDora\n"}
    wrong = page(director.post(f"{address}new/", {**sent, "players": "Ann\nNobody"}), 422)
    assert "Line 2" in wrong
    where = goes(director.post(f"{address}new/", sent))
    team = Team.objects.get()
    assert where.endswith(f"/teams/{team.pk}/")
    text = page(director.get(f"teams/{team.pk}/"))
    assert "Captain: Ann." in text
    hidden = {"version": str(team.version)}
    came = {**hidden, "key": "a", "player": "Emile", "on": DAY.isoformat()}
    goes(director.post(f"teams/{team.pk}/join/", {**came, "player": "Émile"}))
    assert "Since " in page(director.get(f"teams/{team.pk}/"))
    stale = {**hidden, "key": "b", "name": "Scarlets", "captain": ""}
    assert "Nothing was changed." in page(director.post(f"teams/{team.pk}/change/", stale), 422)
    team.refresh_from_db()
    left = {"version": str(team.version), "key": "c", "on": DAY.isoformat()}
    ann = {**left, "player": str(house.players["ann"].pk)}
    assert "This player is the captain" in page(director.post(f"teams/{team.pk}/leave/", ann), 422)
    assert "Add the player" not in page(Browser(house).get(f"teams/{team.pk}/"))
    elsewhere = goes(director.get(f"seasons/{season.pk}/fixtures/"))
    assert elsewhere.endswith(f"seasons/{season.pk}/meetings/")


def test_the_list_is_found_and_sorted_alike(house: House) -> None:
    season = teamed(house)
    teams(house, season, {"Reds": "Ann", "Blues": "Bob, Dora, Emil", "=Greens": "Cyd"})

    def names(query: str, who: str = "ann") -> list[str]:
        found = read(house.api(who).get(f"seasons/{season.pk}/teams?{query}"))["results"]
        text = tight(page(Browser(house, who).get(f"seasons/{season.pk}/teams/?{query}")))
        listed = [one["name"] for one in found]
        places = [text.index(f'name" href="/clubs/cercle/teams/{one["id"]}/') for one in found]
        assert places == sorted(places)
        return listed

    assert names("") == ["Reds", "Blues", "=Greens"]
    assert names("sort=name") == ["=Greens", "Blues", "Reds"]
    assert names("sort=-players")[0] == "Blues"
    assert names("name=dor") == ["Blues"]
    problem(Api().get(f"seasons/{season.pk}/teams?sort=x"), 422, field="sort")
    body = Api().get(f"seasons/{season.pk}/teams.csv").content
    assert body == Browser(house).get(f"seasons/{season.pk}/teams/export.csv").content
    rows = body.decode("utf-8-sig").splitlines()
    assert len(rows) == 1 + 5
    assert rows[-1].split(",")[1] == "'=Greens"


def test_a_program_enters_a_team(house: House) -> None:
    api = house.api("committee")
    opened = {
        "league": "L",
        "name": "Teams",
        "starts_on": "2026-09-01",
        "ends_on": "2027-06-30",
        "terms": {"format": "one_game"},
        "teams": {"boards": 4, "meeting_win": 3, "team_breaks": ["lots"]},
    }
    made = read(api.post("clubs/cercle/seasons", opened), 201)
    assert made["teams"] == {
        "boards": 4,
        "meeting_win": 3,
        "meeting_draw": 1,
        "meeting_loss": 0,
        "meeting_forfeit": None,
        "team_breaks": ["lots"],
    }
    for field, wrong in {
        "teams.boards": {"boards": 0},
        "teams.meeting_win": {"boards": 1, "meeting_win": 101},
        "teams.team_breaks.0": {"boards": 1, "team_breaks": ["luck"]},
    }.items():
        answer = api.post("clubs/cercle/seasons", {**opened, "teams": wrong})
        problem(answer, 422, field=field)
    twice = {**opened, "teams": {"boards": 1, "team_breaks": ["won", "won"]}}
    problem(api.post("clubs/cercle/seasons", twice), 422, field="team_breaks")
    assert read(api.get(f"seasons/{made['id']}"))["teams"] == made["teams"]
    ann = house.players["ann"].pk
    body = {"name": "Reds", "players": [ann], "captain": ann, "version": 1}
    team = read(house.api("director").post(f"seasons/{made['id']}/teams", body), 201)
    assert (team["captain"]["id"], team["players"], team["members"][0]["played"]) == (ann, 1, 0)
    assert read(Api().get(f"teams/{team['id']}")) == team


def test_a_season_of_teams_by_its_form(house: House) -> None:
    committee = Browser(house, "committee")
    plan = {"league": "L", "name": "T", "starts_on": "2026-09-01", "ends_on": "2027-06-30"}
    terms = {"format": "one_game", "games": "1", "code": "london", "boards": "3"}
    order = {"team_break_1": "won", "team_break_2": "won"}
    sent = {**committee.hidden("seasons/new/"), **plan, **terms, **order}
    assert "Choose each tie-break only once." in page(committee.post("seasons/new/", sent), 422)
    goes(committee.post("seasons/new/", {**sent, "key": "k", "team_break_2": "lots"}))
    season = Season.objects.get()
    assert (season.boards, season.meeting_win, season.team_breaks) == (3, 2, ["won", "lots"])
    assert "Player standings" in page(committee.get(f"seasons/{season.pk}/"))

"""What a player of a team has next, on his page and by the API."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring.leagues.models import Meeting, Season, Team, TeamPlayer
from scoring.leagues.services.decisions import fixture_award
from scoring.leagues.services.teams import team_player_join, team_player_leave
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, read
from tests.support.planned import plan, season_of
from tests.support.teamed import begun, built_once, lined_up, planned, teamed, teams

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
THREE = {"Reds": "Ann, Dora", "Blues": "Bob, Emil", "Greens": "Flora, Georg"}


def two_seasons(house: House) -> Season:
    """Three teams meet twice, from a week ago on, two a day and one without; Ann has beaten Bob in
    a season of its own, and is to play Cyd in another."""
    season, today = teamed(house), timezone.localdate()
    teams(house, season, THREE)
    planned(house, season, first=today - timedelta(days=7), double=True)
    single = season_of(house)
    pair = [house.players["ann"], house.players["cyd"]]
    plan(house, single, pair, first=today + timedelta(days=3))
    match = house.match(house.season())
    house.api("scorer").enter(match.pk, {"score": {"a": 5, "b": 0}}, kind="games")
    return season


_built, built, house, season = built_once(two_seasons)


def next_of(house: House, who: str) -> dict[str, Any]:
    found: dict[str, Any] = read(house.api("cyd").get(f"players/{house.players[who].pk}/next"))
    return found


def to_come(house: House, season: Season, team: str) -> list[dict[str, Any]]:
    """Out of the list of all: the first is what has to be said."""
    pk = Team.objects.get(name=team, season=season.pk).pk
    listed = read(house.api("cyd").get(f"seasons/{season.pk}/meetings?team={pk}"))["results"]
    today = timezone.localdate().isoformat()
    rows = [one for one in listed if one["state"] == "to_play" and one["day"] >= today]
    return sorted(rows, key=lambda one: str(one["day"]))


def test_it_is_the_first_that_is_to_come(house: House, season: Season) -> None:
    for who, team in (("ann", "Reds"), ("bob", "Blues")):
        expected = to_come(house, season, team)
        assert len(expected) >= 2
        assert next_of(house, who)["meeting"] == expected[0]
    assert next_of(house, "cyd")["meeting"] is None
    named = {
        one["name"] for one in next_of(house, "ann")["fixture"].values() if isinstance(one, dict)
    }
    assert named == {"Ann", "Cyd"}
    assert next_of(house, "bob")["fixture"] is None


def test_what_is_begun_or_awarded_is_past(house: House, season: Season) -> None:
    first, second, *_more = to_come(house, season, "Reds")
    by = house.person("director")
    meeting = Meeting.objects.get(pk=first["id"])
    asked: dict[str, Any] = {"award": "home", "reason": "snow", "version": meeting.version}
    fixture_award(by=by, fixture=meeting, **asked)
    assert next_of(house, "ann")["meeting"]["id"] == second["id"]
    other = Meeting.objects.get(pk=second["id"])
    home, away = (THREE[team.name] for team in (other.home, other.away) if team)
    boards = lined_up(house, other, home, away)
    assert next_of(house, "ann")["meeting"]["id"] == second["id"]
    begun(house, boards[1])
    assert next_of(house, "ann")["meeting"] not in (first, second)


def test_it_counts_who_plays_for_the_team_on_the_day(house: House, season: Season) -> None:
    first, second, *_more = to_come(house, season, "Greens")
    by, greens = house.person("director"), Team.objects.get(name="Greens")
    georg, cyd = TeamPlayer.objects.get(player__name="Georg").player, house.players["cyd"]
    day = Meeting.objects.get(pk=first["id"]).day
    assert day is not None
    team_player_leave(by=by, team=greens, player=georg.pk, on=day, version=1)
    team_player_join(by=by, team=greens, player=cyd.pk, on=day + timedelta(1), version=2)
    house.players["georg"] = georg
    assert next_of(house, "georg")["meeting"] is None
    assert next_of(house, "cyd")["meeting"]["id"] == second["id"]


def test_his_page_says_it_with_his_board(house: House, season: Season) -> None:
    first = to_come(house, season, "Reds")[0]
    meeting = Meeting.objects.get(pk=first["id"])
    assert meeting.away is not None
    other = meeting.away if meeting.home.name == "Reds" else meeting.home
    address = f"players/{house.players['ann'].pk}/"
    fact = _fact(page(Browser(house, "cyd").get(address)))
    assert f">{other.name}</a>" in fact
    assert f"/meetings/{meeting.pk}/" in fact
    assert "board" not in fact
    line = {"Reds": "Dora, Ann", other.name: THREE[other.name]}
    lined_up(house, meeting, line[meeting.home.name], line[meeting.away.name])
    assert "board 2" in _fact(page(Browser(house, "cyd").get(address)))


def _fact(text: str) -> str:
    assert text.index("Next fixture") < text.index("Next meeting"), "beside each other"
    begins = text.index("Next meeting")
    return text[begins : text.index("</dd>", begins)]


def test_the_home_page_has_what_comes_first_first(house: House, season: Season) -> None:
    """The meeting is before the fixture, or after it."""
    meeting, today = to_come(house, season, "Reds")[0]["id"], timezone.localdate()
    for days in (2, 4):
        day = today + timedelta(days=days)
        Meeting.objects.filter(pk=meeting).update(day=day)
        lines = read(house.api("ann").get("clubs/cercle/home"))["next"]
        fixture = (today + timedelta(days=3)).isoformat()
        assert [line["day"] for line in lines] == sorted([day.isoformat(), fixture])

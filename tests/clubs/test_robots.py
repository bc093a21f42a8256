"""Robots of a club: who they are, and what they take no part in."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.models import Club, NameVisibility, Player, Robot
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import clubs, members, player_names
from ecarte_club.clubs.services.clubs import Settings, club_set
from ecarte_club.clubs.services.members import player_rename, players_merge
from ecarte_club.core.exceptions import Absent, Denied, Invalid
from games.evenings.services.evenings import evening_open, player_arrive
from games.matches.services.matches import match_start
from scoring.leagues.selectors.plans import Plan
from scoring.leagues.services.planning import season_plan
from tests.support.clubhouse import Api, House, problem, read

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def let(house: House, *, play: bool, **more: Any) -> Club:
    version = Club.objects.get(pk=house.club.pk).version
    settings = Settings(robots=play, **more)
    return club_set(by=house.person("committee"), version=version, settings=settings)


def robot(house: House, level: str = "club") -> Player:
    return Player.objects.get(club=house.club, robot=level)


def test_a_club_has_one_of_each_level_once_it_wants_them(house: House) -> None:
    assert not Player.objects.exclude(robot="").exists()
    for play in (True, False, True):
        let(house, play=play)
    rows = Player.objects.filter(club=house.club).exclude(robot="")
    assert sorted(rows.values_list("robot", "name")) == [
        ("beginner", "Beginner robot"),
        ("club", "Club robot"),
        ("strong", "Strong robot"),
    ]


def test_their_names_say_what_they_are_in_the_language_of_the_club(house: House) -> None:
    let(house, play=True, language="fr")
    rows = Player.objects.filter(club=house.club).exclude(robot="")
    names = list(rows.values_list("name", flat=True))
    assert len(names) == len(Robot.values)
    assert all("robot" in name.lower() for name in names)


@pytest.mark.parametrize("who", ["director", "scorer", "ann"])
def test_the_committee_alone_lets_them_play(house: House, who: str) -> None:
    with pytest.raises(Denied):
        club_set(by=house.person(who), version=house.club.version, settings=Settings(robots=True))


def test_the_setting_by_the_api(house: House) -> None:
    api = house.api("committee")
    settings = read(api.get("clubs/cercle/settings"))
    assert settings["robots"] is False
    sent = {"version": settings["version"], "robots": True}
    assert read(api.post("clubs/cercle/settings", sent))["robots"] is True
    assert read(Api().get("clubs/cercle"))["robots"] is True
    entry = read(api.get("clubs/cercle/log?act=club_set"))["results"][0]
    assert entry["detail"]["fields"] == ["robots"]


def test_lists_of_people_leave_them_out(house: House) -> None:
    before = members.member_count(house.club.pk)
    let(house, play=True)
    committee = house.person("committee")
    listed = members.players(committee, members.Filters(status=members.Status.ALL))
    for rows in (listed, clubs.players(committee)):
        assert not rows.exclude(robot="").exists()
    assert members.member_count(house.club.pk) == before
    assert player_names.offered(committee, "robot") == []
    api = house.api("committee")
    found = read(api.get("clubs/cercle/players?status=all"))["results"]
    assert {row["robot"] for row in found} == {""}
    one = read(api.get(f"players/{robot(house).pk}"))
    assert (one["robot"], one["has_sign_in"]) == ("club", False)


def test_the_public_reads_their_names_where_it_reads_no_others(house: House) -> None:
    let(house, play=True, names_shown=NameVisibility.HIDDEN)
    stranger, club = Person(club_id=house.club.pk), Club.objects.get(pk=house.club.pk)
    ann, machine = house.players["ann"], robot(house)
    assert player_names.visible_name(machine, club, stranger) == "Club robot"
    assert player_names.visible_name(ann, club, stranger) != "Ann"
    player_names.veil([ann, machine], club)
    assert machine.name == "Club robot"
    assert ann.name != "Ann"


def starts(house: House, machine: Player) -> object:
    ann = house.players["ann"].pk
    return match_start(by=house.person("scorer"), player_a=ann, player_b=machine.pk)


def arrives(house: House, machine: Player) -> object:
    director = house.person("director")
    evening = evening_open(by=director, held_on=timezone.localdate())
    return player_arrive(by=director, evening=evening, player_id=machine.pk)


def enters(house: House, machine: Player) -> object:
    season, today = house.season(), timezone.localdate()
    players = [house.players["ann"].pk, machine.pk]
    plan = Plan(tuple(players), today)
    return season_plan(
        by=house.person("committee"), season=season, plan=plan, version=season.version
    )


@pytest.mark.parametrize("deed", [starts, arrives, enters])
def test_what_is_for_people_refuses_them_and_says_where_they_play(
    house: House, deed: Callable[[House, Player], object]
) -> None:
    let(house, play=True)
    with pytest.raises(Invalid) as refused:
        deed(house, robot(house))
    assert refused.value.code == "robot"
    assert "Online tables" in str(refused.value.detail)


def test_over_the_api_the_refusal_names_the_field(house: House) -> None:
    let(house, play=True)
    sent = {"player_a": house.players["ann"].pk, "player_b": robot(house).pk}
    refused = problem(house.api("scorer").post("clubs/cercle/matches", sent), 422, "robot")
    assert [error["field"] for error in refused["errors"]] == ["player_b"]


def test_nobody_renames_or_merges_them(house: House) -> None:
    let(house, play=True)
    machine, ann, committee = robot(house), house.players["ann"], house.person("committee")
    with pytest.raises(Absent), transaction.atomic():
        player_rename(by=committee, player=machine, name="Somebody", version=machine.version)
    with pytest.raises(Invalid, match="unknown_player"):
        players_merge(
            by=committee,
            kept=ann.pk,
            gone=machine.pk,
            version=ann.version,
            gone_version=machine.version,
        )

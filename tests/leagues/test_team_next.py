"""The next season of a league of teams: the same teams, up and down by their tables."""

from datetime import date
from typing import Any

import pytest

from ecarte_club.clubs.services.members import player_leave
from scoring.leagues.models import Meeting, Season, Team, TeamPlayer
from scoring.leagues.selectors.next_divisions import NextSeasonQuery
from scoring.leagues.services.decisions import fixture_award
from scoring.leagues.services.divisions import (
    Division,
    division_add,
    division_set,
    divisions_open,
    divisions_preview,
)
from scoring.leagues.services.teams import team_change
from scoring.leagues.services.withdrawing import competitor_withdraw
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.clubrooms import undone
from tests.support.everything import everything
from tests.support.planned import season_version
from tests.support.teamed import built_once, planned, teamed, teams

from .test_teams import join, leave, refused

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
FIRST = {"Reds": "Ann, Ada", "Blues": "Bob, Bea", "Greens": "Cyd, Cleo"}
SECOND = {"Whites": "Dora, Dan", "Blacks": "Emil, Eve", "Golds": "Flora, Finn"}
DAYS = date(2028, 1, 1), date(2028, 6, 30)


def two_divisions(house: House) -> tuple[Season, Season]:
    """Two divisions of three teams, one down and one up; whoever was named first wins."""
    by, upper = house.person("committee"), teamed(house, "Autumn")
    asked: dict[str, Any] = {"by": by, "season": upper}
    division_set(**asked, division=Division("First", 0, 1), version=upper.version)
    version = season_version(upper.pk)
    lower = division_add(**asked, division=Division("Second", 1, 0), version=version)
    for season, lists in ((upper, FIRST), (lower, SECOND)):
        teams(house, season, lists)
        order = list(lists)
        for (home, away), meeting in planned(house, season).items():
            if away:
                decide(house, meeting, order.index(home) < order.index(away))
    return Season.objects.get(pk=upper.pk), Season.objects.get(pk=lower.pk)


_built, built, house, divisions = built_once(two_divisions)


def decide(house: House, meeting: Meeting, home: bool) -> None:
    asked: dict[str, Any] = {"award": "home" if home else "away", "reason": "By hand."}
    fixture_award(by=house.person("director"), fixture=meeting, **asked, version=meeting.version)


@pytest.fixture
def upper(divisions: tuple[Season, Season]) -> Season:
    return divisions[0]


@pytest.fixture
def lower(divisions: tuple[Season, Season]) -> Season:
    return divisions[1]


def foreseen(house: House, season: Season, asked: NextSeasonQuery) -> list[list[str]]:
    """Names by division; nothing is changed."""
    before = everything()
    found = divisions_preview(by=house.person("committee"), season=season, query=asked)
    assert everything() == before
    names = dict(Team.objects.values_list("pk", "name"))
    return [[names[pk] for pk in one.entrants] for one in found]


def opened(house: House, season: Season, asked: NextSeasonQuery) -> list[Season]:
    told: dict[str, Any] = {"season": season, "query": asked, "name": "Spring", "days": DAYS}
    version = season_version(season.pk)
    return divisions_open(by=house.person("committee"), **told, version=version)


def own(season: Season, name: str) -> Team:
    return Team.objects.get(season=season, name=name)


def test_the_same_teams_one_up_and_one_down(house: House, upper: Season, lower: Season) -> None:
    """Greens lost both, Whites won both: they change places. Who has left is not of them."""
    leave(house, own(upper, "Blues"), "Bea")
    gone = house.club.players.get(name="Dora")
    player_leave(by=house.person("director"), player=gone, version=gone.version)
    expected = [["Reds", "Blues", "Whites"], ["Greens", "Blacks", "Golds"]]
    assert foreseen(house, lower, NextSeasonQuery()) == expected
    made = opened(house, upper, NextSeasonQuery())
    assert [[one.name for one in season.teams.all()] for season in made] == expected
    assert [(one.division, one.boards, one.goes_up) for one in made] == [
        ("First", 2, 0),
        ("Second", 2, 1),
    ]
    people = {
        team.name: (
            team.captain and team.captain.name,
            [one.player.name for one in team.members.all()],
        )
        for season in made
        for team in season.teams.all()
    }
    assert people == {
        "Reds": ("Ann", ["Ann", "Ada"]),
        "Blues": ("Bob", ["Bob"]),
        "Whites": (None, ["Dan"]),
        "Greens": ("Cyd", ["Cyd", "Cleo"]),
        "Blacks": ("Emil", ["Emil", "Eve"]),
        "Golds": ("Flora", ["Flora", "Finn"]),
    }
    rows = TeamPlayer.objects.filter(season__in=made)
    assert set(rows.values_list("joined_on", "left_on")) == {(DAYS[0], None)}
    assert [list(one.teams.values_list("place", flat=True)) for one in made] == [[1, 2, 3]] * 2
    # What was is as it was.
    assert own(lower, "Whites").captain == gone
    told: dict[str, Any] = {
        "season": upper,
        "query": NextSeasonQuery(),
        "days": DAYS,
        "name": "Spring",
    }
    by, version = house.person("committee"), season_version(upper.pk)
    refused("season_twice", "name", divisions_open, by=by, **told, version=version)


def test_who_leaves_the_league_and_who_left_the_season(house: House, upper: Season) -> None:
    """Reds leave the league, so that nobody else goes down. Blues only left this season, where
    they had played nothing: they are the last of it, and would go down."""
    withdrawn = NextSeasonQuery(withdrawn=frozenset({own(upper, "Reds").pk}))
    assert foreseen(house, upper, withdrawn)[0] == ["Blues", "Greens", "Whites"]
    asked: dict[str, Any] = {
        "season": upper,
        "competitor": own(upper, "Blues").pk,
        "reason": "Few.",
    }
    competitor_withdraw(by=house.person("director"), **asked, version=season_version(upper.pk))
    assert own(upper, "Blues").struck
    assert foreseen(house, upper, NextSeasonQuery()) == [
        ["Reds", "Greens", "Whites"],
        ["Blues", "Blacks", "Golds"],
    ]
    nobody = NextSeasonQuery(withdrawn=frozenset({10**9}))
    by = house.person("committee")
    refused("not_an_entrant", "withdrawn", divisions_preview, by=by, season=upper, query=nobody)


def test_what_cannot_be_together_is_named(house: House, upper: Season, lower: Season) -> None:
    by = house.person("committee")
    told: dict[str, Any] = {"by": by, "season": upper, "query": NextSeasonQuery()}
    new = NextSeasonQuery(newcomers=(house.players["ann"].pk,))
    refused("of_teams", "newcomers", divisions_preview, **{**told, "query": new})
    with undone("two of one name"):
        whites = own(lower, "Whites")
        asked: dict[str, Any] = {"name": "Reds", "captain": None, "version": whites.version}
        team_change(by=by, team=whites, **asked)
        refused("team_twice", "divisions", divisions_preview, **told)
        refused("team_twice", "divisions", opened, house, upper, NextSeasonQuery())
    with undone("one who plays for both"):
        join(house, own(lower, "Whites"), "Ann")
        refused("in_a_team", "divisions", divisions_preview, **told)
        leave(house, own(lower, "Whites"), "Ann")
        assert foreseen(house, upper, NextSeasonQuery())[0] == ["Reds", "Blues", "Whites"]
    with undone("single players in the other division"):
        Season.objects.filter(pk=lower.pk).update(boards=0)
        refused("not_alike", "divisions", divisions_preview, **told)


def test_level_at_the_line_they_are_parted_by_the_seed(house: House, upper: Season) -> None:
    Meeting.objects.filter(season=upper).exclude(away=None).update(award="")
    by = house.person("committee")
    asked: dict[str, Any] = {"season": upper, "query": NextSeasonQuery()}
    refused("level_at_the_line", "seed", divisions_preview, by=by, **asked)
    drawn = foreseen(house, upper, NextSeasonQuery(seed="king"))
    assert drawn == foreseen(house, upper, NextSeasonQuery(seed="king"))
    assert sorted(name for one in drawn for name in one) == sorted([*FIRST, *SECOND])


def test_by_the_page(house: House, upper: Season) -> None:
    browser, path = Browser(house, "committee"), f"seasons/{upper.pk}/next/"
    assert "The next season" in page(browser.get(f"seasons/{upper.pk}/meetings/"))
    sent = {**browser.hidden(path), "name": "Spring", "withdrawn": str(own(upper, "Blues").pk)}
    sent |= {"starts_on": DAYS[0].isoformat(), "ends_on": DAYS[1].isoformat()}
    before = everything()
    text = page(browser.post(path, {**sent, "act": "look"}))
    assert everything() == before
    assert "Blues (First)" in text
    for name, how in (("Whites", "Promoted"), ("Reds", "")):
        assert f'<span class="name">{name}</span>' in text
        assert how in text
    address = goes(browser.post(path, {**sent, "act": "open"}))
    made = Season.objects.get(event__name="Spring", level=1)
    assert address.endswith(f"seasons/{made.pk}/teams/")
    assert list(made.teams.values_list("name", flat=True)) == ["Reds", "Greens", "Whites"]


def test_by_a_program(house: House, upper: Season) -> None:
    api, path = house.api("committee"), f"seasons/{upper.pk}/next"
    body: dict[str, Any] = {"name": "Spring", "starts_on": "2028-01-01", "ends_on": "2028-06-30"}
    body["version"] = season_version(upper.pk)
    told = read(api.post(path, {**body, "preview": True}))["divisions"]
    assert [one["came_up"] for one in told] == [
        [{"id": Team.objects.get(name="Whites").pk, "name": "Whites"}],
        [],
    ]
    done = read(api.post(path, body), 201)["divisions"]
    assert [{**one, "season": None} for one in done] == told
    listed = read(api.get(f"seasons/{done[0]['season']}/teams"))["results"]
    assert [(one["name"], one["players"]) for one in listed] == [
        ("Reds", 2),
        ("Blues", 2),
        ("Whites", 2),
    ]
    problem(house.api("ann").post(path, body), 403)
    problem(Api().post(path, body), 401)

"""Opening a season: what it may be, what it keeps, and which league it joins."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.db import transaction

from ecarte_club.core.exceptions import Invalid
from games.matches.models import Event
from games.matches.services.matches import MatchTerms, match_start
from scoring.leagues.models import League, Season
from scoring.leagues.services.seasons import SeasonPlan, season_open
from scoring.tables.results import Scheme
from tests.site.operations import SEASON
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, problem, read

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

PLAN = SeasonPlan("Winter", date(2026, 10, 1), date(2027, 3, 31), MatchTerms())


def opened(house: House, *, league: str = "League", **other: Any) -> Season:
    plan = replace(PLAN, **other)
    with transaction.atomic():
        return season_open(by=house.person("committee"), league=league, plan=plan)


@pytest.mark.parametrize(
    ("wrong", "fields"),
    [
        ({"name": " \t"}, {"name"}),
        ({"league": "  "}, {"league"}),
        ({"ends_on": date(2026, 9, 30)}, {"ends_on"}),
        ({"tie_breaks": ("won", "luck")}, {"tie_breaks"}),
        ({"tie_breaks": ("won", "voles", "won")}, {"tie_breaks"}),
        ({"scheme": Scheme(win=101)}, {"points_win"}),
        ({"scheme": Scheme(draw=-1)}, {"points_draw"}),
        ({"scheme": Scheme(2, 1, 101)}, {"points_loss"}),
        ({"terms": MatchTerms(code="poker")}, {"code"}),
        ({"terms": MatchTerms(format="chess")}, {"format"}),
        ({"terms": MatchTerms(games=2)}, {"games"}),
        ({"terms": MatchTerms(games=27)}, {"games"}),
        ({"terms": MatchTerms(format="one_game", games=3)}, {"games"}),
        ({"terms": MatchTerms(rubber_bonus=11)}, {"rubber_bonus"}),
        ({"terms": MatchTerms(rubber_bonus=-1)}, {"rubber_bonus"}),
        ({"terms": MatchTerms(code="modern", game_values=True)}, {"game_values"}),
        ({"name": "", "scheme": Scheme(-1, 101, 0)}, {"name", "points_win", "points_draw"}),
    ],
)
def test_what_no_season_can_be(house: House, wrong: dict[str, Any], fields: set[str]) -> None:
    with pytest.raises(Invalid) as refused:
        opened(house, **wrong)
    assert set(refused.value.errors) == fields
    assert all(str(text) for text in refused.value.errors.values())
    assert not Season.objects.exists()
    assert not Event.objects.exists()
    assert not League.objects.exists()


@pytest.mark.parametrize(
    "edge",
    [
        {"ends_on": PLAN.starts_on},
        {"tie_breaks": ()},
        {"scheme": Scheme(100, 100, 100)},
        {"scheme": Scheme(0, 0, 0)},
        {"terms": MatchTerms(games=25)},
    ],
)
def test_what_a_season_just_can_be(house: House, edge: dict[str, Any]) -> None:
    season = opened(house, **edge)
    assert read(Api().get(f"seasons/{season.pk}/standings"))["results"] == []


def test_it_keeps_its_terms(house: House) -> None:
    """They are read back as sent; its matches have them, and no others may be asked for."""
    made = read(house.api("committee").post("clubs/cercle/seasons", SEASON), 201)
    sent = {name: value for name, value in SEASON.items() if name != "league"}
    sent["terms"] = {**SEASON["terms"], "rules": "", "options": {}, "rubbers": 1}
    assert {name: made[name] for name in sent} == sent
    assert read(Api().get(f"seasons/{made['id']}")) == made
    players = {"player_a": house.players["ann"].pk, "player_b": house.players["bob"].pk}
    scorer, body = house.api("scorer"), {**players, "event": made["id"]}
    match = read(scorer.post("clubs/cercle/matches", body), 201)
    assert match["terms"] == sent["terms"]
    other = {**body, "terms": {"format": "one_game"}}
    problem(scorer.post("clubs/cercle/matches", other), 422, "terms_fixed", "event")


def test_a_match_of_another_club_cannot_be_played_in_it(house: House, neighbour: House) -> None:
    season = opened(house)
    ann, bob = (neighbour.players[name].pk for name in ("ann", "bob"))
    with pytest.raises(Invalid, match="unknown_event"):
        match_start(by=neighbour.person("scorer"), player_a=ann, player_b=bob, event_id=season.pk)


def test_a_league_of_that_name_is_joined(house: House) -> None:
    first, second = opened(house), opened(house, league="  League ", name="Summer")
    third = opened(house, league="league")
    assert first.league == second.league != third.league
    found = read(Api().get("leagues"))["results"]
    assert sorted((one["name"], len(one["seasons"])) for one in found) == [
        ("League", 2),
        ("league", 1),
    ]


def test_leagues_of_two_clubs_with_one_name_stay_apart(house: House, neighbour: House) -> None:
    mine, theirs = opened(house), opened(neighbour)
    assert mine.league != theirs.league
    for api, slugs in ((Api(), ["cercle"]), (neighbour.api("ann"), ["cercle", "rivage"])):
        found = read(api.get("leagues"))["results"]
        assert sorted(one["club"] for one in found) == slugs
        assert all(len(one["seasons"]) == 1 for one in found)


def test_a_private_season_is_nowhere_for_strangers(house: House, neighbour: House) -> None:
    """Beside a public one of the same league, and alone in a league of its own."""
    public = opened(house, name="Open")
    hidden = [
        opened(house, name="Closed", public=False),
        opened(house, league="Inner", name="Closed too", public=False),
    ]
    stranger = neighbour.api("ann")
    browser = Browser(house)
    for api in (Api(), stranger):
        (league,) = read(api.get("leagues"))["results"]
        assert [season["id"] for season in league["seasons"]] == [public.pk]
        assert read(api.get(f"leagues/{public.league_id}")) == league
        problem(api.get(f"leagues/{hidden[1].league_id}"), 404)
        for season in hidden:
            for rest in ("", "/standings", "/standings.csv"):
                problem(api.get(f"seasons/{season.pk}{rest}"), 404)
    for season in hidden:
        for rest in ("", "standings/", f"standings/?have={season.version}"):
            answer = browser.get(f"seasons/{season.pk}/{rest}")
            assert f"season:{season.pk}" not in page(answer, 404)
            assert "Live-Ticket" not in answer
        assert season.event.name not in page(browser.get(""))
        assert f"season:{season.pk}:" in page(Browser(house, "cyd").get(f"seasons/{season.pk}/"))
    (inner, both) = read(house.api("cyd").get("leagues"))["results"]
    assert (inner["name"], len(inner["seasons"]), len(both["seasons"])) == ("Inner", 1, 2)

"""The meetings of teams are planned as the fixtures of single players are."""

from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.core.exceptions import Stale
from ecarte_club.core.models import Outgoing
from scoring.leagues.models import Meeting, Season
from scoring.leagues.rules.days import Span
from scoring.leagues.selectors.plans import Plan, plan_of
from scoring.leagues.services import starting
from scoring.leagues.services.decisions import fixture_postpone, postponement_preview
from scoring.leagues.services.planning import season_plan, season_plan_preview
from scoring.webhooks.services.outbox import numbered
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.everything import everything
from tests.support.planned import free_day, season_of
from tests.support.teamed import FIRST, built_once, meetings, planned, teamed, teams

from .test_teams import refused

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
FOUR = {"Reds": "Ann", "Blues": "Bob", "Greens": "Cyd", "Whites": "Dora"}


def four_teams(house: House) -> Season:
    """Four teams, whose meetings are not made yet."""
    season = teamed(house)
    teams(house, season, FOUR)
    return season


_built, built, house, season = built_once(four_teams)


def test_everybody_meets_everybody_once(house: House, season: Season) -> None:
    """The Berger table for four: 1–4 2–3, 4–3 1–2, 2–4 3–1."""
    found = planned(house, season)
    assert [(one.round.number, *pair) for pair, one in found.items()] == [
        (1, "Reds", "Whites"),
        (1, "Blues", "Greens"),
        (2, "Whites", "Greens"),
        (2, "Reds", "Blues"),
        (3, "Blues", "Whites"),
        (3, "Greens", "Reds"),
    ]
    assert {frozenset(pair) for pair in found} == {*map(frozenset, combinations(FOUR, 2))}
    assert [one.day for one in found.values()][::2] == [FIRST + timedelta(7 * n) for n in range(3)]
    assert plan_of(season).entrants == tuple(
        season.teams.order_by("place").values_list("pk", flat=True)
    )


def test_days_without_play_and_teams_that_are_away(house: House, season: Season) -> None:
    reds = season.teams.get(name="Reds")
    closed = (Span(FIRST + timedelta(7), FIRST + timedelta(7)),)
    found = planned(house, season, closed=closed, away={reds.pk: (Span(FIRST, FIRST),)})
    assert not [one for one in found.values() if one.day == FIRST + timedelta(7)]
    days = [one.day for pair, one in found.items() if "Reds" in pair]
    assert FIRST not in days
    assert len(set(days)) == 3


def test_an_odd_number_sits_out_by_turns_and_is_made_anew(house: House) -> None:
    season = teamed(house, "Three")
    teams(house, season, {name: FOUR[name] for name in ("Reds", "Blues", "Greens")})
    found = planned(house, season)
    byes = [one.home.name for pair, one in found.items() if not pair[1]]
    assert sorted(byes) == ["Blues", "Greens", "Reds"]
    ids = tuple(season.teams.order_by("-place").values_list("pk", flat=True))
    asked: dict[str, Any] = {"by": house.person("director"), "season": season}
    plan = Plan(ids, FIRST, double=True)
    foreseen = season_plan_preview(**asked, plan=plan)
    season_plan(**asked, plan=plan, version=season.version)
    rows = Meeting.objects.filter(season=season).order_by("round__number", "number")
    assert [(one.home_id, one.away_id, one.day) for one in rows] == [
        (one.home, one.away, one.day) for round_ in foreseen for one in round_.fixtures
    ]


def test_what_cannot_be_planned(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    season = teamed(house, "One")
    (reds,) = teams(house, season, {"Reds": "Ann"}).values()
    season.refresh_from_db()
    asked: dict[str, Any] = {"by": house.person("director"), "season": season}
    asked["version"] = season.version
    refused("entrants_too_few", "entrants", season_plan, **asked, plan=Plan((reds.pk,), FIRST))
    other = Plan((reds.pk, reds.pk + 99), FIRST)
    refused("unknown_team", "entrants", season_plan, **asked, plan=other)
    single = season_of(house)
    body = {"teams": other.entrants, "first": FIRST.isoformat(), "version": single.version}
    answer = house.api("director").post(f"seasons/{single.pk}/meetings", body)
    problem(answer, 422, "not_of_teams", "season")
    monkeypatch.setattr(starting, "counts_for_nothing", lambda _match: False)
    house.match(season)
    season.refresh_from_db()
    two = teams(house, season, {"Blues": "Bob"})
    season.refresh_from_db()
    begun = {**asked, "version": season.version}
    plan = Plan((reds.pk, two["Blues"].pk), FIRST)
    refused("season_begun", "season", season_plan, **begun, plan=plan)


def test_a_meeting_is_postponed(house: House, season: Season) -> None:
    first = timezone.localdate() + timedelta(30)
    found = planned(house, season, first=first)
    one, other = found["Reds", "Whites"], found["Reds", "Blues"]
    asked: dict[str, Any] = {"by": house.person("director"), "fixture": one}
    assert other.day is not None
    refused("plays_already", "day", postponement_preview, **asked, day=other.day)
    refused(
        "in_the_past", "day", postponement_preview, **asked, day=timezone.localdate() - timedelta(1)
    )
    day = free_day()
    moved = fixture_postpone(**asked, day=day, reason="Snow.", version=1)
    assert (moved.day, moved.moved_from, moved.version) == (day, first, 2)
    with pytest.raises(Stale), transaction.atomic():
        fixture_postpone(**asked, day=day, reason="Snow.", version=1)
    back = fixture_postpone(**{**asked, "fixture": moved}, day=first, reason="No.", version=2)
    assert (back.day, back.moved_from) == (first, None)
    numbered(house.club.pk)
    told = [row.ids for row in _told(house, "fixture.moved")]
    assert [one["meeting"] for one in told] == [moved.pk, moved.pk]


def _told(house: House, kind: str) -> Any:
    return Outgoing.objects.filter(club=house.club, kind=kind).order_by("pk")


def test_its_pages(house: House, season: Season) -> None:
    director = Browser(house, "director")
    address = f"seasons/{season.pk}/teams/plan/"
    assert "Make the meetings" in page(director.get(f"seasons/{season.pk}/meetings/"))
    sent = {**director.hidden(address), "entrants": "Reds\nblues\nGreens", "first": str(FIRST)}
    assert "Whites" in page(director.get(address))
    before = everything()
    assert "No team here is called “X”" in page(
        director.post(address, {**sent, "entrants": "Reds\nX"}), 422
    )
    text = page(director.post(address, {**sent, "away": f"Reds: {FIRST}", "act": "look"}))
    assert "3 rounds" in text
    assert everything() == before
    assert goes(director.post(address, {**sent, "act": "make"})).endswith("/meetings/")
    stranger = Browser(house)
    text = page(stranger.get(f"seasons/{season.pk}/meetings/"))
    assert "3 meetings are still to be played" in text
    assert "Make the meetings again" not in text
    reds = season.teams.get(name="Reds")
    assert page(stranger.get(f"seasons/{season.pk}/meetings/?team={reds.pk}")).count("fixture-") > 2
    assert page(stranger.get(f"seasons/{season.pk}/meetings/?team=x&round=y"))
    rows = stranger.get(f"seasons/{season.pk}/meetings/export.csv").content.decode("utf-8-sig")
    assert len(rows.splitlines()) == 1 + 6
    one = meetings(season)["Reds", "Blues"]
    address = f"meetings/{one.pk}/"
    sent = {**director.hidden(address), "day": str(free_day()), "reason": "Snow."}
    text = page(director.post(f"{address}postpone/", {**sent, "act": "look"}))
    assert "Both teams are free on" in text
    assert goes(director.post(f"{address}postpone/", {**sent, "act": "do"})).endswith(address)
    assert "Originally on" in page(stranger.get(address))
    stale = page(director.post(f"{address}postpone/", {**sent, "key": "b", "act": "do"}), 409)
    assert "Nothing was changed." in stale
    assert "Meetings" in page(stranger.get(f"teams/{reds.pk}/"))


def test_a_program_plans_and_moves(house: House, season: Season) -> None:
    api = house.api("director")
    ids = list(season.teams.order_by("place").values_list("pk", flat=True))
    season.refresh_from_db()
    address = f"seasons/{season.pk}/meetings"
    body = {"teams": ids, "first": str(FIRST), "version": season.version}
    before = everything()
    foreseen = read(api.post(address, {**body, "preview": True}))
    wrong = {**body, "teams": [ids[0], 10**9]}
    problem(api.post(address, wrong), 422, "unknown_team", "teams")
    assert everything() == before
    planned_ = read(api.post(address, body), 201)
    assert planned_["rounds"] == foreseen["rounds"]

    def count(query: str) -> int:
        return len(read(Api().get(f"{address}?{query}"))["results"])

    assert [count(one) for one in ("", f"team={ids[0]}", "round=2", f"to={FIRST}")] == [6, 3, 2, 2]
    assert count(f"team={10**17}") == 0
    problem(Api().get(f"{address}?team=x"), 422, field="team")
    one = read(Api().get(address))["results"][0]
    body = {"day": str(free_day()), "reason": "Snow.", "version": 1}
    assert read(api.post(f"meetings/{one['id']}/postpone", {**body, "preview": True}))["day"]
    moved = read(api.post(f"meetings/{one['id']}/postpone", body), 201)
    assert (moved["postponed_from"], moved["version"], moved["state"]) == (str(FIRST), 2, "to_play")
    assert read(Api().get(f"meetings/{one['id']}")) == moved

"""Fixtures of a season: as open as the season; who runs seasons makes and changes them."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils import timezone

from ecarte_club.clubs.permissions import Act
from scoring.leagues.models import Fixture, Season
from scoring.leagues.services.decisions import fixture_award
from scoring.leagues.services.withdrawing import competitor_withdraw
from tests.support.planned import free_day, season_version
from tests.support.scene import Scene

from .kinds import Page

SEASON, FIXTURE = "seasons/{planned}/", "fixtures/{fixture}/"
RUN, OPEN = Act.RUN_SEASON, Act.OPEN_SEASON
Sent = Callable[[Scene], Mapping[str, Any]]


def _season(**sent: str) -> Sent:
    return lambda here: {**sent, "version": str(season_version(here.ids["planned"]))}


def awarded(here: Scene) -> None:
    fixture = Fixture.objects.get(pk=here.ids["fixture"])
    asked: dict[str, Any] = {"award": "home", "reason": "Cyd came.", "version": fixture.version}
    fixture_award(by=here.house.person("director"), fixture=fixture, **asked)


def left(here: Scene) -> None:
    season = Season.objects.get(pk=here.ids["planned"])
    asked: dict[str, Any] = {"season": season, "version": season.version, "reason": "Moved away."}
    player = here.house.players["cyd"].pk
    competitor_withdraw(by=here.house.person("director"), competitor=player, **asked)


def _version(here: Scene) -> Mapping[str, Any]:
    return {"version": str(Fixture.objects.get(pk=here.ids["fixture"]).version)}


PAGES: dict[str, Page] = {
    "club_calendar": Page("calendar/", Act.SEE_PUBLIC, any_table=True),
    "calendar_address": Page("calendar/address/", Act.CHOOSE_OWN, sent=lambda _: {"version": "0"}),
    "season_fixtures": Page(f"{SEASON}fixtures/", Act.SEE_PUBLIC),
    "season_fixtures_csv": Page(f"{SEASON}fixtures/export.csv", Act.SEE_PUBLIC),
    "season_plan": Page(
        f"{SEASON}plan/",
        RUN,
        sent=_season(act="make", entrants="Ann\nBob\nCyd", first="2026-11-12", every="7"),
    ),
    "season_join": Page(f"{SEASON}join/", RUN, sent=_season(act="do", player="Ann")),
    "season_withdraw": Page(
        f"{SEASON}withdraw/",
        RUN,
        sent=lambda here: {
            "act": "do",
            "player": str(here.house.players["cyd"].pk),
            "reason": "Moved away.",
            "version": str(season_version(here.ids["planned"])),
        },
    ),
    "season_return": Page(
        f"{SEASON}return/",
        RUN,
        sent=lambda here: {
            "act": "do",
            "player": str(here.house.players["cyd"].pk),
            "version": str(season_version(here.ids["planned"])),
        },
        before=left,
    ),
    "season_divisions": Page(
        f"{SEASON}divisions/",
        OPEN,
        sent=_season(act="add", division="Second", goes_up="1", goes_down="0"),
    ),
    "season_next": Page(
        f"{SEASON}next/",
        OPEN,
        sent=_season(act="open", name="Next", starts_on="2027-09-01", ends_on="2028-06-30"),
    ),
    "fixture": Page(FIXTURE, Act.SEE_PUBLIC),
    "fixture_postpone": Page(
        f"{FIXTURE}postpone/",
        RUN,
        sent=lambda here: {**_version(here), "act": "do", "reason": "Ill.", "day": _later()},
        reads=False,
    ),
    "fixture_result": Page(
        f"{FIXTURE}result/",
        Act.ENTER_ANY,
        player="cyd",
        sent=lambda _: {"result": "5-3", "played_on": str(timezone.localdate())},
    ),
    "round_results": Page(
        "seasons/{planned}/results/",
        Act.ENTER_ANY,
        sent=lambda here: {
            "round": "1",
            f"r{here.ids['fixture']}-result": "5-3",
            f"r{here.ids['fixture']}-played_on": str(timezone.localdate()),
        },
    ),
    "fixture_award": Page(
        f"{FIXTURE}award/",
        RUN,
        sent=lambda here: {**_version(here), "award": "home", "reason": "Cyd came."},
        reads=False,
    ),
    "fixture_award_back": Page(
        f"{FIXTURE}award/back/", RUN, sent=_version, reads=False, before=awarded
    ),
    "evening_fixtures": Page(
        "evenings/{evening}/fixtures/",
        Act.START_ANY,
        sent=lambda here: {
            f"use_{here.ids['fixture']}": "on",
            f"table_{here.ids['fixture']}": here.path("{free_table}"),
        },
    ),
}


def _later() -> str:
    return free_day().isoformat()

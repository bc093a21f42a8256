"""Teams of a season: as open as the season; who runs seasons enters and changes them."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from ecarte_club.clubs.rights import Act
from scoring.models import Meeting, Season, Team
from scoring.services.teams import team_player_join
from tests.planned import free_day
from tests.scene import Scene
from tests.teamed import lined_up

from .kinds import Page

SEASON, TEAM, MEETING = "seasons/{teamed}/teams/", "teams/{team}/", "meetings/{meeting}/"
RUN = Act.RUN_SEASON
DAY = date(2026, 11, 1)
Sent = Callable[[Scene], Mapping[str, Any]]


def season_version(here: Scene) -> int:
    return Season.objects.get(pk=here.ids["teamed"]).version


def team_version(here: Scene) -> int:
    return Team.objects.get(pk=here.ids["team"]).version


def meeting_version(here: Scene) -> int:
    return Meeting.objects.get(pk=here.ids["meeting"]).version


def lineup(here: Scene) -> Mapping[str, Any]:
    """As a program sends it: Ann for her team, against nobody as yet."""
    ann = here.house.players["ann"].pk
    return {"team": here.ids["team"], "players": [ann], "version": meeting_version(here)}


def both_lined_up(here: Scene) -> None:
    meeting = Meeting.objects.get(pk=here.ids["meeting"])
    lined_up(here.house, meeting, "T. Two", "T. One")


def due_board(here: Scene) -> int:
    """Both are free, and at no table."""
    return Meeting.objects.get(pk=here.ids["meeting"]).boards.get().pk


def _team(**sent: str) -> Sent:
    return lambda here: {**sent, "version": str(team_version(here))}


def cyd_came(here: Scene) -> None:
    """Into the team, of which he is not the captain."""
    team = Team.objects.get(pk=here.ids["team"])
    asked: dict[str, Any] = {"on": DAY, "version": team.version}
    player = here.house.players["cyd"].pk
    team_player_join(by=here.house.person("director"), team=team, player=player, **asked)


PAGES: dict[str, Page] = {
    "season_teams": Page(SEASON, Act.SEE_PUBLIC),
    "season_teams_csv": Page(f"{SEASON}export.csv", Act.SEE_PUBLIC),
    "team_new": Page(
        f"{SEASON}new/",
        RUN,
        sent=lambda here: {
            "name": "Greens",
            "players": "Bob\nCyd",
            "version": str(season_version(here)),
        },
    ),
    "team": Page(TEAM, Act.SEE_PUBLIC),
    "team_change": Page(
        f"{TEAM}change/", RUN, sent=_team(name="Scarlets", captain=""), reads=False
    ),
    "team_join": Page(
        f"{TEAM}join/", RUN, sent=_team(player="Cyd", on=DAY.isoformat()), reads=False
    ),
    "team_leave": Page(
        f"{TEAM}leave/",
        RUN,
        sent=lambda here: {
            **_team(on=DAY.isoformat())(here),
            "player": str(here.house.players["cyd"].pk),
        },
        reads=False,
        before=cyd_came,
    ),
    "team_plan": Page(
        f"{SEASON}plan/",
        RUN,
        sent=lambda here: {
            "act": "make",
            "entrants": "Blues\nReds",
            "first": "2026-11-12",
            "every": "7",
            "version": str(season_version(here)),
        },
    ),
    "season_meetings": Page("seasons/{teamed}/meetings/", Act.SEE_PUBLIC),
    "season_meetings_csv": Page("seasons/{teamed}/meetings/export.csv", Act.SEE_PUBLIC),
    "meeting": Page(MEETING, Act.SEE_PUBLIC),
    "meeting_postpone": Page(
        f"{MEETING}postpone/",
        RUN,
        sent=lambda here: {
            "act": "do",
            "reason": "Snow.",
            "day": free_day().isoformat(),
            "version": str(meeting_version(here)),
        },
        reads=False,
    ),
    "meeting_lineup": Page(
        f"{MEETING}lineup/",
        RUN,
        own=Act.START_OWN,
        sent=lambda here: {
            "team": str(here.ids["team"]),
            "board_1": str(here.house.players["ann"].pk),
            "version": str(meeting_version(here)),
        },
        reads=False,
    ),
    "evening_boards": Page(
        "evenings/{evening}/boards/",
        Act.START_ANY,
        sent=lambda here: {
            f"use_{due_board(here)}": "on",
            f"table_{due_board(here)}": here.path("{free_table}"),
        },
        before=both_lined_up,
    ),
    "team_standings": Page(f"{SEASON}standings/", Act.SEE_PUBLIC),
    "team_standings_csv": Page(f"{SEASON}standings/export.csv", Act.SEE_PUBLIC),
    "team_why": Page(f"{SEASON}standings/{{team}}/why/", Act.SEE_PUBLIC),
}

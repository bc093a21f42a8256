"""Teams of a season: as open as the season; who runs seasons enters and changes them."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.utils import timezone

from ecarte_club.clubs.permissions import Act
from scoring.leagues.models import Board, Meeting, Season, Team
from scoring.leagues.services.adjustments import adjustment_give
from scoring.leagues.services.decisions import board_award, fixture_award
from scoring.leagues.services.teams import team_add, team_player_join
from scoring.leagues.services.withdrawing import competitor_withdraw
from tests.support.level import team_ids, teams_level, teams_ranked
from tests.support.planned import free_day
from tests.support.scene import Scene

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
    """As a program sends it: Ann herself for her team."""
    ann = here.house.players["ann"].pk
    return {"team": here.ids["team"], "players": [ann], "version": meeting_version(here)}


def meeting_awarded(here: Scene) -> None:
    meeting = Meeting.objects.get(pk=here.ids["meeting"])
    asked: dict[str, Any] = {"award": "home", "reason": "Snow.", "version": meeting.version}
    fixture_award(by=here.house.person("director"), fixture=meeting, **asked)


def board_awarded(here: Scene) -> None:
    board = Board.objects.select_related("meeting").get(pk=here.ids["board"])
    asked: dict[str, Any] = {"award": "home", "reason": "Snow."}
    asked["version"] = board.meeting.version
    board_award(by=here.house.person("director"), board=board, **asked)


def greens_came(here: Scene) -> None:
    """Too late for the plan."""
    ids = [here.house.players[name].pk for name in ("bob", "cyd")]
    asked: dict[str, Any] = {"name": "Greens", "players": ids, "captain": None}
    season, by = Season.objects.get(pk=here.ids["teamed"]), here.house.person("director")
    here.ids["late"] = team_add(by=by, season=season, **asked, version=season.version).pk


def reds_left(here: Scene) -> None:
    season = Season.objects.get(pk=here.ids["teamed"])
    asked: dict[str, Any] = {"competitor": here.ids["team"], "reason": "Too few."}
    by = here.house.person("director")
    competitor_withdraw(by=by, season=season, **asked, version=season.version)


def reds_ruled(here: Scene) -> None:
    season = Season.objects.get(pk=here.ids["teamed"])
    asked: dict[str, Any] = {"team": here.ids["team"], "points": -2, "reason": "Too late."}
    made = adjustment_give(by=here.house.person("director"), season=season, **asked)
    here.ids["team_ruling"] = made.pk


def _season(**sent: str) -> Sent:
    return lambda here: {
        "act": "do",
        "team": str(here.ids["team"]),
        **sent,
        "version": str(season_version(here)),
    }


def _meeting(**sent: str) -> Sent:
    return lambda here: {**sent, "version": str(meeting_version(here))}


def _team(**sent: str) -> Sent:
    return lambda here: {**sent, "version": str(team_version(here))}


def cyd_came(here: Scene) -> None:
    """Into the team, of which he is not the captain."""
    team = Team.objects.get(pk=here.ids["team"])
    asked: dict[str, Any] = {"on": DAY, "version": team.version}
    player = here.house.players["cyd"].pk
    team_player_join(by=here.house.person("director"), team=team, player=player, **asked)


def _ranked(here: Scene) -> dict[str, str]:
    places = {f"place_{pk}": str(place) for place, pk in enumerate(team_ids(here), start=1)}
    version = str(season_version(here))
    return {**places, "reason": "They came early.", "version": version, "act": "do"}


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
    "team_late": Page(
        f"{SEASON}late/",
        RUN,
        sent=lambda here: {**_season()(here), "team": str(here.ids.get("late", 1))},
        before=greens_came,
    ),
    "team_withdraw": Page(f"{SEASON}withdraw/", RUN, sent=_season(reason="Too few.")),
    "team_return": Page(f"{SEASON}return/", RUN, sent=_season(), before=reds_left),
    "team_table": Page(f"{SEASON}standings/table/", Act.SEE_PUBLIC),
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
            f"use_{here.ids['board']}": "on",
            f"table_{here.ids['board']}": here.path("{free_table}"),
        },
    ),
    "team_standings": Page(f"{SEASON}standings/", Act.SEE_PUBLIC),
    "player_standings": Page("seasons/{teamed}/players/", Act.SEE_PUBLIC),
    "team_standings_csv": Page(f"{SEASON}standings/export.csv", Act.SEE_PUBLIC),
    "team_adjustments": Page(
        f"{SEASON}adjustments/",
        Act.SEE_PUBLIC,
        write_act=RUN,
        sent=lambda here: {
            "team": str(here.ids["team"]),
            "points": "-2",
            "reason": "Too late.",
            "do": "yes",
        },
    ),
    "team_outlook": Page(f"{SEASON}standings/outlook/", Act.SEE_PUBLIC),
    "team_manual_orders": Page(
        f"{SEASON}order/",
        Act.SEE_PUBLIC,
        sent=_ranked,
        write_act=RUN,
        before=teams_level,
    ),
    "team_manual_order_end": Page(
        f"{SEASON}order/{{team_order}}/",
        RUN,
        sent=lambda _: {"reason": "A mistake."},
        reads=False,
        before=teams_ranked,
    ),
    "team_adjustment_end": Page(
        f"{SEASON}adjustments/{{team_ruling}}/",
        RUN,
        sent=lambda _: {"reason": "A mistake."},
        reads=False,
        before=reds_ruled,
    ),
    "team_charts": Page(f"{SEASON}standings/charts/", Act.SEE_PUBLIC),
    "team_what_if": Page(f"{SEASON}standings/what-if/", Act.SEE_PUBLIC),
    "team_why": Page(f"{SEASON}standings/{{team}}/why/", Act.SEE_PUBLIC),
    "meeting_award": Page(
        f"{MEETING}award/", RUN, sent=_meeting(award="home", reason="Snow."), reads=False
    ),
    "meeting_award_back": Page(
        f"{MEETING}award/back/", RUN, sent=_meeting(), reads=False, before=meeting_awarded
    ),
    "board_result": Page(
        "boards/{board}/result/",
        Act.ENTER_ANY,
        sent=lambda _: {"result": "5-3", "played_on": str(timezone.localdate())},
    ),
    "board_award": Page("boards/{board}/award/", RUN, sent=_meeting(award="home", reason="Snow.")),
    "board_award_back": Page(
        "boards/{board}/award/back/", RUN, sent=_meeting(), reads=False, before=board_awarded
    ),
}

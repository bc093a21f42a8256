"""Teams of a season, and who plays for them."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from ecarte_club.clubs.permissions import Act, Scope
from scoring.leagues.models import Team
from tests.site.page_rows.teams import (
    DAY,
    board_awarded,
    cyd_came,
    greens_came,
    lineup,
    meeting_awarded,
    meeting_version,
    reds_left,
    reds_ruled,
    season_version,
    team_version,
)
from tests.support.level import team_ids, teams_level, teams_ranked
from tests.support.planned import free_day
from tests.support.scene import Scene

from .kinds import Read, Write

RUN = Act.RUN_SEASON


def _cyd(here: Scene) -> dict[str, object]:
    return {
        "player": here.house.players["cyd"].pk,
        "on": DAY.isoformat(),
        "version": team_version(here),
    }


def _teams(here: Scene) -> list[int]:
    found = Team.objects.filter(season=here.ids["teamed"]).order_by("place")
    return list(found.values_list("pk", flat=True))


def _award(here: Scene) -> dict[str, object]:
    return {"award": "home", "reason": "Snow.", "version": meeting_version(here)}


def _ruling(here: Scene) -> dict[str, object]:
    return {"points": -2, "team": here.ids["team"], "reason": "Too late."}


def _tried(here: Scene) -> dict[str, object]:
    one, other = _teams(here)
    return {"results": [{"team_a": one, "team_b": other, "board_points": {"a": 4, "b": 0}}]}


def _ranked(here: Scene) -> Mapping[str, Any]:
    reason = "They came early."
    return {"teams": team_ids(here), "reason": reason, "version": season_version(here)}


READS: dict[str, Read] = {
    "seasons/{id}/teams": Read("seasons/{teamed}/teams"),
    "seasons/{id}/teams.csv": Read("seasons/{teamed}/teams.csv"),
    "teams/{id}": Read("teams/{team}"),
    "seasons/{id}/meetings": Read("seasons/{teamed}/meetings"),
    "seasons/{id}/meetings.csv": Read("seasons/{teamed}/meetings.csv"),
    "seasons/{id}/meetings.ics": Read("seasons/{teamed}/meetings.ics"),
    "meetings/{id}": Read("meetings/{meeting}"),
    "boards/{id}": Read("boards/{board}"),
    "evenings/{id}/boards": Read("evenings/{evening}/boards", Act.START_ANY, scope=Scope.ENTER),
    "seasons/{id}/teams/adjustments": Read("seasons/{teamed}/teams/adjustments"),
    "seasons/{id}/teams/outlook": Read("seasons/{teamed}/teams/outlook"),
    "seasons/{id}/teams/manual-orders": Read("seasons/{teamed}/teams/manual-orders"),
    "seasons/{id}/teams/standings": Read("seasons/{teamed}/teams/standings"),
    "seasons/{id}/teams/standings.csv": Read("seasons/{teamed}/teams/standings.csv"),
    "seasons/{id}/teams/standings.ndjson": Read("seasons/{teamed}/teams/standings.ndjson"),
    "seasons/{id}/teams/standings/{team}": Read("seasons/{teamed}/teams/standings/{team}"),
}
WRITES: dict[str, Write] = {
    "seasons/{id}/teams": Write(
        "seasons/{teamed}/teams",
        RUN,
        lambda here: {
            "name": "Greens",
            "players": [here.house.players[name].pk for name in ("bob", "cyd")],
            "captain": here.house.players["bob"].pk,
            "version": season_version(here),
        },
        required=("name", "players", "version"),
        nullable=("captain",),
    ),
    "teams/{id}": Write(
        "teams/{team}",
        RUN,
        lambda here: {
            "name": "Scarlets",
            "captain": Team.objects.get(pk=here.ids["team"]).captain_id,
            "version": team_version(here),
        },
        required=("name", "captain", "version"),
        nullable=("captain",),
    ),
    "teams/{id}/players": Write(
        "teams/{team}/players", RUN, _cyd, required=("player", "on", "version")
    ),
    "teams/{id}/leavers": Write(
        "teams/{team}/leavers", RUN, _cyd, required=("player", "on", "version"), before=cyd_came
    ),
    "seasons/{id}/teams/what-if": Write(
        "seasons/{teamed}/teams/what-if", Act.SEE_PUBLIC, _tried, status=200, keeps=False
    ),
    "seasons/{id}/teams/adjustments": Write(
        "seasons/{teamed}/teams/adjustments", RUN, _ruling, signed=("points",)
    ),
    "seasons/{id}/teams/adjustments/preview": Write(
        "seasons/{teamed}/teams/adjustments/preview",
        RUN,
        _ruling,
        status=200,
        signed=("points",),
    ),
    "seasons/{id}/teams/adjustments/{adjustment}/end": Write(
        "seasons/{teamed}/teams/adjustments/{team_ruling}/end",
        RUN,
        lambda _: {"reason": "A mistake."},
        before=reds_ruled,
    ),
    "seasons/{id}/teams/manual-orders": Write(
        "seasons/{teamed}/teams/manual-orders",
        RUN,
        _ranked,
        required=("teams", "reason", "version"),
        before=teams_level,
    ),
    "seasons/{id}/teams/manual-orders/preview": Write(
        "seasons/{teamed}/teams/manual-orders/preview",
        RUN,
        lambda here: {name: _ranked(here)[name] for name in ("teams", "reason")},
        status=200,
        required=("teams", "reason"),
        before=teams_level,
    ),
    "seasons/{id}/teams/manual-orders/{order}/end": Write(
        "seasons/{teamed}/teams/manual-orders/{team_order}/end",
        RUN,
        lambda _: {"reason": "A mistake."},
        before=teams_ranked,
    ),
    "seasons/{id}/teams/late": Write(
        "seasons/{teamed}/teams/late",
        RUN,
        lambda here: {"team": here.ids.get("late", 1), "version": season_version(here)},
        required=("team", "version"),
        before=greens_came,
    ),
    "seasons/{id}/teams/withdrawals": Write(
        "seasons/{teamed}/teams/withdrawals",
        RUN,
        lambda here: {
            "team": here.ids["team"],
            "reason": "Too few.",
            "version": season_version(here),
        },
        required=("team", "reason", "version"),
    ),
    "seasons/{id}/teams/returns": Write(
        "seasons/{teamed}/teams/returns",
        RUN,
        lambda here: {"team": here.ids["team"], "version": season_version(here)},
        required=("team", "version"),
        before=reds_left,
    ),
    "seasons/{id}/meetings": Write(
        "seasons/{teamed}/meetings",
        RUN,
        lambda here: {
            "teams": _teams(here),
            "first": "2026-11-12",
            "double": True,
            "every": 7,
            "closed": [{"first": "2026-12-24", "last": "2027-01-02"}],
            "away": [{"team": here.ids["team"], "first": "2026-11-26", "last": "2026-11-26"}],
            "version": season_version(here),
            "preview": False,
        },
        required=("teams", "first", "version"),
    ),
    "meetings/{id}/postpone": Write(
        "meetings/{meeting}/postpone",
        RUN,
        lambda here: {
            "reason": "Snow.",
            "day": free_day().isoformat(),
            "version": meeting_version(here),
        },
        required=("day", "reason", "version"),
    ),
    "meetings/{id}/lineups": Write(
        "meetings/{meeting}/lineups",
        RUN,
        lineup,
        own=Act.START_OWN,
        required=("team", "players", "version"),
        nullable=("0",),
        himself=True,
    ),
    "evenings/{id}/boards": Write(
        "evenings/{evening}/boards",
        Act.START_ANY,
        lambda here: {
            "boards": [{"board": here.ids["board"], "table": int(here.path("{free_table}"))}]
        },
        required=("boards",),
    ),
    "meetings/{id}/award": Write(
        "meetings/{meeting}/award", RUN, _award, required=("award", "reason", "version")
    ),
    "meetings/{id}/award/back": Write(
        "meetings/{meeting}/award/back",
        RUN,
        lambda here: {"version": meeting_version(here)},
        required=("version",),
        before=meeting_awarded,
    ),
    "boards/{id}/result": Write(
        "boards/{board}/result",
        Act.ENTER_ANY,
        lambda _: {
            "played_on": timezone.localdate().isoformat(),
            "games": [{"home": 5, "away": 3}],
        },
        required=("played_on",),
        players_own=Act.ENTER_OWN,
    ),
    "boards/{id}/award": Write(
        "boards/{board}/award", RUN, _award, required=("award", "reason", "version")
    ),
    "boards/{id}/award/back": Write(
        "boards/{board}/award/back",
        RUN,
        lambda here: {"version": meeting_version(here)},
        required=("version",),
        before=board_awarded,
    ),
}

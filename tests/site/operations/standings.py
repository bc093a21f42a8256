"""What is read of a table is as open as its season; who runs seasons rules in it."""

from collections.abc import Mapping
from typing import Any

from ecarte_club.clubs.permissions import Act
from scoring.leagues.models import Season
from tests.support.fixed import ruled
from tests.support.level import players_level, players_ranked
from tests.support.scene import Scene

from .kinds import Read, Write

SEASON = "seasons/{season}"


def _ruling(here: Scene) -> Mapping[str, Any]:
    return {"player": here.house.players["ann"].pk, "points": -2, "reason": "came late"}


def ranked(here: Scene) -> Mapping[str, Any]:
    """Bob before Ann."""
    bob, ann = (here.house.players[name].pk for name in ("bob", "ann"))
    version = Season.objects.get(pk=here.season.pk).version
    return {"players": [bob, ann], "reason": "came early", "version": version}


def tried(here: Scene) -> Mapping[str, Any]:
    ann, bob = (here.house.players[name].pk for name in ("ann", "bob"))
    return {"results": [{"player_a": ann, "player_b": bob, "games": {"a": 1, "b": 0}}]}


READS: dict[str, Read] = {
    "seasons/{id}/standings.ndjson": Read(f"{SEASON}/standings.ndjson"),
    "seasons/{id}/standings/{player}": Read(f"{SEASON}/standings/{{player}}"),
    "seasons/{id}/outlook": Read(f"{SEASON}/outlook"),
    "seasons/{id}/adjustments": Read(f"{SEASON}/adjustments"),
    "seasons/{id}/manual-orders": Read(f"{SEASON}/manual-orders"),
}
WRITES: dict[str, Write] = {
    "seasons/{id}/manual-orders": Write(
        f"{SEASON}/manual-orders",
        Act.RUN_SEASON,
        ranked,
        required=("players", "reason", "version"),
        before=players_level,
    ),
    "seasons/{id}/manual-orders/preview": Write(
        f"{SEASON}/manual-orders/preview",
        Act.RUN_SEASON,
        lambda here: {name: ranked(here)[name] for name in ("players", "reason")},
        status=200,
        required=("players", "reason"),
        before=players_level,
    ),
    "seasons/{id}/manual-orders/{order}/end": Write(
        f"{SEASON}/manual-orders/{{order}}/end",
        Act.RUN_SEASON,
        lambda _: {"reason": "a mistake"},
        before=players_ranked,
    ),
    "seasons/{id}/adjustments": Write(
        f"{SEASON}/adjustments", Act.RUN_SEASON, _ruling, signed=("points",)
    ),
    "seasons/{id}/adjustments/preview": Write(
        f"{SEASON}/adjustments/preview", Act.RUN_SEASON, _ruling, status=200, signed=("points",)
    ),
    "seasons/{id}/what-if": Write(
        f"{SEASON}/what-if", Act.SEE_PUBLIC, tried, status=200, keeps=False
    ),
    "seasons/{id}/adjustments/{adjustment}/end": Write(
        f"{SEASON}/adjustments/{{ruling}}/end",
        Act.RUN_SEASON,
        lambda _: {"reason": "a mistake"},
        before=ruled,
    ),
}

"""Evenings, who came, their tables, the sign-off."""

from collections.abc import Callable, Mapping
from typing import Any

from ecarte_club.clubs.permissions import Act
from games.evenings.models import Evening
from tests.support.scene import Scene

from .kinds import Read, Write


def _player(name: str) -> Callable[[Scene], Mapping[str, Any]]:
    return lambda scene: {"player": scene.house.players[name].pk}


def _version(scene: Scene) -> Mapping[str, Any]:
    return {"version": Evening.objects.get(pk=scene.evening.pk).version}


def _round(scene: Scene) -> Mapping[str, Any]:
    """Two who play nowhere, at the table that is free."""
    match = {
        "table": int(scene.path("{free_table}")),
        "player_a": scene.house.players["cyd"].pk,
        "player_b": scene.spare.pk,
        "first_dealer": "a",
    }
    return {"matches": [match], "event": scene.season.pk}


READS: dict[str, Read] = {
    "clubs/{slug}/evenings": Read("clubs/{slug}/evenings", any_table=True),
    "clubs/{slug}/evenings.csv": Read("clubs/{slug}/evenings.csv", any_table=True),
    "evenings/{id}": Read("evenings/{evening}", any_table=True),
    "evenings/{id}/pairings": Read("evenings/{evening}/pairings", Act.START_ANY),
    "evenings/{id}/sign-off": Read("evenings/{evening}/sign-off", Act.SIGN_OFF),
    "tables/{id}": Read("tables/{table}", any_table=True),
    "tables/{id}/code/renewals": Read("tables/{table}/code/renewals", Act.RUN_EVENING),
}
WRITES: dict[str, Write] = {
    "clubs/{slug}/evenings": Write(
        "clubs/{slug}/evenings",
        Act.RUN_EVENING,
        lambda _: {
            "held_on": "2026-11-27",
            "name": "Cup",
            "public": True,
            "tables": ["Window", "Fire"],
        },
        texts=("0",),
        required=("held_on",),
    ),
    "evenings/{id}/changes": Write(
        "evenings/{evening}/changes",
        Act.RUN_EVENING,
        lambda _: {"held_on": "2026-11-21", "name": "Cup", "public": True},
    ),
    "evenings/{id}/arrivals": Write(
        "evenings/{evening}/arrivals", Act.MARK_PRESENT, _player("cyd")
    ),
    "evenings/{id}/absences": Write(
        "evenings/{evening}/absences", Act.MARK_PRESENT, _player("ann")
    ),
    "evenings/{id}/departures": Write(
        "evenings/{evening}/departures", Act.MARK_PRESENT, _player("ann")
    ),
    "evenings/{id}/walk-ins": Write(
        "evenings/{evening}/walk-ins", Act.ADD_PLAYER, lambda _: {"name": "Dora"}
    ),
    "evenings/{id}/tables": Write(
        "evenings/{evening}/tables", Act.RUN_EVENING, lambda _: {"name": "Window"}
    ),
    "evenings/{id}/matches": Write(
        "evenings/{evening}/matches", Act.START_ANY, _round, required=("matches",)
    ),
    "evenings/{id}/sign-off": Write("evenings/{evening}/sign-off", Act.SIGN_OFF, _version),
    "tables/{id}/name": Write(
        "tables/{free_table}/name", Act.RUN_EVENING, lambda _: {"name": "Window"}
    ),
    "tables/{id}/code/renewals": Write(
        "tables/{table}/code/renewals", Act.RUN_EVENING, lambda _: {"code_number": 1}
    ),
}

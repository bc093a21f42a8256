"""Contests of an evening."""

from collections.abc import Mapping
from typing import Any

from ecarte_club.clubs.permissions import Act
from scoring.contests.models import Contest
from tests.support.scene import Scene
from tests.support.stages import contest_dealt, contest_due, contest_open_to_ann, contest_undrawn

from .kinds import Read, Write


def _pool(scene: Scene) -> Mapping[str, Any]:
    """At the table that is free."""
    players = scene.house.players
    return {
        "kind": "pool",
        "table": int(scene.path("{free_table}")),
        "terms": {"code": "london", "format": "one_game", "games": 1, "game_values": False},
        "agreed": {"stake": 1, "paying": "deposit", "to_win": 2},
        "gallery": {"levy": 5, "most": 100},
        "players": [players["cyd"].pk, players["ann"].pk, scene.spare.pk],
        "places": "drawn",
        "accepted": True,
        # The two of the scene play a match as well.
        "seat_anyway": True,
    }


def _version(scene: Scene) -> Mapping[str, Any]:
    return {"version": Contest.objects.get(pk=scene.ids["contest"]).version}


def _ann(scene: Scene) -> Mapping[str, Any]:
    return {"player": scene.house.players["ann"].pk}


def _ann_joins(scene: Scene) -> Mapping[str, Any]:
    return {"event": "joined", **_ann(scene), "accepts": True, **_version(scene)}


def _another_third(scene: Scene) -> Mapping[str, Any]:
    event = {"event": "joined", "player": scene.spare.pk}
    return {
        **_version(scene),
        "changes": [{"place": 3, "event": event}],
        "reason": "It was not Cyd.",
    }


READS: dict[str, Read] = {
    "clubs/{slug}/contests": Read("clubs/{slug}/contests", any_table=True),
    "clubs/{slug}/contests.csv": Read("clubs/{slug}/contests.csv", any_table=True),
    "evenings/{id}/contests": Read("evenings/{evening}/contests", any_table=True),
    "contests/{id}": Read("contests/{contest}", any_table=True),
    "contests/{id}/entries": Read("contests/{contest}/entries", any_table=True),
}
WRITES: dict[str, Write] = {
    "evenings/{id}/contests": Write(
        "evenings/{evening}/contests",
        Act.RUN_CONTEST,
        _pool,
        required=("kind", "table"),
        nullable=("gallery",),
    ),
    "contests/{id}/accept": Write(
        "contests/{contest}/accept",
        Act.RUN_CONTEST,
        _ann,
        own=Act.PLAY_OWN,
        required=("player",),
        before=contest_open_to_ann,
        himself=True,
    ),
    "contests/{id}/events": Write(
        "contests/{contest}/events",
        Act.RUN_CONTEST,
        _ann_joins,
        own=Act.PLAY_OWN,
        required=("event", "player"),
        nullable=("version",),
        before=contest_open_to_ann,
        himself=True,
    ),
    "contests/{id}/draw": Write(
        "contests/{contest}/draw",
        Act.RUN_CONTEST,
        lambda scene: {**_version(scene), "seat_anyway": True},
        required=("version",),
        before=contest_undrawn,
    ),
    "contests/{id}/deal": Write(
        "contests/{contest}/deal",
        Act.ENTER_ANY,
        lambda scene: {**_version(scene), "first_dealer": "a"},
        own=Act.ENTER_OWN,
        required=("version",),
        before=contest_due,
    ),
    "contests/{id}/corrections": Write(
        "contests/{contest}/corrections",
        Act.CORRECT,
        _another_third,
        required=("version", "changes", "reason"),
        before=contest_due,
    ),
    "contests/{id}/corrections/preview": Write(
        "contests/{contest}/corrections/preview",
        Act.CORRECT,
        _another_third,
        status=200,
        required=("version", "changes", "reason"),
        before=contest_due,
    ),
}
for _name, _status in (("undo", 201), ("undo/preview", 200)):
    WRITES[f"contests/{{id}}/{_name}"] = Write(
        f"contests/{{contest}}/{_name}",
        Act.ENTER_ANY,
        _version,
        own=Act.ENTER_OWN,
        status=_status,
        required=("version",),
        before=contest_dealt,
    )

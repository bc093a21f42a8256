"""Clubs, players, matches, seasons."""

from collections.abc import Mapping
from typing import Any

from ecarte_club.clubs.permissions import Act
from tests.support.scene import Scene

from .kinds import Read, Write


def _start(scene: Scene) -> Mapping[str, Any]:
    players = scene.house.players
    return {
        "player_a": players["ann"].pk,
        "player_b": players["bob"].pk,
        "event": scene.season.pk,
        "table": "7",
        "first_dealer": "b",
        # The two of the scene play a match already.
        "seat_anyway": True,
    }


SEASON: Mapping[str, Any] = {
    "league": "Second league",
    "name": "Winter",
    "starts_on": "2026-10-01",
    "ends_on": "2027-03-31",
    "public": True,
    "terms": {
        "code": "london",
        "format": "rubber",
        "games": 3,
        "game_values": True,
        "rubber_bonus": 1,
    },
    "points_win": 3,
    "points_draw": 1,
    "points_loss": 0,
    "tie_breaks": ["won", "voles"],
}
MARKED_HAND = {
    "version": 1,
    "dealer": "b",
    "opening": "exchanged",
    "kings": [{"seat": "b", "how": "turned"}],
    "tricks": {"a": 2, "b": 3},
    "abandoned_by": None,
    "marks": [
        {"seat": "b", "points": 1, "kind": "king_turned"},
        {"seat": "b", "points": 1, "kind": "point"},
    ],
}


def _enter(template: str, body: Mapping[str, Any]) -> Write:
    return Write(template, Act.ENTER_ANY, lambda _: body, own=Act.ENTER_OWN)


READS = {
    "clubs": Read("clubs"),
    "clubs/{slug}": Read("clubs/{slug}", any_table=True),
    "clubs/{slug}/home": Read("clubs/{slug}/home", any_table=True),
    "clubs/{slug}/players": Read("clubs/{slug}/players", Act.SEE_CLUB),
    "players/{id}": Read("players/{player}", Act.SEE_CLUB),
    "matches": Read("matches"),
    "matches/{id}": Read("matches/{match}", own=Act.SEE_EVENING),
    "matches/{id}/hands": Read("matches/{match}/hands", own=Act.SEE_EVENING),
    "matches/{id}/games": Read("matches/{match}/games", own=Act.SEE_EVENING),
    "matches/{id}/entries": Read("matches/{match}/entries", own=Act.SEE_EVENING),
    "hands/{id}": Read("hands/{hand}", own=Act.SEE_EVENING),
    "leagues": Read("leagues"),
    "leagues/{id}": Read("leagues/{league}"),
    "seasons/{id}": Read("seasons/{season}"),
    "seasons/{id}/standings": Read("seasons/{season}/standings"),
    "seasons/{id}/standings.csv": Read("seasons/{season}/standings.csv"),
}
WRITES = {
    "clubs/{slug}/players": Write(
        "clubs/{slug}/players", Act.ADD_PLAYER, lambda _: {"name": "Dora"}
    ),
    "clubs/{slug}/matches": Write("clubs/{slug}/matches", Act.START_ANY, _start, own=Act.START_OWN),
    "clubs/{slug}/seasons": Write("clubs/{slug}/seasons", Act.OPEN_SEASON, lambda _: SEASON),
    "matches/{id}/hands": _enter("matches/{match}/hands", MARKED_HAND),
    "matches/{id}/games": _enter(
        "matches/{empty}/games", {"version": 0, "score": {"a": 5, "b": 3}}
    ),
    "matches/{id}/rubber": _enter(
        "matches/{empty}/rubber", {"version": 0, "games": {"a": 1, "b": 0}}
    ),
    "matches/{id}/undo": _enter("matches/{match}/undo", {"version": 1}),
    "matches/{id}/entries/{number}/corrections": Write(
        "matches/{match}/entries/{number}/corrections",
        Act.CORRECT,
        lambda _: {
            "version": 1,
            "hand": {name: value for name, value in MARKED_HAND.items() if name != "version"},
            "reason": "misread",
        },
    ),
}

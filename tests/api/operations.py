"""Every operation of /api/v1/ with the act it is, and content that it takes.

The tests of rights, of bad input and of tokens all go through this list; one of them fails when
the published schema has an operation that is not here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ecarte_club.clubs.rights import Act
from games.models import Match
from scoring.models import Season
from tests import printed_game
from tests.clubhouse import House

HAND = printed_game.BODIES[0]


@dataclass(slots=True)
class Scene:
    """A club in the middle of its season: a match with one hand, and one that has not begun."""

    house: House
    season: Season
    match: Match
    empty: Match

    def path(self, template: str) -> str:
        """`template` with the ids of this scene; a club is named `{slug}`."""
        entry = self.match.entries.get(number=1)
        return template.format(
            slug=self.house.club.slug,
            player=self.house.players["ann"].pk,
            match=self.match.pk,
            empty=self.empty.pk,
            number=entry.number,
            hand=entry.pk,
            league=self.season.league_id,
            season=self.season.pk,
        )


def scene(house: House, *, public: bool = True) -> Scene:
    season = house.season(public=public)
    match, empty = house.match(season), house.match(season)
    house.api("scorer").enter(match.pk, HAND)
    return Scene(house, season, match, empty)


@dataclass(frozen=True, slots=True)
class Read:
    """`template` is filled by `Scene.path`; `act` is what it takes when nothing is public."""

    template: str
    act: Act = Act.SEE_PUBLIC


@dataclass(frozen=True, slots=True)
class Write:
    """`own`: the act that suffices for who sits at the table himself."""

    template: str
    act: Act
    body: Callable[[Scene], Mapping[str, Any]]
    own: Act | None = None


def _start(scene: Scene) -> Mapping[str, Any]:
    players = scene.house.players
    return {
        "player_a": players["ann"].pk,
        "player_b": players["bob"].pk,
        "event": scene.season.pk,
        "table": "7",
        "first_dealer": "b",
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
ENTER = {"act": Act.ENTER_ANY, "own": Act.ENTER_OWN}

READS = {
    "clubs": Read("clubs"),
    "clubs/{slug}": Read("clubs/{slug}"),
    "clubs/{slug}/players": Read("clubs/{slug}/players", Act.SEE_CLUB),
    "players/{id}": Read("players/{player}", Act.SEE_CLUB),
    "matches": Read("matches"),
    "matches/{id}": Read("matches/{match}"),
    "matches/{id}/hands": Read("matches/{match}/hands"),
    "matches/{id}/games": Read("matches/{match}/games"),
    "matches/{id}/entries": Read("matches/{match}/entries"),
    "hands/{id}": Read("hands/{hand}"),
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
    "matches/{id}/hands": Write("matches/{match}/hands", body=lambda _: MARKED_HAND, **ENTER),
    "matches/{id}/games": Write(
        "matches/{empty}/games", body=lambda _: {"version": 0, "score": {"a": 5, "b": 3}}, **ENTER
    ),
    "matches/{id}/rubber": Write(
        "matches/{empty}/rubber", body=lambda _: {"version": 0, "games": {"a": 1, "b": 0}}, **ENTER
    ),
    "matches/{id}/undo": Write("matches/{match}/undo", body=lambda _: {"version": 1}, **ENTER),
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

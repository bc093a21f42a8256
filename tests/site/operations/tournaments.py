"""Tournaments, from opening one to awarding a match of it."""

from collections.abc import Mapping
from typing import Any

from ecarte_club.clubs.permissions import Act
from scoring.tournaments.models import Tournament
from tests.support import pooling, tourneys
from tests.support.level import swiss_level, swiss_ranked
from tests.support.scene import Scene

from .kinds import Read, Write
from .standings import tried

RUN = Act.RUN_SEASON
ONE = "tournaments/{tournament}"
POOLED = "tournaments/{pooled}"


def _version(here: Scene) -> int:
    return Tournament.objects.get(pk=here.ids["tournament"]).version


def _player(name: str) -> Any:
    return lambda here: {"player": here.house.players[name].pk}


def _of_version(here: Scene) -> Mapping[str, Any]:
    return {"version": _version(here)}


def _entrants(here: Scene) -> list[int]:
    rows = Tournament.objects.get(pk=here.ids["tournament"]).event.entrants.order_by("-place")
    return list(rows.values_list("player_id", flat=True))


def _free(here: Scene) -> Mapping[str, Any]:
    table = here.evening.tables.order_by("-pk")[0].pk
    return {
        "evening": here.evening.pk,
        "matches": [{"fixture": here.ids["meeting"], "table": table}],
    }


def _seats(here: Scene) -> Mapping[str, Any]:
    table = here.evening.tables.order_by("-pk")[0].pk
    return {
        "evening": here.evening.pk,
        "pools": [{"pool": here.ids["pool"], "table": table}],
        "accepted": True,
    }


def _ranked(here: Scene) -> dict[str, Any]:
    bob, ann = (here.house.players[name].pk for name in ("bob", "ann"))
    return {"players": [bob, ann], "reason": "Bob sent a letter."}


def withdrawn(here: Scene) -> None:
    tourneys.published(here)
    tourneys.withdraw(here.house, tourneys.of(here), here.house.players["ann"].pk)


def swap(here: Scene) -> dict[str, Any]:
    return {"change": "swap", "player": here.ids["seated"], "other": here.ids["also_seated"]}


READS: dict[str, Read] = {
    "tournaments/{id}/outlook": Read(f"{ONE}/outlook"),
    "tournaments/{id}/manual-orders": Read(f"{ONE}/manual-orders"),
    # A phone at a table reads what strangers see: of a club that keeps to itself, an empty list.
    "clubs/{slug}/tournaments": Read("clubs/{slug}/tournaments", any_table=True),
    "tournaments/{id}": Read(ONE),
    "tournaments/{id}/entrants": Read(f"{ONE}/entrants"),
    "tournaments/{id}/standings": Read(f"{ONE}/standings"),
    "tournaments/{id}/standings.ndjson": Read(f"{ONE}/standings.ndjson"),
    "tournaments/{id}/standings/{player}": Read(f"{ONE}/standings/{{player}}"),
    "tournaments/{id}/standings.csv": Read(f"{ONE}/standings.csv"),
    "tournaments/{id}/report.trf": Read(f"{ONE}/report.trf"),
    "tournaments/{id}/draw-jobs/{job}": Read("tournaments/{played}/draw-jobs/{job}", RUN),
    "tournaments/{id}/import-jobs/{job}": Read("tournaments/{played}/import-jobs/{import}", RUN),
    "tournaments/{id}/tree": Read(f"{ONE}/tree"),
    "tournaments/{id}/pools": Read(f"{POOLED}/pools"),
    "tournaments/{id}/rounds/{number}": Read("tournaments/{played}/rounds/1"),
    "tournaments/{id}/rounds/{number}/pairings": Read("tournaments/{played}/rounds/1/pairings"),
}
WRITES: dict[str, Write] = {
    "clubs/{slug}/tournaments": Write(
        "clubs/{slug}/tournaments",
        RUN,
        lambda _: {"name": "Cup", "terms": {"format": "one_game"}, "rounds": 3, "seed": "king"},
        required=("name", "terms"),
        texts=("name", "seed"),
    ),
    "tournaments/{id}/entrants": Write(
        f"{ONE}/entrants",
        RUN,
        lambda here: {"players": [here.spare.pk]},
        status=200,
        required=("players",),
    ),
    "tournaments/{id}/order": Write(
        f"{ONE}/order",
        RUN,
        lambda here: {"players": _entrants(here)},
        status=200,
        required=("players",),
    ),
    "tournaments/{id}/plan": Write(
        f"{ONE}/plan", RUN, lambda _: {"rounds": 3, "by_lot": True}, status=200
    ),
    "tournaments/{id}/withdrawals": Write(
        f"{ONE}/withdrawals", RUN, _player("ann"), status=200, required=("player",)
    ),
    "tournaments/{id}/returns": Write(
        f"{ONE}/returns", RUN, _player("ann"), status=200, required=("player",), before=withdrawn
    ),
    "tournaments/{id}/rounds-off": Write(
        f"{ONE}/rounds-off",
        RUN,
        lambda here: {"player": here.house.players["ann"].pk, "round": 1},
        status=200,
        required=("player", "round"),
    ),
    "tournaments/{id}/kept-apart": Write(
        f"{ONE}/kept-apart",
        RUN,
        lambda here: {
            "player": here.house.players["ann"].pk,
            "other": here.house.players["bob"].pk,
        },
        status=200,
        required=("player", "other"),
    ),
    "tournaments/{id}/fixed-pairs": Write(
        f"{ONE}/fixed-pairs",
        RUN,
        lambda here: {
            "player": here.house.players["ann"].pk,
            "other": here.house.players["bob"].pk,
            "reason": "They share a car",
        },
        status=200,
        required=("player",),
        texts=("reason",),
        nullable=("other",),
    ),
    "tournaments/{id}/rounds/{number}/pairings": Write(
        f"{ONE}/rounds/1/pairings",
        RUN,
        lambda here: {**swap(here), **_of_version(here), "reason": "They share a car"},
        status=200,
        required=("change", "player", "reason", "version"),
        texts=("reason",),
        nullable=("other",),
        before=tourneys.of_four,
    ),
    "tournaments/{id}/rounds/{number}/pairings/preview": Write(
        f"{ONE}/rounds/1/pairings/preview",
        RUN,
        swap,
        status=200,
        required=("change", "player"),
        nullable=("other",),
        before=tourneys.of_four,
    ),
    "tournaments/{id}/rounds/{number}/pairings/undo": Write(
        f"{ONE}/rounds/1/pairings/undo",
        RUN,
        _of_version,
        status=200,
        required=("version",),
        before=tourneys.changed,
    ),
    "tournaments/{id}/report": Write(
        f"{ONE}/report",
        RUN,
        lambda _: {"content": tourneys.FILE},
        status=200,
        required=("content",),
        texts=("content",),
        before=tourneys.without_entrants,
    ),
    "tournaments/{id}/report/preview": Write(
        f"{ONE}/report/preview",
        RUN,
        lambda _: {"content": tourneys.FILE},
        status=200,
        required=("content",),
        texts=("content",),
        before=tourneys.without_entrants,
    ),
    "tournaments/{id}/draw": Write(
        f"{ONE}/draw",
        RUN,
        lambda here: {"version": _version(here), "seed": "queen"},
        required=("version",),
        texts=("seed",),
    ),
    "tournaments/{id}/draw-jobs/{job}/cancel": Write(
        f"{ONE}/draw-jobs/{{job}}/cancel",
        RUN,
        lambda _: {},
        status=200,
        before=tourneys.drawing,
    ),
    "tournaments/{id}/import-jobs/{job}/cancel": Write(
        f"{ONE}/import-jobs/{{import}}/cancel",
        RUN,
        lambda _: {},
        status=200,
        before=tourneys.importing,
    ),
    "tournaments/{id}/manual-orders": Write(
        f"{ONE}/manual-orders",
        RUN,
        lambda here: _ranked(here) | {"version": _version(here)},
        required=("players", "reason", "version"),
        before=swiss_level,
    ),
    "tournaments/{id}/manual-orders/preview": Write(
        f"{ONE}/manual-orders/preview",
        RUN,
        lambda here: _ranked(here),
        status=200,
        required=("players", "reason"),
        before=swiss_level,
    ),
    "tournaments/{id}/manual-orders/{order}/end": Write(
        f"{ONE}/manual-orders/{{swiss_order}}/end",
        RUN,
        lambda _: {"reason": "A mistake."},
        before=swiss_ranked,
    ),
    "tournaments/{id}/what-if": Write(
        f"{ONE}/what-if", Act.SEE_PUBLIC, tried, status=200, keeps=False, before=tourneys.published
    ),
    "tournaments/{id}/schedule": Write(
        f"{ONE}/schedule",
        RUN,
        lambda _: {"at": "2099-01-01T20:00:00Z", "publish": True},
        status=200,
        required=("at",),
        texts=("at",),
        nullable=("at",),
    ),
    "tournaments/{id}/start": Write(
        f"{ONE}/start",
        Act.START_ANY,
        _free,
        required=("evening", "matches"),
        before=tourneys.startable,
    ),
    "tournaments/{id}/pools/start": Write(
        f"{POOLED}/pools/start",
        Act.RUN_CONTEST,
        _seats,
        required=("evening", "pools", "accepted"),
        before=pooling.startable,
    ),
    "tournaments/{id}/pools/{pool}/award": Write(
        f"{POOLED}/pools/{{pool}}/award",
        RUN,
        lambda _: {"winner": None, "reason": "Nobody came"},
        status=200,
        required=("winner", "reason"),
        texts=("reason",),
        nullable=("winner",),
    ),
    "tournaments/{id}/pools/{pool}/award-back": Write(
        f"{POOLED}/pools/{{pool}}/award-back",
        RUN,
        lambda _: {},
        status=200,
        before=pooling.awarded,
    ),
    "tournaments/{id}/rounds/{number}/publish": Write(
        f"{ONE}/rounds/1/publish",
        RUN,
        _of_version,
        status=200,
        required=("version",),
        before=tourneys.drafted,
    ),
    "tournaments/{id}/rounds/{number}/take-back": Write(
        f"{ONE}/rounds/1/take-back",
        RUN,
        _of_version,
        status=200,
        required=("version",),
        before=tourneys.published,
    ),
    "tournaments/{id}/meetings/{fixture}/award": Write(
        f"{ONE}/meetings/{{meeting}}/award",
        RUN,
        lambda _: {"award": "home", "reason": "did not come"},
        status=200,
        required=("award", "reason"),
        texts=("reason",),
        before=tourneys.published,
    ),
    "tournaments/{id}/meetings/{fixture}/start-back": Write(
        f"{ONE}/meetings/{{meeting}}/start-back",
        RUN,
        lambda _: {},
        status=200,
        before=tourneys.begun,
    ),
    "tournaments/{id}/meetings/{fixture}/award-back": Write(
        f"{ONE}/meetings/{{meeting}}/award-back",
        RUN,
        lambda _: {},
        status=200,
        before=tourneys.awarded,
    ),
}

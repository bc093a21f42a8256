"""Results, players and late corrections."""

from collections.abc import Mapping
from typing import Any

from ecarte_club.clubs.permissions import Act
from tests.site.page_rows.league import adjourned, annulled
from tests.support.scene import Scene

from .kinds import Read, Write


def _seen(scene: Scene) -> Mapping[str, Any]:
    scene.evening.refresh_from_db()
    return {"version": scene.evening.version}


def _insertion(_scene: Scene) -> Mapping[str, Any]:
    hand = {"dealer": "b", "opening": "exchanged", "tricks": {"a": 2, "b": 3}}
    where = {"operation": "insert_before", "number": 1, "version": 1}
    return {**where, "hand": hand, "reason": "A hand was forgotten."}


def _swapped(scene: Scene) -> Mapping[str, Any]:
    """Bob played as the first player, and Ann as the second."""
    pair = {name: scene.house.players[name].pk for name in ("ann", "bob")}
    return {**ANNULLING, "player_a": pair["bob"], "player_b": pair["ann"]}


REVISION = ("operation", "number", "reason", "version")
ANNULLING = {"version": 1, "reason": "A trial."}

READS = {
    "evenings/{id}/results": Read("evenings/{evening}/results", any_table=True),
    "evenings/{id}/results.csv": Read("evenings/{evening}/results.csv", any_table=True),
    "evenings/{id}/letters": Read("evenings/{evening}/letters", Act.SIGN_OFF),
    "players/{id}/record": Read("players/{player}/record", Act.SEE_CLUB),
    "players/{id}/matches.csv": Read("players/{player}/matches.csv", Act.SEE_CLUB),
}
WRITES = {
    "matches/{id}/annulment": Write(
        "matches/{match}/annulment",
        Act.CORRECT,
        lambda _: ANNULLING,
        required=("reason", "version"),
        texts=("reason",),
    ),
    "matches/{id}/annulment/back": Write(
        "matches/{match}/annulment/back",
        Act.CORRECT,
        lambda _: {"version": 2, "reason": "It was no trial."},
        before=annulled,
        required=("reason", "version"),
        texts=("reason",),
    ),
    "matches/{id}/annulment/preview": Write(
        "matches/{match}/annulment/preview",
        Act.CORRECT,
        lambda _: ANNULLING,
        # A look: nothing is kept of it but the answer to its key.
        status=200,
        required=("reason", "version"),
        texts=("reason",),
    ),
    "matches/{id}/players": Write(
        "matches/{match}/players",
        Act.CORRECT,
        _swapped,
        required=("player_a", "player_b", "reason", "version"),
        texts=("reason",),
    ),
    "matches/{id}/players/preview": Write(
        "matches/{match}/players/preview",
        Act.CORRECT,
        _swapped,
        status=200,
        required=("player_a", "player_b", "reason", "version"),
        texts=("reason",),
    ),
    "matches/{id}/table": Write(
        "matches/{match}/table",
        Act.START_ANY,
        lambda scene: {
            "evening_table": scene.ids["free_table"],
            "from_table": scene.table.pk,
        },
        required=("evening_table", "from_table"),
    ),
    "matches/{id}/abandonment": Write(
        "matches/{match}/abandonment",
        Act.CORRECT,
        lambda _: ANNULLING,
        required=("reason", "version"),
        texts=("reason",),
    ),
    "matches/{id}/abandonment/preview": Write(
        "matches/{match}/abandonment/preview",
        Act.CORRECT,
        lambda _: ANNULLING,
        status=200,
        required=("reason", "version"),
        texts=("reason",),
    ),
    "matches/{id}/adjournment": Write(
        "matches/{match}/adjournment",
        Act.ENTER_ANY,
        lambda _: {"version": 1},
        own=Act.ENTER_OWN,
        required=("version",),
    ),
    "matches/{id}/resumption": Write(
        "matches/{match}/resumption",
        Act.START_ANY,
        lambda _: {"version": 2},
        own=Act.START_OWN,
        before=adjourned,
        required=("version",),
    ),
    "evenings/{id}/letters": Write(
        "evenings/{evening}/letters", Act.SIGN_OFF, _seen, status=202, required=("version",)
    ),
    "matches/{id}/revisions": Write(
        "matches/{match}/revisions", Act.CORRECT, _insertion, required=REVISION
    ),
    "matches/{id}/revisions/preview": Write(
        "matches/{match}/revisions/preview",
        Act.CORRECT,
        _insertion,
        status=200,
        required=REVISION,
    ),
    "matches/{id}/undo/preview": Write(
        "matches/{match}/undo/preview", Act.CORRECT, lambda _: {"version": 1}, status=200
    ),
    "matches/{id}/entries/{number}/corrections/preview": Write(
        "matches/{match}/entries/{number}/corrections/preview",
        Act.CORRECT,
        lambda _: {
            "version": 1,
            "hand": {"dealer": "b", "opening": "exchanged", "tricks": {"a": 2, "b": 3}},
            "reason": "misread",
        },
        # A look: nothing is kept of it but the answer to its key.
        status=200,
    ),
}

"""At a table by its code, mending there, and the opponent's yes."""

from ecarte_club.clubs.rights import Act, Scope
from tests.stages import finished

from .kinds import Read, Write

READS: dict[str, Read] = {
    "tables/{id}/code": Read("tables/{table}/code", Act.RUN_EVENING, scope=Scope.MANAGE),
}
WRITES: dict[str, Write] = {
    "table-codes": Write(
        "table-codes",
        None,
        lambda scene: {"player": scene.house.players["ann"].pk, "code": scene.table.code},
        required=("code",),
        texts=("code",),
        nullable=("player",),
    ),
    "matches/{id}/entries/{number}/mend": Write(
        "matches/{match}/entries/{number}/mend",
        Act.MEND_ANY,
        lambda _: {
            "version": 1,
            "hand": {
                "dealer": None,
                "opening": "exchanged",
                "kings": [],
                "tricks": {"a": 5, "b": 0},
            },
            "trump_turned": False,
        },
        own=Act.MEND_OWN,
        required=("version", "hand", "trump_turned"),
    ),
    "matches/{id}/games/{game}/confirm": Write(
        "matches/{match}/games/1/confirm",
        Act.CONFIRM_ANY,
        lambda _: {"number": 5},
        own=Act.CONFIRM_OWN,
        required=("number",),
        before=finished,
    ),
}

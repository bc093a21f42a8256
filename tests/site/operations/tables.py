"""At a table by its code, mending there, and the opponent's yes."""

from ecarte_club.clubs.permissions import Act, Scope
from tests.support.stages import finished, flagged

from .kinds import Read, Write

READS: dict[str, Read] = {
    "tables/{id}/code": Read("tables/{table}/code", Act.RUN_EVENING, scope=Scope.MANAGE),
    "matches/{id}/flags": Read("matches/{match}/flags", own=Act.SEE_EVENING),
    "flags/{id}": Read("flags/{answered}", Act.SEE_CLUB),
    "clubs/{slug}/flags": Read("clubs/{slug}/flags", Act.SEE_CLUB),
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
    "matches/{id}/flags": Write(
        "matches/{match}/flags",
        Act.FLAG_ANY,
        lambda _: {"number": 1, "text": "It was 5–3."},
        own=Act.FLAG_OWN,
        required=("text",),
        texts=("text",),
        nullable=("number",),
    ),
    "flags/{id}/settle": Write(
        "flags/{flag}/settle",
        Act.SETTLE_FLAG,
        lambda _: {"answer": "It was 5–3 indeed."},
        required=("answer",),
        texts=("answer",),
        before=flagged,
    ),
}

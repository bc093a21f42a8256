from ecarte_club.clubs.permissions import Act, Scope
from ecarte_club.clubs.services.member_import import plan

from .kinds import Read, Write

TEXT = "id,name\n,Eve\n"

READS: dict[str, Read] = {
    "clubs/{slug}/players.csv": Read("clubs/{slug}/players.csv", Act.SEE_CLUB),
    "players/{id}/merges": Read("players/{merged}/merges", Act.MERGE_PLAYERS, scope=Scope.MANAGE),
    "players/{id}/merges/{merge}/preview": Read(
        "players/{merged}/merges/{merge}/preview", Act.MERGE_PLAYERS, scope=Scope.MANAGE
    ),
    "players/{id}/merge/preview": Read(
        "players/{player}/merge/preview?other={spare}", Act.MERGE_PLAYERS
    ),
}
WRITES: dict[str, Write] = {
    "players/{id}": Write(
        "players/{other}",
        Act.CHANGE_PLAYER,
        lambda _: {"version": 0, "name": "Cydney", "left_on": "2026-11-01"},
        required=("version",),
        nullable=("left_on",),
    ),
    "players/{id}/merge": Write(
        "players/{player}/merge",
        Act.MERGE_PLAYERS,
        lambda scene: {"other": scene.spare.pk, "version": 0, "other_version": 0},
        required=("other", "version", "other_version"),
    ),
    "players/{id}/merges/{merge}/undo": Write(
        "players/{merged}/merges/{merge}/undo",
        Act.MERGE_PLAYERS,
        lambda _: {"version": 1},
        required=("version",),
    ),
    "clubs/{slug}/players/import/preview": Write(
        "clubs/{slug}/players/import/preview",
        Act.ADD_PLAYER,
        lambda _: {"csv": TEXT},
        # A look: nothing is kept of it but the answer to its key.
        status=200,
        required=("csv",),
        texts=("csv",),
    ),
    "clubs/{slug}/players/import": Write(
        "clubs/{slug}/players/import",
        Act.ADD_PLAYER,
        lambda scene: {"csv": TEXT, "seen": plan(scene.house.person("director"), TEXT).seen},
        required=("csv", "seen"),
        texts=("csv", "seen"),
    ),
}

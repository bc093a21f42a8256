from ecarte_club.clubs.rights import Act

from .kinds import Read, Write

READS: dict[str, Read] = {
    "clubs/{slug}/players.csv": Read("clubs/{slug}/players.csv", Act.SEE_CLUB),
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
}

from ecarte_club.clubs.rights import Act

from .kinds import Read, Write

READS: dict[str, Read] = {
    "clubs/{slug}/players.csv": Read("clubs/{slug}/players.csv", Act.SEE_CLUB),
}
WRITES: dict[str, Write] = {
    "players/{id}": Write(
        "players/{other}",
        Act.CHANGE_PLAYER,
        lambda _: {"version": 0, "name": "Cydney", "left_on": "2026-11-01"},
        required=("version",),
        nullable=("left_on",),
    ),
}

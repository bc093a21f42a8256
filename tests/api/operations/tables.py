"""At a table by its code."""

from ecarte_club.clubs.rights import Act, Scope

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
}

"""Archives: everything a club has, as one file."""

from ecarte_club.clubs.permissions import Act, Scope

from .kinds import Read, Write

TAKE, MANAGE = Act.TAKE_ARCHIVE, Scope.MANAGE
READS: dict[str, Read] = {
    "clubs/{slug}/archives": Read("clubs/{slug}/archives", TAKE, scope=MANAGE),
    "archives/{id}": Read("archives/{archive}", TAKE, scope=MANAGE),
    "archives/{id}/file": Read("archives/{archive}/file", TAKE, scope=MANAGE),
}
WRITES: dict[str, Write] = {
    "clubs/{slug}/archives": Write(
        "clubs/{slug}/archives", TAKE, lambda _: {"days": 7}, status=202, required=("days",)
    ),
    "archives/{id}/delete": Write(
        "archives/{archive}/delete",
        TAKE,
        lambda _: {"state": "made"},
        status=200,
        required=("state",),
    ),
}

from ecarte_club.clubs.rights import Act
from tests.scene import Scene

from .kinds import Read, Write


def _scorer(scene: Scene) -> int:
    return scene.house.users["scorer"].pk


READS: dict[str, Read] = {
    "clubs/{slug}/roles": Read("clubs/{slug}/roles", Act.GIVE_ROLE),
    "clubs/{slug}/roles/preview": Read(
        "clubs/{slug}/roles/preview?user={user}&role=scorer", Act.GIVE_ROLE
    ),
}
WRITES: dict[str, Write] = {
    "clubs/{slug}/roles": Write(
        "clubs/{slug}/roles",
        Act.GIVE_ROLE,
        lambda scene: {"user": _scorer(scene), "role": "director"},
    ),
    "clubs/{slug}/roles/take": Write(
        "clubs/{slug}/roles/take",
        Act.GIVE_ROLE,
        lambda scene: {"user": _scorer(scene), "role": "scorer"},
    ),
}

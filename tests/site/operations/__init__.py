"""Every operation of /api/v1/ with the act it is, and content that it takes: a module an area.

The tests of rights, of bad input and of tokens all go through this list; one of them fails when
the published schema has an operation that is not here.
"""

from ecarte_club.clubs.permissions import Act
from tests.support.scene import HAND, Scene, scene

from . import (
    afterwards,
    archives,
    cards,
    contests,
    evenings,
    hooks,
    laws,
    league,
    odds,
    online,
    paper,
    people,
    personal,
    planning,
    ratings,
    roles,
    rules,
    settling,
    standings,
    tables,
    teams,
    tournaments,
)
from .kinds import Read, Write
from .league import SEASON

AREAS = (
    league,
    people,
    personal,
    roles,
    rules,
    evenings,
    tables,
    paper,
    afterwards,
    cards,
    laws,
    odds,
    online,
    contests,
    settling,
    hooks,
    ratings,
    archives,
    standings,
    planning,
    tournaments,
    teams,
)
READS: dict[str, Read] = {path: row for area in AREAS for path, row in area.READS.items()}
WRITES: dict[str, Write] = {path: row for area in AREAS for path, row in area.WRITES.items()}


# Take what nobody in the scene has: a stake on a match (tests/online/test_pointing.py), or practice
# against a robot (tests/adviser).
STAKED = {
    "online-tables/{id}/pointing": Act.PLAY_ONLINE,
    "online-tables/{id}/advice": Act.PLAY_ONLINE,
}
# Save nothing, and so need no key.
KEYLESS = {name for name, write in WRITES.items() if not write.keeps}
# Sent while they are made: their tag would come after them.
STREAMS = {"leagues/{id}/events", "clubs/{slug}/score-sheet.csv", "archives/{id}/file"}


def staged(here: Scene, name: str) -> Scene:
    """Made ready, so that the write of this name is possible."""
    WRITES[name].before(here)
    return here


__all__ = [
    "HAND",
    "KEYLESS",
    "READS",
    "SEASON",
    "STAKED",
    "STREAMS",
    "WRITES",
    "Read",
    "Scene",
    "Write",
    "scene",
    "staged",
]

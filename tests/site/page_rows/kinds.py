"""What a row of the list of pages says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ecarte_club.clubs.permissions import Act
from tests.support.scene import Scene, as_it_is

Sent = Callable[[Scene], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Page:
    """One address: `path` is filled by `Scene.path`, and stands below the club unless it begins
    with a slash.

    `act`: what it takes when nothing is public; None, nothing at all. `own`: what suffices to who
    plays there or has its table's code; `any_table`: the code of any table of the evening does.
    `sent`: what a form posts here, when it writes; `reads` is False where only that is answered.
    `write_act` and `write_own`: what the writing takes, where that is more than the reading.
    `before`: what must have happened in the scene for the writing to be possible.
    """

    path: str
    act: Act | None = Act.SEE_CLUB
    own: Act | None = None
    any_table: bool = False
    # Who plays what the page is of, at no table of the scene, and so may what `act` takes.
    player: str = ""
    sent: Sent | None = None
    reads: bool = True
    write_act: Act | None = None
    write_own: Act | None = None
    before: Callable[[Scene], None] = as_it_is

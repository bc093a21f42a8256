"""Taking places by lot: the site draws, and publishes the seed."""

import secrets
from collections.abc import Iterable

from django.db import transaction

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from scoring.contests.models import Contest
from scoring.contests.rules import pool, room
from scoring.contests.rules.pool import Seated
from scoring.contests.selectors.drawing import ACT
from scoring.tables.draws import drawn

from . import gates
from .writing import Told, added, held, seen

SEED_BYTES = 4


def seed_made() -> str:
    return secrets.token_hex(SEED_BYTES)


@transaction.atomic(savepoint=False)
def places_draw(*, by: Person, contest: Contest, version: int) -> Told:
    """Of a pool: who is inscribed, in the order that the seed gives.

    Raises: Denied; Stale; Invalid, with the source, when places are taken or players too few, and
    where what is put in is over somebody's limit.
    """
    require(by, Act.RUN_CONTEST)
    course = held(contest)
    seen(course, version)
    state, seed = course.room.contest, seed_made()
    waiting = state.inscribed if isinstance(state, pool.State) else room.queue(course.room)
    taken = Seated(drawn(waiting, seed))
    told = added(by, course, taken)
    gates.check_limits(told, taken)
    drawing_note(by, contest, seed)
    return told


def drawing_note(by: Person, contest: Contest, seed: str) -> None:
    log_act(by, ACT, kind="contest", about=contest.pk, seed=seed)


def places_drawn(players: Iterable[int]) -> tuple[tuple[int, ...], str]:
    """For a contest that is about to be opened: the order, and its seed."""
    seed = seed_made()
    return drawn(players, seed), seed

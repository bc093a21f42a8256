"""Corrections of a contest by a director, and what an undo or a correction would change."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from ecarte_club.clubs.permissions import Act, Person, require
from games.matches.selectors.effects import Change
from games.matches.selectors.effects import changes as differing
from scoring.contests.models import Contest
from scoring.contests.selectors.summaries import figures

from . import checks
from .entries import Entered, check_version, entries_write, lock_course
from .events import contest_undo
from .facts import changes_keeping_facts, check_games_on_pads


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What an act would enter, and every figure that it would change."""

    entered: Entered
    changes: tuple[Change, ...]


def contest_correct_preview(
    *, by: Person, contest: Contest, changes: Iterable[tuple[int, Any]], reason: str, version: int
) -> Foreseen:
    """Found by doing it in a transaction that is rolled back. Raises: as contest_correct."""
    require(by, Act.CORRECT)
    return _preview(
        contest,
        lambda: contest_correct(
            by=by, contest=contest, changes=changes, reason=reason, version=version
        ),
    )


def contest_undo_preview(*, by: Person, contest: Contest, version: int) -> Foreseen:
    """Raises: as contest_undo."""
    checks.require_table(by, contest)
    return _preview(contest, lambda: contest_undo(by=by, contest=contest, version=version))


def _preview(contest: Contest, act: Callable[[], Entered]) -> Foreseen:
    with transaction.atomic():
        before = figures(contest)
        entered = act()
        after = figures(contest)
        transaction.set_rollback(True)
    return Foreseen(entered, differing(before, after))


@transaction.atomic(savepoint=False)
def contest_correct(
    *, by: Person, contest: Contest, changes: Iterable[tuple[int, Any]], reason: str, version: int
) -> Entered:
    """At each of these places stands from now on this event, or nothing; what follows from it is
    reversed and moved anew. Nobody is unseated by it: who sat down since stays where they sat, and
    only the money is another, unless the event itself says who kept the seat. Who won a game that
    was played on the pad is corrected there.

    Raises: Denied; Stale; Invalid, naming the place that can no longer be, or for want of a reason.
    """
    require(by, Act.CORRECT)
    reason = checks.clean_reason(reason)
    wanted = dict(changes)
    checks.check_players(contest, wanted.values())
    course = lock_course(contest, correcting=True)
    check_version(course, version)
    checks.check_correctable(course, wanted)
    following = changes_keeping_facts(course, wanted)
    entered = entries_write(
        by, course, following.changes, reason=reason, gave_way=following.gave_way
    )
    check_games_on_pads(course, entered.course)
    return entered

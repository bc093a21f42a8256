"""Correct what was entered: replace, remove or insert anything anywhere, with one reason."""

from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from games.engine.rulings.book import with_laws
from games.engine.states import MatchState
from games.engine.terms import Entry as Play
from games.engine.terms import HandEntry, Terms
from games.matches.labels import engine
from games.matches.models import Entry, Match
from games.matches.rules import order
from games.matches.rules.revision import (
    Blocked,
    Edit,
    Later,
    Operation,
    Revision,
    Slot,
    choices,
    revised,
    state_before,
)
from games.matches.selectors.logs import Log
from games.matches.selectors.reading import EntryReading, play, seat, terms

from .entries import (
    Foreseen,
    Written,
    checked_reason,
    entry_write,
    foreseen,
    in_place_of,
    log_at,
    placed,
    state_at,
)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a choice for the later entries comes to. `revision` None: it is impossible, for the
    reason in `detail`, and `entry` is the number of the one in the way."""

    later: Later
    revision: Revision | None
    entry: int | None = None
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class ForeseenRevision(Foreseen):
    """`choices`: those that make a difference."""

    later: Later
    revision: Revision
    choices: tuple[Choice, ...]

    @property
    def entries(self) -> list[EntryReading]:
        """The whole match as it would be, in the order of play."""
        reading = self.written.reading
        return [EntryReading(reading, *line) for line in reading.lines()]


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be done to a match. `old`: the entry that it is about."""

    match: Match
    log: Log
    operation: Operation
    old: Entry
    edit: Edit

    @property
    def slots(self) -> tuple[Slot, ...]:
        return _slots(self.log)

    def revised(self, later: Later) -> Revision | Blocked:
        return revised(*self._frame(), self.slots, self.edit, later)

    def choices(self) -> tuple[Choice, ...]:
        every = choices(*self._frame(), self.slots, self.edit)
        return tuple(
            Choice(later, result)
            if isinstance(result, Revision)
            else Choice(later, None, result.number, engine.refusal(result.refusal))
            for later, result in every.items()
        )

    def _frame(self) -> tuple[Terms, Any]:
        return terms(self.match), seat(self.match.first_dealer)


@transaction.atomic(savepoint=False)
def match_revise(
    *,
    by: Person,
    match: Match,
    operation: Operation,
    number: int,
    what: Play | None,
    reason: str,
    version: int,
    later: Later = Later.MOVE,
) -> Written:
    """`what` replaces the entry of this number or comes before or after it; None: it is removed.

    `later`: what becomes of the entries after it. One entry and one undo, however many move.
    Raises: Absent, Stale, Denied; Invalid with the law, and `entry` where another is in the way.
    """
    require(by, Act.CORRECT)
    reason = checked_reason(reason)
    plan = _plan(match, log_at(match, version, also_stopped=True), operation, number, what)
    revision = plan.revised(later)
    if isinstance(revision, Blocked):
        raise _refused(revision, plan)
    log, old, slot = plan.log, plan.old, plan.edit.slot
    entry = Entry(place=log.next_place() if operation.inserts else old.place, reason=reason)
    entry.supersedes = None if operation.inserts else old
    entry.order = _order(plan, revision)
    before = state_at(match, log)
    return entry_write(by, match, log, before, entry, slot.play if slot else None)


@transaction.atomic(savepoint=False)
def first_entry_insert(
    *, by: Person, match: Match, what: Play, reason: str, version: int
) -> Written:
    """Into a match in which nothing stands, as a correction: also after its evening's sign-off.

    Raises: Stale, Denied; Invalid with the law, or where something stands.
    """
    require(by, Act.CORRECT)
    log = log_at(match, version, also_stopped=True)
    if log.standing():
        text = _("Something is entered in this match. Insert before or after it.")
        raise Invalid("has_entries", text, field="version")
    before = state_at(match, log)
    play = placed(what, before)
    entry = Entry(place=log.next_place(), reason=checked_reason(reason))
    entry.order = [[log.number() + 1, play.game]]
    return entry_write(by, match, log, before, entry, play)


def match_revise_preview(
    *, by: Person, match: Match, later: Later | None = None, **revision: Any
) -> ForeseenRevision:
    """What match_revise would come to; `later` None: the first choice that is possible.

    `match` is changed as if it had been done: give one that is not used further.
    """
    require(by, Act.CORRECT)
    arguments = ("operation", "number", "what")
    log = log_at(match, revision["version"], also_stopped=True)
    plan = _plan(match, log, **{name: revision[name] for name in arguments})
    every = plan.choices()
    possible = [one.later for one in every if one.revision]
    chosen = later or next(iter(possible), Later.MOVE)
    result = plan.revised(chosen)
    if isinstance(result, Blocked):
        raise _refused(result, plan)
    seen = foreseen(by, match, lambda: match_revise(by=by, match=match, later=chosen, **revision))
    return ForeseenRevision(seen.written, seen.changes, chosen, result, every)


def entry_correct(
    *, by: Person, match: Match, number: int, what: Play | None, reason: str, version: int
) -> Written:
    """`what` stands from now on for entry `number`; None takes it back. Later entries stay in their
    games.

    Raises: as match_revise.
    """
    return match_revise(by=by, **_correction(match, number, what, reason, version))


def entry_correct_preview(*, by: Person, match: Match, **correction: Any) -> Foreseen:
    """What entry_correct would come to, with its arguments."""
    return match_revise_preview(by=by, **_correction(match, **correction))


def _correction(
    match: Match, number: int, what: Play | None, reason: str, version: int
) -> dict[str, Any]:
    return {
        "match": match,
        "operation": Operation.REMOVE if what is None else Operation.REPLACE,
        "number": number,
        "what": what,
        "reason": reason,
        "version": version,
        "later": Later.SURPLUS,
    }


def _plan(match: Match, log: Log, operation: Operation, number: int, what: Play | None) -> _Plan:
    """Raises: Absent; Invalid for an entry that does not stand."""
    old, standing = log.numbered(number), log.standing()
    if old not in standing:
        text = _("This entry has been replaced or removed. Correct one that stands.")
        raise Invalid("already_superseded", text, field="number")
    at, slots = standing.index(old), _slots(log)
    slot = None
    if what is not None:
        edit = Edit.of(operation, at, None)
        before = state_before(terms(match), seat(match.first_dealer), slots, edit)
        new = placed(what, before) if operation.inserts else _replacement(what, old, before)
        slot = Slot(log.number() + 1, _with_laws(new, before))
    return _Plan(match, log, operation, old, Edit.of(operation, at, slot))


def _slots(log: Log) -> tuple[Slot, ...]:
    return tuple(Slot(entry.number, play(entry)) for entry in log.standing())


def _replacement(what: Play, old: Entry, before: MatchState) -> Play:
    """A hand told in the notation is read where the match stood before the old one."""
    was = play(old)
    if not (isinstance(what, HandEntry) and what.notation and isinstance(was, HandEntry)):
        return in_place_of(what, was)
    return placed(what, before)


def _with_laws(what: Play, before: MatchState) -> Play:
    if not isinstance(what, HandEntry) or what.notation is not None:
        return what
    return replace(what, record=with_laws(before.terms.code, what.record))


def _order(plan: _Plan, revision: Revision) -> list[list[int]] | None:
    """None where nothing changes but what is in the place of the old entry."""
    new = tuple(order.Placed(slot.number, slot.play.game) for slot in revision.slots)
    if not plan.operation.inserts:
        slot, number = plan.edit.slot, plan.log.number() + 1
        act = order.Act(number, slot.play.game if slot else None, supersedes=plan.old.number)
        if order.standing((*plan.log.acts, act)) == new:
            return None
    return [[placed.number, placed.game] for placed in new]


def _refused(blocked: Blocked, plan: _Plan) -> Invalid:
    """With `later`: the choices that are possible."""
    fault = engine.ruled(blocked.refusal, culprit=blocked.number)
    possible = [one.later.value for one in plan.choices() if one.revision]
    own = [slot.number for slot in plan.slots[: plan.edit.at]]
    if blocked.number is None or blocked.number in own:
        return fault
    extra = {**fault.extra, "later": possible}
    return Invalid(fault.code, fault.detail, errors={"later": str(fault.detail)}, extra=extra)

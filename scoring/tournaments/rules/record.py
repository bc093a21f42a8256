"""What was entered in a stage, and what of it is not taken.

Everything else in a stage follows from who entered it and from this record, so that what is taken
back leaves no trace.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from .events import Begun, CameBack, Drew, Event, Slot, TakenBack, WalkedOver, Withdrew, Won
from .refusals import Refusal, Why
from .stages import Fixture, How, Status


class Result(NamedTuple):
    slot: Slot
    how: How
    winner: int | None


@dataclass(frozen=True, slots=True)
class Record:
    """`results` and `begun` in the order of the slots, `withdrawn` in that of the withdrawals."""

    results: tuple[Result, ...] = ()
    begun: tuple[Slot, ...] = ()
    withdrawn: tuple[int, ...] = ()


def result_of(event: Won | Drew | WalkedOver) -> Result:
    match event:
        case Won(slot, winner):
            return Result(slot, How.PLAYED, winner)
        case Drew(slot):
            return Result(slot, How.PLAYED, None)
        case WalkedOver(slot, None):
            return Result(slot, How.BOTH_ABSENT, None)
    return Result(event.slot, How.WALKOVER, event.winner)


def recorded(record: Record, event: Event) -> Record:
    """With an event that is taken."""
    match event:
        case Begun(slot):
            return replace(record, begun=tuple(sorted({*record.begun, slot})))
        case Won() | Drew() | WalkedOver():
            results = sorted((*record.results, result_of(event)), key=lambda one: one.slot)
            return replace(record, results=tuple(results))
        case TakenBack(slot):
            return _without(record, slot)
        case Withdrew(entrant):
            return replace(record, withdrawn=(*record.withdrawn, entrant))
    left = tuple(one for one in record.withdrawn if one != event.entrant)
    return replace(record, withdrawn=left)


def _without(record: Record, slot: Slot) -> Record:
    results = tuple(one for one in record.results if one.slot != slot)
    if len(results) < len(record.results):
        return replace(record, results=results)
    return replace(record, begun=tuple(one for one in record.begun if one != slot))


Fixtures = Mapping[Slot, Fixture]


def by_slot(fixtures: Iterable[Fixture]) -> Fixtures:
    return {fixture.slot: fixture for fixture in fixtures}


def record_refusal(
    record: Record, fixtures: Fixtures, entrants: Iterable[int], event: Event, *, may_draw: bool
) -> Refusal | None:
    """As far as the record and the fixtures tell it."""
    match event:
        case Withdrew(entrant) | CameBack(entrant):
            return _of_entrant(record, entrants, event, entrant)
        case TakenBack(slot):
            kept = {*record.begun, *(result.slot for result in record.results)}
            return None if slot in kept else Refusal(Why.NOTHING_TO_TAKE_BACK, "slot")
    if (fixture := fixtures.get(event.slot)) is None:
        return Refusal(Why.NO_SUCH_FIXTURE, "slot")
    return _of_fixture(fixture, event, may_draw=may_draw)


def _of_entrant(
    record: Record, entrants: Iterable[int], event: Withdrew | CameBack, entrant: int
) -> Refusal | None:
    if entrant not in entrants:
        return Refusal(Why.NOT_ENTERED, "entrant")
    gone = entrant in record.withdrawn
    if isinstance(event, Withdrew):
        return Refusal(Why.WITHDRAWN, "entrant") if gone else None
    return None if gone else Refusal(Why.NOT_WITHDRAWN, "entrant")


def _of_fixture(
    fixture: Fixture, event: Begun | Won | Drew | WalkedOver, *, may_draw: bool
) -> Refusal | None:
    if fixture.status is Status.OVER:
        return Refusal(Why.ALREADY_OVER, "slot")
    if fixture.status is Status.WAITING:
        return Refusal(Why.NOT_DUE, "slot")
    match event:
        case Begun():
            begun = fixture.status is Status.BEGUN
            return Refusal(Why.ALREADY_BEGUN, "slot") if begun else None
        case Drew():
            return None if may_draw else Refusal(Why.DRAW_IMPOSSIBLE)
        case WalkedOver(_, None):
            return None
    return None if event.winner in fixture.entrants else Refusal(Why.NOT_PLAYING, "winner")


def disturbed(record: Record, before: Fixtures, after: Fixtures, but: Slot | None) -> Slot | None:
    """The first fixture, begun or with a result, that others would come to play."""
    for slot in sorted({*record.begun, *(result.slot for result in record.results)}):
        now = after.get(slot)
        if slot != but and (now is None or now.sides != before[slot].sides):
            return slot
    return None

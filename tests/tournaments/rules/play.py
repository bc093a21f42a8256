"""Playing a stage: short words for its events, and whole ones at random."""

from collections.abc import Iterable
from random import Random
from typing import Any, Protocol

import pytest

from scoring.tournaments.rules.stages import (
    Begun,
    CameBack,
    Event,
    Fixture,
    NotTakenError,
    Refusal,
    Slot,
    Status,
    TakenBack,
    WalkedOver,
    Why,
    Withdrew,
    Won,
)

ALICE, BOB, CHLOE, DAVID = 1, 2, 3, 4


class Machine(Protocol):
    def refusal(self, state: Any, event: object) -> Refusal | None: ...
    def apply(self, state: Any, event: object) -> Any: ...
    def fixtures(self, state: Any) -> tuple[Fixture, ...]: ...
    def due(self, state: Any) -> tuple[Fixture, ...]: ...


def refused(machine: Machine, state: Any, event: object) -> Why:
    found = machine.refusal(state, event)
    assert found is not None
    with pytest.raises(NotTakenError) as caught:
        machine.apply(state, event)
    assert caught.value.refusal == found
    return found.why


def after(machine: Machine, state: Any, *events: object) -> Any:
    for event in events:
        state = machine.apply(state, event)
    return state


def winning(machine: Machine, state: Any, winners: Iterable[int], part: int = 0) -> Any:
    """Each of them wins what he is due to play."""
    for winner in winners:
        slot = next(
            one.slot
            for one in machine.due(state)
            if winner in one.entrants and one.slot.part == part
        )
        state = machine.apply(state, Won(slot, winner))
    return state


def the_better_wins(machine: Machine, state: Any) -> Any:
    while found := machine.due(state):
        state = machine.apply(state, Won(found[0].slot, min(found[0].entrants)))
    return state


def pairs(fixtures: Iterable[Fixture]) -> list[tuple[int | None, ...]]:
    return [one.sides for one in fixtures]


def at(machine: Machine, state: Any, *slot: int) -> Fixture:
    return next(one for one in machine.fixtures(state) if one.slot == Slot(*slot))


def something(random: Random, machine: Machine, state: Any) -> Event:
    """What can happen now, more often a match that is played."""
    fixture = random.choice(machine.due(state))
    winner = random.choice(fixture.entrants)
    likely: list[Event] = [Won(fixture.slot, winner)] * 6
    likely += [WalkedOver(fixture.slot, winner), WalkedOver(fixture.slot, None), Withdrew(winner)]
    if fixture.status is Status.DUE:
        likely += [Begun(fixture.slot)] * 2
    return random.choice(likely)


def undoing(event: Event) -> Event | None:
    """The event that takes another one back, for those that something takes back."""
    match event:
        case Won(slot, _) | WalkedOver(slot, _) | Begun(slot):
            return TakenBack(slot)
        case Withdrew(entrant):
            return CameBack(entrant)
    return None

"""Everybody meets everybody by the Berger tables: in one group, or in several side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.leagues.rules.berger import berger
from scoring.leagues.rules.refusals import Refusal as Unplanned

from .stages import (
    Because,
    Event,
    Fixture,
    How,
    Reason,
    Record,
    Refusal,
    Slot,
    Status,
    Why,
    Withdrew,
    by_slot,
    check,
    met,
    record_refusal,
    recorded,
)

GROUP_LEAST = 2


@dataclass(frozen=True, slots=True)
class Terms:
    """`may_draw`: where the format of a match allows a draw."""

    double: bool = False
    may_draw: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The entrants of each group in the order of their numbers in the tables. A slot's part is the
    number of its group, from 1."""

    terms: Terms
    groups: tuple[tuple[int, ...], ...]
    record: Record = field(default_factory=Record)


def groups_refusal(groups: Sequence[Sequence[int]]) -> Refusal | None:
    everybody = [entrant for group in groups for entrant in group]
    if len(set(everybody)) < len(everybody):
        return Refusal(Why.ENTRANT_TWICE, "groups")
    if not groups or min(map(len, groups)) < GROUP_LEAST:
        return Refusal(Why.ENTRANTS_TOO_FEW, "groups", {"least": GROUP_LEAST})
    return None


def begin(terms: Terms, groups: Sequence[Sequence[int]]) -> State:
    """Raises: NotTakenError where somebody is in two groups, or alone in one."""
    check(groups_refusal(groups))
    return State(terms, tuple(map(tuple, groups)))


def entrants(state: State) -> tuple[int, ...]:
    return tuple(entrant for group in state.groups for entrant in group)


def rounds(state: State) -> int:
    return max(fixture.slot.round for fixture in fixtures(state))


def fixtures(state: State) -> tuple[Fixture, ...]:
    """Group by group and round by round, byes included."""
    held = {result.slot: result for result in state.record.results}
    found: list[Fixture] = []
    for number, group in enumerate(state.groups, start=1):
        numbers = {entrant: place for place, entrant in enumerate(group, start=1)}
        for slot, home, away in _planned(number, group, double=state.terms.double):
            if away is None:
                found.append(_bye(slot, home, numbers))
            else:
                places = {"home": numbers[home], "away": numbers[away], "of": len(numbers)}
                reason = Reason(Because.ALL_MEET, places)
                result = held.get(slot)
                found.append(
                    met(slot, (home, away), reason, state.record, result, last_through=False)
                )
    return tuple(found)


def _planned(
    part: int, group: Sequence[int], *, double: bool
) -> list[tuple[Slot, int, int | None]]:
    planned = berger(group, double=double)
    found: list[tuple[Slot, int, int | None]] = []
    # A group that the tables refuse is refused by `begin`.
    for fixture in () if isinstance(planned, Unplanned) else planned:
        same_round = found and found[-1][0].round == fixture.round
        number = found[-1][0].number + 1 if same_round else 1
        found.append((Slot(part, fixture.round, number), fixture.home, fixture.away))
    return found


def _bye(slot: Slot, entrant: int, numbers: Mapping[int, int]) -> Fixture:
    reason = Reason(Because.ODD, {"number": numbers[entrant], "of": len(numbers)})
    return Fixture(slot, (entrant, None), Status.OVER, reason, How.BYE, entrant)


def due(state: State) -> tuple[Fixture, ...]:
    """Of each group its first round that is not over; a later one may be played before it."""
    open_ = [one for one in fixtures(state) if one.status is not Status.OVER]
    first: dict[int, int] = {}
    for fixture in open_:
        first.setdefault(fixture.slot.part, fixture.slot.round)
    return tuple(one for one in open_ if one.slot.round == first[one.slot.part])


def is_over(state: State) -> bool:
    return all(fixture.status is Status.OVER for fixture in fixtures(state))


def refusal(state: State, event: object) -> Refusal | None:
    if not isinstance(event, Event):
        return Refusal(Why.NOT_AN_EVENT)
    found = by_slot(fixtures(state))
    may_draw = state.terms.may_draw
    refused = record_refusal(state.record, found, entrants(state), event, may_draw=may_draw)
    if refused is None and isinstance(event, Withdrew):
        playing = (one for one in found.values() if one.status is not Status.OVER)
        if not any(event.entrant in one.entrants for one in playing):
            refused = Refusal(Why.ALREADY_OUT, "entrant")
    return refused


def apply(state: State, event: Any) -> State:
    """Raises: NotTakenError."""
    check(refusal(state, event))
    return replace(state, record=recorded(state.record, event))

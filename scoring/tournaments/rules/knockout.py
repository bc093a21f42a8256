"""Knock-out: who loses is out, but for third place and the consolation.

Byes go to the best places. The consolation is for who lost the first match that they played, not
by default; it is a knock-out of its own, in the order of the same places, and is known as soon as
nobody can come to it any more. Who lost the final, or plays for third place, is not in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from scoring.tables.ranking import seeded_then_drawn

from . import brackets
from .stages import (
    CameBack,
    Event,
    Fixture,
    Fixtures,
    How,
    Rank,
    Record,
    Refusal,
    Slot,
    Status,
    TakenBack,
    Why,
    Withdrew,
    by_slot,
    check,
    disturbed,
    ranked,
    record_refusal,
    recorded,
)

ENTRANTS_LEAST = 2
THIRD_PLACE_LEAST = 4
CONSOLATION_LEAST = 4
BOTH_LEAST = 6


class Part(IntEnum):
    """A slot's part; none is ever renumbered."""

    MAIN = 0
    THIRD_PLACE = 1
    CONSOLATION = 2


@dataclass(frozen=True, slots=True)
class Terms:
    """`seeds`: so many have the places of their order, the others theirs by lot; None: all have.
    `seed`: of the lots, published."""

    seeds: int | None = None
    seed: str = ""
    third_place: bool = False
    consolation: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """`places`: the entrants, the first place first."""

    terms: Terms
    places: tuple[int, ...]
    record: Record = field(default_factory=Record)


def terms_refusal(terms: Terms, entrants: Sequence[int]) -> Refusal | None:
    """`entrants` in the order of their seeding."""
    number = len(entrants)
    if len(set(entrants)) < number:
        return Refusal(Why.ENTRANT_TWICE, "entrants")
    if number < (least := entrants_least(terms)):
        return Refusal(Why.ENTRANTS_TOO_FEW, "entrants", {"least": least})
    if terms.seeds is None:
        return None
    if not 0 <= terms.seeds <= number:
        return Refusal(Why.SEEDS_IMPOSSIBLE, "seeds", {"least": 0, "most": number})
    return None if terms.seed else Refusal(Why.SEED_MISSING, "seed")


def entrants_least(terms: Terms) -> int:
    if terms.third_place and terms.consolation:
        return BOTH_LEAST
    if terms.third_place:
        return THIRD_PLACE_LEAST
    return CONSOLATION_LEAST if terms.consolation else ENTRANTS_LEAST


def begin(terms: Terms, entrants: Sequence[int]) -> State:
    """Raises: NotTakenError for terms that so many cannot play by."""
    check(terms_refusal(terms, entrants))
    return State(terms, seeded_then_drawn(entrants, terms.seeds, terms.seed))


# what is to be played


def fixtures(state: State) -> tuple[Fixture, ...]:
    """All of them round by round, byes and what waits included; then third place, consolation."""
    main = brackets.tree(Part.MAIN, state.places, state.record)
    found = [fixture for round_ in main for fixture in round_]
    if state.terms.third_place:
        found.append(brackets.third_place(Part.THIRD_PLACE, main[-2], state.record))
    if (consoled := _consoled(state, main)) is not None:
        tree = brackets.tree(Part.CONSOLATION, consoled, state.record)
        found += [fixture for round_ in tree for fixture in round_]
    return tuple(found)


def due(state: State) -> tuple[Fixture, ...]:
    """What can be played now, and what is being played."""
    return tuple(one for one in fixtures(state) if one.status in (Status.DUE, Status.BEGUN))


def consoled(state: State) -> tuple[int, ...] | None:
    """Who is in the consolation; None where there is none or it is not known yet."""
    return _consoled(state, brackets.tree(Part.MAIN, state.places, state.record))


Rounds = Sequence[Sequence[Fixture]]


def _first_losers(state: State, main: Rounds) -> tuple[set[int], set[int]]:
    """Who lost the first match they played, and who has played."""
    lost: set[int] = set()
    played: set[int] = set()
    for fixture in _leading_to_consolation(state, main):
        if fixture.how is How.PLAYED:
            lost |= set(fixture.losers) - played
            played |= set(fixture.entrants)
    return lost, played


def _leading_to_consolation(state: State, main: Rounds) -> list[Fixture]:
    leading = main[:-2] if state.terms.third_place else main[:-1]
    return [fixture for round_ in leading for fixture in round_]


def _consoled(state: State, main: Rounds) -> tuple[int, ...] | None:
    if not state.terms.consolation:
        return None
    lost, played = _first_losers(state, main)
    for fixture in _leading_to_consolation(state, main):
        if fixture.status is not Status.OVER and set(fixture.entrants) - played:
            return None
    return tuple(one for one in state.places if one in lost)


def is_over(state: State) -> bool:
    return all(fixture.status is Status.OVER for fixture in fixtures(state))


def still_in(state: State) -> frozenset[int]:
    """Who may have something to play yet, in whichever part."""
    found = {
        entrant
        for fixture in fixtures(state)
        if fixture.status is not Status.OVER
        for entrant in fixture.entrants
    }
    main = brackets.tree(Part.MAIN, state.places, state.record)
    if state.terms.consolation and _consoled(state, main) is None:
        found |= _first_losers(state, main)[0]
    if state.terms.third_place:
        semi_finals = main[-2]
        if not all(one.status is Status.OVER for one in semi_finals):
            found |= {loser for one in semi_finals for loser in one.losers}
    return frozenset(found)


def ranking(state: State, part: Part = Part.MAIN) -> tuple[Rank, ...]:
    """Of all the entrants, or of the consolation's; nothing until all is over. Who went out in the
    same round shares the rank, unless third place was played for."""
    if not is_over(state):
        return ()
    found = fixtures(state)
    entrants = state.places if part is Part.MAIN else (consoled(state) or ())
    # Before any round, for who is alone; who is never out has come beyond the last one.
    beyond = brackets.rounds(len(entrants)) + 1
    reached = dict.fromkeys(entrants, (beyond, 0))
    for fixture in found:
        if fixture.slot.part == part:
            reached.update(dict.fromkeys(fixture.losers, (fixture.slot.round, 0)))
    if part is Part.MAIN and (third := _third(found)) is not None:
        reached[third] = (reached[third][0], 1)
    return ranked(reached.items())


def _third(found: Sequence[Fixture]) -> int | None:
    for fixture in found:
        if fixture.slot.part == Part.THIRD_PLACE:
            return fixture.winner
    return None


# what is not taken, and what is


def refusal(state: State, event: object) -> Refusal | None:
    if not isinstance(event, Event):
        return Refusal(Why.NOT_AN_EVENT)
    before = by_slot(fixtures(state))
    refused = record_refusal(state.record, before, state.places, event, may_draw=False)
    if refused is None and isinstance(event, Withdrew) and event.entrant not in still_in(state):
        refused = Refusal(Why.ALREADY_OUT, "entrant")
    if refused is None and isinstance(event, TakenBack | CameBack):
        refused = _disturbing(state, before, event)
    return refused


def _disturbing(state: State, before: Fixtures, event: TakenBack | CameBack) -> Refusal | None:
    after = by_slot(fixtures(_applied(state, event)))
    but = event.slot if isinstance(event, TakenBack) else None
    if (slot := disturbed(state.record, before, after, but)) is None:
        return None
    return Refusal(Why.NEXT_BEGUN, params=slot._asdict())


def in_the_way(state: State, sat: Mapping[Slot, frozenset[int | None]]) -> tuple[Slot, ...]:
    """`sat`: who plays or played what has begun, or was decided. What of it others would come to
    play, and what rests on that; in the order in which it can be taken back."""
    found: set[Slot] = set()
    while True:
        now = by_slot(fixtures(state))
        wrong = {
            slot
            for slot, pair in sat.items()
            if slot not in found and (slot not in now or pair != {*now[slot].entrants})
        }
        if not wrong:
            return tuple(sorted(found, reverse=True))
        found |= wrong
        for slot in wrong:
            state = _applied(state, TakenBack(slot))


def _applied(state: State, event: Event) -> State:
    return replace(state, record=recorded(state.record, event))


def apply(state: State, event: Any) -> State:
    """Raises: NotTakenError."""
    check(refusal(state, event))
    return _applied(state, event)

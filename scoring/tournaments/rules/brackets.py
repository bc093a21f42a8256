"""The places of a knock-out of any number, and the tree of its fixtures.

Places are counted from 1, the best seed's. In a bracket of 2 ** k each round brings the places
together whose sum is one more than are left, if the better one always wins: 1 and 2 can meet in
the final only, the first four not before the semi-finals. A place without an entrant is a bye
for who would have met it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from .stages import Because, Fixture, How, Reason, Record, Result, Slot, Status, met


def rounds(entrants: int) -> int:
    return max(entrants - 1, 0).bit_length()


def byes(entrants: int) -> int:
    return int(2 ** rounds(entrants)) - entrants


def lines(entrants: int) -> tuple[int, ...]:
    """The places from the top of the sheet to its foot; 8: 1 8, 5 4, 3 6, 7 2."""
    order = [1]
    for _round in range(rounds(entrants)):
        total = 2 * len(order) + 1
        order = [
            place
            for line, better in enumerate(order)
            for place in ((better, total - better) if line % 2 == 0 else (total - better, better))
        ]
    return tuple(order)


class Side(NamedTuple):
    """Known, and nobody: where nobody comes from."""

    known: bool
    entrant: int | None = None


NOBODY = Side(known=True)


def tree(part: int, order: Sequence[int], record: Record) -> tuple[tuple[Fixture, ...], ...]:
    """Round by round; the entrants in the order of their places. One alone has no fixture."""
    held = {result.slot: result for result in record.results}
    last = rounds(len(order))
    places = lines(len(order))
    sides = [Side(True, order[place - 1]) if place <= len(order) else NOBODY for place in places]
    found: list[tuple[Fixture, ...]] = []
    for round_ in range(1, last + 1):
        fixtures = []
        for number in range(1, len(sides) // 2 + 1):
            slot = Slot(part, round_, number)
            home, away = sides[2 * number - 2 : 2 * number]
            if round_ == 1:
                reason = _first(places[2 * number - 2 : 2 * number], len(order))
            else:
                reason = _later(slot, found[-1])
            fixtures.append(
                _fixture((home, away), slot, reason, record, held.get(slot), is_last=round_ == last)
            )
        found.append(tuple(fixtures))
        sides = [Side(one.status is Status.OVER, one.winner) for one in fixtures]
    return tuple(found)


def _first(places: Sequence[int], entrants: int) -> Reason:
    home, away = places
    if max(places) > entrants:
        params = {"place": min(places), "of": entrants, "byes": byes(entrants)}
        return Reason(Because.BYE, params)
    return Reason(Because.PLACES, {"home": home, "away": away, "of": entrants})


def _later(slot: Slot, before: Sequence[Fixture]) -> Reason:
    """By the two fixtures of the round before that they come from."""
    from_ = before[2 * slot.number - 2 : 2 * slot.number]
    for fixture in from_:
        if fixture.status is Status.OVER and fixture.winner is None:
            return _no_adversary(fixture)
    return _from(Because.WINNERS, from_)


def _losers(semi_finals: Sequence[Fixture]) -> Reason:
    for fixture in semi_finals:
        if fixture.status is Status.OVER and len(fixture.losers) != 1:
            return _no_adversary(fixture)
    return _from(Because.LOSERS, semi_finals)


def _no_adversary(fixture: Fixture) -> Reason:
    params = {"round": fixture.slot.round, "number": fixture.slot.number}
    return Reason(Because.NO_ADVERSARY, params)


def _from(because: Because, fixtures: Sequence[Fixture]) -> Reason:
    home, away = (fixture.slot for fixture in fixtures)
    return Reason(because, {"round": home.round, "home": home.number, "away": away.number})


def third_place(part: int, semi_finals: Sequence[Fixture], record: Record) -> Fixture:
    """Between the players who lost them; one who is out with the opponent by absence does not
    play."""
    held = {result.slot: result for result in record.results}
    slot = Slot(part, 1, 1)
    home, away = (
        Side(one.status is Status.OVER, one.losers[0] if len(one.losers) == 1 else None)
        for one in semi_finals
    )
    reason = _losers(semi_finals)
    return _fixture((home, away), slot, reason, record, held.get(slot), is_last=True)


def _fixture(
    sides: tuple[Side, Side],
    slot: Slot,
    reason: Reason,
    record: Record,
    result: Result | None,
    *,
    is_last: bool,
) -> Fixture:
    """`is_last`: nothing comes after it. A player who withdraws after coming through keeps what
    they came through by: of two who have withdrawn the one who did so later comes through, and is
    walked over in turn."""
    names = (sides[0].entrant, sides[1].entrant)
    here = tuple(one for one in names if one is not None)
    if not (sides[0].known and sides[1].known):
        return Fixture(slot, names, Status.WAITING, reason)
    if len(here) == 2:
        return met(slot, here, reason, record, result, last_through=not is_last)
    if result is not None:
        return Fixture(slot, names, Status.OVER, reason, result.how, result.winner)
    if not here or (is_last and here[0] in record.withdrawn):
        return Fixture(slot, names, Status.OVER, reason, How.BOTH_ABSENT)
    return Fixture(slot, names, Status.OVER, reason, How.BYE, here[0])

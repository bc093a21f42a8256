"""What is to be played where everybody meets everybody, as it stands."""

from itertools import groupby

from scoring.rules.tournaments import round_robin
from scoring.rules.tournaments.record import Record

from . import bracket, grouped
from .course import Course

Members = tuple[tuple[int, ...], ...]


def state(course: Course) -> round_robin.State:
    terms = round_robin.Terms(course.tournament.stage.double, may_draw=True)
    return round_robin.State(terms, members(course), record(course))


def members(course: Course) -> Members:
    """As they were drawn: everybody stands in the first round. Read there and not drawn again, as
    lots are others once two players have become one."""
    slots = [(grouped.slot_of(one), one) for one in course.of_round(1)]
    found = []
    for _part, group in groupby(slots, key=lambda one: one[0].part):
        pairs = [(one.home_id, one.away_id) for _slot, one in group]
        numbers = grouped.first_round(
            sum(1 if away is None else 2 for _home, away in pairs),
            double=course.tournament.stage.double,
        )
        held = {
            number: player
            for places, pair in zip(numbers, pairs, strict=True)
            for number, player in zip(places, pair, strict=True)
            if number is not None and player is not None
        }
        found.append(tuple(held[number] for number in sorted(held)))
    return tuple(found)


def record(course: Course) -> Record:
    rows = [
        (grouped.slot_of(one), one)
        for one in course.fixtures
        if one.away_id is not None and one.round.number <= course.group_rounds
    ]
    return bracket.recorded(rows, course.entrants)

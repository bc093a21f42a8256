"""A knock-out's tree, worked out of its entrants, fixtures and matches.

A fixture's row is found by its slot: the number of its round, and its own with the part before it.
Third place is played in the last round, the consolation from the second on.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.engine.seats import Seat
from scoring.models import Entrant, Fixture
from scoring.rules.tournaments import brackets, knockout
from scoring.rules.tournaments.events import Slot
from scoring.rules.tournaments.knockout import Part, State, Terms
from scoring.rules.tournaments.record import Record, Result
from scoring.rules.tournaments.stages import Because, How
from scoring.rules.tournaments.stages import Fixture as Planned

from .course import Award, Course

A_PART = 1000
# Before the codes of all kinds but a Swiss, which has some of them as well.
TREE = "tree_"
WITHDREW = f"{TREE}{Because.WITHDREW}"
WINNERS: Mapping[str, str] = {Award.HOME.value: "home_id", Award.AWAY.value: "away_id"}


def begun(course: Course, seed: str) -> State:
    """Nothing played. Raises: NotTakenError for so many as cannot play so."""
    stage = course.tournament.stage
    terms = Terms(stage.seeds, seed, stage.third_place, stage.consolation)
    return knockout.begin(terms, course.players)


def state(course: Course) -> State:
    """As it stands, by the seed of its draw."""
    return replace(begun(course, course.rounds[0].seed), record=record(course))


def record(course: Course) -> Record:
    rows = [(slot_of(one), one) for one in course.fixtures if one.away_id is not None]
    return recorded(rows, course.entrants)


def recorded(rows: Sequence[tuple[Slot, Fixture]], entrants: Iterable[Entrant]) -> Record:
    """`rows`: of two who are to play, or have."""
    results = [found for slot, one in rows for found in _result(slot, one)]
    gone = [one for one in entrants if one.left_at is not None]
    gone.sort(key=lambda one: (one.left_at is None, one.left_at, one.pk))
    return Record(
        results=tuple(sorted(results, key=lambda one: one.slot)),
        begun=tuple(sorted(slot for slot, one in rows if one.match and not one.match.over)),
        withdrawn=tuple(one.player_id for one in gone),
    )


def _result(slot: Slot, one: Fixture) -> Iterator[Result]:
    match = one.match
    if match is not None and match.over:
        players = {Seat.A.value: match.player_a_id, Seat.B.value: match.player_b_id}
        yield Result(slot, How.PLAYED, players.get(match.winner))
    elif is_awarded(one):
        how = How.WALKOVER if one.award in WINNERS else How.BOTH_ABSENT
        yield Result(slot, how, getattr(one, WINNERS[one.award]) if one.award in WINNERS else None)


def is_awarded(one: Fixture) -> bool:
    """By somebody: what follows from a withdrawal goes with it."""
    return bool(one.award) and not (one.why and one.why[0][0] == WITHDREW)


def slot_of(one: Fixture) -> Slot:
    part, number = divmod(one.number, A_PART)
    if part == Part.THIRD_PLACE:
        return Slot(part, 1, number)
    return Slot(part, one.round.number - (part == Part.CONSOLATION), number)


def place_of(slot: Slot, entrants: int) -> tuple[int, int]:
    """The number of its round, and its own."""
    number = slot.part * A_PART + slot.number
    if slot.part == Part.THIRD_PLACE:
        return brackets.rounds(entrants), number
    return slot.round + (slot.part == Part.CONSOLATION), number


def fields(one: Planned) -> dict[str, Any]:
    """Of its row: who plays, what follows without play, and why."""
    home, away = (*one.entrants, None)[:2]
    return {"home_id": home, "away_id": away, "award": award(one), "why": why(one)}


def award(one: Planned) -> str:
    """What the tree itself decides."""
    if one.how is How.BYE:
        return Award.BYE.value
    if one.reason.because is not Because.WITHDREW:
        return ""
    if one.how is How.BOTH_ABSENT:
        return Award.BOTH_ABSENT.value
    return Award.HOME.value if one.winner == one.sides[0] else Award.AWAY.value


def why(one: Planned) -> list[list[Any]]:
    """In the order in which `Because` names its figures; an entrant is who it is about."""
    params = dict(one.reason.params)
    who = params.pop("entrant", None)
    return [[f"{TREE}{one.reason.because}", who, list(params.values())]]

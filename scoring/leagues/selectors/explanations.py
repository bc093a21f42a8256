"""Why a place is what it is, and how it came about: the pure explanation with names and days."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from ecarte_club.core.exceptions import Absent
from scoring.tables.criteria import AnyCriterion
from scoring.tables.explain import Figure, Part, Passed, Verdict, explain
from scoring.tables.figures import Worth
from scoring.tables.history import Against, Outcome, form, head_to_head
from scoring.tables.table import Table

from .standings import EventTable, NamedEntrant, names_of


@dataclass(frozen=True, slots=True)
class FigurePart:
    """One thing that a figure is made of. Of an open season the `day` stands for the round."""

    criterion: AnyCriterion
    part: Part
    opponent: NamedEntrant | None
    round: int | None
    day: date | None


@dataclass(frozen=True, slots=True)
class EntrantFigure:
    """A figure by one criterion, and what it is made of."""

    entrant: NamedEntrant
    criterion: AnyCriterion
    worth: Worth
    parts: Sequence[FigurePart]


@dataclass(frozen=True, slots=True)
class Comparison:
    """With a neighbour. `criterion` None: they share the place.

    `passed`: what left them level before, with what both have.
    """

    entrant: NamedEntrant
    other: NamedEntrant
    is_above: bool
    rank: int
    criterion: AnyCriterion | None
    figures: Sequence[EntrantFigure]
    passed: Sequence[Passed]


@dataclass(frozen=True, slots=True)
class PlaceExplanation:
    event: int
    version: int
    entrant: NamedEntrant
    rank: int
    points: int
    comparisons: Sequence[Comparison]
    figures: Sequence[EntrantFigure]


def explanation_of(
    event_table: EventTable, table: Table, entrant: int, shown: str
) -> PlaceExplanation:
    """`shown` as in `names_of`. Raises: Absent for those who have no place."""
    if entrant not in table.places:
        raise Absent
    names = {pk: NamedEntrant(pk, name) for pk, name in names_of(event_table, shown).items()}
    place, naming = explain(table, entrant), _Naming(names, event_table.days)
    return PlaceExplanation(
        event_table.event,
        event_table.version,
        names[entrant],
        place.rank,
        table.line(entrant).points,
        [
            naming.comparison(entrant, place.rank, verdict, is_above=is_above)
            for verdict, is_above in ((place.above, True), (place.below, False))
            if verdict is not None
        ],
        [naming.figure(criterion, figure) for criterion, figure in place.figures],
    )


@dataclass(frozen=True, slots=True)
class _Naming:
    names: Mapping[int, NamedEntrant]
    days: Mapping[int, date]

    def comparison(
        self, entrant: int, rank: int, verdict: Verdict, *, is_above: bool
    ) -> Comparison:
        return Comparison(
            self.names[entrant],
            self.names[verdict.other],
            is_above,
            rank,
            verdict.criterion,
            [
                self.figure(verdict.criterion, figure)
                for figure in verdict.figures
                if verdict.criterion is not None
            ],
            verdict.passed,
        )

    def figure(self, criterion: AnyCriterion, figure: Figure) -> EntrantFigure:
        parts = [self.part(criterion, part) for part in figure.parts]
        return EntrantFigure(self.names[figure.entrant], criterion, figure.worth, parts)

    def part(self, criterion: AnyCriterion, part: Part) -> FigurePart:
        opponent = None if part.opponent is None else self.names[part.opponent]
        day = self.days.get(part.round or 0)
        return FigurePart(criterion, part, opponent, None if self.days else part.round, day)


# More steps than these say nothing more to the eye; each is a table of its own.
STEPS_MOST = 24
LAST = 5


class Step(NamedTuple):
    """After a round; of an open season after a day."""

    round: int
    day: date | None


@dataclass(frozen=True, slots=True)
class Course:
    """Of some players after each step: `places` and `points` by player."""

    steps: Sequence[Step]
    places: dict[int, Sequence[int]]
    points: dict[int, Sequence[int]]
    # How many have a place.
    of: int


def course(event_table: EventTable, players: Sequence[int]) -> Course:
    days = event_table.days
    steps = [Step(round_, days.get(round_)) for round_ in thinned(event_table.rounds, STEPS_MOST)]
    places: dict[int, list[int]] = {player: [] for player in players}
    points: dict[int, list[int]] = {player: [] for player in players}
    for step in steps:
        then = event_table.at(after_round=step.round)
        for player in players:
            line = then.line(player)
            places[player].append(line.rank)
            points[player].append(line.points)
    return Course(steps, dict(places), dict(points), len(event_table.table.lines))


def thinned(rounds: Sequence[int], most: int) -> list[int]:
    """At even distances, with the first and the last."""
    if len(rounds) <= most:
        return list(rounds)
    last = len(rounds) - 1
    return [rounds[number * last // (most - 1)] for number in range(most)]


def forms(event_table: EventTable, players: Sequence[int]) -> dict[int, Sequence[Outcome]]:
    """The last results of each, the latest last; without a bye in a round yet to come."""
    then = (
        event_table.at(after_round=event_table.rounds[-1])
        if event_table.rounds
        else event_table.table
    )
    return {player: [one.outcome for one in form(then, player, LAST)] for player in players}


def cross(event_table: EventTable, players: Sequence[int]) -> list[list[Against | None]]:
    """Each against each, in the order given; None where they have not met."""
    found = head_to_head(event_table.table, players)
    return [[found.get((one, other)) for other in players] for one in players]

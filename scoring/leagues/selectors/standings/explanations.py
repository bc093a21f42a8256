"""Why a place is what it is: the pure explanation with names and days."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from ecarte_club.core.exceptions import Absent
from scoring.tables.criteria import AnyCriterion
from scoring.tables.explain import Figure, Part, Passed, Verdict, explain
from scoring.tables.ranking import Worth
from scoring.tables.table import Table

from .lines import NamedEntrant, names_of
from .tables import EventTable


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

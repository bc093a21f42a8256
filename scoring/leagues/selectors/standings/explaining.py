"""Why a place is what it is: the pure explanation with names, days and words beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from ecarte_club.core.exceptions import Absent
from scoring.tables.criteria import AnyCriterion
from scoring.tables.explain import Figure, Part, Verdict, explain
from scoring.tables.ranking import Worth
from scoring.tables.table import Table

from .lines import names_of
from .reading import Whole


class Named(NamedTuple):
    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Made:
    """One thing that a figure is made of. Of an open season the `day` stands for the round."""

    part: Part
    opponent: Named | None
    round: int | None
    day: date | None


@dataclass(frozen=True, slots=True)
class Told:
    """A player's figure by one criterion, and what it is made of."""

    player: Named
    criterion: AnyCriterion
    worth: Worth
    parts: Sequence[Made]


@dataclass(frozen=True, slots=True)
class Parted:
    """Between the player and a neighbour. `criterion` None: they share the place.

    `passed`: what left them level before, with what both have.
    """

    player: Named
    other: Named
    is_above: bool
    rank: int
    criterion: AnyCriterion | None
    figures: Sequence[Told]
    passed: Sequence[tuple[AnyCriterion, Worth | None]]


@dataclass(frozen=True, slots=True)
class Why:
    event: int
    version: int
    player: Named
    rank: int
    points: int
    verdicts: Sequence[Parted]
    figures: Sequence[Told]


def why(whole: Whole, table: Table, player: int, shown: str) -> Why:
    """`shown` as in `names_of`. Raises: Absent for who has no place."""
    if player not in table.places:
        raise Absent
    names = {pk: Named(pk, name) for pk, name in names_of(whole, shown).items()}
    found, teller = explain(table, player), _Teller(names, whole.gathered.days)
    verdicts = [
        teller.parted(player, found.rank, verdict, is_above=is_above)
        for verdict, is_above in ((found.above, True), (found.below, False))
        if verdict is not None
    ]
    figures = [teller.told(criterion, figure) for criterion, figure in found.figures]
    points = table.line(player).points
    return Why(whole.event, whole.version, names[player], found.rank, points, verdicts, figures)


@dataclass(frozen=True, slots=True)
class _Teller:
    names: Mapping[int, Named]
    days: Mapping[int, date]

    def parted(self, player: int, rank: int, found: Verdict, *, is_above: bool) -> Parted:
        figures = [
            self.told(found.criterion, one) for one in found.figures if found.criterion is not None
        ]
        passed = [(one.criterion, one.worth) for one in found.passed]
        pair = (self.names[player], self.names[found.other])
        return Parted(*pair, is_above, rank, found.criterion, figures, passed)

    def told(self, criterion: AnyCriterion, figure: Figure) -> Told:
        named = self.names[figure.entrant]
        parts = [self.made(one) for one in figure.parts]
        return Told(named, criterion, figure.worth, parts)

    def made(self, part: Part) -> Made:
        opponent = None if part.opponent is None else self.names[part.opponent]
        day = self.days.get(part.round or 0)
        return Made(part, opponent, None if self.days else part.round, day)

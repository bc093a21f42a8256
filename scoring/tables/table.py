"""A table of all entrants: points first, then the criteria in the order that was chosen.

Entrants level on everything share a rank, and the next ranks are skipped; they are listed in the
order of their ids.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, takewhile
from operator import attrgetter
from typing import NamedTuple

from .counted import Counted, TableData, counted
from .criteria import AnyCriterion, Criterion
from .encounters import by_encounters, encounter_worths
from .figures import (
    AverageRating,
    Buchholz,
    ByBoard,
    DirectEncounter,
    Key,
    Koya,
    Lots,
    Number,
    Progressive,
    RoundsWon,
    SonnebornBerger,
    Sum,
    Worth,
    exact,
    points_of,
)
from .opponents import Opponents
from .own_rounds import opponents_ratings, progressive, won_rounds
from .ranking import (
    Ranking,
    Split,
    by_meetings,
    by_worth,
    level,
    lots,
    manual_order,
    manual_worths,
    ranked,
    worths_among,
)
from .results import How, ManualOrder, Meeting, Share


class Line(NamedTuple):
    """`points` are those of `share`, which is of the meetings alone, and the adjustment.

    `figures` has each criterion in the table's order; one of those among the tied is there only
    where it was applied and had an answer.
    """

    rank: int
    entrant: int
    points: int
    adjustment: int
    share: Share
    figures: Mapping[AnyCriterion, Worth]

    def worth(self, criterion: AnyCriterion) -> Worth:
        return (self.points,) if criterion.is_points else self.figures[criterion]


@dataclass(frozen=True)
class Table:
    """`splits` has what separates each line from the next: None where they share a rank, and last.

    `tied` has, by each criterion among the tied, with whom an entrant was compared.
    """

    data: TableData
    counted: Counted
    points: AnyCriterion
    order: tuple[AnyCriterion, ...]
    lines: tuple[Line, ...]
    splits: tuple[Split | None, ...]
    tied: Mapping[AnyCriterion, Mapping[int, tuple[int, ...]]]

    @cached_property
    def places(self) -> Mapping[int, int]:
        """The index of each entrant's line."""
        return {line.entrant: index for index, line in enumerate(self.lines)}

    @cached_property
    def opponents(self) -> "OpponentsBy":
        return OpponentsBy(self.counted)

    def manual_order(self, entrant: int) -> ManualOrder | None:
        """Of the committee, where it separates the entrant from others."""
        level_with = (
            tied[entrant]
            for criterion, tied in self.tied.items()
            if criterion.is_manual and entrant in tied
        )
        return next((manual_order(self.counted, tied) for tied in level_with), None)

    def line(self, entrant: int) -> Line:
        """Raises KeyError for an entrant who is struck out or has not entered."""
        return self.lines[self.places[entrant]]


def table_of(data: TableData, order: Sequence[AnyCriterion]) -> Table:
    """`order`: where it names the points of teams, these come first; else those of players."""
    what_counts = counted(data)
    points = next((criterion for criterion in order if criterion.is_points), Criterion.POINTS)
    criteria = tuple(dict.fromkeys(criterion for criterion in order if not criterion.is_points))
    figures = _Figures(what_counts)
    ranking = ranked(sorted(what_counts.entrants), (points, *criteria), figures.separate)
    return Table(
        data,
        what_counts,
        points,
        criteria,
        tuple(_lines(figures, points, criteria, ranking)),
        tuple(ranking.gaps()),
        figures.tied,
    )


def level_groups(data: TableData, order: Sequence[AnyCriterion]) -> list[tuple[int, ...]]:
    """Those who have played, and whom nothing before the order of the committee separates."""
    before = tuple(takewhile(lambda one: not one.is_manual, order))
    by_rank = groupby(table_of(data, before).lines, attrgetter("rank"))
    groups = (tuple(block) for _rank, block in by_rank)
    return [
        tuple(line.entrant for line in block)
        for block in groups
        if len(block) > 1 and any(line.share.played for line in block)
    ]


class OpponentsBy:
    """By what is counted of them, each worked out when it is first needed."""

    def __init__(self, what_counts: Counted) -> None:
        self.counted = what_counts
        self.by: dict[tuple[Key, bool], Opponents] = {}

    def __call__(self, key: Key = points_of, *, fore: bool = False) -> Opponents:
        return self.by.setdefault((key, fore), Opponents(self.counted, key, fore))


class _Figures:
    """By criterion, each worked out when it is first needed."""

    def __init__(self, what_counts: Counted) -> None:
        self.counted = what_counts
        self.opponents = OpponentsBy(what_counts)
        self.of_all: dict[AnyCriterion, Mapping[int, Worth]] = {}
        self.among_tied: dict[AnyCriterion, dict[int, Worth]] = {}
        self.tied: dict[AnyCriterion, dict[int, tuple[int, ...]]] = {}

    def separate(self, criterion: AnyCriterion, block: list[int]) -> Ranking:
        if not criterion.is_among_tied:
            return by_worth(criterion, self.all(criterion), block)
        worths = tied_worths(self.counted, criterion, block)
        if worths:
            self.among_tied.setdefault(criterion, {}).update(worths)
            self.tied.setdefault(criterion, {}).update(dict.fromkeys(block, tuple(block)))
        if criterion.is_manual:
            return by_worth(criterion, worths, block) if worths else level(block)
        if isinstance(criterion.row.figure, DirectEncounter):
            return by_encounters(self.counted, criterion, block)
        return by_meetings(self.counted, criterion, block)

    def of(self, criterion: AnyCriterion, entrant: int) -> Worth | None:
        if criterion.is_among_tied:
            return self.among_tied.get(criterion, {}).get(entrant)
        return self.all(criterion)[entrant]

    def all(self, criterion: AnyCriterion) -> Mapping[int, Worth]:
        if criterion not in self.of_all:
            figure = self._worth(criterion)
            self.of_all[criterion] = {
                entrant: tuple(map(criterion.better, figure(entrant)))
                for entrant in self.counted.entrants
            }
        return self.of_all[criterion]

    def _worth(self, criterion: AnyCriterion) -> Callable[[int], Worth]:
        if isinstance(by_board := criterion.row.figure, ByBoard):
            at_boards = self.counted.at_boards
            return lambda entrant: by_board.worth(at_boards[entrant])
        if isinstance(criterion.row.figure, AverageRating):
            return lambda entrant: (self._average_rating(entrant),)
        figure = self._figure(criterion)
        return lambda entrant: (figure(entrant),)

    def _average_rating(self, entrant: int) -> Number:
        return exact(sum(part for _side, part in opponents_ratings(self.counted, entrant)))

    def _figure(self, criterion: AnyCriterion) -> Callable[[int], Number]:
        counted = self.counted
        sides, sums = counted.sides, counted.sums
        match criterion.row.figure:
            case Sum(key, at_table=True):
                return lambda entrant: sum(
                    key(side.share) for side in sides[entrant] if side.how is How.PLAYED
                )
            case Sum(key, adjusted=True):
                return lambda entrant: key(sums[entrant]) + counted.adjusted[entrant]
            case Sum(key):
                return lambda entrant: key(sums[entrant])
            case RoundsWon():
                return lambda entrant: len(won_rounds(counted, entrant))
            case Progressive():
                return lambda entrant: sum(step.points for step in progressive(counted, entrant))
            case Koya():
                return self.opponents().koya
            case Buchholz(lowest, highest, score, fore):
                buchholz = self.opponents(score, fore=fore).buchholz
                return lambda entrant: buchholz(entrant, (lowest, highest))
            case SonnebornBerger(lowest, score, earned, per_win):
                weighed = self.opponents(score).sonneborn_berger
                win = counted.scheme.win or 1
                return lambda entrant: exact(
                    weighed(entrant, earned, lowest), win if per_win else 1
                )
            case Lots():
                return lots(counted.seed, counted.entrants).__getitem__
        raise TypeError(criterion)


def tied_worths(
    what_counts: Counted, criterion: AnyCriterion, tied: Sequence[int]
) -> dict[int, Worth] | None:
    """Of those compared with each other alone; None where it has no answer."""
    if isinstance(criterion.row.figure, DirectEncounter):
        return encounter_worths(what_counts, criterion, tied)
    if criterion.is_manual:
        return manual_worths(what_counts, criterion, tied)
    return worths_among(what_counts, criterion, tied)


def _lines(
    figures: _Figures,
    points: AnyCriterion,
    criteria: Sequence[AnyCriterion],
    ranking: Ranking,
) -> Iterable[Line]:
    rank = 1
    for block in ranking.blocks:
        for entrant in block:
            worths = {criterion: figures.of(criterion, entrant) for criterion in criteria}
            yield Line(
                rank,
                entrant,
                int(figures.all(points)[entrant][0]),
                figures.counted.adjusted[entrant],
                figures.counted.sums[entrant],
                {criterion: worth for criterion, worth in worths.items() if worth is not None},
            )
        rank += len(block)


class Change(NamedTuple):
    """Of one entrant. A rank of 3 that becomes 1 has risen by 2."""

    entrant: int
    rank: int
    rank_before: int
    points: int
    points_before: int

    @property
    def risen(self) -> int:
        return self.rank_before - self.rank


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A table that is only tried, and each entrant's change of place, in its order."""

    table: Table
    changes: Sequence[Change]

    @property
    def moved(self) -> Sequence[Change]:
        """Of those whose place or points change."""
        return [
            change
            for change in self.changes
            if change.risen or change.points != change.points_before
        ]


def compared(before: Table, after: Table) -> WhatIf:
    """Entrants that are in both."""
    changes = [
        Change(line.entrant, line.rank, was.rank, line.points, was.points)
        for line in after.lines
        for was in (before.line(line.entrant),)
    ]
    return WhatIf(after, changes)


def what_if(before: Table, tried: Iterable[Meeting]) -> WhatIf:
    """With results beside all that the table counts; they count whatever their day and round.

    They replace a result of the same two in the same round. Raises ValueError for entrants who are
    struck out or have not entered.
    """
    extra = tuple(tried)
    replaced = {_pair(meeting) for meeting in extra}
    left = (meeting for meeting in before.counted.meetings if _pair(meeting) not in replaced)
    data = replace(
        before.data,
        entrants=before.counted.entrants,
        meetings=(*left, *extra),
        rulings=before.counted.rulings,
        as_of=None,
        until_round=None,
    )
    return compared(before, table_of(data, (before.points, *before.order)))


def _pair(meeting: Meeting) -> tuple[int, frozenset[int | None]]:
    return meeting.round, frozenset((meeting.home, meeting.away))

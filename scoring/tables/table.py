"""A table of all entrants: points first, then the criteria in the order that was chosen.

Entrants level on everything share a rank, and the next ranks are skipped; they are listed in the
order of their ids.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
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
from .ranking import Ranking, Split, by_meetings, by_worth, lots, ranked, worths_among
from .results import ALONE, How, Meeting, Share, Side


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
        if worths := tied_worths(self.counted, criterion, block):
            self.among_tied.setdefault(criterion, {}).update(worths)
            self.tied.setdefault(criterion, {}).update(dict.fromkeys(block, tuple(block)))
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
        rulings=before.counted.adjustments,
        as_of=None,
        until_round=None,
    )
    return compared(before, table_of(data, (before.points, *before.order)))


def _pair(meeting: Meeting) -> tuple[int, frozenset[int | None]]:
    return meeting.round, frozenset((meeting.home, meeting.away))


class Outcome(StrEnum):
    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    SAT_OUT = "sat_out"


class Result(NamedTuple):
    """`opponent` is None for a bye."""

    round: int
    opponent: int | None
    how: How
    outcome: Outcome
    points: int


@dataclass(frozen=True, slots=True)
class Against:
    """All meetings of two, byes left out; `rounds` in order."""

    rounds: tuple[int, ...]
    won: int
    drawn: int
    lost: int
    games_for: int
    games_against: int
    points: int


def form(table: Table, entrant: int, last: int = 5) -> tuple[Result, ...]:
    """The last results, the latest last: by day where all have one, and else by round."""
    sides = table.counted.sides[entrant]
    if all(side.day is not None for side in sides):
        sides = sorted(sides, key=lambda side: (str(side.day), side.order))
    return tuple(
        Result(side.round, side.opponent, side.how, _outcome(side), side.share.points)
        for side in sides[len(sides) - last if last < len(sides) else 0 :]
    )


def head_to_head(
    table: Table, entrants: Iterable[int] | None = None
) -> Mapping[tuple[int, int], Against]:
    """By pair, both ways round, for every two who have met; of these entrants or of all."""
    chosen = set(table.places if entrants is None else entrants)
    sides_of: dict[tuple[int, int], list[Side]] = {}
    for entrant in chosen & table.places.keys():
        for side in table.counted.sides[entrant]:
            if side.opponent in chosen:
                sides_of.setdefault((entrant, side.opponent), []).append(side)
    return {pair: _against(sides) for pair, sides in sides_of.items()}


def _outcome(side: Side) -> Outcome:
    if side.how in ALONE:
        return Outcome.SAT_OUT
    if side.won:
        return Outcome.WON
    return Outcome.LOST if side.share.lost else Outcome.DRAWN


def _against(sides: list[Side]) -> Against:
    shares = [side.share for side in sides]
    return Against(
        tuple(side.round for side in sides),
        sum(share.won for share in shares),
        sum(share.drawn for share in shares),
        sum(share.lost for share in shares),
        sum(share.games_for for share in shares),
        sum(share.games_against for share in shares),
        sum(share.points for share in shares),
    )

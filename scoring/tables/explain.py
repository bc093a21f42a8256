"""Why a place is what it is, as data: codes and figures, and no sentence.

For the neighbour above and for the one below: the criterion that decided, the figures of all who
were level until then, and what each figure is made of. The parts that are not left out add up to
the first of the figure's numbers.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from .criteria import AnyCriterion
from .figures import (
    AmongTied,
    AverageRating,
    Buchholz,
    ByBoard,
    DirectEncounter,
    Koya,
    Lots,
    Manual,
    Number,
    Progressive,
    RoundsWon,
    SonnebornBerger,
    Sum,
    Worth,
    exact,
)
from .opponents import Contribution, Weight, score_of, weighed_by, without_extremes, without_lowest
from .own_rounds import opponents_ratings, progressive, won_rounds
from .ranking import Split, manual_order, manual_worths, sides_among
from .results import How, Share, Side
from .table import Table, tied_worths


class Source(StrEnum):
    MEETING = "meeting"
    ROUND = "round"
    DUMMY = "dummy"
    ADJUSTMENT = "adjustment"
    LOT = "lot"
    ORDER = "order"


class Part(NamedTuple):
    """`figure` is what it adds, `score` the opponent's where that is counted.

    `left_out` is what a cut takes away. A `round` adds the points after it.
    A lot is its place in the draw, taken as a loss; so is the place in an order of the committee.
    """

    source: Source
    figure: Number
    round: int | None = None
    opponent: int | None = None
    score: int | None = None
    left_out: bool = False
    reason: str = ""


class Figure(NamedTuple):
    entrant: int
    worth: Worth
    parts: tuple[Part, ...]


class Passed(NamedTuple):
    """A criterion that left two level, with what both have; None where it had no answer, as in an
    encounter of several of whom not all have met."""

    criterion: AnyCriterion
    worth: Worth | None


class Verdict(NamedTuple):
    """Between two neighbours. `criterion` is None where they share a rank.

    `figures` has, best first, all who were level until the criterion; by points the two alone.
    """

    other: int
    criterion: AnyCriterion | None
    figures: tuple[Figure, ...]
    passed: tuple[Passed, ...]


class Explanation(NamedTuple):
    """`figures` are the entrant's own by every criterion that has one, points first."""

    entrant: int
    rank: int
    above: Verdict | None
    below: Verdict | None
    figures: tuple[tuple[AnyCriterion, Figure], ...]


def explain(table: Table, entrant: int) -> Explanation:
    """Raises KeyError for an entrant who is struck out or has not entered."""
    place = table.places[entrant]
    return Explanation(
        entrant,
        table.lines[place].rank,
        _verdict(table, entrant, place - 1, place - 1) if place else None,
        _verdict(table, entrant, place + 1, place) if place + 1 < len(table.lines) else None,
        tuple(_own_figures(table, entrant)),
    )


def _verdict(table: Table, entrant: int, other: int, gap: int) -> Verdict:
    """`other` is the neighbour's line, `gap` that of the upper of the two."""
    neighbour, split = table.lines[other].entrant, table.splits[gap]
    if split is None:
        passed = tuple(_passed(table, entrant, neighbour, len(table.order)))
        return Verdict(neighbour, None, (), passed)
    if split.criterion.is_points:
        pair = Split(split.criterion, (entrant, neighbour))
        return Verdict(neighbour, split.criterion, _figures(table, pair), ())
    passed = tuple(_passed(table, entrant, neighbour, table.order.index(split.criterion)))
    return Verdict(neighbour, split.criterion, _figures(table, split), passed)


def _figures(table: Table, split: Split) -> tuple[Figure, ...]:
    criterion, tied = split
    worths = tied_worths(table.counted, criterion, tied) if criterion.is_among_tied else None
    return tuple(
        Figure(
            entrant,
            worths[entrant] if worths else table.line(entrant).worth(criterion),
            tuple(_parts(table, criterion, entrant, tied)),
        )
        for entrant in sorted(tied, key=table.places.__getitem__)
    )


def _passed(table: Table, entrant: int, other: int, decided_at: int) -> Iterable[Passed]:
    """Points, and the criteria before the one that decided."""
    line, others = table.line(entrant), table.line(other).figures
    yield Passed(table.points, (line.points,))
    for criterion in table.order[:decided_at]:
        worth = line.figures.get(criterion)
        yield Passed(criterion, worth if worth == others.get(criterion) else None)


def _own_figures(table: Table, entrant: int) -> Iterable[tuple[AnyCriterion, Figure]]:
    line = table.line(entrant)
    worths = {table.points: (line.points,), **line.figures}
    for criterion, worth in worths.items():
        tied = table.tied[criterion][entrant] if criterion.is_among_tied else (entrant,)
        yield criterion, Figure(entrant, worth, tuple(_parts(table, criterion, entrant, tied)))


def _parts(
    table: Table, criterion: AnyCriterion, entrant: int, tied: Sequence[int]
) -> Iterable[Part]:
    """What a figure is made of, by round. `tied`: those compared, the entrant among them."""
    match criterion.row.figure:
        case Sum(key, at_table, adjusted):
            sides: Iterable[Side] = table.counted.sides[entrant]
            if at_table:
                sides = (side for side in sides if side.how is How.PLAYED)
            yield from _meetings(sides, lambda share: criterion.better(key(share)))
            if adjusted:
                yield from _adjustments(table, entrant)
        case AmongTied(keys):
            yield from _meetings(sides_among(table.counted, entrant, tied), keys[0])
        case DirectEncounter(keys):
            sides = list(sides_among(table.counted, entrant, tied))
            for side in sides:
                times = sum(other.opponent == side.opponent for other in sides)
                figure = exact(keys[0](side.share), times)
                yield Part(Source.MEETING, figure, side.round, side.opponent)
        case Manual():
            order = manual_order(table.counted, tied)
            worths = manual_worths(table.counted, criterion, tied)
            if order and worths:
                yield Part(Source.ORDER, worths[entrant][0], reason=order.reason)
        case Lots():
            yield Part(Source.LOT, table.line(entrant).figures[criterion][0])
        case _:
            yield from _parts_by_round(table, criterion, entrant)


def _parts_by_round(table: Table, criterion: AnyCriterion, entrant: int) -> Iterable[Part]:
    match criterion.row.figure:
        case ByBoard() as figure:
            for side in table.counted.sides[entrant]:
                points = figure.worth(_padded(side.boards, len(table.counted.at_boards[entrant])))
                first = criterion.better(points[0]) if points else 0
                yield Part(Source.MEETING, first, side.round, side.opponent)
        case RoundsWon():
            yield from _meetings(won_rounds(table.counted, entrant), lambda _share: 1)
        case Progressive():
            for total in progressive(table.counted, entrant):
                yield Part(Source.ROUND, total.points, total.round)
        case AverageRating():
            for side, part in opponents_ratings(table.counted, entrant):
                yield Part(Source.MEETING, part, side.round, side.opponent)
        case Koya():
            against = table.opponents().against_the_better_half(entrant)
            yield from _meetings(against, lambda share: share.points)
        case _:
            yield from _parts_by_opponent(table, criterion, entrant)


def _parts_by_opponent(table: Table, criterion: AnyCriterion, entrant: int) -> Iterable[Part]:
    match criterion.row.figure:
        case Buchholz(lowest, highest, score, fore):
            contributions = table.opponents(score, fore=fore).contributions[entrant]
            left = without_extremes(contributions, lowest, highest)
            yield from _contributed(contributions, left, score_of, 1)
        case SonnebornBerger(lowest, score, earned, per_win):
            contributions = table.opponents(score).contributions[entrant]
            weight = weighed_by(earned)
            left = without_lowest(contributions, lowest, weight)
            win = table.counted.scheme.win or 1
            yield from _contributed(contributions, left, weight, win if per_win else 1)


def _padded(points: Sequence[int], boards: int) -> Sequence[int]:
    return [*points, *[0] * (boards - len(points))]


def _meetings(sides: Iterable[Side], key: Callable[[Share], Number]) -> Iterable[Part]:
    for side in sides:
        yield Part(Source.MEETING, key(side.share), side.round, side.opponent)


def _adjustments(table: Table, entrant: int) -> Iterable[Part]:
    own = (ruling for ruling in table.counted.adjustments if ruling.entrant == entrant)
    for ruling in sorted(own, key=lambda ruling: (str(ruling.day), ruling)):
        yield Part(Source.ADJUSTMENT, ruling.points, reason=ruling.reason)


def _contributed(
    contributions: Sequence[Contribution],
    counted: Sequence[Contribution],
    weight: Weight,
    divisor: int,
) -> Iterable[Part]:
    left = list(counted)
    for contribution in contributions:
        counts = contribution in left
        if counts:
            left.remove(contribution)
        yield Part(
            Source.DUMMY if contribution.opponent is None else Source.MEETING,
            exact(weight(contribution), divisor),
            contribution.round,
            contribution.opponent,
            contribution.score,
            not counts,
        )

"""Why a place is what it is, as data: codes and figures, and no sentence.

For the neighbour above and for the one below: the criterion that decided, the figures of all who
were level until then, and what each figure is made of. The parts that are not left out add up to
the first of the figure's numbers.
"""

from collections.abc import Iterable
from typing import NamedTuple

from .criteria import AMONG_TIED, Criterion
from .parts import Part, parts
from .splits import Split, Worth
from .table import Table


class Figure(NamedTuple):
    entrant: int
    worth: Worth
    parts: tuple[Part, ...]


class Passed(NamedTuple):
    """A criterion that left two level, with what both have; None where it had no answer."""

    criterion: Criterion
    worth: Worth | None


class Verdict(NamedTuple):
    """Between two neighbours. `criterion` is None where they share a rank.

    `figures` has, best first, all who were level until the criterion; by points the two alone.
    """

    other: int
    criterion: Criterion | None
    figures: tuple[Figure, ...]
    passed: tuple[Passed, ...]


class Explanation(NamedTuple):
    """`figures` is the entrant's own by every criterion that has one for him, points first."""

    entrant: int
    rank: int
    above: Verdict | None
    below: Verdict | None
    figures: tuple[tuple[Criterion, Figure], ...]


def explain(found: Table, entrant: int) -> Explanation:
    """Raises KeyError for who has not entered or is struck out."""
    place = found.places[entrant]
    return Explanation(
        entrant,
        found.lines[place].rank,
        _verdict(found, entrant, place - 1, place - 1) if place else None,
        _verdict(found, entrant, place + 1, place) if place + 1 < len(found.lines) else None,
        tuple(_own(found, entrant)),
    )


def _verdict(found: Table, entrant: int, other: int, gap: int) -> Verdict:
    """`other` is the neighbour's line, `gap` that of the upper of the two."""
    neighbour, split = found.lines[other].entrant, found.splits[gap]
    if split is None:
        return Verdict(neighbour, None, (), tuple(_passed(found, entrant, len(found.order))))
    if split.criterion is Criterion.POINTS:
        pair = Split(
            split.criterion, tuple(one for one in split.figures if one[0] in (entrant, neighbour))
        )
        return Verdict(neighbour, split.criterion, _figures(found, pair), ())
    asked = found.order.index(split.criterion)
    passed = tuple(_passed(found, entrant, asked))
    return Verdict(neighbour, split.criterion, _figures(found, split), passed)


def _figures(found: Table, split: Split) -> tuple[Figure, ...]:
    tied = [entrant for entrant, _worth in split.figures]
    ordered = sorted(split.figures, key=lambda one: found.places[one[0]])
    return tuple(
        Figure(entrant, worth, parts(found, split.criterion, entrant, tied))
        for entrant, worth in ordered
    )


def _passed(found: Table, entrant: int, asked: int) -> Iterable[Passed]:
    """Points, and those of the order before the one that decided."""
    line = found.line(entrant)
    yield Passed(Criterion.POINTS, (line.points,))
    for criterion in found.order[:asked]:
        yield Passed(criterion, line.figures.get(criterion))


def _own(found: Table, entrant: int) -> Iterable[tuple[Criterion, Figure]]:
    line = found.line(entrant)
    worths = {Criterion.POINTS: (line.points,), **line.figures}
    for criterion, worth in worths.items():
        tied = found.tied[criterion][entrant] if criterion in AMONG_TIED else (entrant,)
        yield criterion, Figure(entrant, worth, parts(found, criterion, entrant, tied))

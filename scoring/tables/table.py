"""A table of all entrants: points first, then the criteria in the order that was chosen.

Each criterion is asked of those who are still level, and of nobody else. Who is level on
everything shares a rank, and the next ranks are skipped; such stand in the order of their ids.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from .adjustments import Ruling
from .counted import Counted, Given, Unplayed, counted
from .criteria import AMONG_TIED, CUTS, SUMMED, Criterion
from .opponents import Opponents
from .points import Scheme, Share
from .results import How, Meeting
from .splits import Split, Worth
from .tied import Blocks, broken, worths


class Line(NamedTuple):
    """`points` are those of `share`, which is of the meetings alone, and the adjustment.

    `figures` has each criterion in the table's order; one of those among the tied stands there
    only where it was asked and had an answer.
    """

    rank: int
    entrant: int
    points: int
    adjustment: int
    share: Share
    figures: Mapping[Criterion, Worth]


@dataclass(frozen=True)
class Table:
    """`splits` has what parts each line from the next: None where they share a rank.

    `tied` has, by each criterion among the tied, with whom an entrant was compared.
    """

    given: Given
    counted: Counted
    order: tuple[Criterion, ...]
    lines: tuple[Line, ...]
    splits: tuple[Split | None, ...]
    tied: Mapping[Criterion, Mapping[int, tuple[int, ...]]]

    @cached_property
    def places(self) -> Mapping[int, int]:
        """The index of each entrant's line."""
        return {line.entrant: index for index, line in enumerate(self.lines)}

    @cached_property
    def opponents(self) -> Opponents:
        return Opponents(self.counted)

    def line(self, entrant: int) -> Line:
        """Raises KeyError for who has not entered or is struck out."""
        return self.lines[self.places[entrant]]


def table(
    entrants: Iterable[int],
    meetings: Iterable[Meeting],
    rulings: Iterable[Ruling],
    scheme: Scheme,
    order: Sequence[Criterion],
    seed: str = "",
    as_of: date | None = None,
    until_round: int | None = None,
    unplayed: Unplayed = Unplayed.PLANNED,
) -> Table:
    """Nothing depends on the order of entrants, meetings and rulings.

    Raises ValueError for meetings and rulings of who has not entered.
    """
    given = Given(
        tuple(entrants),
        tuple(meetings),
        tuple(rulings),
        scheme,
        seed,
        unplayed,
        as_of,
        until_round,
    )
    return tabled(given, order)


def tabled(given: Given, order: Sequence[Criterion]) -> Table:
    what = counted(given)
    found = _Figures(what)
    criteria = tuple(one for one in dict.fromkeys(order) if one is not Criterion.POINTS)
    blocks: Blocks = [sorted(what.entrants)] if what.entrants else []
    splits: list[Split] = []
    for criterion in (Criterion.POINTS, *criteria):
        blocks, splits = _refined(found, criterion, blocks, splits)
    return Table(
        given,
        what,
        criteria,
        _lines(found, criteria, blocks),
        _between_lines(blocks, splits),
        found.tied,
    )


def lots(seed: str, entrants: Iterable[int]) -> dict[int, int]:
    """Each one's place in the draw, from 1; anybody can draw it again from the published seed.

    The lot is the SHA-256 of "seed:entrant"; the lots in rising order are the places.
    """
    drawn = sorted(
        entrants, key=lambda entrant: (sha256(f"{seed}:{entrant}".encode()).digest(), entrant)
    )
    return {entrant: place for place, entrant in enumerate(drawn, start=1)}


class _Figures:
    """By criterion, of those who were asked for it."""

    def __init__(self, what: Counted) -> None:
        self.what = what
        self.opponents = Opponents(what)
        self.of_all: dict[Criterion, Mapping[int, Worth]] = {}
        self.among_tied: dict[Criterion, dict[int, Worth]] = {one: {} for one in AMONG_TIED}
        self.tied: dict[Criterion, dict[int, tuple[int, ...]]] = {one: {} for one in AMONG_TIED}

    def all(self, criterion: Criterion) -> Mapping[int, Worth]:
        if criterion not in self.of_all:
            self.of_all[criterion] = {
                entrant: (figure,) for entrant, figure in self._worked_out(criterion).items()
            }
        return self.of_all[criterion]

    def of(self, criterion: Criterion, entrant: int) -> Worth | None:
        if criterion in AMONG_TIED:
            return self.among_tied[criterion].get(entrant)
        return self.all(criterion)[entrant]

    def _worked_out(self, criterion: Criterion) -> Mapping[int, int]:
        what = self.what
        if criterion in SUMMED:
            key = SUMMED[criterion]
            return {entrant: key(what.sums[entrant]) for entrant in what.entrants}
        if criterion in CUTS:
            cuts = CUTS[criterion]
            return {entrant: self.opponents.buchholz(entrant, cuts) for entrant in what.entrants}
        return self._special(criterion)

    def _special(self, criterion: Criterion) -> Mapping[int, int]:
        what = self.what
        if criterion is Criterion.SONNEBORN_BERGER:
            return {one: self.opponents.sonneborn_berger(one) for one in what.entrants}
        if criterion is Criterion.LOTS:
            return {entrant: -place for entrant, place in lots(what.seed, what.entrants).items()}
        if criterion is Criterion.WON_PLAYED:
            return {
                entrant: sum(side.won and side.how is How.PLAYED for side in what.sides[entrant])
                for entrant in what.entrants
            }
        return {one: what.sums[one].points + what.adjusted[one] for one in what.entrants}


def _refined(
    found: _Figures, criterion: Criterion, blocks: Blocks, splits: list[Split]
) -> tuple[Blocks, list[Split]]:
    """`splits` is one shorter than `blocks`: what parts each from the next."""
    finer: Blocks = []
    parted: list[Split] = []
    for index, block in enumerate(blocks):
        pieces, within = _broken(found, criterion, block) if len(block) > 1 else ([block], [])
        finer += pieces
        parted += within
        parted += splits[index : index + 1]
    return finer, parted


def _broken(found: _Figures, criterion: Criterion, block: list[int]) -> tuple[Blocks, list[Split]]:
    if criterion in AMONG_TIED:
        if asked := worths(found.what, criterion, block):
            found.among_tied[criterion].update(asked)
            found.tied[criterion].update(dict.fromkeys(block, tuple(block)))
        return broken(found.what, criterion, block)
    worth = found.all(criterion)
    ordered = sorted(block, key=worth.__getitem__, reverse=True)
    pieces = [list(level) for _worth, level in groupby(ordered, key=worth.__getitem__)]
    if len(pieces) == 1:
        return pieces, []
    split = Split(criterion, tuple((entrant, worth[entrant]) for entrant in ordered))
    return pieces, [split] * (len(pieces) - 1)


def _lines(found: _Figures, criteria: Sequence[Criterion], blocks: Blocks) -> tuple[Line, ...]:
    lines: list[Line] = []
    for block in blocks:
        rank = len(lines) + 1
        for entrant in block:
            own = {one: found.of(one, entrant) for one in criteria}
            lines.append(
                Line(
                    rank,
                    entrant,
                    found.all(Criterion.POINTS)[entrant][0],
                    found.what.adjusted[entrant],
                    found.what.sums[entrant],
                    {one: worth for one, worth in own.items() if worth is not None},
                )
            )
    return tuple(lines)


def _between_lines(blocks: Blocks, splits: Sequence[Split]) -> tuple[Split | None, ...]:
    found: list[Split | None] = []
    for index, block in enumerate(blocks):
        found += [None] * (len(block) - 1)
        found += splits[index : index + 1]
    return tuple(found)

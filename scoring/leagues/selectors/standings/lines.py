"""A table as pages and programs show it: with names, and equals in the order of their names."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import NamedTuple

from ecarte_club.clubs.selectors.public_names import public_name
from ecarte_club.core.collation import sort_key
from scoring.tables import results as rulings
from scoring.tables.criteria import AnyCriterion, Criterion
from scoring.tables.points import Share
from scoring.tables.ranking import Worth, ranked_by_sums
from scoring.tables.table import Table

from .tables import EventTable


class NamedEntrant(NamedTuple):
    """A player or a team."""

    id: int
    name: str


class Line(NamedTuple):
    """Of a player, or of a team.

    `share` has the `adjustments` among its points. `decided_by`: the criterion that separates the
    line from those beside it, first from the one above; None where the place is shared.
    `figures`: by the criteria that are no sums.
    """

    rank: int
    player: int
    name: str
    share: Share
    decided_by: AnyCriterion | None = Criterion.POINTS
    adjustments: tuple[rulings.Adjustment, ...] = ()
    figures: Mapping[AnyCriterion, Worth] = MappingProxyType({})

    @property
    def entrant(self) -> NamedEntrant:
        return NamedEntrant(self.player, self.name)

    @property
    def adjustment(self) -> int:
        return sum(one.points for one in self.adjustments)

    def figure(self, criterion: AnyCriterion) -> Worth | None:
        """None where the criterion has no answer."""
        if criterion.is_sum:
            return (criterion.sum_key(self.share),)
        return self.figures.get(criterion)


def ranked(
    players: Iterable[tuple[int, str, Share]],
    tie_breaks: Sequence[Criterion],
    name_key: Callable[[str], str],
) -> tuple[Line, ...]:
    """By criteria that are sums. `players`: id, name and share of each."""
    by_id = sorted(players, key=itemgetter(0))
    rows = {row[0]: row for row in sorted(by_id, key=lambda row: name_key(row[1]))}
    shares = {player: share for player, _name, share in rows.values()}
    ordered, gaps = ranked_by_sums(shares, (Criterion.POINTS, *tie_breaks))
    lines: list[Line] = []
    rank = 0
    above, deciding = (Criterion.POINTS, *gaps), _deciding(gaps, Criterion.POINTS)
    for place, (player, gap, decided_by) in enumerate(
        zip(ordered, above, deciding, strict=False), start=1
    ):
        rank = place if gap else rank
        lines.append(Line(rank, *rows[player], decided_by))
    return tuple(lines)


def names_of(event_table: EventTable, shown: str) -> dict[int, str]:
    """`shown`: what the public may see of names; empty: as the club's own people see them."""
    return {
        pk: public_name(entrant.name, pk, club=shown, own=entrant.shown) if shown else entrant.name
        for pk, entrant in event_table.entrants.items()
    }


def lines_of(event_table: EventTable, table: Table, shown: str) -> tuple[Line, ...]:
    names, other_key = names_of(event_table, shown), cache(sort_key)
    keys = {entrant.name: entrant.key for entrant in event_table.entrants.values()}
    adjustments: dict[int, list[rulings.Adjustment]] = {}
    for adjustment in table.counted.adjustments:
        adjustments.setdefault(adjustment.entrant, []).append(adjustment)
    gaps = [split and split.criterion for split in table.splits[:-1]]
    lines = [
        Line(
            line.rank,
            line.entrant,
            names[line.entrant],
            line.share._replace(points=line.points),
            decided_by,
            tuple(adjustments.get(line.entrant, ())),
            line.figures,
        )
        for line, decided_by in zip(table.lines, _deciding(gaps, table.points), strict=False)
    ]

    def key(line: Line) -> tuple[str, int]:
        return keys.get(line.name) or other_key(line.name), line.player

    levels = groupby(lines, attrgetter("rank"))
    return tuple(line for _rank, level in levels for line in sorted(level, key=key))


def _deciding(
    gaps: Sequence[AnyCriterion | None], points: AnyCriterion
) -> Iterator[AnyCriterion | None]:
    """Of each line, by what separates the lines from each other.

    Equal points make people ask who is first: what answers that is named before the points.
    """
    for above, below in zip((points, *gaps), (*gaps, points), strict=True):
        if above and above is not points:
            yield above
        elif below and below is not points:
            yield below
        else:
            yield points if above and below else None

"""Lots, and the order of every table: criterion by criterion, each only among those still level."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from itertools import groupby, pairwise
from typing import NamedTuple

from .counted import ZERO, Counted, Unplayed
from .criteria import AnyCriterion
from .figures import AmongTied, Worth
from .results import How, ManualOrder, Share, Side


class Split(NamedTuple):
    """The criterion that separates two neighbours, and all who were level until then."""

    criterion: AnyCriterion
    tied: tuple[int, ...]


class Ranking(NamedTuple):
    """Blocks that share a rank, best first, and what separates each from the next."""

    blocks: list[list[int]]
    splits: list[Split | None]

    def refined(self, separate: Callable[[list[int]], "Ranking"]) -> "Ranking":
        """With each block separated further."""
        blocks: list[list[int]] = []
        splits: list[Split | None] = []
        for block, split in zip(self.blocks, self.splits, strict=True):
            if len(block) == 1:
                blocks.append(block)
                splits.append(split)
            else:
                finer = separate(block)
                blocks += finer.blocks
                splits += finer.splits
                splits[-1] = split
        return Ranking(blocks, splits)

    def gaps(self) -> list[Split | None]:
        """What separates each entrant from the next; None: they share a rank, or it is the last."""
        gaps: list[Split | None] = []
        for block, split in zip(self.blocks, self.splits, strict=True):
            gaps += [None] * (len(block) - 1)
            gaps.append(split)
        return gaps


def ranked(
    entrants: Sequence[int],
    order: Iterable[AnyCriterion],
    separate: Callable[[AnyCriterion, list[int]], Ranking],
) -> Ranking:
    """Entrants level on everything keep the order in which they come."""
    ranking = level(entrants) if entrants else Ranking([], [])
    for criterion in order:
        ranking = ranking.refined(partial(separate, criterion))
    return ranking


def ranked_by_sums(
    shares: Mapping[int, Share], order: Iterable[AnyCriterion]
) -> tuple[list[int], list[AnyCriterion | None]]:
    """By criteria that are sums alone, with all adjustments in the shares: of a long table, fast.

    The entrants, best first, and what separates each from the next: None where they share a rank.
    """
    criteria = tuple(order)
    columns = [map(criterion.sum_key, shares.values()) for criterion in criteria]
    worths = dict(zip(shares, zip(*columns, strict=True), strict=True))
    ordered = sorted(shares, key=worths.__getitem__, reverse=True)
    gaps: list[AnyCriterion | None] = []
    for one, other in pairwise(map(worths.__getitem__, ordered)):
        place = 0
        if one != other:
            while one[place] == other[place]:
                place += 1
        gaps.append(criteria[place] if one != other else None)
    return ordered, gaps


def level(tied: Iterable[int]) -> Ranking:
    return Ranking([list(tied)], [None])


def by_worth(criterion: AnyCriterion, worths: Mapping[int, Worth], tied: Sequence[int]) -> Ranking:
    ordered = sorted(tied, key=worths.__getitem__, reverse=True)
    blocks = [list(block) for _worth, block in groupby(ordered, key=worths.__getitem__)]
    split = Split(criterion, tuple(ordered))
    return Ranking(blocks, [*[split] * (len(blocks) - 1), None])


def by_meetings(counted: Counted, criterion: AnyCriterion, tied: Sequence[int]) -> Ranking:
    """By the meetings of the tied with each other, and no others.

    Only where every two of them have met equally often, and at least once; else they stay level
    (FIDE's C.07, article 6.1, without its averages and its places that are already certain).
    Where it separates some and leaves others level, it is applied again to these alone (6.3).
    """
    worths = worths_among(counted, criterion, tied)
    if worths is None:
        return level(tied)
    ranking = by_worth(criterion, worths, tied)
    if len(ranking.blocks) == 1:
        return ranking
    return ranking.refined(partial(by_meetings, counted, criterion))


def worths_among(
    counted: Counted, criterion: AnyCriterion, tied: Sequence[int]
) -> dict[int, Worth] | None:
    """Of each of the tied; None if they have not met equally often."""
    figure = criterion.row.figure
    keys = figure.of if isinstance(figure, AmongTied) else ()
    worths: dict[int, Worth] = {}
    times: int | None = None
    place = {entrant: number for number, entrant in enumerate(tied)}
    for entrant in tied:
        sides = list(sides_among(counted, entrant, tied))
        meetings = [0] * len(tied)
        for side in sides:
            meetings[place[side.opponent]] += 1  # type: ignore[index]  # they are of the tied
        del meetings[place[entrant]]
        if times is None:
            times = meetings[0]
        if not times or any(count != times for count in meetings):
            return None
        total = sum((side.share for side in sides), start=ZERO)
        worths[entrant] = tuple(criterion.better(key(total)) for key in keys)
    return worths


def manual_order(counted: Counted, tied: Iterable[int]) -> ManualOrder | None:
    """The newest that ranks all of these."""
    level_now = set(tied)
    orders = (one for one in reversed(counted.manual_orders) if level_now <= set(one.entrants))
    return next(orders, None)


def manual_worths(
    counted: Counted, criterion: AnyCriterion, tied: Sequence[int]
) -> dict[int, Worth] | None:
    """The place of each among the tied; None where the committee has not ranked them all."""
    order = manual_order(counted, tied)
    if order is None:
        return None
    here = [entrant for entrant in order.entrants if entrant in tied]
    return {entrant: (criterion.better(place),) for place, entrant in enumerate(here, start=1)}


def sides_among(counted: Counted, entrant: int, others: Iterable[int]) -> Iterable[Side]:
    """Walkovers only where the pairings were known from the beginning (articles 6.1 and 15)."""
    counts = {How.PLAYED}
    if counted.unplayed is Unplayed.PLANNED:
        counts |= {How.WALKOVER, How.BOTH_ABSENT}
    wanted = set(others)
    for side in counted.sides[entrant]:
        if side.opponent in wanted and side.how in counts:
            yield side


RAISED = re.compile(r"(?s:(.*))@-([0-9]{1,18})")


def seed_of_raised(seed: str, raised: int) -> str:
    """By which entrants whose ids were all raised have the lots that they had."""
    if (before := RAISED.fullmatch(seed)) is not None:
        seed, raised = before[1], raised + int(before[2])
    return f"{seed}@-{raised}"


def lot(entrant: int, seed: str) -> str:
    """As hexadecimal digits."""
    if (before := RAISED.fullmatch(seed)) is not None:
        seed, entrant = before[1], entrant - int(before[2])
    return sha256(f"{seed}:{entrant}".encode()).hexdigest()


def drawn(entrants: Iterable[int], seed: str) -> tuple[int, ...]:
    """In the order of their lots, whatever order they come in."""
    return tuple(sorted(entrants, key=lambda entrant: (lot(entrant, seed), entrant)))


def lots(seed: str, entrants: Iterable[int]) -> dict[int, int]:
    """Each one's place in the draw, from 1."""
    return {entrant: place for place, entrant in enumerate(drawn(entrants, seed), start=1)}


def seeded_then_drawn(entrants: Sequence[int], seeds: int | None, seed: str) -> tuple[int, ...]:
    """The first `seeds` as they stand (None: all of them), behind them the others by lot."""
    seeded = len(entrants) if seeds is None else seeds
    return (*entrants[:seeded], *drawn(entrants[seeded:], seed))


def pots(entrants: Sequence[int], size: int) -> tuple[tuple[int, ...], ...]:
    """The best `size`, the next `size` and so on; the last pot may be short."""
    starts = range(0, len(entrants), size)
    return tuple(tuple(entrants[start : start + size]) for start in starts)

"""The pairs that cost least, and the bye with them; of many players among those likely to meet."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from .contenders import EXACT_MOST
from .costs import Allowed, Cost, Placed, bye, bye_class, costs, placed
from .matching import Edge, Lots, TooWideError, cheapest

WINDOW, WIDEST_WINDOW, COARSER = 24, 192, 16


class Step(StrEnum):
    """What a draw does, one after the other; `WIDER` may come several times, or not at all."""

    PAIRS = "pairs"
    WIDER = "wider"
    TABLES = "tables"


class Pairing(NamedTuple):
    """`out`: the place in the order of everybody of who has the bye; `order`: of the others."""

    out: int | None
    order: Sequence[Placed]
    pairs: tuple[Edge, ...]
    costs: tuple[int, ...]

    @property
    def is_complete(self) -> bool:
        return 2 * len(self.pairs) == len(self.order)

    @property
    def left(self) -> frozenset[int]:
        """Ids of those without a partner."""
        paired = {place for pair in self.pairs for place in pair}
        return frozenset(
            one.contender.id for place, one in enumerate(self.order) if place not in paired
        )


def best_pairing(
    order: Sequence[Placed],
    allowed: Allowed,
    lots: Lots,
    out: int | None,
    notify: Callable[[Step], None],
) -> Pairing:
    """Of many players those alone are weighed who are likely to meet, and then twice as many, until
    that brings nothing better. `out`: the place of who has the bye, where that is fixed.

    Whoever is left over is weighed with everybody. All are paired then if each may meet more than
    three quarters of the others: where two of them may not meet, there is a pair of whom each may
    meet one of the two. Where somebody may meet fewer, all pairs are weighed at last.
    """
    best = None
    notify(Step.PAIRS)
    for window in _windows(len(order)):
        if best is not None:
            notify(Step.WIDER)
        made = _paired(order, allowed, lots, out, window)
        if best is not None and best.is_complete and made.costs >= best.costs:
            return best
        best = made
    if best is not None and not best.is_complete:
        notify(Step.WIDER)
        best = _paired(order, allowed, lots, out, WIDEST_WINDOW, best.left)
    if best is None or not best.is_complete:
        best = _paired(order, allowed, lots, out, None)
    return best


def _windows(number: int) -> Iterator[int]:
    window = WINDOW
    while number > EXACT_MOST and window <= WIDEST_WINDOW:
        yield window
        window *= 2


def _paired(
    order: Sequence[Placed],
    allowed: Allowed,
    lots: Lots,
    out: int | None,
    window: int | None,
    left: frozenset[int] = frozenset(),
) -> Pairing:
    """`left`: ids of those who are weighed with everybody; anybody may have the bye then."""
    if out is None and len(order) % 2:
        weighed = costs(order, allowed, window, left)
        out = bye(order, weighed, allowed.fixed_players, window, None if left else window)
    paired = without(order, out)
    found = costs(paired, allowed, window, left)
    pairs = _pairs(paired, found, lots)
    sums = [sum(column) for column in zip(*(found[pair] for pair in pairs), strict=True)]
    taker = () if out is None else bye_class(order[out].contender)
    return Pairing(out, paired, pairs, (*taker, *sums))


def without(order: Sequence[Placed], out: int | None) -> list[Placed]:
    """Who has the bye stands in nobody's score group."""
    if out is None:
        return list(order)
    return placed(one.contender for place, one in enumerate(order) if place != out)


def _pairs(order: Sequence[Placed], found: Mapping[Edge, Cost], lots: Lots) -> tuple[Edge, ...]:
    ids = [one.contender.id for one in order]
    drawn = {(a, b): lots.of(*sorted((ids[a], ids[b]))) for a, b in found}
    while True:
        try:
            return cheapest(len(order), found, drawn)
        except TooWideError:
            # Of very many, with points far apart: the last rule is weighed less finely.
            if not any(one.fold for one in found.values()):
                raise
            found = {edge: one._replace(fold=one.fold // COARSER) for edge, one in found.items()}

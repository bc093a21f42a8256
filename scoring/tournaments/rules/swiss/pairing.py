"""The pairs that cost least, and the bye with them; of many players among those likely to meet."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from .contenders import EXACT_MOST
from .costs import Allowed, Cost, Placed, bye, bye_class, costs, placed
from .matching import Edge, Lots, TooWideError, cheapest

WINDOW, COARSER = 24, 16


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
        return 2 * len(self.pairs) >= len(self.order) - len(self.order) % 2


def best_pairing(
    order: Sequence[Placed],
    allowed: Allowed,
    lots: Lots,
    out: int | None,
    notify: Callable[[Step], None],
) -> Pairing:
    """Of many players those alone are weighed who are likely to meet, and then twice as many, until
    that brings nothing better. `out`: the place of who has the bye, where that is fixed."""
    best = None
    for window in _windows(len(order)):
        notify(Step.PAIRS if best is None else Step.WIDER)
        made = _paired(order, allowed, lots, out, window)
        if best is not None and best.is_complete and made.costs >= best.costs:
            return best
        best = made
    return best or _paired(order, allowed, lots, out, None)


def _windows(number: int) -> Iterator[int | None]:
    window = WINDOW
    while number > EXACT_MOST and window < number // 2:
        yield window
        window *= 2
    yield None


def _paired(
    order: Sequence[Placed], allowed: Allowed, lots: Lots, out: int | None, window: int | None
) -> Pairing:
    if out is None and len(order) % 2:
        out = bye(order, costs(order, allowed, window), allowed.fixed_players, window)
    paired = without(order, out)
    found = costs(paired, allowed, window)
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

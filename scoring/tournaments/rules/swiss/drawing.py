"""The next round of a Swiss tournament. The same contenders and seed give the same round."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from .byes import bye, candidates
from .costs import Allowed, Cost, Placed, costs, placed
from .entries import MOST, Choices, Contender, FirstRound, half_byes, here
from .lots import Lots
from .matching import Edge, cheapest
from .reasons import Because, Reason, late, of_pair
from .refusals import Refusal, Why, refusal
from .seating import at_table, dealt, tables


class Board(NamedTuple):
    """`first` deals first."""

    first: int
    second: int
    table: int
    why: tuple[Reason, ...]


class Bye(NamedTuple):
    player: int
    why: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Boards from the top of the standings down. `half_byes`: who asked for one."""

    boards: tuple[Board, ...]
    bye: Bye | None = None
    half_byes: tuple[int, ...] = ()


def draw(
    contenders: Sequence[Contender],
    *,
    round_number: int,
    seed: str,
    forbidden: frozenset[frozenset[int]] = frozenset(),
    choices: Choices = Choices(),  # noqa: B008  # frozen
) -> Drawn | Refusal:
    """`forbidden`: pairs of ids. Raises ValueError where an id comes twice."""
    if len({one.id for one in contenders}) < len(contenders):
        raise ValueError("an id comes twice")
    lots = Lots(seed, round_number)
    allowed = Allowed(forbidden, choices.second_meetings)
    present = here(contenders, round_number)
    if not 2 <= len(present) <= MOST:
        return Refusal(Why.TOO_MANY if present[2:] else Why.TOO_FEW)
    if round_number == 1 and choices.first_round is FirstRound.BY_LOT:
        present = _ranked_by_lot(present, lots)
    order = placed(present)
    out = bye(order, costs(order, allowed)) if len(order) % 2 else None
    # Who has the bye stands in nobody's score group.
    paired = placed(one.contender for place, one in enumerate(order) if place != out)
    found = costs(paired, allowed)
    pairs = _pairs(paired, found, lots)
    if 2 * len(pairs) < len(order) - len(order) % 2:
        return refusal(order, allowed, lots)
    return Drawn(
        boards=_boards(paired, pairs, found, lots, vary=choices.vary_tables),
        bye=None if out is None else _bye(order, out, round_number),
        half_byes=half_byes(contenders, round_number),
    )


def _ranked_by_lot(present: Sequence[Contender], lots: Lots) -> list[Contender]:
    by_lot = sorted(present, key=lambda one: (lots.of("rank", one.id), one.id))
    return [replace(one, rank=rank) for rank, one in enumerate(by_lot, 1)]


def _pairs(order: Sequence[Placed], found: Mapping[Edge, Cost], lots: Lots) -> tuple[Edge, ...]:
    ids = [one.contender.id for one in order]
    drawn = {(a, b): lots.of(*sorted((ids[a], ids[b]))) for a, b in found}
    return cheapest(len(order), found, drawn)


def _boards(
    order: Sequence[Placed],
    pairs: Sequence[Edge],
    edges: Collection[Edge],
    lots: Lots,
    *,
    vary: bool,
) -> tuple[Board, ...]:
    """The board of the leader first; of two leaders with as many points, by the other's."""
    ranked = sorted(pairs, key=lambda pair: _strength(order, pair))
    together = [(order[a].contender, order[b].contender) for a, b in ranked]
    seats = tables(together, lots, vary=vary)
    boards = []
    for places, pair, table in zip(ranked, together, seats, strict=True):
        deal = dealt(*pair, lots)
        why = [*of_pair(order, places, edges), deal.why]
        for one in pair:
            why += [*at_table(one, table), *late(one, lots.round_number)]
        boards.append(Board(deal.first.id, deal.second.id, table, tuple(why)))
    return tuple(boards)


def _strength(order: Sequence[Placed], pair: Edge) -> tuple[int, int, int]:
    upper, lower = (order[place].contender for place in pair)
    return -upper.points, -lower.points, pair[0]


def _bye(order: Sequence[Placed], out: int, round_number: int) -> Bye:
    one = order[out].contender
    ranked = sorted((other.contender.rank, other.contender.id) for other in order)
    turns = candidates(order)
    passed = [order[place].contender.id for place in turns[: turns.index(out)]]
    figures = (one.byes, one.points, ranked.index((one.rank, one.id)) + 1)
    why = [Reason(Because.BYE, one.id, figures)]
    why += [Reason(Because.BYE_PASSED, other) for other in passed]
    return Bye(one.id, (*why, *late(one, round_number)))

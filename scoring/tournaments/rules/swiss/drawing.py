"""The next round of a Swiss tournament. The same contenders and seed give the same round."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from .contenders import EXACT_MOST, MOST, Choices, Contender, FirstRound, Fixed, half_byes, here
from .costs import Allowed, Placed, deal_cost, placed
from .matching import Edge, Lots, cheapest
from .pairing import WINDOW, Step, best_pairing
from .reasons import Because, Reason, at_table, late, of_bye, of_others, of_pair
from .refusals import Refusal, Remedy, Why, refusal, unpaired


class Dealt(NamedTuple):
    first: Contender
    second: Contender
    why: Reason


def dealt(one: Contender, other: Contender, lots: Lots) -> Dealt:
    """So that nobody deals first, or does not, three times running; then who has dealt first less
    often; then the player who did not in the last match; then the lot."""
    one, other = sorted((one, other), key=lambda contender: contender.id)
    by_lot = lots.of("deal", one.id, other.id) % 2
    running, swapped_running = (deal_cost(*pair).running for pair in ((one, other), (other, one)))
    swapped = (running, one.firsts, one.dealt_last, by_lot) > (
        *(swapped_running, other.firsts, other.dealt_last),
        0,
    )
    first, second = (other, one) if swapped else (one, other)
    if running != swapped_running:
        return Dealt(first, second, Reason(Because.DEALS_RUNNING, first.id))
    if first.firsts != second.firsts:
        return Dealt(
            first,
            second,
            Reason(Because.DEALS_LESS, first.id, (first.firsts, second.firsts)),
        )
    in_turn = first.dealt_last != second.dealt_last
    code = Because.DEALS_IN_TURN if in_turn else Because.DEALS_BY_LOT
    return Dealt(first, second, Reason(code, first.id, (first.firsts,)))


def tables(
    boards: Sequence[tuple[Contender, Contender]], lots: Lots, *, vary: bool
) -> tuple[int, ...]:
    """The number of each board's table, of as many tables as boards.

    Fewest sit where they have sat before, each time they have counted; then each board is as near
    as can be to the table of its own number, squared; then lots."""
    number = len(boards)
    if not vary or not any(one.tables for board in boards for one in board):
        return tuple(range(1, number + 1))
    costs, drawn = {}, {}
    for board, pair in enumerate(boards):
        sat = [place for one in pair for place in one.tables]
        for table in _tables_near(board, number):
            edge: Edge = (board, number + table)
            costs[edge] = (sat.count(table + 1), (table - board) ** 2)
            drawn[edge] = lots.of("table", pair[0].id, pair[1].id, table + 1)
    return tuple(node - number + 1 for _board, node in cheapest(2 * number, costs, drawn))


def _tables_near(board: int, number: int) -> range:
    if number <= EXACT_MOST // 2:
        return range(number)
    return range(max(0, board - WINDOW), min(number, board + WINDOW + 1))


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
    fixed: Fixed = Fixed(),  # noqa: B008  # frozen
    notify: Callable[[Step], None] = lambda _step: None,
) -> Drawn | Refusal:
    """`forbidden`: pairs of ids. What is `fixed` of players who are absent counts for nothing.
    `notify` is called with each step.

    Raises ValueError where an id comes twice.
    """
    if len({one.id for one in contenders}) < len(contenders):
        raise ValueError("an id comes twice")
    lots = Lots(seed, round_number)
    order = ordered(contenders, lots, choices)
    if not 2 <= len(order) <= MOST:
        return Refusal(Why.TOO_MANY if order[2:] else Why.TOO_FEW)
    ids = frozenset(one.contender.id for one in order)
    pairs_fixed = frozenset(pair for pair in fixed.pairs if pair <= ids)
    allowed = Allowed(forbidden, choices.second_meetings, pairs_fixed)
    is_bye_fixed = fixed.bye in ids
    out = None
    if is_bye_fixed:
        if len(order) % 2 == 0:
            return Refusal(Why.NO_BYE, remedies=((Remedy.LIFT_FIXED,),))
        out = next(place for place, one in enumerate(order) if one.contender.id == fixed.bye)
    best = best_pairing(order, allowed, lots, out, notify)
    if not best.is_complete:
        free = replace(allowed, fixed=frozenset())
        if (pairs_fixed or is_bye_fixed) and not unpaired(order, free, lots):
            stuck = unpaired(best.order, allowed, lots)
            return Refusal(Why.FIXED, stuck, ((Remedy.LIFT_FIXED,),))
        return refusal(order, free, lots)
    notify(Step.TABLES)
    return Drawn(
        boards=_boards(best.order, best.pairs, allowed, lots, vary=choices.vary_tables),
        bye=None
        if best.out is None
        else bye_of(order, best.out, round_number, by_hand=is_bye_fixed),
        half_byes=half_byes(contenders, round_number),
    )


def ordered(contenders: Sequence[Contender], lots: Lots, choices: Choices) -> list[Placed]:
    """Who is to be paired or to have the bye, in the order of the score groups."""
    present = here(contenders, lots.round_number)
    if lots.round_number == 1 and choices.first_round is FirstRound.BY_LOT:
        present = _ranked_by_lot(present, lots)
    return placed(present)


def _ranked_by_lot(present: Sequence[Contender], lots: Lots) -> list[Contender]:
    by_lot = sorted(present, key=lambda one: (lots.of("rank", one.id), one.id))
    return [replace(one, rank=rank) for rank, one in enumerate(by_lot, 1)]


def _boards(
    order: Sequence[Placed], pairs: Sequence[Edge], allowed: Allowed, lots: Lots, *, vary: bool
) -> tuple[Board, ...]:
    """The board of the leader first; of two leaders with as many points, by the other's."""
    ranked = sorted(pairs, key=lambda pair: _strength(order, pair))
    together = [(order[a].contender, order[b].contender) for a, b in ranked]
    seats = tables(together, lots, vary=vary)
    free = replace(allowed, fixed=frozenset())
    return tuple(
        board_of(
            order,
            pair,
            table,
            free,
            lots,
            by_hand=frozenset(order[place].contender.id for place in pair) in allowed.fixed,
        )
        for pair, table in zip(ranked, seats, strict=True)
    )


def board_of(
    order: Sequence[Placed],
    pair: Edge,
    table: int,
    allowed: Allowed,
    lots: Lots,
    *,
    by_hand: bool = False,
) -> Board:
    """`pair`: places in `order`."""
    together = [order[place].contender for place in pair]
    deal = dealt(together[0], together[1], lots)
    why = [Reason(Because.BY_HAND)] if by_hand else []
    why += [*of_pair(order, pair, allowed), deal.why]
    for one in together:
        why += [*at_table(one, table), *late(one, lots.round_number)]
    return Board(deal.first.id, deal.second.id, table, tuple(why))


def _strength(order: Sequence[Placed], pair: Edge) -> tuple[int, int, int]:
    upper, lower = (order[place].contender for place in pair)
    return -upper.points, -lower.points, pair[0]


def bye_of(order: Sequence[Placed], out: int, round_number: int, *, by_hand: bool = False) -> Bye:
    one = order[out].contender
    why = of_bye(order, out)
    why = [Reason(Because.BY_HAND, one.id), *why] if by_hand else [*why, *of_others(order, out)]
    return Bye(one.id, (*why, *late(one, round_number)))

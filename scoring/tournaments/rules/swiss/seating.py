"""Of a pair, who deals first; of all pairs, which sits at which table."""

from collections.abc import Sequence
from typing import NamedTuple

from .entries import Contender
from .lots import Lots
from .matching import Edge, cheapest
from .reasons import Because, Reason


class Dealt(NamedTuple):
    first: Contender
    second: Contender
    why: Reason


def dealt(one: Contender, other: Contender, lots: Lots) -> Dealt:
    """Who has dealt first less often; then the player who did not in the last match; then the
    lot."""
    one, other = sorted((one, other), key=lambda contender: contender.id)
    by_lot = lots.of("deal", one.id, other.id) % 2
    swapped = (one.firsts, one.dealt_last, by_lot) > (other.firsts, other.dealt_last, 0)
    first, second = (other, one) if swapped else (one, other)
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
        for table in range(number):
            edge: Edge = (board, number + table)
            costs[edge] = (sat.count(table + 1), (table - board) ** 2)
            drawn[edge] = lots.of("table", pair[0].id, pair[1].id, table + 1)
    return tuple(node - number + 1 for _board, node in cheapest(2 * number, costs, drawn))


def at_table(one: Contender, table: int) -> list[Reason]:
    times = one.tables.count(table)
    return [Reason(Because.TABLE_BEFORE, one.id, (times,))] if times else []

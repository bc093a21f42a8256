"""The next round of a Swiss tournament. The same contenders and seed give the same round."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from .contenders import MOST, Choices, Contender, FirstRound, Float, half_byes, here
from .costs import (
    Allowed,
    Cost,
    Placed,
    bye,
    bye_class,
    candidates,
    cost,
    costs,
    deal_cost,
    placed,
)
from .matching import Edge, Lots, cheapest


class Because(StrEnum):
    """Every code, with its figures; none is ever renamed. `who` is None where it is about both."""

    SAME_POINTS = "same_points"
    """Points of both."""
    FLOATS_DOWN = "floats_down"
    """`who`; their points, the other's; their place in the score group, from 1, and its size; how
    many of it they may meet. Of an odd group, or where they may meet nobody of it, somebody has to
    float."""
    FLOATS_UP = "floats_up"
    """The same figures."""
    FLOATS_AGAIN = "floats_again"
    """`who`, the same way as before; rounds ago: 1 or 2."""
    FOLD = "fold"
    """Places in their score group, from 1, the upper's first; its size; places that they would be
    apart, were the upper half to meet the lower."""
    NEVER_MET = "never_met"
    MET_BEFORE = "met_before"
    """How often, as the director allows it."""
    DEALS_RUNNING = "deals_running"
    """`who` deals first, or one of the two would deal first, or not, three times running."""
    DEALS_LESS = "deals_less"
    """`who` deals first; their first deals less those without, the same of the other."""
    DEALS_IN_TURN = "deals_in_turn"
    """`who` deals first, as in their last match they did not, or the other did; their balance."""
    DEALS_BY_LOT = "deals_by_lot"
    """`who` deals first; their balance."""
    TABLE_BEFORE = "table_before"
    """`who` has sat at this table; how often."""
    JOINED_LATE = "joined_late"
    """`who` plays their first round; its number."""
    BYE = "bye"
    """`who`; byes they have had, their points, their place by rank among all of this round."""
    BYE_PASSED = "bye_passed"
    """`who` came before in the order of byes, but without them the others cannot be paired."""
    BYE_FOR_PAIRS = "bye_for_pairs"
    """`who` has as few byes and points, but without them the pairs would be worse."""


class Reason(NamedTuple):
    code: Because
    who: int | None = None
    figures: tuple[int, ...] = ()


def of_pair(order: Sequence[Placed], pair: Edge, edges: Collection[Edge]) -> list[Reason]:
    """What brought the two together. `edges`: all pairs that may be, by places in `order`."""
    upper, lower = (order[place] for place in pair)
    one, other = upper.contender, lower.contender
    meetings = cost(upper, lower).meetings
    met = Reason(Because.MET_BEFORE, None, (meetings,)) if meetings else Reason(Because.NEVER_MET)
    if one.points == other.points:
        apart = (upper.place + 1, lower.place + 1, upper.size, upper.size // 2)
        return [
            Reason(Because.SAME_POINTS, None, (one.points,)),
            Reason(Because.FOLD, None, apart),
            met,
        ]
    down = (one.points, other.points, *_in_group(order, pair[0], edges))
    up = (other.points, one.points, *_in_group(order, pair[1], edges))
    return [
        Reason(Because.FLOATS_DOWN, one.id, down),
        Reason(Because.FLOATS_UP, other.id, up),
        *_again(one, Float.DOWN),
        *_again(other, Float.UP),
        met,
    ]


def _in_group(order: Sequence[Placed], at: int, edges: Collection[Edge]) -> tuple[int, int, int]:
    """Place, from 1, size, and how many of it they may meet."""
    own = order[at]
    begin = at - own.place
    members = range(begin, begin + own.size)
    may_meet = sum((min(at, other), max(at, other)) in edges for other in members)
    return own.place + 1, own.size, may_meet


def _again(one: Contender, way: Float) -> list[Reason]:
    ago = zip((1, 2), reversed(one.floats), strict=True)
    return [
        Reason(Because.FLOATS_AGAIN, one.id, (rounds,)) for rounds, float_ in ago if float_ is way
    ]


def late(one: Contender, round_number: int) -> list[Reason]:
    if one.joined < round_number or round_number == 1:
        return []
    return [Reason(Because.JOINED_LATE, one.id, (round_number,))]


class Why(StrEnum):
    """`FORBIDDEN`: there would be a round but for forbidden pairs. `ALL_MET`: there would be none
    without them either, as too many have met each other."""

    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    ALL_MET = "all_met"
    FORBIDDEN = "forbidden"


class Remedy(StrEnum):
    """What the director may choose: `Choices.second_meetings`, or no forbidden pairs."""

    SECOND_MEETINGS = "second_meetings"
    LIFT_FORBIDDEN = "lift_forbidden"


@dataclass(frozen=True, slots=True)
class Refusal:
    """`stuck`: ids of those left over when as many as can be are paired. `remedies`: each of them
    makes a round possible, by all that it names together; both only where neither does alone."""

    why: Why
    stuck: tuple[int, ...] = ()
    remedies: tuple[tuple[Remedy, ...], ...] = ()


def refusal(order: Sequence[Placed], allowed: Allowed, lots: Lots) -> Refusal:
    """Where there is no round of all of `order`."""
    meet, lift = (Remedy.SECOND_MEETINGS,), (Remedy.LIFT_FORBIDDEN,)
    changed = {
        meet: replace(allowed, second_meetings=True),
        lift: replace(allowed, forbidden=frozenset()),
    }
    alone = tuple(remedy for remedy, other in changed.items() if not unpaired(order, other, lots))
    return Refusal(
        why=Why.FORBIDDEN if lift in alone else Why.ALL_MET,
        stuck=unpaired(order, allowed, lots),
        remedies=alone or ((*meet, *lift),),
    )


def unpaired(order: Sequence[Placed], allowed: Allowed, lots: Lots) -> tuple[int, ...]:
    """Ids of those without a partner when as many as can be have one, or the bye; lots decide."""
    edges = costs(order, allowed)
    ids = [one.contender.id for one in order]
    drawn = {(a, b): lots.of(*sorted((ids[a], ids[b]))) for a, b in edges}
    pairs = cheapest(len(order), dict.fromkeys(edges, (0,)), drawn)
    left = set(range(len(order))).difference(*pairs)
    return tuple(ids[place] for place in sorted(left)) if len(left) > len(order) % 2 else ()


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
        for table in range(number):
            edge: Edge = (board, number + table)
            costs[edge] = (sat.count(table + 1), (table - board) ** 2)
            drawn[edge] = lots.of("table", pair[0].id, pair[1].id, table + 1)
    return tuple(node - number + 1 for _board, node in cheapest(2 * number, costs, drawn))


def at_table(one: Contender, table: int) -> list[Reason]:
    times = one.tables.count(table)
    return [Reason(Because.TABLE_BEFORE, one.id, (times,))] if times else []


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
    passed = [order[place].contender for place in turns[: turns.index(out)]]
    figures = (one.byes, one.points, ranked.index((one.rank, one.id)) + 1)
    why = [Reason(Because.BYE, one.id, figures)]
    why += [
        Reason(
            Because.BYE_FOR_PAIRS if bye_class(other) == bye_class(one) else Because.BYE_PASSED,
            other.id,
        )
        for other in passed
    ]
    return Bye(one.id, (*why, *late(one, round_number)))

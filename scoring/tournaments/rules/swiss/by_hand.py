"""A round that is changed by hand: two players exchange places, and what the round then costs."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from .costs import Cost, Placed, bye_cost, cost, unit_of
from .pairing import without


class Change(StrEnum):
    """`SWAP`: the two exchange places. `PAIR`: they play each other. `BYE`: the player has it."""

    SWAP = "swap"
    PAIR = "pair"
    BYE = "bye"


class Pair(NamedTuple):
    """With the bye where there is no `second`."""

    first: int
    second: int | None

    def opponent(self, player: int) -> int | None:
        return self.second if player == self.first else self.first


class Fault(StrEnum):
    ONE_PLAYER = "one_player"
    NOT_PAIRED = "not_paired"
    TOGETHER = "together"
    NO_BYE = "no_bye"
    HAS_BYE = "has_bye"


class Swap(NamedTuple):
    one: int
    other: int


def swap_for(pairs: Sequence[Pair], change: Change, player: int, other: int | None) -> Swap | Fault:
    """The exchange of places that brings it about. Of two who are paired the opponents meet."""
    of = {one: pair for pair in pairs for one in pair if one is not None}
    bye = next((pair.first for pair in pairs if pair.second is None), None)
    if player not in of or (other is None and change is not Change.BYE):
        return Fault.NOT_PAIRED
    if change is Change.BYE:
        if bye is None:
            return Fault.NO_BYE
        return Fault.HAS_BYE if bye == player else Swap(player, bye)
    if other is None or other not in of:
        return Fault.NOT_PAIRED
    if player == other:
        return Fault.ONE_PLAYER
    if of[player] is of[other]:
        return Fault.TOGETHER
    if change is Change.SWAP:
        return Swap(player, other)
    if (opponent := of[player].opponent(player)) is not None:
        return Swap(other, opponent)
    # The player has the bye, which goes to the opponent of the other.
    return Swap(player, of[other].opponent(other) or other)


def swapped(pairs: Iterable[Pair], swap: Swap) -> list[Pair]:
    other = {swap.one: swap.other, swap.other: swap.one}

    def seat(player: int | None) -> int | None:
        return None if player is None else other.get(player, player)

    return [Pair(seat(first) or first, seat(second)) for first, second in pairs]


class Criterion(StrEnum):
    """In the order in which a draw weighs them; none is ever renamed."""

    MEETINGS = "meetings"
    KEPT_APART = "kept_apart"
    BYES = "byes"
    BYE_POINTS = "bye_points"
    DEALS_RUNNING = "deals_running"
    APART = "apart"
    DEALS = "deals"
    FLOATS_AGAIN = "floats_again"
    FLOATS_BEFORE = "floats_before"
    FLOAT_PLACES = "float_places"
    FOLD = "fold"


Costs = dict[Criterion, int]


def round_costs(
    order: Sequence[Placed], pairs: Sequence[Pair], forbidden: Collection[frozenset[int]] = ()
) -> Costs:
    """`order`: everybody who is paired or has the bye. Points are as players' own are counted."""
    place = {one.contender.id: number for number, one in enumerate(order)}
    bye = next((pair.first for pair in pairs if pair.second is None), None)
    paired = without(order, None if bye is None else place[bye])
    apart = sum(frozenset(pair) in forbidden for pair in pairs)
    found = list(_costs(paired, pairs))
    out = None if bye is None else order[place[bye]].contender
    if out is not None:
        found.append(bye_cost(out))
    sums = [sum(column) for column in zip(*found, strict=True)]
    return dict(
        zip(
            Criterion,
            (sums[0], apart, out.byes if out else 0, out.points if out else 0, *sums[1:]),
            strict=True,
        )
    )


def _costs(order: Sequence[Placed], pairs: Iterable[Pair]) -> Iterator[Cost]:
    place = {one.contender.id: number for number, one in enumerate(order)}
    unit = unit_of(order)
    for first, second in pairs:
        if second is not None:
            upper, lower = sorted((place[first], place[second]))
            yield cost(order[upper], order[lower], unit)


def decides(drawn: Costs, changed: Costs) -> Criterion | None:
    """The first in which they differ."""
    return next((one for one in Criterion if drawn[one] != changed[one]), None)

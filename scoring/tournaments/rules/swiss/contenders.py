"""Who is to be paired, what earlier rounds left to them, and what the director may choose."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

MOST = 2048
"""Contenders of one draw."""
EXACT_MOST = 512
"""Up to so many all pairs are weighed; these always fit the weights of `matching`."""


class Float(StrEnum):
    """Paired with somebody of fewer points, or more. A bye floats down."""

    DOWN = "down"
    UP = "up"


class FirstRound(StrEnum):
    """The upper half by rank meets the lower; or places are drawn by lot first."""

    BY_RANK = "by_rank"
    BY_LOT = "by_lot"


@dataclass(frozen=True, slots=True)
class Contender:
    """`rank`: place in the order of seeds, 1 first; of equal ones the lower id comes first.

    `points`: whole numbers of any unit, halves doubled. `met`: ids in order of rounds, twice who
    was met twice. `byes`: as the lowest of an odd number, and rounds won without playing; half-byes
    that were asked for do not count. `floats`: of the round before the last, and of the last.
    `firsts`: matches with the first deal less those without. `dealt_last`: 1 if they had the first
    deal of their last match, -1 if not, 0 before the first; `dealt_before`: of the match before it.
    `tables`: where they sat. `joined`: the first round they play. `is_topscorer`: before the last
    round, with more than half of what could be won.
    """

    id: int
    rank: int
    points: int = 0
    met: tuple[int, ...] = ()
    byes: int = 0
    floats: tuple[Float | None, Float | None] = (None, None)
    firsts: int = 0
    dealt_last: int = 0
    dealt_before: int = 0
    tables: tuple[int, ...] = ()
    half_bye: bool = False
    withdrawn: bool = False
    joined: int = 1
    is_topscorer: bool = False


@dataclass(frozen=True, slots=True)
class Choices:
    """`second_meetings`: as few as can be, rather than no round. `vary_tables`: nobody sits at the
    same table again while that can be; otherwise the first board is at table 1, and so on."""

    first_round: FirstRound = FirstRound.BY_RANK
    second_meetings: bool = False
    vary_tables: bool = True


def here(contenders: Iterable[Contender], round_number: int) -> list[Contender]:
    """Who is to be paired or to have a bye, by id."""
    return sorted(
        (
            one
            for one in contenders
            if not one.withdrawn and not one.half_bye and one.joined <= round_number
        ),
        key=lambda one: one.id,
    )


class Fixed(NamedTuple):
    """What the director settled before the draw, by ids: pairs, whether or not they have met or are
    forbidden, and who has the bye."""

    pairs: frozenset[frozenset[int]] = frozenset()
    bye: int | None = None


def half_byes(contenders: Sequence[Contender], round_number: int) -> tuple[int, ...]:
    """Ids of who asked for one, and would have been paired."""
    return tuple(
        sorted(
            one.id
            for one in contenders
            if one.half_bye and not one.withdrawn and one.joined <= round_number
        )
    )


class Meeting(NamedTuple):
    """A pair that sat down, or a bye of `first` where there is no `second`.

    `points` and `others` are what the two had before that round. A walk-over is a bye of who came:
    the two may still be paired. `table` 0: not known.
    """

    round_number: int
    first: int
    second: int | None
    points: int = 0
    others: int = 0
    table: int = 0


class Part(NamedTuple):
    """One player's part in a meeting; `deal` 1 with the first deal, -1 without, 0 at a bye."""

    round_number: int
    opponent: int | None
    deal: int
    way: Float | None
    table: int


def with_past(
    contenders: Iterable[Contender], meetings: Iterable[Meeting], round_number: int
) -> tuple[Contender, ...]:
    """The same, with what the meetings before that round left; their points are as they were."""
    parts = _parts(meeting for meeting in meetings if meeting.round_number < round_number)
    return tuple(_after(one, parts.get(one.id, ()), round_number) for one in contenders)


def _parts(meetings: Iterable[Meeting]) -> Mapping[int, Sequence[Part]]:
    parts = defaultdict(list)
    for at, first, second, points, others, table in sorted(meetings, key=lambda one: one[:2]):
        if second is None:
            parts[first].append(Part(at, None, 0, Float.DOWN, 0))
            continue
        parts[first].append(Part(at, second, 1, _way(points, others), table))
        parts[second].append(Part(at, first, -1, _way(others, points), table))
    return parts


def _way(own: int, others: int) -> Float | None:
    if own == others:
        return None
    return Float.DOWN if own > others else Float.UP


def _after(one: Contender, parts: Sequence[Part], round_number: int) -> Contender:
    ways = {part.round_number: part.way for part in parts}
    deals = [part.deal for part in parts if part.deal]
    return replace(
        one,
        met=tuple(part.opponent for part in parts if part.opponent is not None),
        byes=sum(part.opponent is None for part in parts),
        floats=(ways.get(round_number - 2), ways.get(round_number - 1)),
        firsts=sum(deals),
        dealt_last=deals[-1] if deals else 0,
        dealt_before=deals[-2] if deals[1:] else 0,
        tables=tuple(part.table for part in parts if part.table),
    )


def with_topscorers(contenders: Iterable[Contender], win: int, last_round: int) -> list[Contender]:
    """`win`: the points of a match won; what comes on top of it does not count as what could be
    won."""
    half = win * (last_round - 1)
    return [replace(one, is_topscorer=2 * one.points > half) for one in contenders]


def swiss_rounds(entrants: int, places: int = 1) -> int:
    """Recommended: so many that one at most wins all, and one more for each doubling of the places
    that are to be settled; never more than there can be."""
    wanted = max(entrants - 1, 0).bit_length() + max(places - 1, 0).bit_length()
    return min(wanted, swiss_most(entrants))


def swiss_most(entrants: int) -> int:
    """After so many everybody has met everybody."""
    return max(entrants - 1 + entrants % 2, 0)

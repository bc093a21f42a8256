"""Why a round cannot be drawn, and what would help."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from .contenders import EXACT_MOST
from .costs import Allowed, Placed, costs
from .matching import Edge, Lots, cheapest

WINDOW = 96
"""Of more than `EXACT_MOST`."""


class Why(StrEnum):
    """`FORBIDDEN`: there would be a round but for forbidden pairs, `FIXED`: but for what is fixed.
    `ALL_MET`: there would be none without them either, as too many have met each other.
    `NO_BYE`: somebody is to have the bye, and the number is even."""

    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    ALL_MET = "all_met"
    FORBIDDEN = "forbidden"
    FIXED = "fixed"
    NO_BYE = "no_bye"


class Remedy(StrEnum):
    """What the director may choose: `Choices.second_meetings`, no forbidden pairs, or nothing
    fixed."""

    SECOND_MEETINGS = "second_meetings"
    LIFT_FORBIDDEN = "lift_forbidden"
    LIFT_FIXED = "lift_fixed"


@dataclass(frozen=True, slots=True)
class Refusal:
    """`stuck`: ids of those left over when as many as can be are paired. `remedies`: each of them
    makes a round possible, by all that it names together; both only where neither does alone."""

    why: Why
    stuck: tuple[int, ...] = ()
    remedies: tuple[tuple[Remedy, ...], ...] = ()


def refusal(order: Sequence[Placed], allowed: Allowed, lots: Lots) -> Refusal:
    """Where there is no round of all of `order`, and nothing fixed is in the way."""
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
    if len(order) <= EXACT_MOST:
        return _left(order, costs(order, allowed), lots)
    # As in a draw: first those likely to meet, then whoever is left with everybody.
    left = _left(order, costs(order, allowed, WINDOW), lots)
    return left and _left(order, costs(order, allowed, WINDOW, frozenset(left)), lots)


def _left(order: Sequence[Placed], edges: Iterable[Edge], lots: Lots) -> tuple[int, ...]:
    ids = [one.contender.id for one in order]
    drawn = {(a, b): lots.of(*sorted((ids[a], ids[b]))) for a, b in edges}
    pairs = cheapest(len(order), dict.fromkeys(drawn, (0,)), drawn)
    left = set(range(len(order))).difference(*pairs)
    return tuple(ids[place] for place in sorted(left)) if len(left) > len(order) % 2 else ()

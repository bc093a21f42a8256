"""A tournament as data: its stages, why so many cannot play it, and what would do instead.

One stage, or one out of which some go on to a knock-out. The format of a match is the caller's.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from . import groups, knockout
from .layout import POOL_LEAST
from .refusals import Refusal, Why

ENTRANTS_LEAST = 2


class Kind(StrEnum):
    """None is ever renamed."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    GROUPS = "groups"
    """To be followed by a knock-out."""
    POOLS = "pools"


@dataclass(frozen=True, slots=True)
class Stage:
    """What its kind does not ask for is not looked at.

    `seeds`: so many by their order, the others by lot; None: all by their order, 0: all by lot.
    `rounds`: of a Swiss; 0: as many as are recommended. `first`: how many go on to a knock-out, of
    each group; `best`: of those who come next in theirs. `size`: of a pool.
    """

    kind: Kind
    seeds: int | None = None
    rounds: int = 0
    double: bool = False
    groups: int = 0
    first: int = 0
    best: int = 0
    third_place: bool = False
    consolation: bool = False
    size: int = POOL_LEAST


@dataclass(frozen=True, slots=True)
class Plan:
    stages: tuple[Stage, ...]


class Refused(NamedTuple):
    """`stage`: its number from 1; 0: the order of the stages. `nearest`: the plan with no more
    changed than is needed; None where so few can play nothing."""

    refusal: Refusal
    stage: int
    nearest: Plan | None


# how many rounds of a Swiss


def swiss_rounds(entrants: int, places: int = 1) -> int:
    """Recommended: so many that one at most wins all, and one more for each doubling of the places
    that are to be settled; never more than there can be."""
    wanted = max(entrants - 1, 0).bit_length() + max(places - 1, 0).bit_length()
    return min(wanted, swiss_most(entrants))


def swiss_most(entrants: int) -> int:
    """After so many everybody has met everybody."""
    return max(entrants - 1 + entrants % 2, 0)


def swiss_sure(entrants: int) -> int:
    """So many can always be drawn without a second meeting, whatever was drawn before: by Dirac,
    while everybody has half of the others or more yet to meet. Beyond it a round may fail."""
    return (entrants + 1) // 2


# what cannot be


def refusal(plan: Plan, entrants: int) -> Refused | None:
    first = _first(plan, entrants)
    if first is None:
        return None
    return Refused(first.refusal, first.stage, _nearest(plan, entrants))


class _Found(NamedTuple):
    """`mended`: the plan without this."""

    refusal: Refusal
    stage: int
    mended: Plan | None


def _nearest(plan: Plan, entrants: int) -> Plan | None:
    """Each mending mends one thing, and nothing that was mended is refused again."""
    found = _first(plan, entrants)
    if found is None:
        return plan
    return None if found.mended is None else _nearest(found.mended, entrants)


def _first(plan: Plan, entrants: int) -> _Found | None:
    if entrants < ENTRANTS_LEAST:
        few = Refusal(Why.ENTRANTS_TOO_FEW, "entrants", {"least": ENTRANTS_LEAST})
        return _Found(few, 0, None)
    if plan.stages != (shaped := _shaped(plan.stages)):
        return _Found(Refusal(Why.STAGES_IMPOSSIBLE, "stages"), 0, Plan(shaped))
    here = entrants
    for number, stage in enumerate(plan.stages, start=1):
        found = _of_stage(stage, here) or _of_going_on(plan, number, here)
        if found is not None:
            refused, mended = found
            stages = (*plan.stages[: number - 1], mended, *plan.stages[number:])
            return _Found(refused, number, Plan(stages))
        here = going_on(stage)
    return None


def _shaped(stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
    if not stages:
        return (Stage(Kind.KNOCKOUT),)
    first, *rest = stages
    if first.kind in (Kind.KNOCKOUT, Kind.POOLS) or not (rest or first.kind is Kind.GROUPS):
        return (first,)
    last = next((one for one in rest if one.kind is Kind.KNOCKOUT), Stage(Kind.KNOCKOUT))
    return (first, last)


def going_on(stage: Stage) -> int:
    """To the knock-out after it."""
    return stage.groups * stage.first + stage.best if stage.kind is Kind.GROUPS else stage.first


_Mended = tuple[Refusal, Stage]


def _of_stage(stage: Stage, entrants: int) -> _Mended | None:
    if stage.seeds is not None and not 0 <= stage.seeds <= entrants:
        refused = Refusal(Why.SEEDS_IMPOSSIBLE, "seeds", {"least": 0, "most": entrants})
        return refused, replace(stage, seeds=max(0, min(stage.seeds, entrants)))
    match stage.kind:
        case Kind.SWISS:
            return _of_swiss(stage, entrants)
        case Kind.KNOCKOUT:
            return _of_knockout(stage, entrants)
        case Kind.GROUPS:
            return _of_groups(stage, entrants)
        case Kind.POOLS:
            return _of_pools(stage, entrants)
    return None


def _of_swiss(stage: Stage, entrants: int) -> _Mended | None:
    most = swiss_most(entrants)
    if stage.rounds < 0:
        return Refusal(Why.ROUNDS_IMPOSSIBLE, "rounds", {"least": 1}), replace(stage, rounds=0)
    if stage.rounds > most:
        refused = Refusal(Why.ROUNDS_TOO_MANY, "rounds", {"most": most})
        return refused, replace(stage, rounds=most)
    return None


def _of_knockout(stage: Stage, entrants: int) -> _Mended | None:
    terms = knockout.Terms(third_place=stage.third_place, consolation=stage.consolation)
    least = knockout.entrants_least(terms)
    if entrants >= least:
        return None
    field = "consolation" if stage.consolation else "third_place"
    mended = (
        replace(stage, consolation=False)
        if stage.consolation
        else replace(stage, third_place=False)
    )
    return Refusal(Why.ENTRANTS_TOO_FEW, field, {"least": least}), mended


def _of_groups(stage: Stage, entrants: int) -> _Mended | None:
    refused = groups.number_refusal(entrants, stage.groups)
    if refused is None:
        return None
    return refused, replace(stage, groups=min(max(stage.groups, 1), entrants // 2))


def _of_pools(stage: Stage, entrants: int) -> _Mended | None:
    if entrants < POOL_LEAST:
        few = Refusal(Why.ENTRANTS_TOO_FEW, "entrants", {"least": POOL_LEAST})
        return few, Stage(Kind.KNOCKOUT, seeds=stage.seeds)
    if stage.size < POOL_LEAST:
        refused = Refusal(Why.SIZE_IMPOSSIBLE, "size", {"least": POOL_LEAST})
        return refused, replace(stage, size=POOL_LEAST)
    return None


def _of_going_on(plan: Plan, number: int, entrants: int) -> _Mended | None:
    """Two at least, and no more than there are in a group."""
    if number == len(plan.stages):
        return None
    stage = plan.stages[number - 1]
    of = stage.groups if stage.kind is Kind.GROUPS else 1
    shortest = entrants // of
    if stage.first < 0:
        return Refusal(Why.TOO_FEW_GO_ON, "first", {"least": 0}), replace(stage, first=0)
    if stage.first > shortest:
        refused = Refusal(Why.TOO_MANY_GO_ON, "first", {"most": shortest})
        return refused, replace(stage, first=shortest)
    if stage.kind is Kind.GROUPS and stage.best < 0:
        return Refusal(Why.TOO_FEW_GO_ON, "best", {"least": 0}), replace(stage, best=0)
    if stage.kind is Kind.GROUPS and stage.best > (next_ := _next(stage, entrants)):
        refused = Refusal(Why.TOO_MANY_GO_ON, "best", {"most": next_})
        return refused, replace(stage, best=next_)
    if going_on(stage) < groups.GOING_ON_LEAST:
        refused = Refusal(Why.TOO_FEW_GO_ON, "first", {"least": groups.GOING_ON_LEAST})
        return refused, replace(stage, first=-(-groups.GOING_ON_LEAST // of), best=0)
    return None


def _next(stage: Stage, entrants: int) -> int:
    """Groups where somebody comes next after those who go on."""
    shortest, longer = divmod(entrants, stage.groups)
    return stage.groups if stage.first < shortest else longer

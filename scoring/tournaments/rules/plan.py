"""A tournament as data: its stages, why so many cannot play it, and the nearest plan they can.

One stage, or one whose qualifiers play a knock-out. The format of a match is the caller's.

What a director can choose is defined here alone, as a field of `Stage`: the form, the API, what is
stored and the changes that a refused draw proposes follow from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, NamedTuple

from scoring.contests.rules.pool import Paying

from . import groups, knockout
from .pool_draws import POOL_LEAST
from .stages import Refusal, Why
from .swiss.contenders import MOST, swiss_most


class Kind(StrEnum):
    """None is ever renamed."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    GROUPS = "groups"
    """To be followed by a knock-out."""
    POOLS = "pools"


def _(message: str) -> str:
    """Marks a text that the pages translate."""
    return message


EVERY = object()


class Option(NamedTuple):
    """What a director chooses, of tournaments of some `kinds`.

    A number from `least` to `most`, one of `choices`, or yes or no; None where that is the default.
    `label` and `hint` are shown on the page, `help_text` is for programs. `elsewhere`: what
    programs read of a tournament of another kind. `proposal`: how a draw that is refused says that
    another value would do. `is_detail`: few directors need it. `may_change`: by the operation that
    changes the plan.
    """

    name: str
    default: Any
    kinds: tuple[Kind, ...]
    label: str
    help_text: str
    hint: str = ""
    least: int = 0
    most: int = 1
    choices: tuple[str, ...] = ()
    elsewhere: Any = EVERY
    proposal: str = ""
    is_detail: bool = False
    may_change: bool = True

    @property
    def is_yes_or_no(self) -> bool:
        return isinstance(self.default, bool)

    def fits(self, value: Any) -> bool:
        if self.is_yes_or_no or (self.default is None and value is None):
            return True
        return value in self.choices if self.choices else self.least <= value <= self.most

    def value_in(self, chosen: Mapping[str, Any]) -> Any:
        """What programs read, of what was stored."""
        return chosen.get(self.name, self.default if self.elsewhere is EVERY else self.elsewhere)


def _option(default: Any, kinds: tuple[Kind, ...], **described: Any) -> Any:
    return field(default=default, metadata={"kinds": kinds, **described})


@dataclass(frozen=True, slots=True)
class Stage:
    """Options of other kinds are ignored.

    `seeds`: so many by their order, the others by lot; None: all by their order, 0: all by lot.
    `rounds`: of a Swiss; 0: as many as are recommended. `first`: qualifiers of each group; `best`:
    further ones, of those who come next in theirs. `size`: of a pool.
    """

    kind: Kind
    rounds: int = _option(
        0,
        (Kind.SWISS,),
        most=25,
        label=_("Rounds"),
        hint=_("Leave empty for just enough rounds to leave one unbeaten player at most."),
        help_text="0: just enough to leave one unbeaten player at most, decided when the first "
        "round is published.",
    )
    seeds: int | None = _option(
        None,
        (Kind.KNOCKOUT, Kind.ROUND_ROBIN, Kind.GROUPS, Kind.POOLS),
        most=MOST,
        label=_("Number of seeds"),
        hint=_(
            "Not for Swiss. The number of seeded players; the others are placed by "
            "lot. Leave empty to seed everyone."
        ),
        help_text="Number of seeded players; the others are placed by lot; null: all are seeded.",
        proposal=_("seeds: %(number)s"),
    )
    groups: int = _option(
        2,
        (Kind.GROUPS,),
        least=1,
        most=32,
        label=_("Groups"),
        hint=_("How many groups there are before the knock-out."),
        help_text="How many groups there are before the knock-out; null: another format.",
        elsewhere=None,
        proposal=_("groups: %(number)s"),
    )
    first: int = _option(
        2,
        (Kind.GROUPS,),
        most=64,
        label=_("Qualifiers per group"),
        help_text="Qualifiers of each group; null: another format.",
        elsewhere=None,
        proposal=_("qualifiers per group: %(number)s"),
    )
    best: int = _option(
        0,
        (Kind.GROUPS,),
        most=32,
        label=_("Further qualifiers, the best of the rest"),
        help_text="Further qualifiers: the best of those ranked next in their groups; null: "
        "another format.",
        elsewhere=None,
        proposal=_("further qualifiers, the best of the rest: %(number)s"),
    )
    double: bool = _option(
        False,
        (Kind.ROUND_ROBIN, Kind.GROUPS),
        label=_("Everyone meets everyone twice"),
        hint=_("In a round robin or in groups: once at home, once away."),
        help_text="Everybody (of a group) meets everybody twice.",
    )
    size: int = _option(
        POOL_LEAST,
        (Kind.POOLS,),
        least=POOL_LEAST,
        most=20,
        label=_("Players per pool"),
        hint=_("The usual size. Some pools may have one player more or fewer."),
        help_text="Players per pool; some pools may have one more or fewer; null: another format.",
        elsewhere=None,
    )
    stake: int = _option(
        0,
        (Kind.POOLS,),
        most=1_000_000,
        label=_("Stake of each pool"),
        hint=_("0: played for honour. To enter is to accept the stake."),
        help_text="Counters staked in each pool; 0: played for honour, as in every club that "
        "plays for points; null: another format.",
        elsewhere=None,
    )
    paying: str = _option(
        Paying.DEPOSIT.value,
        (Kind.POOLS,),
        choices=tuple(Paying),
        label=_("Who stakes"),
        hint=_("Both ways are Foster’s."),
        help_text="Who stakes in each pool; null: another format.",
        elsewhere=None,
    )
    tables: int = _option(
        0,
        (Kind.SWISS, Kind.ROUND_ROBIN, Kind.KNOCKOUT, Kind.GROUPS),
        most=MOST,
        label=_("Number of tables"),
        hint=_(
            "With fewer tables than matches, a round is played in several sittings. Leave empty "
            "for as many as are needed."
        ),
        help_text="With fewer than a round has matches, it is played in several sittings; 0: as "
        "many as are needed.",
    )
    third_place: bool = _option(
        False,
        (Kind.KNOCKOUT, Kind.GROUPS),
        label=_("Play for third place"),
        help_text="The losers of the semi-finals play for third place.",
        proposal=_("without a match for third place"),
    )
    consolation: bool = _option(
        False,
        (Kind.KNOCKOUT, Kind.GROUPS),
        label=_("Consolation for players who lose the first match they play"),
        help_text="Players who lose the first match they play have a knock-out of their own.",
        proposal=_("without a consolation"),
    )
    by_lot: bool = _option(
        False,
        (Kind.SWISS, Kind.ROUND_ROBIN, Kind.GROUPS),
        label=_("Draw the first round by lot"),
        hint=_(
            "Swiss: otherwise the upper half of the seeding meets the lower half. "
            "Round robin: the numbers in the Berger tables are drawn. Groups: the "
            "groups are drawn from pots."
        ),
        help_text="The first round, the numbers of a round robin or the groups are drawn by lot.",
        is_detail=True,
    )
    second_meetings: bool = _option(
        False,
        (Kind.SWISS,),
        label=_("Allow a second match between the same players"),
        hint=_("Used only if a round cannot be drawn otherwise."),
        help_text="Two players may meet again if a round cannot be drawn otherwise.",
        is_detail=True,
        may_change=False,
    )
    vary_tables: bool = _option(
        True,
        (Kind.SWISS,),
        label=_("Avoid giving a player the same table twice"),
        help_text="Players change tables as far as possible.",
        is_detail=True,
        may_change=False,
    )


OPTIONS = tuple(
    Option(one.name, one.default, **one.metadata) for one in fields(Stage) if one.metadata
)


def options_of(kind: str) -> tuple[Option, ...]:
    return tuple(option for option in OPTIONS if kind in option.kinds)


@dataclass(frozen=True, slots=True)
class Plan:
    stages: tuple[Stage, ...]


class Refused(NamedTuple):
    """`stage`: its number from 1; 0: the order of the stages. `nearest`: the plan with no more
    changed than is needed; None where so few can play nothing."""

    refusal: Refusal
    stage: int
    nearest: Plan | None


# what cannot be


def refusal(plan: Plan, entrants: int) -> Refused | None:
    first = _first(plan, entrants)
    if first is None:
        return None
    nearest = first.nearest
    # Each mending mends one thing, and nothing that was mended is refused again.
    while nearest is not None and (again := _first(nearest, entrants)) is not None:
        nearest = again.nearest
    return first._replace(nearest=nearest)


def _first(plan: Plan, entrants: int) -> Refused | None:
    """With the plan without this alone for its nearest."""
    if entrants < knockout.ENTRANTS_LEAST:
        few = Refusal(Why.ENTRANTS_TOO_FEW, "entrants", {"least": knockout.ENTRANTS_LEAST})
        return Refused(few, 0, None)
    if plan.stages != (shaped := _shaped(plan.stages)):
        return Refused(Refusal(Why.STAGES_IMPOSSIBLE, "stages"), 0, Plan(shaped))
    for number, stage in enumerate(plan.stages, start=1):
        found = _of_stage(stage, entrants)
        if found is None and number < len(plan.stages):
            found = _of_qualifiers(stage, entrants)
        if found is not None:
            refused, mended = found
            stages = (*plan.stages[: number - 1], mended, *plan.stages[number:])
            return Refused(refused, number, Plan(stages))
        entrants = qualifier_count(stage)
    return None


def _shaped(stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
    if not stages:
        return (Stage(Kind.KNOCKOUT),)
    first, *rest = stages
    if first.kind in (Kind.KNOCKOUT, Kind.POOLS) or not (rest or first.kind is Kind.GROUPS):
        return (first,)
    last = next((one for one in rest if one.kind is Kind.KNOCKOUT), Stage(Kind.KNOCKOUT))
    return (first, last)


def qualifier_count(stage: Stage) -> int:
    """To the knock-out after it."""
    return stage.groups * stage.first + stage.best if stage.kind == Kind.GROUPS else stage.first


_Mended = tuple[Refusal, Stage]


def _mended(stage: Stage, why: Why, name: str, value: int, **params: int) -> _Mended:
    """`value`: the nearest that can be."""
    return Refusal(why, name, params), replace(stage, **{name: value})  # type: ignore[arg-type]  # any option


def _of_stage(stage: Stage, entrants: int) -> _Mended | None:
    if stage.seeds is not None and not 0 <= stage.seeds <= entrants:
        nearest = max(0, min(stage.seeds, entrants))
        return _mended(stage, Why.SEEDS_IMPOSSIBLE, "seeds", nearest, least=0, most=entrants)
    match stage.kind:
        case Kind.SWISS if stage.rounds < 0:
            return _mended(stage, Why.ROUNDS_IMPOSSIBLE, "rounds", 0, least=1)
        case Kind.SWISS if stage.rounds > (most := swiss_most(entrants)):
            return _mended(stage, Why.ROUNDS_TOO_MANY, "rounds", most, most=most)
        case Kind.KNOCKOUT:
            terms = knockout.Terms(third_place=stage.third_place, consolation=stage.consolation)
            if entrants < (least := knockout.entrants_least(terms)):
                name = "consolation" if stage.consolation else "third_place"
                return _mended(stage, Why.ENTRANTS_TOO_FEW, name, False, least=least)
        case Kind.GROUPS:
            if refused := groups.number_refusal(entrants, stage.groups):
                return refused, replace(stage, groups=min(max(stage.groups, 1), entrants // 2))
        case Kind.POOLS if entrants < POOL_LEAST:
            few = Refusal(Why.ENTRANTS_TOO_FEW, "entrants", {"least": POOL_LEAST})
            return few, Stage(Kind.KNOCKOUT, seeds=stage.seeds)
        case Kind.POOLS if stage.size < POOL_LEAST:
            return _mended(stage, Why.SIZE_IMPOSSIBLE, "size", POOL_LEAST, least=POOL_LEAST)
    return None


def _of_qualifiers(stage: Stage, entrants: int) -> _Mended | None:
    """Two at least, and no more than there are in a group."""
    is_groups = stage.kind is Kind.GROUPS
    shortest, longer = divmod(entrants, stage.groups if is_groups else 1)
    # Groups where somebody comes next after those who go on.
    next_ = stage.groups if stage.first < shortest else longer
    least = groups.QUALIFIERS_LEAST
    if stage.first < 0:
        return _mended(stage, Why.TOO_FEW_GO_ON, "first", 0, least=0)
    if stage.first > shortest:
        return _mended(stage, Why.TOO_MANY_GO_ON, "first", shortest, most=shortest)
    if is_groups and stage.best < 0:
        return _mended(stage, Why.TOO_FEW_GO_ON, "best", 0, least=0)
    if is_groups and stage.best > next_:
        return _mended(stage, Why.TOO_MANY_GO_ON, "best", next_, most=next_)
    if qualifier_count(stage) < least:
        first = -(-least // (stage.groups if is_groups else 1))
        refused = Refusal(Why.TOO_FEW_GO_ON, "first", {"least": least})
        return refused, replace(stage, first=first, best=0)
    return None

"""Plans that so many can play, plans that they cannot, and what would do instead."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournaments.rules import groups, knockout, pools, round_robin
from scoring.tournaments.rules.plan import Kind, Plan, Stage, qualifier_count, refusal
from scoring.tournaments.rules.stages import Refusal, Why
from scoring.tournaments.rules.swiss.contenders import swiss_most, swiss_rounds
from tests.support.depth import examples

KNOCKOUT, ROBIN = Stage(Kind.KNOCKOUT), Stage(Kind.ROUND_ROBIN)
SWISS, POOLS = Stage(Kind.SWISS), Stage(Kind.POOLS)
GROUPS = Stage(Kind.GROUPS, groups=3, first=2, best=2)


@pytest.mark.parametrize(
    ("stages", "entrants"),
    [
        ((KNOCKOUT,), 2),
        ((ROBIN,), 2),
        ((SWISS,), 2),
        ((POOLS,), 3),
        ((GROUPS, KNOCKOUT), 9),
        ((Stage(Kind.SWISS, first=4), KNOCKOUT), 20),
        ((Stage(Kind.ROUND_ROBIN, first=2), KNOCKOUT), 6),
        ((Stage(Kind.KNOCKOUT, seeds=2, third_place=True, consolation=True),), 6),
    ],
)
def test_plans_that_can_be_played(stages: tuple[Stage, ...], entrants: int) -> None:
    assert refusal(Plan(stages), entrants) is None


@pytest.mark.parametrize(
    ("stage", "entrants", "why", "nearest"),
    [
        (Stage(Kind.KNOCKOUT, third_place=True), 3, Why.ENTRANTS_TOO_FEW, KNOCKOUT),
        (Stage(Kind.KNOCKOUT, consolation=True), 3, Why.ENTRANTS_TOO_FEW, KNOCKOUT),
        (
            Stage(Kind.KNOCKOUT, third_place=True, consolation=True),
            5,
            Why.ENTRANTS_TOO_FEW,
            Stage(Kind.KNOCKOUT, third_place=True),
        ),
        (Stage(Kind.KNOCKOUT, seeds=9), 4, Why.SEEDS_IMPOSSIBLE, Stage(Kind.KNOCKOUT, seeds=4)),
        (Stage(Kind.KNOCKOUT, seeds=-1), 4, Why.SEEDS_IMPOSSIBLE, Stage(Kind.KNOCKOUT, seeds=0)),
        (Stage(Kind.SWISS, rounds=7), 6, Why.ROUNDS_TOO_MANY, Stage(Kind.SWISS, rounds=5)),
        (Stage(Kind.SWISS, rounds=-1), 6, Why.ROUNDS_IMPOSSIBLE, SWISS),
        (POOLS, 2, Why.ENTRANTS_TOO_FEW, KNOCKOUT),
        (Stage(Kind.POOLS, size=2), 9, Why.SIZE_IMPOSSIBLE, POOLS),
    ],
)
def test_one_stage_that_cannot_be_and_what_would_do(
    stage: Stage, entrants: int, why: Why, nearest: Stage
) -> None:
    found = refusal(Plan((stage,)), entrants)
    assert found is not None
    assert (found.refusal.why, found.stage) == (why, 1)
    assert found.nearest == Plan((nearest,))


def grouped(count: int, first: int, best: int = 0) -> tuple[Stage, Stage]:
    return Stage(Kind.GROUPS, groups=count, first=first, best=best), KNOCKOUT


@pytest.mark.parametrize(
    ("plan", "entrants", "expected", "nearest"),
    [
        (grouped(6, 1), 9, Refusal(Why.GROUPS_TOO_MANY, "groups"), grouped(4, 1)),
        (grouped(0, 2), 9, Refusal(Why.GROUPS_IMPOSSIBLE, "groups"), grouped(1, 2)),
        (grouped(3, 4), 11, Refusal(Why.TOO_MANY_GO_ON, "first"), grouped(3, 3)),
        (grouped(3, -1), 11, Refusal(Why.TOO_FEW_GO_ON, "first"), grouped(3, 1)),
        (grouped(3, 3, 3), 11, Refusal(Why.TOO_MANY_GO_ON, "best"), grouped(3, 3, 2)),
        (grouped(3, 2, 4), 11, Refusal(Why.TOO_MANY_GO_ON, "best"), grouped(3, 2, 3)),
        (grouped(3, 2, -1), 11, Refusal(Why.TOO_FEW_GO_ON, "best"), grouped(3, 2, 0)),
        (grouped(3, 0, 1), 11, Refusal(Why.TOO_FEW_GO_ON, "first"), grouped(3, 1)),
        (grouped(1, 1), 5, Refusal(Why.TOO_FEW_GO_ON, "first"), grouped(1, 2)),
    ],
)
def test_groups_that_cannot_be_and_what_would_do(
    plan: tuple[Stage, ...], entrants: int, expected: Refusal, nearest: tuple[Stage, ...]
) -> None:
    found = refusal(Plan(plan), entrants)
    assert found is not None
    assert (found.refusal.why, found.refusal.field) == (expected.why, expected.field)
    assert (found.stage, found.nearest) == (1, Plan(nearest))


def test_the_figures_of_a_refusal() -> None:
    found = refusal(Plan(grouped(6, 1)), 9)
    assert found is not None
    assert found.refusal.params == {"most": 4}


@pytest.mark.parametrize(
    ("stages", "nearest"),
    [
        ((), (KNOCKOUT,)),
        ((GROUPS,), (GROUPS, KNOCKOUT)),
        ((KNOCKOUT, POOLS), (KNOCKOUT,)),
        ((POOLS, KNOCKOUT), (POOLS,)),
        ((GROUPS, SWISS, KNOCKOUT), (GROUPS, KNOCKOUT)),
        ((ROBIN, POOLS), (Stage(Kind.ROUND_ROBIN, first=2), KNOCKOUT)),
    ],
)
def test_stages_in_an_order_that_cannot_be(
    stages: tuple[Stage, ...], nearest: tuple[Stage, ...]
) -> None:
    found = refusal(Plan(stages), 12)
    assert found is not None
    assert (found.refusal.why, found.stage) == (Why.STAGES_IMPOSSIBLE, 0)
    assert found.nearest == Plan(nearest)


def test_the_knockout_is_asked_about_those_who_go_on() -> None:
    third = Stage(Kind.KNOCKOUT, third_place=True)
    found = refusal(Plan((Stage(Kind.GROUPS, groups=3, first=1), third)), 12)
    assert found is not None
    assert (found.refusal.why, found.stage) == (Why.ENTRANTS_TOO_FEW, 2)
    assert found.nearest == Plan((Stage(Kind.GROUPS, groups=3, first=1), KNOCKOUT))


def test_one_alone_can_play_nothing() -> None:
    found = refusal(Plan((KNOCKOUT,)), 1)
    assert found is not None
    assert (found.refusal.why, found.nearest) == (Why.ENTRANTS_TOO_FEW, None)


few = st.integers(-1, 8)
stages = st.builds(
    Stage,
    kind=st.sampled_from(Kind),
    seeds=st.none() | few,
    rounds=few,
    double=st.booleans(),
    groups=few,
    first=few,
    best=few,
    third_place=st.booleans(),
    consolation=st.booleans(),
    size=few,
)


@settings(max_examples=examples(25, thorough=80))
@given(st.lists(stages, max_size=3), st.integers(2, 14))
def test_the_nearest_plan_can_be_played(planned: list[Stage], entrants: int) -> None:
    """And what is not refused is begun by each stage's own room."""
    plan = Plan(tuple(planned))
    found = refusal(plan, entrants)
    if found is not None:
        assert found.nearest is not None
        plan = found.nearest
        assert refusal(plan, entrants) is None
    here = list(range(1, entrants + 1))
    for number, stage in enumerate(plan.stages, start=1):
        begins(stage, here)
        if number < len(plan.stages):
            here = goes_on(stage, here)
    assert refusal(plan, entrants) is None


def begins(stage: Stage, here: list[int]) -> None:
    match stage.kind:
        case Kind.KNOCKOUT:
            terms = knockout.Terms(stage.seeds, "king", stage.third_place, stage.consolation)
            knockout.begin(terms, here)
        case Kind.POOLS:
            pools.begin(pools.Terms(stage.size, stage.seeds or 0), here)
        case Kind.GROUPS:
            round_robin.begin(round_robin.Terms(stage.double), groups.snake(here, stage.groups))
        case _:
            round_robin.begin(round_robin.Terms(stage.double), [here])


def goes_on(stage: Stage, here: list[int]) -> list[int]:
    if stage.kind is not Kind.GROUPS:
        return here[: stage.first]
    tables = groups.snake(here, stage.groups)
    next_ = [table[stage.first] for table in tables if len(table) > stage.first]
    found = groups.qualifiers(tables, stage.first, stage.best, order=next_)
    assert len(found) == qualifier_count(stage)
    return list(groups.placed(found).order)


# rounds of a Swiss


@pytest.mark.parametrize(
    ("entrants", "rounds"),
    [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4), (17, 5), (500, 9), (1, 0), (0, 0)],
)
def test_so_many_rounds_that_one_at_most_wins_all(entrants: int, rounds: int) -> None:
    """Half of those who have won all, rounded up, win the next as well."""
    assert swiss_rounds(entrants) == rounds
    unbeaten = entrants
    for _round in range(rounds):
        unbeaten = (unbeaten + 1) // 2
    assert unbeaten <= 1


def test_a_round_more_for_each_doubling_of_the_places_that_are_settled() -> None:
    assert [swiss_rounds(32, places) for places in (1, 2, 3, 4, 5)] == [5, 6, 7, 7, 8]
    assert swiss_rounds(4, 4) == swiss_most(4) == 3
    assert swiss_most(5) == 5

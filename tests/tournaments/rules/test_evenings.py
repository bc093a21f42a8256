"""Whole tournaments from the plan to the last place, as a director runs them."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournaments.rules import groups, knockout, pools, round_robin
from scoring.tournaments.rules.plan import Kind, Plan, Stage, refusal
from scoring.tournaments.rules.pools import DrawTakenBack, OwnEvent, RoundDrawn
from scoring.tournaments.rules.stages import CameBack, Event, How, Slot, TakenBack, Withdrew, Won
from tests.support.depth import examples
from tests.tournaments.rules.estimates import estimate

from . import play
from .play import ALICE, BOB, CHLOE, DAVID


def test_four_groups_of_three_then_quarter_finals() -> None:
    """Twelve by their strength, and the stronger always wins: A has 1, 8, 9; B 2, 7, 10; C 3, 6,
    11; D 4, 5, 12. First and second go on."""
    stages = (
        Stage(Kind.GROUPS, groups=4, first=2),
        Stage(Kind.KNOCKOUT, third_place=True),
    )
    plan = Plan(stages)
    assert refusal(plan, 12) is None
    divided = groups.snake(range(1, 13), 4)
    state = play.the_better_wins(round_robin, round_robin.begin(round_robin.Terms(), divided))
    tables = [sorted(group) for group in divided]
    assert [table[:2] for table in tables] == [[1, 8], [2, 7], [3, 6], [4, 5]]

    placed = groups.placed(groups.qualifiers(tables, 2))
    assert placed.order[:4] == (1, 2, 3, 4)
    assert placed.clashes == ()
    last = knockout.begin(knockout.Terms(third_place=True), placed.order)
    met = [set(one.entrants) for one in knockout.due(last)]
    assert all(pair not in ({1, 8}, {2, 7}, {3, 6}, {4, 5}) for pair in met)
    last = play.the_better_wins(knockout, last)
    assert [one.entrant for one in knockout.ranking(last)[:4]] == [1, 2, 3, 4]

    played = sum(one.how is How.PLAYED for one in round_robin.fixtures(state))
    played += sum(one.how is How.PLAYED for one in knockout.fixtures(last))
    found = estimate(plan, 12)
    assert found.least == found.most == played == 12 + 8
    assert len(found.rounds) == 3 + 3


def test_a_wrong_result_is_found_before_the_final() -> None:
    """Chloé was entered as the winner over Bob, and nobody has dealt for the final yet."""
    state = knockout.begin(knockout.Terms(third_place=True), (ALICE, BOB, CHLOE, DAVID))
    semi_final = Slot(0, 1, 2)
    state = play.after(knockout, state, Won(Slot(0, 1, 1), ALICE), Won(semi_final, CHLOE))
    assert {ALICE, CHLOE} in [set(one.entrants) for one in knockout.due(state)]
    state = play.after(knockout, state, TakenBack(semi_final), Won(semi_final, BOB))
    assert [set(one.entrants) for one in knockout.due(state)] == [{ALICE, BOB}, {DAVID, CHLOE}]


@pytest.mark.slow
@settings(max_examples=examples(8, thorough=20))
@given(st.integers(3, 14), st.randoms(use_true_random=False))
def test_an_evening_of_pools_stays_true_whatever_is_taken_back(number: int, random: Random) -> None:
    """Any event at any time: nobody is in a round who has not come through the one before it."""
    terms = pools.Terms(random.choice([3, 4]), random.randint(0, 3))
    state = pools.begin(terms, range(1, number + 1))
    for _event in range(8 * number):
        event = _anything(random, state)
        if pools.refusal(state, event) is None:
            state = pools.apply(state, event)
        found = pools.fixtures(state)
        for before, drawn in enumerate(state.rounds[1:], start=1):
            through = {one.winner for one in found if one.slot.round == before}
            assert through.issuperset(drawn.order)
        assert all(one.winner is None or one.winner in one.entrants for one in found)
        if pools.is_over(state):
            ranking = pools.ranking(state)
            assert sorted(one.entrant for one in ranking) == list(range(1, number + 1))


def _anything(random: Random, state: pools.State) -> OwnEvent:
    entrant = random.choice(state.entrants)
    likely: list[OwnEvent] = [Withdrew(entrant), CameBack(entrant), DrawTakenBack()]
    likely += [RoundDrawn(f"{random.randint(1, 9)}")]
    if found := pools.fixtures(state):
        likely.append(TakenBack(random.choice(found).slot))
    if pools.due(state):
        playing: Event = play.something(random, pools, state)
        likely += [playing] * 6
    return random.choice(likely)

"""How long a tournament lasts, against counts by hand and against whole ones that are played."""

import pytest

from scoring.tournaments.rules import knockout, round_robin
from scoring.tournaments.rules.knockout import Part, State
from scoring.tournaments.rules.plan import Kind, Plan, Stage
from scoring.tournaments.rules.stages import How, Won
from tests.tournaments.rules.estimates import Estimate, Round, estimate, minutes

from . import play


def of(*stages: Stage, entrants: int) -> Estimate:
    return estimate(Plan(stages), entrants)


def matches(found: Estimate) -> list[int]:
    return [one.matches for one in found.rounds]


def test_eight_by_each_way() -> None:
    assert matches(of(Stage(Kind.KNOCKOUT), entrants=8)) == [4, 2, 1]
    assert matches(of(Stage(Kind.KNOCKOUT, third_place=True), entrants=8)) == [4, 2, 2]
    assert matches(of(Stage(Kind.ROUND_ROBIN), entrants=8)) == [4] * 7
    assert matches(of(Stage(Kind.ROUND_ROBIN, double=True), entrants=8)) == [4] * 14
    assert matches(of(Stage(Kind.SWISS), entrants=8)) == [4] * 3
    assert matches(of(Stage(Kind.SWISS, rounds=5), entrants=8)) == [4] * 5


def test_groups_of_unequal_size_and_the_knockout_after_them() -> None:
    """Four and three: three rounds each, 2 + 1 matches; two of each go on: 2 and 1."""
    two = Stage(Kind.GROUPS, groups=2, first=2)
    assert matches(of(two, Stage(Kind.KNOCKOUT), entrants=7)) == [3, 3, 3, 2, 1]
    three = Stage(Kind.GROUPS, groups=2, first=1)
    assert matches(of(three, Stage(Kind.KNOCKOUT), entrants=5)) == [2, 1, 1, 1]


def test_of_nine_by_pools_three_games_and_three() -> None:
    found = of(Stage(Kind.POOLS), entrants=9)
    assert found.rounds == (Round(3, 3), Round(1, 3))
    assert (found.least, found.most) == (4, 4)
    assert of(Stage(Kind.POOLS), entrants=10).rounds[0] == Round(3, 7)


def test_the_evening_has_so_many_tables() -> None:
    """Eight, 20 minutes a match: 4, 2 and 1 matches at 3 tables are 2, 1 and 1 turns."""
    found = of(Stage(Kind.KNOCKOUT), entrants=8)
    assert minutes(found, tables=3, match=20, game=8) == 80
    assert minutes(found, tables=0, match=20, game=8) == 60
    pools = of(Stage(Kind.POOLS), entrants=9)
    assert minutes(pools, tables=3, match=20, game=8) == 2 * 3 * 8
    assert minutes(pools, tables=2, match=20, game=8) == 3 * 3 * 8


@pytest.mark.parametrize("entrants", [2, 3, 6, 9])
@pytest.mark.parametrize("double", [False, True])
def test_a_round_robin_as_it_is_played(entrants: int, double: bool) -> None:
    state = round_robin.begin(round_robin.Terms(double), [range(entrants)])
    found = round_robin.fixtures(state)
    expected = [
        sum(one.slot.round == number and one.how is not How.BYE for one in found)
        for number in range(1, round_robin.rounds(state) + 1)
    ]
    assert matches(of(Stage(Kind.ROUND_ROBIN, double=double), entrants=entrants)) == expected


@pytest.mark.parametrize("third_place", [False, True])
@pytest.mark.parametrize("entrants", [6, 7, 8, 9, 11, 13, 16, 17, 21])
def test_a_consolation_has_the_fewest_when_byes_help_and_the_most_when_they_do_not(
    entrants: int, third_place: bool
) -> None:
    stage = Stage(Kind.KNOCKOUT, third_place=third_place, consolation=True)
    found = of(stage, entrants=entrants)
    terms = knockout.Terms(third_place=third_place, consolation=True)
    state = knockout.begin(terms, range(1, entrants + 1))
    assert played(play.the_better_wins(knockout, state)) == found.least
    worst = the_worse_wins(state)
    assert played(worst) == found.most
    rounds = [one.slot.round for one in knockout.fixtures(worst) if one.slot.part == Part.MAIN]
    assert max(rounds) <= len(found.rounds) <= max(rounds) + 1


def the_worse_wins(state: State) -> State:
    while found := knockout.due(state):
        state = knockout.apply(state, Won(found[0].slot, max(found[0].entrants)))
    return state


def played(state: State) -> int:
    return sum(one.how is How.PLAYED for one in knockout.fixtures(state))

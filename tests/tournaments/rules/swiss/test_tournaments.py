"""What holds of every round of random tournaments, of two players to five hundred.

SWISS_TOURNAMENTS=1000 is the long run: 500 players in every two hundredth, 200 in every fiftieth.
"""

import os
from itertools import combinations
from random import Random

import pytest

from scoring.tournaments.rules.swiss.contenders import Contender
from scoring.tournaments.rules.swiss.reasons import Because
from tests.support.depth import times

from .tournaments import Stage, Told, Tournament

pytestmark = pytest.mark.any_database

TOURNAMENTS = int(os.environ.get("SWISS_TOURNAMENTS") or times(6, thorough=15))
ROUNDS = 9


def size_of(number: int, random: Random) -> int:
    if number % 200 == 199:
        return 500
    return 200 if number % 50 == 49 else random.randint(2, 60)


@pytest.mark.parametrize("number", range(TOURNAMENTS))
def test_every_round_of_a_random_tournament(number: int) -> None:
    random = Random(number)
    size = size_of(number, random)
    rounds = ROUNDS if size > 60 else random.randint(3, ROUNDS)
    goes_well(Tournament(size, rounds, random, lively=number % 3 > 0))


@pytest.mark.slow
def test_three_rounds_of_two_hundred() -> None:
    goes_well(Tournament(200, 3, Random("two hundred")))


def goes_well(tournament: Tournament) -> None:
    told = Told()
    for stage in tournament.stages():
        everybody_is_there_once(stage)
        nobody_meets_who_may_not_be_met(stage, told)
        the_round_was_refused_only_if_it_can_be_impossible(stage)
        the_bye_is_fair(stage, told)
        tables_and_deals_are_fair(stage, told)
        points_are_no_further_apart_than_by_going_down_the_list(stage, told)
        told.note(stage)
    assert max(map(abs, told.deals.values()), default=0) <= 3


def everybody_is_there_once(stage: Stage) -> None:
    found = [pk for board in stage.drawn.boards for pk in (board.first, board.second)]
    found += [stage.drawn.bye.player] if stage.drawn.bye else []
    assert sorted(found) == sorted(one.id for one in present(stage))
    assert (stage.drawn.bye is not None) == (len(found) % 2 == 1)
    asked = {one.id for one in stage.contenders if one.half_bye and not one.withdrawn}
    assert set(stage.drawn.half_byes) <= asked - set(found)


def present(stage: Stage) -> list[Contender]:
    return [
        one
        for one in stage.contenders
        if not (one.withdrawn or one.half_bye or one.joined > stage.round_number)
    ]


def pairs_of(stage: Stage) -> set[frozenset[int]]:
    return {frozenset((board.first, board.second)) for board in stage.drawn.boards}


def nobody_meets_who_may_not_be_met(stage: Stage, told: Told) -> None:
    assert not pairs_of(stage) & stage.forbidden
    again = pairs_of(stage) & set(told.met)
    assert bool(again) == (stage.refused is not None)


def the_round_was_refused_only_if_it_can_be_impossible(stage: Stage) -> None:
    """Dirac (1952): where each of n may meet at least n/2 of the others, all can be paired."""
    number = len(present(stage))
    most_forbidden = max(
        (sum(one.id in pair for pair in stage.forbidden) for one in stage.contenders), default=0
    )
    partners = number - 1 + number % 2 - (stage.round_number - 1) - most_forbidden
    if 2 * partners >= number + number % 2:
        assert stage.refused is None


def the_bye_is_fair(stage: Stage, told: Told) -> None:
    """Whoever should have had it before him is named as one without whom there is no round."""
    if stage.drawn.bye is None or stage.by_lot:
        return
    order = sorted(present(stage), key=lambda one: (told.byes[one.id], one.points, -one.rank))
    player, why = stage.drawn.bye
    passed_by = (Because.BYE_PASSED, Because.BYE_FOR_PAIRS)
    passed = [reason.who for reason in why if reason.code in passed_by]
    assert [*passed, player] == [one.id for one in order[: len(passed) + 1]]


def tables_and_deals_are_fair(stage: Stage, told: Told) -> None:
    boards = stage.drawn.boards
    assert sorted(board.table for board in boards) == list(range(1, len(boards) + 1))
    for board in boards:
        codes = {reason.code for reason in board.why}
        balanced = told.deals[board.first] <= told.deals[board.second]
        assert balanced or Because.DEALS_RUNNING in codes


def points_are_no_further_apart_than_by_going_down_the_list(stage: Stage, told: Told) -> None:
    """Each meets the next he may meet; where that comes out for everybody."""
    out = stage.drawn.bye.player if stage.drawn.bye else None
    left = sorted(present(stage), key=lambda one: (-one.points, one.rank))
    left = [one for one in left if one.id != out]
    points = {one.id: one.points for one in left}
    apart = 0
    while left:
        first, *others = left
        free = [one for one in others if may_meet(first, one, stage, told)]
        if not free:
            return
        apart += (first.points - free[0].points) ** 2
        left = [one for one in others if one is not free[0]]
    assert sum((points[a] - points[b]) ** 2 for a, b in map(tuple, pairs_of(stage))) <= apart


def may_meet(one: Contender, other: Contender, stage: Stage, told: Told) -> bool:
    pair = frozenset((one.id, other.id))
    running = {(each.dealt_before, each.dealt_last) for each in (one, other)}
    third = running in ({(1, 1)}, {(-1, -1)})
    return pair not in stage.forbidden and not told.met[pair] and not third


def test_no_two_of_a_whole_tournament_of_eight_meet_twice_in_seven_rounds_or_it_is_refused() -> (
    None
):
    """Seven rounds of eight are a round robin: where none is refused, all have met."""
    whole = 0
    for number in range(times(8, thorough=20)):
        told = Told()
        stages = list(Tournament(8, 7, Random(number), lively=False).stages())
        for stage in stages:
            told.note(stage)
        if all(stage.refused is None for stage in stages):
            whole += 1
            assert set(told.met) == {frozenset(pair) for pair in combinations(range(1, 9), 2)}
    assert whole

"""A pool tournament of an evening, from the first draw to the final pool."""

from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.contests.rules import pool
from scoring.contests.rules.events import Closed, Dealt, GameWon, Left
from scoring.tables.ranking import drawn
from scoring.tournaments.rules import pools
from scoring.tournaments.rules.pools import DrawTakenBack, RoundDrawn, State, Terms
from scoring.tournaments.rules.stages import (
    Because,
    Begun,
    CameBack,
    Drew,
    Fixture,
    How,
    NotTakenError,
    Reason,
    Refusal,
    Slot,
    Status,
    TakenBack,
    WalkedOver,
    Why,
    Withdrew,
    Won,
)
from tests.support.depth import examples

from . import play
from .play import after

FIRST = Slot(0, 1, 1)


PLAIN = Terms()


def begun(number: int, terms: Terms = PLAIN) -> State:
    return pools.apply(pools.begin(terms, range(1, number + 1)), RoundDrawn("king"))


def best(state: State) -> State:
    """The best of each pool that is due wins it."""
    for fixture in pools.due(state):
        state = pools.apply(state, Won(fixture.slot, min(fixture.entrants)))
    return state


def refused(state: State, event: object) -> Why:
    return play.refused(pools, state, event)


def ranks(state: State) -> dict[int, tuple[int, int]]:
    return {one.entrant: (one.first, one.last) for one in pools.ranking(state)}


def test_nine_play_three_pools_and_their_winners_the_final_pool() -> None:
    state = begun(9, Terms(seeds=3))
    assert [len(one.sides) for one in pools.due(state)] == [3, 3, 3]
    assert pools.due(state)[0].reason == Reason(Because.LOT, {"pools": 3, "byes": 0, "size": 3})
    assert pools.ranking(state) == ()
    state = after(pools, best(state), RoundDrawn("queen"))
    (final,) = pools.due(state)
    assert final.entrants == drawn((1, 2, 3), "queen/places")
    state = best(state)
    assert pools.is_over(state)
    assert ranks(state) == {1: (1, 1), 2: (2, 3), 3: (2, 3)} | dict.fromkeys(range(4, 10), (4, 9))


def test_of_seven_the_best_seed_sits_out_and_it_says_why() -> None:
    state = begun(7, Terms(seeds=2))
    (bye,) = [one for one in pools.fixtures(state) if one.how is How.BYE]
    assert (bye.slot, bye.sides, bye.winner) == (Slot(0, 1, 3), (1, None), 1)
    assert bye.reason == Reason(Because.BYE_BY_ORDER, {"order": 1, "had": 0, "byes": 1})
    assert [2 in one.entrants for one in pools.due(state)].count(True) == 1


def test_who_has_sat_out_does_not_sit_out_again_while_others_have_not() -> None:
    """Of 19 one sits out, seven are left; the next bye is the next one's."""
    state = begun(19, Terms(seeds=19))
    byes = [drawn.byes for drawn in state.rounds]
    assert byes == [(1,)]
    state = after(pools, best(state), RoundDrawn("queen"))
    assert state.rounds[1].byes == (2,)


def test_club_mates_are_in_different_pools_as_far_as_can_be() -> None:
    clubs = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    for fixture in pools.due(begun(9, Terms(circles=clubs))):
        assert all(len(set(club).intersection(fixture.entrants)) == 1 for club in clubs)


def test_a_winner_who_withdraws_gives_his_place_to_nobody() -> None:
    """Of nine, the winner of the first pool goes; the two others play for two in succession."""
    state = best(begun(9, Terms(seeds=3)))
    state = after(pools, state, Withdrew(1), RoundDrawn("queen"))
    (final,) = pools.due(state)
    assert set(final.entrants) == {2, 3}
    contest = seated(state, final)
    one, other = final.entrants
    assert contest.to_win == 2
    for winner in (one, other, one, one):
        for event in (Dealt(), GameWon(winner)):
            assert pools.won_event(final.slot, contest) is None
            contest, _transfers = pool.apply(contest, event)
    assert pools.won_event(final.slot, contest) == Won(final.slot, one)
    assert ranks(best(state)) == {2: (1, 1), 3: (2, 2), 1: (3, 3)} | dict.fromkeys(
        range(4, 10), (4, 9)
    )


def test_the_last_who_is_left_has_won_without_a_final() -> None:
    state = after(pools, best(begun(9, Terms(seeds=3))), Withdrew(1), Withdrew(3))
    assert pools.is_over(state)
    assert ranks(state)[2] == (1, 1)
    assert ranks(state)[1] == ranks(state)[3] == (2, 3)
    assert refused(state, RoundDrawn("queen")) is Why.TOURNAMENT_OVER
    assert refused(state, Withdrew(2)) is Why.ALREADY_OUT


def test_in_a_pool_that_one_has_left_the_others_play_on() -> None:
    state = begun(3)
    (only,) = pools.due(state)
    state = after(pools, state, Begun(only.slot), Withdrew(1))
    assert pools.due(state)[0].status is Status.BEGUN
    assert refused(state, Won(only.slot, 1)) is Why.WITHDRAWN
    assert refused(state, WalkedOver(only.slot, 1)) is Why.WITHDRAWN
    state = after(pools, state, Withdrew(2))
    (over,) = pools.fixtures(state)
    assert (over.how, over.winner) == (How.WALKOVER, 3)
    assert over.reason == Reason(Because.WITHDREW, {"entrant": 1})
    assert pools.is_over(state)


def test_who_withdrew_as_the_last_of_a_pool_had_won_it() -> None:
    state = begun(9, Terms(seeds=3))
    first = pools.due(state)[0]
    state = after(pools, state, *map(Withdrew, first.entrants))
    assert pools.fixtures(state)[0].winner == first.entrants[-1]
    assert len(pools.left(best(state))) == 2


def test_nobody_came_to_the_only_pool() -> None:
    state = after(pools, begun(3), WalkedOver(FIRST, None))
    assert pools.is_over(state)
    assert ranks(state) == dict.fromkeys((1, 2, 3), (1, 3))


def test_a_draw_is_taken_back_until_its_first_pool_has_begun() -> None:
    fresh = pools.begin(Terms(), range(1, 10))
    state = begun(9)
    assert after(pools, state, DrawTakenBack()) == fresh
    assert refused(fresh, DrawTakenBack()) is Why.NOTHING_TO_TAKE_BACK
    assert refused(after(pools, state, Begun(FIRST)), DrawTakenBack()) is Why.ROUND_BEGUN
    won = after(pools, state, Won(FIRST, pools.due(state)[0].entrants[0]))
    assert refused(won, DrawTakenBack()) is Why.ROUND_BEGUN
    assert after(pools, won, TakenBack(FIRST), DrawTakenBack()) == fresh


def test_a_result_is_taken_back_until_the_next_round_is_drawn() -> None:
    first = best(begun(9))
    second = after(pools, first, RoundDrawn("queen"))
    assert pools.refusal(second, TakenBack(FIRST)) == Refusal(Why.NEXT_BEGUN, params={"round": 2})
    assert pools.refusal(first, TakenBack(FIRST)) is None
    assert after(pools, second, DrawTakenBack()) == first


def test_who_came_back_is_drawn_again_unless_he_has_missed_a_draw() -> None:
    first = best(begun(9, Terms(seeds=3)))
    gone = after(pools, first, Withdrew(1))
    assert after(pools, gone, CameBack(1)) == first
    assert refused(after(pools, gone, RoundDrawn("queen")), CameBack(1)) is Why.NEXT_BEGUN
    never = after(pools, pools.begin(Terms(), range(1, 10)), Withdrew(9), RoundDrawn("king"))
    assert refused(never, CameBack(9)) is Why.NEXT_BEGUN


def test_what_is_not_taken() -> None:
    state = begun(9)
    assert refused(state, RoundDrawn("queen")) is Why.ROUND_NOT_OVER
    assert refused(best(state), RoundDrawn("")) is Why.SEED_MISSING
    assert refused(state, "a king") is Why.NOT_AN_EVENT
    assert refused(state, Drew(FIRST)) is Why.DRAW_IMPOSSIBLE
    assert refused(state, Won(FIRST, 99)) is Why.NOT_PLAYING
    loser = max(pools.due(state)[0].entrants)
    assert refused(best(state), Withdrew(loser)) is Why.ALREADY_OUT


@pytest.mark.parametrize(
    ("entrants", "terms", "why"),
    [
        ((1, 2), Terms(), Why.ENTRANTS_TOO_FEW),
        ((1, 2, 2), Terms(), Why.ENTRANT_TWICE),
        ((1, 2, 3), Terms(size=2), Why.SIZE_IMPOSSIBLE),
        ((1, 2, 3), Terms(seeds=4), Why.SEEDS_IMPOSSIBLE),
    ],
)
def test_terms_that_cannot_be(entrants: tuple[int, ...], terms: Terms, why: Why) -> None:
    with pytest.raises(NotTakenError) as caught:
        pools.begin(terms, entrants)
    assert caught.value.refusal.why is why


# each pool by the machine of contests


def seated(state: State, fixture: Fixture) -> pool.State:
    here = len(fixture.entrants) - len(set(fixture.entrants).intersection(state.record.withdrawn))
    found: Any = pool.begin(pool.Terms(stake=0, to_win=pools.to_win(here)))
    opening = pools.opening(state, fixture)
    assert not isinstance(opening, Refusal)
    for event in opening:
        found, _transfers = pool.apply(found, event)
    assert isinstance(found, pool.State)
    return found


def test_one_alone_has_nobody_to_play() -> None:
    state = after(pools, begun(3), Withdrew(1), Withdrew(2))
    (over,) = pools.fixtures(state)
    found = pools.opening(state, over)
    assert isinstance(found, Refusal)
    assert (found.why, found.params) == (Why.ENTRANTS_TOO_FEW, {"least": 2})


def test_a_pool_of_three_takes_two_games_in_succession() -> None:
    state = begun(3)
    (fixture,) = pools.due(state)
    contest = seated(state, fixture)
    keeper = fixture.entrants[0]
    assert contest.to_win == 2
    assert pools.won_event(fixture.slot, contest) is None
    for event in (Dealt(), GameWon(keeper), Dealt(), GameWon(keeper)):
        contest, _transfers = pool.apply(contest, event)
    assert pools.won_event(fixture.slot, contest) == Won(fixture.slot, keeper)
    closed, _transfers = pool.apply(seated(state, fixture), Closed())
    assert pools.won_event(fixture.slot, closed) is None


def test_who_leaves_the_contest_has_withdrawn_and_the_two_others_end_it() -> None:
    state = begun(3)
    (fixture,) = pools.due(state)
    contest, _transfers = pool.apply(seated(state, fixture), Left(fixture.entrants[2]))
    state = after(pools, state, Withdrew(fixture.entrants[2]))
    for event in (Dealt(), GameWon(fixture.entrants[0])) * 2:
        contest, _transfers = pool.apply(contest, event)
    won = pools.won_event(fixture.slot, contest)
    assert ranks(after(pools, state, won))[fixture.entrants[0]] == (1, 1)


def played(state: State, fixture: Fixture, random: Random) -> Won:
    contest = seated(state, fixture)
    while (won := pools.won_event(fixture.slot, contest)) is None:
        winner = random.choice(pool.seats(contest) or ())
        for event in (Dealt(), GameWon(winner)):
            contest, _transfers = pool.apply(contest, event)
    return won


@settings(max_examples=examples(12))
@given(st.integers(3, 30), st.integers(0, 3), st.randoms(use_true_random=False))
def test_whole_evenings_by_the_pools_of_contests(number: int, seeds: int, random: Random) -> None:
    state = pools.begin(Terms(seeds=seeds), range(1, number + 1))
    met: set[frozenset[int]] = set()
    while not pools.is_over(state):
        state = pools.apply(state, RoundDrawn(f"round {len(state.rounds)}"))
        for fixture in pools.due(state):
            pairs = set(map(frozenset, combinations(fixture.entrants, 2)))
            assert not pairs & met
            met |= pairs
            state = pools.apply(state, played(state, fixture, random))
    losers = [one for fixture in pools.fixtures(state) for one in fixture.losers]
    assert len(losers) == len(set(losers)) == number - 1
    assert sorted(one.entrant for one in pools.ranking(state)) == list(range(1, number + 1))


@settings(max_examples=examples(10, thorough=25))
@given(st.integers(3, 20), st.randoms(use_true_random=False))
def test_any_evening_ends_and_each_step_is_undone(number: int, random: Random) -> None:
    state = pools.begin(Terms(size=random.choice([3, 4])), range(1, number + 1))
    while not pools.is_over(state):
        if not pools.due(state):
            drawn_ = pools.apply(state, RoundDrawn("king"))
            assert pools.apply(drawn_, DrawTakenBack()) == state
            state = drawn_
            continue
        event = play.something(random, pools, state)
        if pools.refusal(state, event) is not None:
            winner = getattr(event, "winner", None)
            assert winner in state.record.withdrawn or isinstance(event, Withdrew)
            continue
        back = play.undoing(event)
        assert back is not None
        changed = pools.apply(state, event)
        assert pools.apply(changed, back) == state
        state = changed
    seen = [(one.slot.round, who) for one in pools.fixtures(state) for who in one.entrants]
    assert len(seen) == len(set(seen))
    ranking = pools.ranking(state)
    assert sorted(one.entrant for one in ranking) == list(range(1, number + 1))
    assert {one.first for one in ranking if one.entrant in pools.left(state)} <= {1}

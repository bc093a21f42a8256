"""The chances of the places of a pool, and what they are worth, at any score of it."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.contests.rules import pool
from scoring.contests.rules.events import Dealt, GameWon, Joined, Left
from scoring.contests.rules.pool import Paying, Seated, State, Terms
from scoring.contests.rules.pool_chances import PlaceValue, place_values
from scoring.ledger.rules import POT
from tests.support.depth import examples

from .test_pool_chances import chances, line, stakes, takings, walk

ALICE, BOB, CHLOE, DAVE = range(1, 5)


def pool_of(players: int, terms: Terms, *winners: int) -> State:
    order = tuple(range(1, players + 1))
    state = pool.begin(terms)
    for event in (*map(Joined, order), Seated(order)):
        state, _ = pool.apply(state, event)
    for winner in winners:
        for event in (Dealt(), GameWon(winner)):
            state, _ = pool.apply(state, event)
    return state


def by_player(state: State) -> dict[int, PlaceValue]:
    return {one.player: one for one in place_values(state)}


def test_the_printed_chances_of_three() -> None:
    found = by_player(pool_of(3, Terms()))
    assert {who: one.chance for who, one in found.items()} == {
        ALICE: Fraction(5, 14),
        BOB: Fraction(5, 14),
        CHLOE: Fraction(4, 14),
    }


def test_after_a_game_of_three_by_hand() -> None:
    """Alice has won once. She wins the next with a half; else Chloé has won once, Bob sits against
    her and Alice waits. So x = 1/2 + z/2, y = x/2 of who comes in, z = y/2 of who went out:
    x = 4/7, y = 2/7, z = 1/7."""
    found = by_player(pool_of(3, Terms(stake=7), ALICE))
    assert [found[who].chance * 7 for who in (ALICE, CHLOE, BOB)] == [4, 2, 1]


def test_two_who_are_left_of_three_by_hand() -> None:
    """x = 1/2 + (1 - x)/2: two thirds to the player who has won once. Both add as much as they may
    expect: the next stake is Bob's or Alice's, and it is worth as much to the winner of it."""
    state = pool_of(3, Terms(stake=6), ALICE)
    state, _ = pool.apply(state, Left(BOB))
    found = by_player(state)
    assert (found[ALICE].chance, found[CHLOE].chance) == (Fraction(2, 3), Fraction(1, 3))
    assert found[ALICE].worth + found[CHLOE].worth == state.pot


def test_the_worth_after_a_game_of_three_by_hand() -> None:
    """Each rentrant puts in one. Alice has won once, Chloé has come in, and the pot holds three.
    Alice takes it with a half; else Bob puts in one and comes in against Chloé.

    Over and above the pot: a of the keeper, c of who came in, b of who waits, for one more stake.
    a = (b + 1/7) / 2, as the stake is worth 1/7 to who goes out; c = (a + 4/7) / 2 and
    b = (c + 2/7 - 1) / 2. So a = 1/49 * -1, b = -9/49, c = 27/98 - 1/98 by the same equations."""
    state = pool_of(3, Terms(paying=Paying.SEATED), ALICE)
    assert state.pot == 3
    found = by_player(state)
    a, c, b = (
        found[who].worth - 3 * share
        for who, share in ((ALICE, Fraction(4, 7)), (CHLOE, Fraction(2, 7)), (BOB, Fraction(1, 7)))
    )
    assert a == (b + Fraction(1, 7)) / 2
    assert c == (a + Fraction(4, 7)) / 2
    assert b == (c + Fraction(2, 7) - 1) / 2
    assert a + b + c == 0


@pytest.mark.parametrize("paying", Paying)
@pytest.mark.parametrize(("players", "to_win"), [(3, 0), (4, 0), (5, 0), (4, 2), (5, 3)])
def test_the_machine_walked_through_all_its_states_says_the_same(
    players: int, to_win: int, paying: Paying
) -> None:
    terms = Terms(stake=3, to_win=to_win, paying=paying)
    walked = walk(players, terms)
    found = place_values(walked.first)
    assert tuple(one.chance for one in found) == chances(walked)
    to_come = [
        takes - puts + (3 if paying is Paying.DEPOSIT or place < 2 else 0)
        for place, (takes, puts) in enumerate(zip(takings(walked), stakes(walked), strict=True))
    ]
    assert [one.worth for one in found] == to_come


@pytest.mark.slow
@settings(max_examples=examples(60), deadline=None)
@given(st.integers(2, 7), st.integers(2, 5), st.sampled_from(Paying), st.integers(0, 9), st.data())
def test_one_more_game_changes_nothing_on_the_average(
    players: int, to_win: int, paying: Paying, stake: int, data: st.DataObject
) -> None:
    """At any score: what a place is worth is the mean of what either end of the next game makes of
    it, less what the player puts in by it; and all of them are worth the pot."""
    state = pool_of(players, Terms(stake=stake, to_win=to_win, paying=paying))
    for _game in range(data.draw(st.integers(0, 6))):
        dealt, _ = pool.apply(state, Dealt())
        state, _ = pool.apply(dealt, GameWon(data.draw(st.sampled_from(line(state)[:2]))))
        leaver = data.draw(st.sampled_from([0, *line(state)[1:]])) if not state.over else 0
        if leaver and len(line(state)) > 2 and data.draw(st.booleans()):
            state, _ = pool.apply(state, Left(leaver))
        if state.over:
            assert place_values(state) == ()
            return
    dealt, _ = pool.apply(state, Dealt())
    now = by_player(state)
    assert sum(one.chance for one in now.values()) == 1
    assert sum(one.worth for one in now.values()) == state.pot
    ends = [pool.apply(dealt, GameWon(who)) for who in line(state)[:2]]
    for player, own in now.items():
        chance = worth = Fraction(0)
        for after, made in ends:
            then = by_player(after).get(player)
            chance += then.chance if then else int(after.winner == player)
            worth += then.worth if then else 0
            for one in made:
                worth += (
                    one.amount
                    * ((one.target.of == player) - (one.source.of == player))
                    * (one.source == POT or one.target == POT)
                    if after.over or one.target == POT
                    else 0
                )
        assert (own.chance, own.worth) == (chance / 2, worth / 2)


def test_twenty_players_have_chances_too() -> None:
    found = place_values(pool_of(20, Terms()))
    assert sum(one.chance for one in found) == 1
    assert found[1].chance / found[2].chance == Fraction(2**19 + 1, 2**19)

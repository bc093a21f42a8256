"""The pool at the table: what Foster prints, and what was decided where he is silent."""

import pytest

from scoring.contests.rules import pool
from scoring.contests.rules.events import (
    CameBack,
    Closed,
    Dealt,
    GameWon,
    Joined,
    Left,
    NotTakenError,
    Refusal,
    SatOut,
    Why,
)
from scoring.contests.rules.pool import Paying, Seated, State, Terms
from scoring.ledger.rules import POT, Account, Cause, Transfers, balances, member

ALICE, BOB, CHLOE, DAVID = 1, 2, 3, 4
DEPOSIT, SEATED = Terms(), Terms(paying=Paying.SEATED)


def after(terms: Terms, *events: object) -> tuple[State, Transfers]:
    state = pool.begin(terms)
    made: Transfers = ()
    for event in events:
        state, more = pool.apply(state, event)
        made += more
    return state, made


def running(terms: Terms, *winners: int, players: int = 3) -> tuple[State, Transfers]:
    """Places in the order of the ids; each of `winners` wins a game."""
    order = tuple(range(1, players + 1))
    games = [event for winner in winners for event in (Dealt(), GameWon(winner))]
    return after(terms, *map(Joined, order), Seated(order), *games)


def nets(made: Transfers, players: int = 3) -> tuple[int, ...]:
    found = balances(made)
    return tuple(found.get(member(one), 0) for one in range(1, players + 1))


def refused(state: State, event: object) -> Why:
    found = pool.refusal(state, event)
    assert found is not None
    with pytest.raises(NotTakenError) as caught:
        pool.apply(state, event)
    assert caught.value.refusal == found
    return found.why


def test_the_loser_adds_a_stake_and_gives_his_place_to_who_sat_out() -> None:
    state, _ = running(DEPOSIT)
    assert pool.seats(state) == (ALICE, BOB)
    assert pool.queue(state) == (CHLOE,)
    assert pool.holdings(state) == {POT: 3}
    state, made = running(DEPOSIT, BOB)
    assert pool.seats(state) == (BOB, CHLOE)
    assert pool.queue(state) == (ALICE,)
    assert nets(made) == (-2, -1, -1)


def test_foster_a_pool_won_at_the_second_game_holds_five_stakes() -> None:
    """Three deposited and two added: 5 - 1 = 4 for Alice, one and one added for the others."""
    state, made = running(DEPOSIT, ALICE, ALICE)
    assert nets(made) == (4, -2, -2)
    assert (state.winner, state.over, pool.seats(state)) == (ALICE, True, None)
    assert made[-1].cause is Cause.POOL_WON
    assert made[-1].amount == 5


def test_foster_a_pool_won_at_the_third_game_holds_six() -> None:
    """Alice beats Bob, Chloé beats Alice and Bob: he has added twice, Alice once."""
    state, made = running(DEPOSIT, ALICE, CHLOE, CHLOE)
    assert sorted(nets(made), reverse=True) == [5, -2, -3]
    assert nets(made) == (-2, -3, 5)
    assert state.winner == CHLOE


def test_foster_where_only_those_engaged_pay() -> None:
    """Two sit down and the rentrant: 3 stakes at the second game; at the third Bob came twice."""
    assert nets(running(SEATED)[1]) == (-1, -1, 0)
    assert nets(running(SEATED, ALICE)[1]) == (-1, -1, -1)
    assert nets(running(SEATED, ALICE, ALICE)[1]) == (2, -1, -1)
    assert nets(running(SEATED, ALICE, CHLOE, CHLOE)[1]) == (-1, -2, 3)


@pytest.mark.parametrize("players", [3, 4, 5, 8])
@pytest.mark.parametrize("lost", [0, 1, 2, 7])
def test_won_at_game_g_the_pool_holds_n_and_g_stakes_or_one_and_g(players: int, lost: int) -> None:
    """The rentrant wins `lost` times and then all that it takes."""
    for terms, at_first in [(Terms(stake=7), players), (Terms(7, Paying.SEATED), 1)]:
        state, made = running(terms, players=players)
        while not state.over:
            keeper, rentrant = pool.seats(state) or (0, 0)
            winner = rentrant if state.games < lost else keeper
            for event in (Dealt(), GameWon(winner)):
                state, made = pool.apply(state, event)
        assert state.run == players - 1
        assert made[-1].amount == 7 * (at_first + state.games)


def test_two_games_may_be_agreed_for_any_number_and_three_for_three() -> None:
    two_of_four, _ = running(Terms(to_win=2), ALICE, ALICE, players=4)
    assert two_of_four.winner == ALICE
    three_of_three, _ = running(Terms(to_win=3), ALICE, ALICE)
    assert pool.seats(three_of_three) == (ALICE, BOB)
    assert running(Terms(to_win=3), ALICE, ALICE, ALICE)[0].winner == ALICE


def test_four_players_go_round_in_the_order_of_the_cut() -> None:
    state, _ = running(DEPOSIT, BOB, CHLOE, CHLOE, players=4)
    assert pool.seats(state) == (CHLOE, ALICE)
    assert pool.queue(state) == (BOB, DAVID)
    assert running(DEPOSIT, BOB, CHLOE, CHLOE, CHLOE, players=4)[0].winner == CHLOE


def test_closed_unfinished_each_has_back_what_he_put_in() -> None:
    for terms in (DEPOSIT, SEATED):
        state, made = running(terms, ALICE, CHLOE)
        closed, back = pool.apply(state, Closed())
        assert nets((*made, *back)) == (0, 0, 0)
        assert pool.holdings(closed) == {POT: 0}
        assert {one.cause for one in back} == {Cause.GIVEN_BACK}
        assert closed.winner is None


def test_a_game_in_play_at_the_close_counts_for_nothing() -> None:
    state, made = running(DEPOSIT, ALICE)
    state, _ = pool.apply(state, Dealt())
    closed, back = pool.apply(state, Closed())
    assert nets((*made, *back)) == (0, 0, 0)
    assert not closed.dealt


def test_what_somebody_left_is_shared_by_what_each_put_in_the_rest_by_seat_order() -> None:
    """Four put in 4, Alice and then Bob add 1 as they lose: 6, of which Alice's 2 stay.
    Chloé 1, Bob 2, David 1 of 4: 6 is 3, 1, 1 and one over, for the first of them: Chloé."""
    order = (CHLOE, ALICE, BOB, DAVID)
    state, made = after(DEPOSIT, *map(Joined, range(1, 5)), Seated(order))
    for event in (Dealt(), GameWon(CHLOE), Dealt(), GameWon(CHLOE), Left(ALICE), Closed()):
        state, more = pool.apply(state, event)
        made += more
    assert [(one.target, one.amount) for one in more] == [
        (member(CHLOE), 2),
        (member(BOB), 3),
        (member(DAVID), 1),
    ]
    assert nets(made, 4) == (-2, 1, 1, 0)


def test_who_sat_and_leaves_makes_room_for_the_first_who_waits() -> None:
    """Chloé sits down; Alice keeps her game in succession, but the one who leaves loses his."""
    state, _ = running(SEATED, ALICE, players=4)
    gone, paid = pool.apply(state, Left(CHLOE))
    assert pool.seats(gone) == (ALICE, DAVID)
    assert (gone.run, nets(paid, 4)) == (1, (0, 0, 0, -1))
    gone, paid = pool.apply(running(DEPOSIT, ALICE, players=4)[0], Left(ALICE))
    assert pool.seats(gone) == (CHLOE, DAVID)
    assert (gone.run, paid, pool.queue(gone)) == (0, (), (BOB,))


def test_the_games_to_win_stay_when_somebody_leaves() -> None:
    state, _ = running(DEPOSIT, ALICE, players=4)
    state, _ = pool.apply(state, Left(DAVID))
    for winner in (ALICE, ALICE):
        assert not state.over
        state, _ = pool.apply(pool.apply(state, Dealt())[0], GameWon(winner))
    assert state.winner == ALICE


def test_two_who_are_left_play_on_and_one_alone_has_what_is_in_the_pool() -> None:
    state, made = running(SEATED, ALICE)
    state, _ = pool.apply(state, Left(BOB))
    state, _ = pool.apply(state, Dealt())
    state, more = pool.apply(state, GameWon(CHLOE))
    assert pool.seats(state) == (CHLOE, ALICE)
    assert nets(more) == (-1, 0, 0)
    over, last = pool.apply(state, Left(ALICE))
    assert nets((*made, *more, *last)) == (-2, -1, 3)
    assert (over.winner, over.over) == (None, True)


def test_who_waits_may_leave_in_the_middle_of_a_game_and_who_plays_may_not() -> None:
    state, _ = pool.apply(running(DEPOSIT)[0], Dealt())
    assert refused(state, Left(ALICE)) is Why.GAME_IN_PLAY
    gone, _ = pool.apply(state, Left(CHLOE))
    assert (pool.seats(gone), pool.queue(gone), gone.dealt) == ((ALICE, BOB), (), True)


def test_before_places_are_taken_one_joins_and_leaves_for_nothing() -> None:
    state, made = after(DEPOSIT, Joined(ALICE), Joined(BOB), Joined(CHLOE), Left(BOB))
    assert (pool.queue(state), pool.seats(state), made) == ((ALICE, CHLOE), None, ())
    assert refused(state, Joined(ALICE)) is Why.ALREADY_HERE
    assert refused(state, Left(BOB)) is Why.NOT_HERE
    assert refused(state, Seated((ALICE, CHLOE))) is Why.PLAYERS_TOO_FEW
    assert refused(state, Dealt()) is Why.PLACES_DUE
    closed, back = pool.apply(state, Closed())
    assert (closed.over, back) == (True, ())


def test_two_take_places_where_the_games_to_win_are_agreed() -> None:
    """Bob wins the first game; Alice, the only one who waits, sits down again and adds a stake."""
    terms = Terms(stake=2, to_win=2)
    state, made = after(
        terms, Joined(ALICE), Joined(BOB), Seated((ALICE, BOB)), Dealt(), GameWon(BOB)
    )
    assert (pool.seats(state), pool.queue(state), state.winner) == ((BOB, ALICE), (), None)
    assert (state.pot, state.paid) == (6, (4, 2))
    for event in (Dealt(), GameWon(BOB)):
        state, moved = pool.apply(state, event)
        made += moved
    assert (state.winner, state.pot) == (BOB, 0)
    assert balances(made) == {member(ALICE): -6, member(BOB): 6, POT: 0}


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ((ALICE, BOB), Why.PLAYER_MISSING),
        ((ALICE, BOB, CHLOE, DAVID), Why.NOT_HERE),
        ((ALICE, BOB, DAVID), Why.NOT_HERE),
        ((ALICE, BOB, BOB), Why.PLAYER_TWICE),
    ],
)
def test_places_are_for_everybody_who_joined(order: tuple[int, ...], why: Why) -> None:
    state, _ = after(DEPOSIT, Joined(ALICE), Joined(BOB), Joined(CHLOE))
    assert refused(state, Seated(order)) is why


def test_what_a_running_pool_does_not_take() -> None:
    state, _ = running(DEPOSIT, ALICE)
    assert refused(state, Joined(DAVID)) is Why.PLACES_TAKEN
    assert refused(state, Seated((ALICE, BOB, CHLOE))) is Why.PLACES_TAKEN
    assert refused(state, GameWon(ALICE)) is Why.NO_GAME_IN_PLAY
    assert refused(state, SatOut(ALICE)) is Why.NOT_AN_EVENT
    assert refused(state, CameBack(ALICE)) is Why.NOT_AN_EVENT
    dealt, _ = pool.apply(state, Dealt())
    assert refused(dealt, Dealt()) is Why.GAME_IN_PLAY
    assert refused(dealt, GameWon(BOB)) is Why.NOT_PLAYING
    gone, _ = pool.apply(state, Left(BOB))
    assert refused(gone, Left(BOB)) is Why.NOT_HERE
    assert refused(gone, Joined(BOB)) is Why.PLACES_TAKEN


@pytest.mark.parametrize("terms", [Terms(stake=-1), Terms(to_win=1), Terms(to_win=-2)])
def test_terms_that_no_pool_can_have(terms: Terms) -> None:
    found = pool.terms_refusal(terms)
    assert isinstance(found, Refusal)
    assert found.why is Why.AMOUNT_IMPOSSIBLE
    with pytest.raises(NotTakenError):
        pool.begin(terms)


def test_a_pool_of_honour_moves_nothing() -> None:
    state, made = running(Terms(stake=0), ALICE, ALICE)
    assert (state.winner, made) == (ALICE, ())
    empty: dict[Account, int] = {POT: 0}
    assert pool.holdings(running(Terms(stake=0), BOB)[0]) == empty
    assert pool.apply(running(Terms(stake=0), BOB)[0], Closed())[1] == ()

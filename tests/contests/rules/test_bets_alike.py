"""What must come to the same in a book of bets, told in two ways."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contests.rules import bets
from scoring.contests.rules.bets import OTHER, BetLaid, BetTakenBack, Forfeited, Side, Terms
from scoring.contests.rules.events import Dealt, GameWon
from scoring.ledger.rules import Account, Transfer, balances, member

ALICE, BOB = 1, 2

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

backers = st.integers(3, 8)
amounts = st.integers(1, 15)
SIDES = {player: (Side.A, Side.B)[player % 2] for player in range(3, 9)}
gallery = st.lists(
    st.builds(lambda player, amount: BetLaid(player, SIDES[player], amount), backers, amounts),
    max_size=10,
)
winners = st.sampled_from((ALICE, BOB))
levies = st.integers(0, 100)


def nets(
    events: Sequence[bets.Event], winner: int, levy: int = 0, pair: tuple[int, int] = (ALICE, BOB)
) -> dict[Account, int]:
    book = bets.begin(Terms(levy), *pair)
    posted: list[Transfer] = []
    for event in (*events, GameWon(winner)):
        if isinstance(event, GameWon) and book.phase is bets.Phase.OPEN:
            book, back = bets.apply(book, Dealt())
            posted += back
        book, transfers = bets.apply(book, event)
        posted += transfers
    return {account: amount for account, amount in balances(posted).items() if amount}


@given(gallery, winners, levies)
def test_the_two_sides_are_treated_alike(laid: list[BetLaid], winner: int, levy: int) -> None:
    turned = [BetLaid(bet.player, OTHER[bet.side], bet.amount) for bet in laid]
    assert nets(laid, winner, levy) == nets(turned, winner, levy, (BOB, ALICE))


@given(gallery, amounts, st.integers(0, 10), st.integers(0, 10), winners, levies)
def test_when_a_player_lays_on_himself_does_not_matter(
    laid: list[BetLaid], amount: int, early: int, late: int, winner: int, levy: int
) -> None:
    his = BetLaid(ALICE, Side.A, amount)
    found = [
        nets([*laid[:place], his, *laid[place:]], winner, levy)
        for place in (min(early, len(laid)), min(late, len(laid)))
    ]
    assert found[0] == found[1]


@given(gallery, amounts, winners)
def test_a_player_is_covered_as_far_as_the_other_side_goes(
    laid: list[BetLaid], amount: int, winner: int
) -> None:
    against = sum(bet.amount for bet in laid if bet.side is Side.B)
    played_for = min(amount, against)
    found = nets([*laid, BetLaid(ALICE, Side.A, amount)], winner)
    assert found.get(member(ALICE), 0) == (played_for if winner == ALICE else -played_for)


@given(gallery, st.integers(0, 9), st.integers(1, 14), winners, levies)
def test_one_bet_or_two_in_a_row_are_the_same(
    laid: list[BetLaid], place: int, first: int, winner: int, levy: int
) -> None:
    if place >= len(laid) or first >= laid[place].amount:
        return
    bet = laid[place]
    in_two = [
        BetLaid(bet.player, bet.side, first),
        BetLaid(bet.player, bet.side, bet.amount - first),
    ]
    apart = [*laid[:place], *in_two, *laid[place + 1 :]]
    assert nets(apart, winner, levy) == nets(laid, winner, levy)


@given(gallery, backers, amounts, winners, levies)
def test_what_was_taken_back_was_never_laid(
    laid: list[BetLaid], player: int, amount: int, winner: int, levy: int
) -> None:
    laying, taking = BetLaid(player, SIDES[player], amount), BetTakenBack(player, amount)
    assert nets([*laid, laying, taking], winner, levy) == nets(laid, winner, levy)


@given(gallery, winners, st.integers(2, 7))
def test_so_many_times_the_stakes_are_so_many_times_the_winnings(
    laid: list[BetLaid], winner: int, times: int
) -> None:
    larger = [BetLaid(bet.player, bet.side, bet.amount * times) for bet in laid]
    once = nets(laid, winner)
    assert nets(larger, winner) == {account: amount * times for account, amount in once.items()}


@given(gallery, backers)
def test_who_overlooks_loses_the_same_whoever_wins(laid: list[BetLaid], player: int) -> None:
    book = bets.begin(Terms(), ALICE, BOB)
    for event in laid:
        book, _ = bets.apply(book, event)
    book, _ = bets.apply(book, Dealt())
    stake = bets.staked(book, player)
    if not stake:
        return
    overlooked = bets.player_of(book, OTHER[SIDES[player]])
    for winner in (ALICE, BOB):
        found = nets([*laid, Dealt(), Forfeited(player)], winner)
        assert found[member(player)] == -stake
        assert found[member(overlooked)] == stake

"""Who owes whom after real games: never one winner another, and nobody more than he lost."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.contests.rules import bank, bets
from scoring.contests.rules.events import Closed, Dealt, GameWon, Joined
from scoring.ledger.rules import (
    LEVY,
    Account,
    Transfer,
    Transfers,
    balances,
    member,
    owed,
    payments,
)
from tests.support.depth import examples

levies = st.integers(0, 20)
stakes = st.lists(st.tuples(st.integers(1, 7), st.integers(1, 20)), max_size=15)


def laid_on(side: bets.Side, drawn: list[tuple[int, int]], first: int) -> list[bets.Event]:
    return [bets.BetLaid(first + player, side, amount) for player, amount in drawn]


def of_the_gallery(events: list[bets.Event], levy: int) -> Transfers:
    book, found = bets.begin(bets.Terms(levy=levy), 1, 2), list[bets.Event]()
    books: Transfers = ()
    for event in events:
        if bets.refusal(book, event) is None:
            book, moved = bets.apply(book, event)
            books += moved
            found.append(event)
    assert found[-1] == events[-1]
    return books


def between_winners_and_losers_alone(transfers: Transfers) -> None:
    """After one game nobody both owes and is owed, so each owes what he lost and no more."""
    due = balances(transfers)
    lost: Counter[Account] = Counter()
    for one in owed(transfers):
        assert due[one.debtor] < 0 < due[one.creditor]
        lost[one.debtor] += one.amount
    assert lost == {account: -amount for account, amount in due.items() if amount < 0}


@given(stakes, stakes, levies, st.booleans())
def test_the_gallery(
    here: list[tuple[int, int]], there: list[tuple[int, int]], levy: int, turned: bool
) -> None:
    laid = [*laid_on(bets.Side.A, here, 10), *laid_on(bets.Side.B, there, 20)]
    if turned:
        laid.reverse()
    winner = GameWon(1 + turned)
    between_winners_and_losers_alone(of_the_gallery([*laid, Dealt(), winner], levy))


games = st.lists(st.tuples(stakes, stakes, levies, st.booleans()), min_size=1, max_size=4)


@settings(max_examples=examples(40))
@given(games, st.randoms(use_true_random=False))
def test_an_evening_is_settled_alike_in_whatever_order_its_books_are_read(
    drawn: list[tuple[list[tuple[int, int]], list[tuple[int, int]], int, bool]], chance: Random
) -> None:
    """The same people at several tables: all is cleared, by one payment less than there are people
    at most, whichever contest or transfer comes first."""
    evening: list[Transfer] = []
    for here, there, levy, turned in drawn:
        laid = [*laid_on(bets.Side.A, here, 10), *laid_on(bets.Side.B, there, 14)]
        evening += of_the_gallery([*laid, Dealt(), GameWon(1 + turned)], levy)
    due = {account.of: amount for account, amount in balances(evening).items() if amount}
    found = payments(due)
    chance.shuffle(evening)
    again = {account.of: amount for account, amount in balances(evening).items() if amount}
    assert payments(again) == found
    assert len(found) <= max(len(due) - 1, 0)
    for one in found:
        due[one.payer] += one.amount
        due[one.payee] -= one.amount
    assert not any(due.values())


@given(stakes, stakes)
def test_after_a_game_that_was_not_finished_nobody_owes_anything(
    here: list[tuple[int, int]], there: list[tuple[int, int]]
) -> None:
    laid = [*laid_on(bets.Side.A, here, 10), *laid_on(bets.Side.B, there, 20)]
    assert owed(of_the_gallery([*laid, Dealt(), Closed()], 5)) == ()


@pytest.mark.slow
@given(st.integers(1, 30), stakes, stakes, levies, st.booleans())
def test_the_bank(
    put_up: int,
    against: list[tuple[int, int]],
    behind: list[tuple[int, int]],
    levy: int,
    bank_wins: bool,
) -> None:
    """Who has the bank (1) takes it up after one game. The punters are 2 to 9, backers from 12."""
    members = [*range(1, 10), *range(12, 20)]
    events: list[bank.Event] = [
        *(Joined(player) for player in members),
        bank.Bid(1, put_up),
        bank.Adjudged(),
        *(bank.Punted(1 + player, amount) for player, amount in against),
        *(bank.Backed(12 + player, amount) for player, amount in behind),
        Dealt(),
        GameWon(1 if bank_wins else 2),
        Closed(),
    ]
    state = bank.begin(bank.Terms(levy=levy, levy_on=bank.LevyOn.WINNINGS))
    books: Transfers = ()
    for event in events:
        if bank.refusal(state, event) is None:
            state, moved = bank.apply(state, event)
            books += moved
    assert state.over
    between_winners_and_losers_alone(books)


def test_an_evening_of_a_bank_is_cleared_levy_box_and_all() -> None:
    """Alice's bank of 10 wins 6 of Bob and 4 of Chloé, less a levy of a tenth, 1: she is owed 9.
    The levy box is paid like anybody; here it goes by the number nothing."""
    events: list[bank.Event] = [
        *(Joined(player) for player in (1, 2, 3)),
        bank.Bid(1, 10),
        bank.Adjudged(),
        bank.Punted(2, 6),
        bank.Punted(3, 4),
        Dealt(),
        GameWon(1),
        Closed(),
    ]
    state = bank.begin(bank.Terms(levy=10, levy_on=bank.LevyOn.WINNINGS))
    books: Transfers = ()
    for event in events:
        state, moved = bank.apply(state, event)
        books += moved
    found = {(one.debtor, one.creditor): one.amount for one in owed(books)}
    assert found == {
        (member(2), LEVY): 1,
        (member(2), member(1)): 5,
        (member(3), member(1)): 4,
    }
    assert payments({who.of: amount for who, amount in balances(books).items() if amount}) == (
        (2, 1, 6),
        (3, 0, 1),
        (3, 1, 3),
    )

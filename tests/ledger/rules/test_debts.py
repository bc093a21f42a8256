"""Who owes whom, and how come: Alice (1), Bob (2), Chloé (3), David (4)."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contests.rules.events import Dealt, GameWon, Joined
from scoring.contests.rules.social import Event, Partnered, Terms, apply, begin
from scoring.ledger.rules import (
    BANK,
    CASH,
    LEVY,
    MASS,
    POT,
    Account,
    Cause,
    Debt,
    Holder,
    Part,
    Transfer,
    Transfers,
    balances,
    member,
    owed,
    payments,
)

ALICE, BOB, CHLOE, DAVID = (member(player) for player in (1, 2, 3, 4))


def laid(target: Account, *stakes: tuple[Account, int]) -> Transfers:
    return tuple(Transfer(source, target, amount, Cause.BET_LAID) for source, amount in stakes)


def figures(transfers: Transfers) -> dict[tuple[Account, Account], int]:
    return {(one.debtor, one.creditor): one.amount for one in owed(transfers)}


def test_what_goes_to_and_fro_between_two_is_netted() -> None:
    """Bob gives Alice 5 and has 3 back: he owes 2, by both."""
    found = owed((Transfer(BOB, ALICE, 5, Cause.GAME_WON), Transfer(ALICE, BOB, 3, Cause.GAME_WON)))
    assert found == (Debt(BOB, ALICE, 2, (Part(0, 5), Part(1, -3))),)


def test_nobody_owes_what_was_evened_out() -> None:
    once = Transfer(BOB, ALICE, 5, Cause.GAME_WON)
    assert owed((once, Transfer(ALICE, BOB, 5, Cause.GAME_WON))) == ()
    assert owed(()) == ()


POOL: Transfers = (
    Transfer(ALICE, POT, 1, Cause.STAKE),
    Transfer(BOB, POT, 1, Cause.STAKE),
    Transfer(CHLOE, POT, 1, Cause.STAKE),
    Transfer(BOB, POT, 1, Cause.LOSER_STAKE),
    Transfer(CHLOE, POT, 1, Cause.LOSER_STAKE),
    Transfer(POT, ALICE, 5, Cause.POOL_WON),
)


def test_a_pool_won_at_the_second_game_is_owed_by_the_two_who_lost() -> None:
    """Foster: +4, -2, -2. Each figure comes from the pool won, through what that player paid in."""
    assert owed(POOL) == (
        Debt(BOB, ALICE, 2, (Part(5, 2, (1, 3)),)),
        Debt(CHLOE, ALICE, 2, (Part(5, 2, (2, 4)),)),
    )


def test_what_is_still_in_the_pot_is_owed_to_it() -> None:
    assert figures(POOL[:4]) == {(ALICE, POT): 1, (BOB, POT): 2, (CHLOE, POT): 1}
    assert owed(POOL[:4])[1].behind == (Part(1, 1), Part(3, 1))


def test_a_part_of_a_pot_is_borne_in_proportion_and_the_odd_counter_by_who_paid_first() -> None:
    """Bob 2, Chloé 1, David 1; Alice has 2: a half each of what they put in, 1, 0 and 0, and one
    more from Bob, who paid first."""
    transfers = (
        *laid(POT, (BOB, 2), (CHLOE, 1), (DAVID, 1)),
        Transfer(POT, ALICE, 2, Cause.POOL_WON),
    )
    assert figures(transfers) == {(BOB, ALICE): 2, (CHLOE, POT): 1, (DAVID, POT): 1}


def test_who_pays_in_again_has_his_place_anew_once_his_money_is_gone() -> None:
    transfers = (
        *laid(POT, (BOB, 1), (CHLOE, 1)),
        Transfer(POT, ALICE, 1, Cause.POOL_WON),
        *laid(POT, (BOB, 1)),
        Transfer(POT, ALICE, 1, Cause.POOL_WON),
    )
    assert figures(transfers) == {(BOB, ALICE): 1, (CHLOE, ALICE): 1, (BOB, POT): 1}


def test_bets_are_owed_by_those_who_lost_them_and_the_excess_by_nobody() -> None:
    """Alice 10 and Bob 6 back one side, Chloé 12 the other. Of Bob's 6 four go back. Alice wins 10
    and Bob 2, all of it Chloé's."""
    transfers = (
        *laid(MASS, (ALICE, 10), (CHLOE, 12), (BOB, 6)),
        Transfer(MASS, BOB, 4, Cause.GIVEN_BACK),
        Transfer(MASS, ALICE, 10, Cause.GIVEN_BACK),
        Transfer(MASS, BOB, 2, Cause.GIVEN_BACK),
        Transfer(MASS, ALICE, 10, Cause.BET_WON),
        Transfer(MASS, BOB, 2, Cause.BET_WON),
    )
    assert figures(transfers) == {(CHLOE, ALICE): 10, (CHLOE, BOB): 2}


def test_stakes_go_back_before_winnings_go_out_whichever_was_written_first() -> None:
    """Otherwise Alice would have had some of Bob's stake, who won as well."""
    transfers = (
        *laid(MASS, (ALICE, 10), (BOB, 10), (CHLOE, 20)),
        Transfer(MASS, LEVY, 1, Cause.LEVY),
        Transfer(MASS, ALICE, 10, Cause.GIVEN_BACK),
        Transfer(MASS, ALICE, 10, Cause.BET_WON),
        Transfer(MASS, BOB, 10, Cause.GIVEN_BACK),
        Transfer(MASS, BOB, 9, Cause.BET_WON),
    )
    assert figures(transfers) == {(CHLOE, ALICE): 10, (CHLOE, BOB): 9, (CHLOE, LEVY): 1}


def test_who_has_paid_the_club_is_owed_by_it_what_others_were_owed() -> None:
    """Alice owes Bob 3 and has paid 5: the club owes Bob 3 and her 2. It has paid Chloé 4, whom Bob
    owes 6: he owes her 2, and the club 4 less the 3."""
    rows = ((ALICE, BOB, 3), (CASH, ALICE, 5), (BOB, CHLOE, 6), (CHLOE, CASH, 4))
    moved = tuple(Transfer(*row, Cause.PAID if CASH in row[:2] else Cause.GAME_WON) for row in rows)
    found = figures(moved)
    assert found == {(CASH, ALICE): 2, (BOB, CHLOE): 2, (BOB, CASH): 1}
    net = balances(moved)
    for side in (ALICE, BOB, CHLOE, CASH):
        owes_it = sum(amount for (debtor, _), amount in found.items() if debtor == side)
        gets_it = sum(amount for (_, creditor), amount in found.items() if creditor == side)
        assert gets_it - owes_it == net[side]


def test_one_who_is_given_back_more_than_he_put_in_has_the_rest_of_the_others() -> None:
    transfers = (
        *laid(MASS, (ALICE, 2), (BOB, 4), (CHLOE, 4)),
        Transfer(MASS, ALICE, 10, Cause.GIVEN_BACK),
    )
    assert figures(transfers) == {(BOB, ALICE): 4, (CHLOE, ALICE): 4}


def test_what_is_given_back_to_one_who_put_in_nothing_is_borne_by_all() -> None:
    transfers = (*laid(MASS, (BOB, 1)), Transfer(MASS, ALICE, 1, Cause.GIVEN_BACK))
    assert figures(transfers) == {(BOB, ALICE): 1}


BANKED: Transfers = (
    Transfer(ALICE, BANK, 20, Cause.BANK_PUT_UP),
    Transfer(BANK, MASS, 8, Cause.BET_LAID),
    *laid(MASS, (BOB, 5), (CHLOE, 3)),
    Transfer(MASS, BANK, 8, Cause.GIVEN_BACK),
    Transfer(MASS, BANK, 8, Cause.BET_WON),
    Transfer(BANK, MASS, 6, Cause.BET_LAID),
    *laid(MASS, (DAVID, 6)),
    Transfer(MASS, DAVID, 6, Cause.GIVEN_BACK),
    Transfer(MASS, DAVID, 6, Cause.BET_WON),
)


def test_a_bank_is_its_bankers() -> None:
    """It wins 5 of Bob and 3 of Chloé, then loses 6 to David: he has that of Alice, who holds the
    bank, and of nobody who lost to it before."""
    open_still = figures(BANKED)
    assert open_still == {
        (BOB, ALICE): 5,
        (CHLOE, ALICE): 3,
        (ALICE, DAVID): 6,
        (ALICE, BANK): 22,
    }
    taken_up = (*BANKED, Transfer(BANK, ALICE, 22, Cause.BANK_TAKEN_UP))
    assert figures(taken_up) == {key: n for key, n in open_still.items() if key[1] != BANK}


def test_a_bank_that_is_put_up_again_is_the_next_bankers() -> None:
    transfers = (
        *BANKED,
        Transfer(BANK, ALICE, 22, Cause.BANK_TAKEN_UP),
        Transfer(BOB, BANK, 9, Cause.BANK_PUT_UP),
        Transfer(CHLOE, BANK, 2, Cause.BET_WON),
    )
    assert figures(transfers)[CHLOE, BOB] == 2
    assert figures(transfers)[BOB, BANK] == 11


def test_a_bank_that_nobody_put_up_is_a_pot() -> None:
    transfers = (*laid(BANK, (BOB, 3)), Transfer(BANK, ALICE, 3, Cause.BET_WON))
    assert figures(transfers) == {(BOB, ALICE): 3}


@pytest.mark.parametrize("inside", [(), laid(POT, (BOB, 4))])
def test_a_pot_cannot_pay_what_was_not_put_in(inside: Transfers) -> None:
    with pytest.raises(ValueError):
        owed((*inside, Transfer(POT, ALICE, 5, Cause.POOL_WON)))


def test_pots_of_several_contests_are_kept_apart() -> None:
    first, second = Account(Holder.POT, 1), Account(Holder.POT, 2)
    transfers = (
        *laid(first, (BOB, 3)),
        *laid(second, (CHLOE, 3)),
        Transfer(first, ALICE, 3, Cause.POOL_WON),
        Transfer(second, DAVID, 3, Cause.POOL_WON),
    )
    assert figures(transfers) == {(BOB, ALICE): 3, (CHLOE, DAVID): 3}


def test_the_partner_of_the_box_owes_the_box_and_not_the_team() -> None:
    state, books = begin(Terms(stake=3, most=9)), list[Transfer]()
    events: list[Event] = [Joined(1), Joined(2), Joined(3), Partnered(3), Dealt(), GameWon(2)]
    for event in events:
        state, paid = apply(state, event)
        books += paid
    assert figures(tuple(books)) == {(ALICE, BOB): 3, (CHLOE, ALICE): 1}


MEMBERS = st.sampled_from([ALICE, BOB, CHLOE, DAVID])
POTS = st.sampled_from([POT, BANK, MASS, LEVY])
CAUSES = st.sampled_from(Cause)


@st.composite
def books(draw: st.DrawFn) -> Transfers:
    """No pot pays what it has not."""
    found, held = list[Transfer](), Counter[Account]()
    for _ in range(draw(st.integers(0, 25))):
        source, target = draw(st.tuples(MEMBERS | POTS, MEMBERS | POTS))
        most = 30 if source.holder is Holder.MEMBER else held[source]
        if source == target or not most:
            continue
        cause = draw(CAUSES)
        if cause in (Cause.BANK_PUT_UP, Cause.BANK_RENEWED):
            source, target, most = draw(MEMBERS), BANK, 30
        found.append(Transfer(source, target, draw(st.integers(1, most)), cause))
        held[source] -= found[-1].amount
        held[target] += found[-1].amount
    return tuple(found)


@given(books())
def test_what_each_is_owed_less_what_he_owes_is_his_balance(transfers: Transfers) -> None:
    debts, found = owed(transfers), Counter[Account]()
    for one in debts:
        found[one.debtor] -= one.amount
        found[one.creditor] += one.amount
    due = balances(transfers)
    assert {k: v for k, v in found.items() if v} == {k: v for k, v in due.items() if v}
    pairs = [frozenset((one.debtor, one.creditor)) for one in debts]
    assert len(pairs) == len(set(pairs))
    assert list(debts) == sorted(debts)
    for one in debts:
        check_behind(one, transfers)


def check_behind(debt: Debt, transfers: Transfers) -> None:
    assert debt.amount == sum(part.amount for part in debt.behind) > 0
    for part in debt.behind:
        assert abs(part.amount) <= transfers[part.at].amount
        for place in part.through:
            assert place < part.at
            assert transfers[place].target == transfers[part.at].source


def counters(stakes: list[tuple[int, int]], winner: int) -> dict[tuple[int, int], int]:
    """Each counter in the pot is owed by who put it there, unless he has won it himself."""
    pot = [player for player, amount in stakes for _ in range(amount)]
    return Counter((player, winner) for player in pot if player != winner)


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 9)), min_size=1), st.integers(1, 6))
def test_a_pot_that_is_won_whole_is_owed_counter_by_counter(
    stakes: list[tuple[int, int]], winner: int
) -> None:
    total = sum(amount for _, amount in stakes)
    transfers = (
        *laid(POT, *((member(player), amount) for player, amount in stakes)),
        Transfer(POT, member(winner), total, Cause.POOL_WON),
    )
    assert {(a.of, b.of): n for (a, b), n in figures(transfers).items()} == counters(stakes, winner)


def test_the_list_and_the_payments_clear_the_same_balances() -> None:
    transfers = tuple(
        Transfer(member(at % 5 + 1), member(6 + at % 3), at + 1, Cause.GAME_WON) for at in range(40)
    )
    by_list: Counter[int] = Counter()
    for one in owed(transfers):
        by_list[one.debtor.of] -= one.amount
        by_list[one.creditor.of] += one.amount
    by_payment: Counter[int] = Counter()
    for paid in payments({who.of: amount for who, amount in balances(transfers).items()}):
        by_payment[paid.payer] -= paid.amount
        by_payment[paid.payee] += paid.amount
    assert by_list == by_payment
    assert len(payments(by_list)) < len(owed(transfers))

"""What is laid for and against the bank, who is covered, and who wins what: worked by hand."""

import pytest

from scoring.contests.rules import bank
from scoring.contests.rules.bank import Backed, LevyOn, Phase, Punted, Renewed, Terms, TookBack
from scoring.contests.rules.events import Dealt, GameWon, Left, SatOut, Why
from scoring.contests.rules.stakes import Masses, Stake
from scoring.ledger.rules import BANK, LEVY, MASS, Remainder, balances

from .banks import ALICE, BOB, CHLOE, DAVID, alices, of_members, played, why

# a game, and the money on it

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow


def test_a_bank_that_covers_everything_pays_or_takes_as_much() -> None:
    """Bank 20. Bob lays 5, Chloé 8: 13 of the bank stand against 13.
    Bob wins: +5 +8, the bank 7. Alice wins: -5 -8, the bank 33."""
    stakes = (*alices(20), Punted(BOB, 5), Punted(CHLOE, 8))
    in_play, transfers = played(*stakes, Dealt())
    assert balances(transfers)[MASS] == 26
    assert dict(bank.holdings(in_play)) == {BANK: 7, MASS: 26, LEVY: 0}
    state, transfers = played(*stakes, Dealt(), GameWon(BOB))
    assert (state.bank, of_members(transfers)) == (7, (-20, 5, 8, 0))
    state, transfers = played(*stakes, Dealt(), GameWon(ALICE))
    assert (state.bank, of_members(transfers)) == (33, (-20, -5, -8, 0))


def test_what_the_bank_cannot_cover_others_may_in_the_order_in_which_they_laid() -> None:
    """Bank 10. Bob lays 12, Chloé 8: 20. David backs the bank with 6: 16 against 16, so that 4 of
    Chloé's, who laid last, go back. Bob wins: +12 +4, David -6, the bank is broken."""
    stakes = (*alices(10), Punted(BOB, 12), Punted(CHLOE, 8), Backed(DAVID, 6))
    state, _ = played(*stakes)
    assert state.masses == Masses((Stake(BOB, 12), Stake(CHLOE, 4)), 10, (Stake(DAVID, 6),))
    in_play, _ = played(*stakes, Dealt())
    assert in_play.masses == state.masses
    state, transfers = played(*stakes, Dealt(), GameWon(BOB))
    assert of_members(transfers) == (-10, 12, 4, -6)
    assert state.phase is Phase.RENEWAL
    state, transfers = played(*stakes, Dealt(), GameWon(ALICE))
    assert (state.bank, of_members(transfers)) == (20, (-10, -12, -4, 6))


def test_behind_the_bank_too_the_excess_goes_back_to_the_last() -> None:
    """Bank 10 against 14: 4 are left. Chloé backs with 3, David with 4: 1 of his stands."""
    state, _ = played(*alices(10), Punted(BOB, 14), Backed(CHLOE, 3), Backed(DAVID, 4))
    assert state.masses.behind == (Stake(CHLOE, 3), Stake(DAVID, 1))


def test_who_faces_the_bank_is_covered_before_the_others() -> None:
    """Bank 10. Chloé lays 8, then Bob, who plays, 6: his 6 stand, and 4 of hers."""
    state, _ = played(*alices(10), Punted(CHLOE, 8), Punted(BOB, 6))
    assert state.masses.against == (Stake(BOB, 6), Stake(CHLOE, 4))
    state, _ = bank.apply(state, SatOut(BOB))
    assert state.masses.against == (Stake(CHLOE, 8), Stake(BOB, 2))


def test_a_stake_is_changed_and_taken_back_until_the_deal() -> None:
    """Bank 10. Chloé 4, David 4, then Chloé 9: her 5 more were laid after his 4. Less again: what
    she laid last goes first."""
    laid = (*alices(10), Punted(CHLOE, 4), Punted(DAVID, 4), Punted(CHLOE, 9))
    state, _ = played(*laid)
    assert state.against == (Stake(CHLOE, 4), Stake(DAVID, 4), Stake(CHLOE, 5))
    assert state.masses.against == (Stake(CHLOE, 6), Stake(DAVID, 4))
    assert played(*laid, Punted(CHLOE, 5))[0].against[-1] == Stake(CHLOE, 1)
    assert played(*laid, Punted(CHLOE, 3))[0].against == (Stake(CHLOE, 3), Stake(DAVID, 4))
    assert played(*laid, TookBack(CHLOE))[0].against == (Stake(DAVID, 4),)
    assert why(state, TookBack(BOB)) is Why.NO_BET
    in_play, _ = bank.apply(state, Dealt())
    for event in (Punted(BOB, 1), Backed(BOB, 1), TookBack(CHLOE)):
        assert why(in_play, event) is Why.BETS_CLOSED


def test_behind_the_bank_is_laid_only_what_it_leaves_uncovered() -> None:
    """Bank 10. Against it 10: nothing is left to cover. Against it 13: David may lay 3."""
    state, _ = played(*alices(10), Punted(BOB, 10))
    assert why(state, Backed(DAVID, 1)) is Why.BANK_COVERS
    state, _ = bank.apply(state, Punted(CHLOE, 3))
    over = bank.refusal(state, Backed(DAVID, 4))
    assert over is not None
    assert (over.why, dict(over.params)) == (Why.OVER_LIMIT, {"most": 3})
    state, _ = bank.apply(state, Backed(DAVID, 3))
    state, _ = bank.apply(state, TookBack(CHLOE))
    for amount in (3, 2):
        assert why(state, Backed(DAVID, amount)) is None
    assert state.masses.behind == ()


def test_nobody_is_on_both_sides() -> None:
    """Bob faces the bank and cannot back it; who laid on one side takes back before the other."""
    state, _ = played(*alices(10), Punted(CHLOE, 15), Backed(DAVID, 2))
    assert why(state, Backed(BOB, 1)) is Why.BOTH_SIDES
    assert why(state, Backed(CHLOE, 1)) is Why.BOTH_SIDES
    assert why(state, Punted(DAVID, 1)) is Why.BOTH_SIDES
    assert why(state, Punted(ALICE, 1)) is Why.IS_PLAYING
    assert why(state, Backed(ALICE, 1)) is Why.IS_PLAYING
    assert why(state, Punted(9, 1)) is Why.NOT_HERE
    state, _ = bank.apply(state, TookBack(DAVID))
    assert why(state, Punted(DAVID, 1)) is None


def test_who_comes_to_face_the_bank_no_longer_backs_it() -> None:
    """Chloé backs Alice; Bob sits out, and she is the next: her 2 fall, David's 2 stay."""
    backed = (Punted(BOB, 15), Backed(CHLOE, 2), Backed(DAVID, 2))
    state, transfers = played(*alices(10), *backed, SatOut(BOB))
    assert bank.seats(state) == (ALICE, CHLOE)
    assert state.behind == (Stake(DAVID, 2),)
    assert of_members(transfers) == (-10, 0, 0, 0)


def test_who_leaves_takes_his_stake_with_him_and_who_sits_out_may_leave_it() -> None:
    laid = (*alices(10), Punted(CHLOE, 3), Punted(DAVID, 4))
    assert played(*laid, Left(CHLOE))[0].against == (Stake(DAVID, 4),)
    state, _ = played(*laid, SatOut(CHLOE))
    assert state.against == (Stake(CHLOE, 3), Stake(DAVID, 4))
    assert why(state, Punted(CHLOE, 5)) is None


@pytest.mark.parametrize("amount", [0, -1])
def test_a_stake_is_one_or_more(amount: int) -> None:
    state, _ = played(*alices(10))
    assert why(state, Punted(BOB, amount)) is Why.AMOUNT_IMPOSSIBLE
    assert why(state, Backed(CHLOE, amount)) is Why.AMOUNT_IMPOSSIBLE


def test_the_most_one_may_lay_is_agreed() -> None:
    state, _ = played(*alices(10), terms=Terms(most_stake=6))
    over = bank.refusal(state, Punted(BOB, 7))
    assert over is not None
    assert (over.why, dict(over.params)) == (Why.OVER_LIMIT, {"most": 6})
    assert why(state, Punted(BOB, 6)) is None


def test_a_game_on_which_nobody_laid_moves_the_seats_and_no_money() -> None:
    state, transfers = played(*alices(10), Dealt(), GameWon(ALICE))
    assert (bank.seats(state), state.bank) == ((ALICE, CHLOE), 10)
    assert len(transfers) == 1
    state, transfers = played(*alices(10), Dealt(), GameWon(BOB))
    assert (bank.seats(state), state.bank) == ((ALICE, BOB), 10)
    assert len(transfers) == 1


# the levy


def test_five_per_cent_of_what_the_punters_win_rounded_down() -> None:
    """Bank 100. Bob 31, Chloé 28: 59 won, levy 2 (2.95), 57 to share. In proportion 29.95 and
    27.05: 29 and 27, and the odd one goes to the larger fraction. Bob wins 30, Chloé 27."""
    state, transfers = played(
        *alices(100),
        Punted(BOB, 31),
        Punted(CHLOE, 28),
        Dealt(),
        GameWon(BOB),
        terms=Terms(levy=5, levy_on=LevyOn.WINNINGS),
    )
    assert of_members(transfers) == (-100, 30, 27, 0)
    assert dict(bank.holdings(state)) == {BANK: 41, MASS: 0, LEVY: 2}


@pytest.mark.parametrize("remainder", Remainder)
def test_the_bank_bears_its_part_of_the_levy(remainder: Remainder) -> None:
    """Bank 30 and David's 12 against 42: levy 4 (4.2), 38 to share. In proportion 27.14 and 10.86:
    27 and 10, and the odd one is David's, whose fraction is larger; in order it was the bank's."""
    state, transfers = played(
        *alices(30),
        Punted(BOB, 42),
        Backed(DAVID, 12),
        Dealt(),
        GameWon(ALICE),
        terms=Terms(levy=10, levy_on=LevyOn.WINNINGS, remainder=remainder),
    )
    assert of_members(transfers) == (-30, -42, 0, 11 if remainder is Remainder.LARGEST else 10)
    bank_has = 57 if remainder is Remainder.LARGEST else 58
    assert dict(bank.holdings(state)) == {BANK: bank_has, MASS: 0, LEVY: 4}


@pytest.mark.parametrize("winner", [ALICE, BOB])
def test_the_levy_is_five_per_cent_of_the_bank_whoever_wins(winner: int) -> None:
    """Art. 66, by hand: a bank of 50 costs 2 (2.5) beside it, once; two games cost no more."""
    game = (Punted(BOB, 10), Dealt(), GameWon(winner))
    again = game if winner == BOB else (Dealt(), GameWon(winner))
    state, transfers = played(*alices(50), *game, *again, terms=Terms(levy=5))
    bobs = 20 if winner == BOB else -10
    assert of_members(transfers)[:2] == (-52, bobs)
    assert dict(bank.holdings(state)) == {BANK: 50 - bobs, MASS: 0, LEVY: 2}


def test_a_renewed_bank_pays_the_levy_again() -> None:
    """Art. 65, by hand: 20 broken by Bob and put up again, 10 per cent each time."""
    broken = (*alices(20), Punted(BOB, 20), Dealt(), GameWon(BOB))
    _, transfers = played(*broken, terms=Terms(levy=10))
    assert of_members(transfers)[:2] == (-22, 20)
    state, transfers = played(*broken, Renewed(), terms=Terms(levy=10))
    assert of_members(transfers)[:2] == (-44, 20)
    assert dict(bank.holdings(state)) == {BANK: 20, MASS: 0, LEVY: 4}

"""La chouette of the regulation, evenings worked by hand."""

import pytest

from scoring.rules.contests import bank
from scoring.rules.contests.bank import (
    Adjudged,
    Backed,
    Bid,
    Event,
    GaveUp,
    NotRenewed,
    Phase,
    Punted,
    Renewed,
    Stake,
    State,
    Terms,
    TookBack,
)
from scoring.rules.contests.books import (
    BANK,
    LEVY,
    MASS,
    Cause,
    Transfer,
    Transfers,
    balances,
    member,
)
from scoring.rules.contests.events import (
    CameBack,
    Closed,
    Dealt,
    GameWon,
    Joined,
    Left,
    SatOut,
)
from scoring.rules.contests.refusals import NotTakenError, Why

ALICE, BOB, CHLOE, DAVID = 1, 2, 3, 4
USUAL = Terms()
ALL: tuple[Event, ...] = tuple(Joined(player) for player in (ALICE, BOB, CHLOE, DAVID))


def played(*events: Event, terms: Terms = USUAL) -> tuple[State, Transfers]:
    state, found = bank.begin(terms), list[Transfer]()
    for event in events:
        state, moved = bank.apply(state, event)
        found += moved
    return state, tuple(found)


def alices(amount: int) -> tuple[Event, ...]:
    """Alice has the bank; Bob, Chloé, David are inscribed in this order."""
    return (*ALL, Bid(ALICE, amount), Adjudged())


def of_members(transfers: Transfers) -> tuple[int, ...]:
    found = balances(transfers)
    return tuple(found.get(member(player), 0) for player in (ALICE, BOB, CHLOE, DAVID))


def why(state: State, event: Event) -> Why | None:
    found = bank.refusal(state, event)
    return found.why if found else None


# the auction


def test_the_bank_goes_to_the_highest_bidder_and_is_put_up_when_adjudged() -> None:
    """Alice bids 10, Bob 15, Alice 20: she puts up 20, and nobody else anything."""
    bids: tuple[Event, ...] = (*ALL, Bid(ALICE, 10), Bid(BOB, 15), Bid(ALICE, 20))
    state, transfers = played(*bids)
    assert transfers == ()
    assert bank.seats(state) is None
    assert bank.queue(state) == (ALICE, BOB, CHLOE, DAVID)
    state, transfers = played(*bids, Adjudged())
    assert transfers == (Transfer(member(ALICE), BANK, 20, Cause.BANK_PUT_UP),)
    assert bank.seats(state) == (ALICE, BOB)
    assert bank.queue(state) == (CHLOE, DAVID)


def test_a_bid_is_the_least_or_a_step_above_the_one_before() -> None:
    """Least 10, step 5, most 40: 9 is too low; after 12, 16 is and 17 is not."""
    terms = Terms(minimum=10, step=5, most_bank=40)
    state, _ = played(*ALL, terms=terms)
    low = bank.refusal(state, Bid(BOB, 9))
    assert low is not None
    assert (low.why, low.field, dict(low.params)) == (Why.BID_TOO_LOW, "amount", {"least": 10})
    state, _ = bank.apply(state, Bid(BOB, 12))
    assert why(state, Bid(CHLOE, 16)) is Why.BID_TOO_LOW
    assert why(state, Bid(CHLOE, 17)) is None
    assert why(state, Bid(CHLOE, 41)) is Why.OVER_LIMIT
    assert why(state, Bid(CHLOE, 40)) is None


def test_who_goes_takes_his_bids_with_him() -> None:
    """Bob bids 15 above Alice's 10 and goes home: hers is the highest again, and 11 beats it."""
    for going in (Left(BOB), SatOut(BOB)):
        state, _ = played(*ALL, Bid(ALICE, 10), Bid(BOB, 15), going)
        assert state.bids == (Stake(ALICE, 10),)
        assert why(state, Bid(CHLOE, 11)) is None


def test_nothing_is_adjudged_without_a_bid_and_only_who_plays_bids() -> None:
    state, _ = played(*ALL, SatOut(BOB))
    assert why(state, Adjudged()) is Why.NO_BID
    assert why(state, Bid(BOB, 10)) is Why.NOT_PLAYING
    assert why(state, Bid(9, 10)) is Why.NOT_HERE


# who sits down


def test_only_who_faces_the_chouetteur_goes_out_on_losing() -> None:
    """Bob wins and stays; loses and goes to the foot; Chloé faces Alice, who lost and stayed."""
    state, _ = played(*alices(10), Dealt(), GameWon(BOB))
    assert (bank.seats(state), bank.queue(state)) == ((ALICE, BOB), (CHLOE, DAVID))
    state, _ = played(*alices(10), Dealt(), GameWon(BOB), Dealt(), GameWon(ALICE))
    assert (bank.seats(state), bank.queue(state)) == ((ALICE, CHLOE), (DAVID, BOB))


def test_who_sits_out_is_passed_over_and_comes_back_to_the_foot() -> None:
    state, _ = played(*alices(10), SatOut(BOB))
    assert (bank.seats(state), bank.queue(state)) == ((ALICE, CHLOE), (DAVID,))
    assert why(state, SatOut(BOB)) is Why.NOT_PLAYING
    assert why(state, CameBack(DAVID)) is Why.ALREADY_HERE
    assert why(state, Joined(BOB)) is Why.ALREADY_HERE
    state, _ = bank.apply(state, CameBack(BOB))
    assert bank.queue(state) == (DAVID, BOB)
    assert why(state, CameBack(9)) is Why.NOT_HERE
    assert why(state, Left(9)) is Why.NOT_HERE


def test_who_joins_during_a_game_waits_at_the_foot_and_nobody_leaves_it() -> None:
    state, _ = played(*alices(10), Dealt(), Joined(5))
    assert bank.queue(state) == (CHLOE, DAVID, 5)
    for event in (Left(DAVID), SatOut(DAVID), CameBack(DAVID), Dealt(), GaveUp(), Bid(BOB, 50)):
        assert why(state, event) is Why.GAME_IN_PLAY


def test_nobody_faces_the_chouetteur_who_is_alone() -> None:
    state, _ = played(Joined(ALICE), Bid(ALICE, 5), Adjudged())
    assert bank.seats(state) is None
    assert why(state, Dealt()) is Why.PLAYERS_TOO_FEW
    state, _ = bank.apply(state, Joined(BOB))
    assert bank.seats(state) == (ALICE, BOB)


def test_a_game_is_won_by_one_of_those_who_play_it() -> None:
    state, _ = played(*alices(10))
    assert why(state, GameWon(ALICE)) is Why.NO_GAME_IN_PLAY
    state, _ = bank.apply(state, Dealt())
    assert why(state, GameWon(CHLOE)) is Why.NOT_PLAYING


def test_the_chouetteur_gives_the_bank_up_before_going() -> None:
    state, _ = played(*alices(10))
    assert why(state, Left(ALICE)) is Why.IS_PLAYING
    assert why(state, SatOut(ALICE)) is Why.IS_PLAYING
    state, transfers = played(*alices(10), GaveUp())
    assert transfers[-1] == Transfer(BANK, member(ALICE), 10, Cause.BANK_TAKEN_UP)
    assert (state.phase, bank.queue(state)) == (Phase.AUCTION, (BOB, CHLOE, DAVID, ALICE))
    assert why(state, Left(ALICE)) is None


# a game, and the money on it


def test_a_bank_that_covers_everything_pays_or_takes_as_much() -> None:
    """Bank 20. Bob lays 5, Chloé 8: 13 of the bank stand against 13.
    Bob wins: +5 +8, the bank 7. Alice wins: -5 -8, the bank 33."""
    stakes = (*alices(20), Punted(BOB, 5), Punted(CHLOE, 8))
    in_play, transfers = played(*stakes, Dealt())
    assert balances(transfers)[MASS] == 26
    assert dict(bank.held(in_play)) == {BANK: 7, MASS: 26, LEVY: 0}
    state, transfers = played(*stakes, Dealt(), GameWon(BOB))
    assert (state.bank, of_members(transfers)) == (7, (-20, 5, 8, 0))
    state, transfers = played(*stakes, Dealt(), GameWon(ALICE))
    assert (state.bank, of_members(transfers)) == (33, (-20, -5, -8, 0))


def test_what_the_bank_cannot_cover_others_may_in_the_order_in_which_they_laid() -> None:
    """Bank 10. Bob lays 12, Chloé 8: 20. David backs the bank with 6: 16 against 16, so that 4 of
    Chloé's, who laid last, go back. Bob wins: +12 +4, David -6, the bank is broken."""
    stakes = (*alices(10), Punted(BOB, 12), Punted(CHLOE, 8), Backed(DAVID, 6))
    state, _ = played(*stakes)
    assert bank.masses(state) == bank.Masses(
        (Stake(BOB, 12), Stake(CHLOE, 4)), 10, (Stake(DAVID, 6),)
    )
    in_play, _ = played(*stakes, Dealt())
    assert bank.masses(in_play) == bank.masses(state)
    state, transfers = played(*stakes, Dealt(), GameWon(BOB))
    assert of_members(transfers) == (-10, 12, 4, -6)
    assert state.phase is Phase.RENEWAL
    state, transfers = played(*stakes, Dealt(), GameWon(ALICE))
    assert (state.bank, of_members(transfers)) == (20, (-10, -12, -4, 6))


def test_behind_the_bank_too_the_excess_goes_back_to_the_last() -> None:
    """Bank 10 against 14: 4 are left. Chloé backs with 3, David with 4: 1 of his stands."""
    state, _ = played(*alices(10), Punted(BOB, 14), Backed(CHLOE, 3), Backed(DAVID, 4))
    assert bank.masses(state).behind == (Stake(CHLOE, 3), Stake(DAVID, 1))


def test_who_faces_the_bank_is_covered_before_the_others() -> None:
    """Bank 10. Chloé lays 8, then Bob, who plays, 6: his 6 stand, and 4 of hers."""
    state, _ = played(*alices(10), Punted(CHLOE, 8), Punted(BOB, 6))
    assert bank.masses(state).against == (Stake(BOB, 6), Stake(CHLOE, 4))
    state, _ = bank.apply(state, SatOut(BOB))
    assert bank.masses(state).against == (Stake(CHLOE, 8), Stake(BOB, 2))


def test_a_stake_is_changed_and_taken_back_until_the_deal() -> None:
    """Bank 10. Chloé 4, David 4, then Chloé 9: her 5 more were laid after his 4. Less again: what
    she laid last goes first."""
    laid = (*alices(10), Punted(CHLOE, 4), Punted(DAVID, 4), Punted(CHLOE, 9))
    state, _ = played(*laid)
    assert state.against == (Stake(CHLOE, 4), Stake(DAVID, 4), Stake(CHLOE, 5))
    assert bank.masses(state).against == (Stake(CHLOE, 6), Stake(DAVID, 4))
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
    assert why(state, Backed(DAVID, 2)) is None
    assert bank.masses(state).behind == ()


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
    27.05: 29 and 27, and the one left over goes to the first. Bob wins 30, Chloé 27."""
    state, transfers = played(
        *alices(100),
        Punted(BOB, 31),
        Punted(CHLOE, 28),
        Dealt(),
        GameWon(BOB),
        terms=Terms(levy=5),
    )
    assert of_members(transfers) == (-100, 30, 27, 0)
    assert dict(bank.held(state)) == {BANK: 41, MASS: 0, LEVY: 2}


def test_the_bank_bears_its_part_of_the_levy() -> None:
    """Bank 30 and David's 12 against 42: levy 4 (4.2), 38 to share. In proportion 27.14 and 10.86:
    27 and 10, and the one left over is the bank's, as the first. The bank wins 28, David 10."""
    state, transfers = played(
        *alices(30),
        Punted(BOB, 42),
        Backed(DAVID, 12),
        Dealt(),
        GameWon(ALICE),
        terms=Terms(levy=10),
    )
    assert of_members(transfers) == (-30, -42, 0, 10)
    assert dict(bank.held(state)) == {BANK: 58, MASS: 0, LEVY: 4}


# broken


def broken(amount: int = 10) -> tuple[Event, ...]:
    return (Punted(BOB, amount), Dealt(), GameWon(BOB))


def test_a_broken_bank_is_renewed_once_and_then_put_up_again() -> None:
    """Alice's 10 are lost to Bob, her second 10 too: -20, and the bank is put up again."""
    state, _ = played(*alices(10), *broken())
    assert state.phase is Phase.RENEWAL
    assert bank.seats(state) is None
    for event in (Dealt(), GaveUp(), Punted(BOB, 1), Bid(BOB, 50), GameWon(BOB)):
        assert why(state, event) is Why.RENEWAL_DUE
    state, transfers = played(*alices(10), *broken(), Renewed())
    assert transfers[-1] == Transfer(member(ALICE), BANK, 10, Cause.BANK_RENEWED)
    assert bank.seats(state) == (ALICE, BOB)
    assert why(state, Renewed()) is Why.RENEWED_ONCE
    state, transfers = played(*alices(10), *broken(), Renewed(), *broken())
    assert of_members(transfers) == (-20, 20, 0, 0)
    assert (state.phase, bank.queue(state)) == (Phase.AUCTION, (BOB, CHLOE, DAVID, ALICE))
    for later in (Dealt(), Renewed(), Punted(BOB, 1), GameWon(BOB)):
        assert why(state, later) is Why.AUCTION_DUE


def test_what_is_renewed_is_what_was_adjudged_and_not_what_was_won_since() -> None:
    """Bank 10, grown to 20 by Chloé's 10; she faces it next and takes the 20; renewed: 10."""
    state, transfers = played(
        *alices(10),
        Punted(CHLOE, 10),
        Dealt(),
        GameWon(ALICE),
        Punted(CHLOE, 20),
        Dealt(),
        GameWon(CHLOE),
        Renewed(),
    )
    assert state.bank == 10
    assert of_members(transfers) == (-20, 0, 10, 0)


def test_a_bank_that_is_not_renewed_is_put_up_again_and_its_next_holder_may_renew() -> None:
    """Alice does not renew. Bob, who broke the bank, bids 30 for it: Chloé faces him. Broken by
    her, it is his to renew."""
    bobs = (*alices(10), *broken(), NotRenewed(), Bid(BOB, 30), Adjudged())
    state, _ = played(*bobs)
    assert (bank.seats(state), bank.queue(state)) == ((BOB, CHLOE), (DAVID, ALICE))
    state, transfers = played(*bobs, Punted(CHLOE, 30), Dealt(), GameWon(CHLOE))
    assert state.phase is Phase.RENEWAL
    assert of_members(transfers) == (-10, 10 - 30, 30, 0)


def test_a_bank_that_stands_is_neither_renewed_nor_bid_for() -> None:
    state, _ = played(*alices(10))
    for event in (Renewed(), NotRenewed(), Bid(BOB, 50), Adjudged()):
        assert why(state, event) is Why.NOT_OPEN


# the end


def test_closed_in_a_game_everything_not_won_goes_back() -> None:
    """Bank 10 against Bob's 12, David backs 2: all three have their own again."""
    state, transfers = played(*alices(10), Punted(BOB, 12), Backed(DAVID, 2), Dealt(), Closed())
    assert of_members(transfers) == (0, 0, 0, 0)
    assert [one.cause for one in transfers[-4:]] == [Cause.GIVEN_BACK] * 3 + [Cause.BANK_TAKEN_UP]
    assert bank.is_over(state)
    assert set(bank.held(state).values()) == {0}


def test_closed_between_games_the_bank_is_taken_up_and_the_levy_stays() -> None:
    """Bank 20, grown by Bob's 10 less a levy of 1: Alice takes up 29."""
    events = (*alices(20), Punted(BOB, 10), Dealt(), GameWon(ALICE), Closed())
    state, transfers = played(*events, terms=Terms(levy=10))
    assert of_members(transfers) == (9, -10, 0, 0)
    assert dict(bank.held(state)) == {BANK: 0, MASS: 0, LEVY: 1}
    assert (bank.seats(state), len(bank.queue(state))) == (None, 4)


def test_what_is_over_takes_nothing() -> None:
    state, _ = played(*ALL, Closed())
    for event in (Joined(5), Left(BOB), Bid(BOB, 1), Dealt(), Closed(), Punted(BOB, 1)):
        assert why(state, event) is Why.CONTEST_OVER
        with pytest.raises(NotTakenError) as caught:
            bank.apply(state, event)
        assert caught.value.refusal.why is Why.CONTEST_OVER


# the terms


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        (Terms(minimum=0), "minimum"),
        (Terms(step=0), "step"),
        (Terms(minimum=10, most_bank=9), "most_bank"),
        (Terms(most_bank=-1), "most_bank"),
        (Terms(most_stake=-1), "most_stake"),
        (Terms(levy=-1), "levy"),
        (Terms(levy=101), "levy"),
    ],
)
def test_terms_that_no_bank_can_have(terms: Terms, field: str) -> None:
    found = bank.terms_refusal(terms)
    assert found is not None
    assert (found.why, found.field) == (Why.AMOUNT_IMPOSSIBLE, field)
    with pytest.raises(NotTakenError):
        bank.begin(terms)


def test_terms_that_a_bank_can_have() -> None:
    for terms in (Terms(), Terms(10, 5, 10, 3, 100)):
        assert bank.terms_refusal(terms) is None


def test_what_is_no_event_of_a_bank_is_not_taken() -> None:
    state, _ = played(*ALL)
    assert why(state, "deal") is Why.NOT_AN_EVENT  # type: ignore[arg-type]

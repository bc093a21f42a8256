"""La chouette of the regulation, evenings worked by hand: who has the bank, and who sits down."""

import pytest

from scoring.contests.rules import bank
from scoring.contests.rules.bank import (
    Adjudged,
    Backed,
    Bid,
    Event,
    GaveUp,
    NotRenewed,
    Phase,
    Punted,
    Renewed,
    Terms,
)
from scoring.contests.rules.events import (
    CameBack,
    Closed,
    Dealt,
    GameWon,
    Joined,
    Left,
    NotTakenError,
    SatOut,
    Why,
)
from scoring.contests.rules.stakes import Stake
from scoring.ledger.rules import BANK, LEVY, MASS, Cause, Transfer, member

from .banks import ALICE, ALL, BOB, CHLOE, DAVID, alices, broken, of_members, played, why

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


# broken


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
    assert state.over
    assert set(bank.holdings(state).values()) == {0}


def test_closed_between_games_the_bank_is_taken_up_and_the_levy_stays() -> None:
    """Bank 20 and a levy of 2, grown by Bob's 10: Alice takes up 30."""
    events = (*alices(20), Punted(BOB, 10), Dealt(), GameWon(ALICE), Closed())
    state, transfers = played(*events, terms=Terms(levy=10))
    assert of_members(transfers) == (8, -10, 0, 0)
    assert dict(bank.holdings(state)) == {BANK: 0, MASS: 0, LEVY: 2}
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

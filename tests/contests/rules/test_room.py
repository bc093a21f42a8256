"""A contest and the bets on it: Alice (1), Bob (2), Chloé (3), David (4), Éva (5)."""

from typing import Any

import pytest

from scoring.contests.rules import bank, bets, cul_leve, machine, match, pool
from scoring.contests.rules import social as box
from scoring.contests.rules.bets import BetLaid, BetTakenBack, Forfeited, Side
from scoring.contests.rules.events import (
    Closed,
    Dealt,
    GameWon,
    Joined,
    Left,
    NotTakenError,
    SatOut,
    Why,
)
from scoring.contests.rules.machine import CONTESTS, ContestState, Kind, Terms
from scoring.ledger.rules import LEVY, MASS, POT, Account, Cause, Transfer, balances, member

ALICE, BOB, CHLOE, DAVID, EVA = 1, 2, 3, 4, 5
A, B = Side
HERE = {Kind.MATCH: 2, Kind.POOL: 3, Kind.CUL_LEVE: 4, Kind.BOX: 3, Kind.BANK: 3}


def played(
    kind: Kind, *events: object, gallery: bets.Terms | None = None, terms: Any = None
) -> tuple[ContestState, dict[Account, int]]:
    """The first so many of them have joined; the pool has taken places."""
    agreed = Terms(terms or CONTESTS[kind].terms(), gallery)
    joined: list[object] = [Joined(player) for player in range(1, HERE[kind] + 1)]
    seated = [pool.Seated((ALICE, BOB, CHLOE))] if kind is Kind.POOL else []
    found, posted = machine.replay(kind, agreed, [*joined, *seated, *events])
    return found, balances(one for transfers in posted for one in transfers)


def why(found: ContestState, event: object) -> Why | None:
    refused = machine.refusal(found, event)
    if refused is None:
        return None
    with pytest.raises(NotTakenError) as caught:
        machine.apply(found, event)
    assert caught.value.refusal == refused
    return refused.why


BETS = bets.Terms(levy=10, most=50)


def test_bets_on_a_match_are_settled_game_by_game() -> None:
    """10 % of 20 is 2, twice: 18 to Chloé and 2 to the box, then 18 to David and 2 to the box."""
    bet = (BetLaid(CHLOE, A, 20), BetLaid(DAVID, B, 20))
    events = (*bet, Dealt(), GameWon(ALICE), *bet, Dealt(), GameWon(BOB))
    found, sums = played(Kind.MATCH, *events, gallery=BETS)
    assert sums == {MASS: 0, LEVY: 4, member(CHLOE): -2, member(DAVID): -2}
    assert machine.holdings(found) == {LEVY: 4}
    assert (found.number, found.dealt) == (3, False)


def test_no_bet_after_the_deal_and_none_before_the_seats_are_known() -> None:
    found, _ = played(Kind.MATCH, Dealt(), gallery=BETS)
    assert why(found, BetLaid(CHLOE, A, 1)) is Why.BETS_CLOSED
    empty = machine.begin(Kind.MATCH, Terms(match.Terms(), BETS))
    assert why(empty, BetLaid(CHLOE, A, 1)) is Why.NOT_OPEN
    silent, _ = played(Kind.MATCH)
    assert why(silent, BetLaid(CHLOE, A, 1)) is Why.NOT_OPEN
    over, _ = played(Kind.MATCH, Closed(), gallery=BETS)
    assert why(over, BetLaid(CHLOE, A, 1)) is Why.CONTEST_OVER


def test_a_pool_and_the_bets_on_its_games() -> None:
    """Alice beats Bob and Chloé: +4 -2 -2. Chloé, who waits, has bet 3 on Bob against David."""
    events = (
        BetLaid(CHLOE, B, 3),
        BetLaid(DAVID, A, 5),
        Dealt(),
        GameWon(ALICE),
        BetLaid(DAVID, A, 2),
        BetLaid(BOB, B, 2),
        Dealt(),
        GameWon(ALICE),
    )
    found, sums = played(Kind.POOL, *events, gallery=bets.Terms())
    assert found.over
    assert found.book is None
    assert sums == {
        POT: 0,
        MASS: 0,
        member(ALICE): 4,
        member(BOB): -2 - 2,
        member(CHLOE): -2 - 3,
        member(DAVID): 3 + 2,
    }


def test_the_book_is_about_who_sits_down_next() -> None:
    found, _ = played(Kind.POOL, Dealt(), GameWon(ALICE), gallery=BETS)
    assert found.book is not None
    assert (found.book.a, found.book.b) == machine.seats(found) == (ALICE, CHLOE)
    assert machine.queue(found) == (BOB,)


def test_bets_go_back_when_one_of_the_two_goes_before_the_deal() -> None:
    bet = (BetLaid(DAVID, A, 4), BetLaid(EVA, B, 4))
    found, sums = played(Kind.MATCH, *bet, Left(BOB), Joined(CHLOE), gallery=BETS)
    assert sums == {MASS: 0, member(DAVID): 0, member(EVA): 0}
    assert found.book == bets.begin(BETS, ALICE, CHLOE)
    alone, _ = played(Kind.MATCH, *bet, Left(BOB), gallery=BETS)
    assert alone.book is None


def test_what_is_laid_goes_back_when_the_contest_is_closed() -> None:
    for dealt in ((), (Dealt(),)):
        events = (BetLaid(CHLOE, A, 4), BetLaid(DAVID, B, 4), *dealt, Closed())
        found, sums = played(Kind.CUL_LEVE, *events, gallery=BETS)
        assert set(sums.values()) == {0}
        assert (found.book, found.dealt, machine.holdings(found)) == (None, False, {})


def test_a_backer_of_the_loser_sits_down_if_the_book_knows_him() -> None:
    """Éva backs Bob, who loses; David's bet on Bob found no cover and is no bet."""
    terms = cul_leve.Terms(stake=1, backer_sits=True)
    events = (
        BetLaid(EVA, B, 4),
        BetLaid(CHLOE, A, 4),
        BetLaid(DAVID, B, 4),
        Dealt(),
        GameWon(ALICE),
    )
    found, _ = played(Kind.CUL_LEVE, *events, gallery=bets.Terms(), terms=terms)
    assert found.backers == (EVA,)
    assert machine.seats(found) == (ALICE, CHLOE)
    assert why(found, cul_leve.BackerSat(DAVID, (EVA, DAVID))) is Why.NOT_ENTITLED
    assert why(found, cul_leve.BackerSat(DAVID, (EVA,))) is Why.NOT_ENTITLED
    after, _ = machine.apply(found, BetLaid(DAVID, B, 2))
    after, back = machine.apply(after, cul_leve.BackerSat(EVA, (EVA,)))
    assert machine.seats(after) == (ALICE, EVA)
    assert back == (Transfer(MASS, member(DAVID), 2, Cause.GIVEN_BACK),)


def test_without_a_book_the_backers_are_whom_the_scorer_names() -> None:
    terms = cul_leve.Terms(backer_sits=True)
    found, _ = played(Kind.CUL_LEVE, Dealt(), GameWon(ALICE), terms=terms)
    assert why(found, cul_leve.BackerSat(EVA, (EVA,))) is None


def test_who_overlooks_the_cards_pays_the_player() -> None:
    events = (BetLaid(CHLOE, A, 4), BetLaid(DAVID, B, 4), Dealt(), Forfeited(CHLOE), GameWon(ALICE))
    found, sums = played(Kind.MATCH, *events, gallery=BETS)
    assert sums == {MASS: 0, member(CHLOE): -4, member(BOB): 4, member(DAVID): 0}
    assert found.backers == ()


def test_nobody_of_the_team_backs_the_box() -> None:
    """Alice is the box, Bob the captain, Chloé of the team: she may lay more against the box, and
    as its partner only for it."""
    found, _ = played(Kind.BOX, gallery=BETS)
    assert why(found, BetLaid(CHLOE, A, 1)) is Why.BOTH_SIDES
    assert why(found, BetLaid(CHLOE, B, 1)) is None
    assert why(found, BetLaid(DAVID, A, 1)) is None
    partners, _ = machine.apply(found, box.Partnered(CHLOE))
    assert why(partners, BetLaid(CHLOE, B, 1)) is Why.BOTH_SIDES
    assert why(partners, BetLaid(CHLOE, A, 1)) is None


def test_who_joins_the_team_has_his_bet_on_the_box_back() -> None:
    bet = (BetLaid(DAVID, A, 3), BetLaid(EVA, A, 2), BetLaid(DAVID, A, 1))
    found, sums = played(Kind.BOX, *bet, Joined(DAVID), gallery=BETS)
    assert found.book is not None
    assert [(one.player, one.amount) for one in found.book.bets] == [(EVA, 2)]
    assert sums == {MASS: 2, member(DAVID): 0, member(EVA): -2}


def test_a_box_with_its_gallery() -> None:
    """Bob and Chloé win 1 each from Alice; David has bet 5 on her against Éva."""
    events = (BetLaid(DAVID, A, 5), BetLaid(EVA, B, 5), Dealt(), GameWon(BOB))
    found, sums = played(Kind.BOX, *events, gallery=bets.Terms())
    assert sums == {
        MASS: 0,
        member(ALICE): -2,
        member(BOB): 1,
        member(CHLOE): 1,
        member(DAVID): -5,
        member(EVA): 5,
    }
    assert found.backers == (DAVID,)
    assert machine.holdings(found) == {}


def test_a_box_alone_has_no_book() -> None:
    found, _ = played(Kind.BOX, SatOut(BOB), SatOut(CHLOE), gallery=BETS)
    assert machine.seats(found) is None
    assert found.book is None


def test_the_bank_has_no_book() -> None:
    found, _ = played(Kind.BANK, bank.Bid(ALICE, 10), bank.Adjudged())
    assert found.book is None
    assert machine.seats(found) == (ALICE, BOB)
    assert why(found, BetLaid(CHLOE, A, 1)) is Why.NOT_OPEN
    after, _ = machine.apply(found, bank.Punted(BOB, 3))
    after, _ = machine.apply(after, Dealt())
    assert machine.holdings(after)[MASS] == 6
    refused = machine.terms_refusal(Kind.BANK, Terms(bank.Terms(), BETS))
    assert refused is not None
    assert refused.why is Why.NOT_OPEN


@pytest.mark.parametrize("kind", Kind)
def test_events_of_another_contest_are_none(kind: Kind) -> None:
    found, _ = played(kind)
    others = [contest.events for one, contest in CONTESTS.items() if one is not kind]
    foreign = {cls for events in others for cls in events} - {*CONTESTS[kind].events}
    assert pool.Seated not in foreign or why(found, pool.Seated((1, 2, 3))) is Why.NOT_AN_EVENT
    assert bank.Bid not in foreign or why(found, bank.Bid(1, 1)) is Why.NOT_AN_EVENT
    assert why(found, "no event at all") is Why.NOT_AN_EVENT


@pytest.mark.parametrize(
    ("kind", "terms", "field"),
    [
        (Kind.POOL, Terms(match.Terms()), "contest"),
        (Kind.MATCH, Terms(match.Terms(), bets.Terms(levy=101)), "levy"),
        (Kind.POOL, Terms(pool.Terms(stake=-1)), "stake"),
        (Kind.BANK, Terms(bank.Terms(), bets.Terms()), "gallery"),
    ],
)
def test_terms_that_cannot_be(kind: Kind, terms: Terms, field: str) -> None:
    refused = machine.terms_refusal(kind, terms)
    assert refused is not None
    assert refused.field == field
    with pytest.raises(NotTakenError):
        machine.begin(kind, terms)


def test_a_log_gives_the_same_room_and_what_each_event_moved() -> None:
    agreed = Terms(match.Terms(), bets.Terms())
    log = [Joined(1), Joined(2), BetLaid(3, A, 5), BetTakenBack(3, 2), Dealt(), GameWon(1)]
    found, posted = machine.replay(Kind.MATCH, agreed, log)
    assert [sum(one.amount for one in transfers) for transfers in posted] == [0, 0, 5, 2, 3, 0]
    assert machine.replay(Kind.MATCH, agreed, log) == (found, posted)
    before, _ = machine.replay(Kind.MATCH, agreed, log[:-1])
    assert machine.apply(before, log[-1]) == (found, posted[-1])

"""Every kind of contest with its gallery, under events drawn at random."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contests.rules import bank, bets, cul_leve, machine, pool
from scoring.contests.rules import social as box
from scoring.contests.rules.bets import BetLaid, BetTakenBack, Forfeited, Phase, Short, Side
from scoring.contests.rules.events import (
    CameBack,
    Closed,
    Dealt,
    GameWon,
    Joined,
    Left,
    NotTakenError,
    SatOut,
)
from scoring.contests.rules.machine import CONTESTS, ContestState, Kind, Terms
from scoring.ledger.rules import Holder, Transfer, balances

people = st.integers(1, 6)
amounts = st.integers(0, 9)
several = st.lists(people, max_size=3, unique=True).map(tuple)
laying = st.builds(BetLaid, people, st.sampled_from(Side), amounts)
of_all: st.SearchStrategy[Any] = st.one_of(
    laying,
    laying,
    st.builds(Dealt),
    st.builds(GameWon, people),
    st.builds(Dealt),
    st.builds(GameWon, people),
    st.builds(BetTakenBack, people, amounts),
    st.builds(Forfeited, people),
    st.builds(Short, amounts),
    st.builds(Joined, people),
    st.builds(Left, people),
    st.builds(SatOut, people),
    st.builds(CameBack, people),
)
OWN: dict[Kind, st.SearchStrategy[Any]] = {
    Kind.MATCH: st.nothing(),
    Kind.POOL: st.just(pool.Seated((1, 2, 3))) | st.just(pool.Seated((3, 1, 2))),
    Kind.CUL_LEVE: st.builds(cul_leve.BackerSat, people, several)
    | st.builds(cul_leve.SteppedDown, people),
    Kind.BANK: st.one_of(
        st.builds(bank.Bid, people, amounts),
        st.builds(bank.Adjudged),
        st.builds(bank.Punted, people, amounts),
        st.builds(bank.Backed, people, amounts),
        st.builds(bank.Renewed),
    ),
    Kind.BOX: st.one_of(
        st.builds(box.StakeSet, people, amounts),
        st.builds(box.Partnered, people),
        st.builds(box.Unpartnered, people),
    ),
}
TERMS: dict[Kind, tuple[Any, ...]] = {
    Kind.MATCH: (CONTESTS[Kind.MATCH].terms(),),
    Kind.POOL: (pool.Terms(stake=2), pool.Terms(paying=pool.Paying.SEATED)),
    Kind.CUL_LEVE: (cul_leve.Terms(3, True, True), cul_leve.Terms(0, False, True)),
    Kind.BANK: (bank.Terms(levy=7),),
    Kind.BOX: (box.Terms(2, 8), box.Terms(1, 1, box.OnLoss.BOX_STAYS)),
}


@st.composite
def logs(draw: st.DrawFn, kind: Kind) -> tuple[Terms, list[Any]]:
    gallery = bets.Terms(draw(st.integers(0, 100)), draw(st.sampled_from((0, 12))))
    terms = Terms(draw(st.sampled_from(TERMS[kind])), gallery)
    if not CONTESTS[kind].has_gallery:
        terms = Terms(terms.contest)
    joined = [Joined(player) for player in range(1, draw(st.integers(2, 4)))]
    drawn = draw(st.lists(st.one_of(of_all, OWN[kind]), min_size=10, max_size=50))
    return terms, [*joined, *drawn, *draw(st.sampled_from(([], [Closed()])))]


def taken(found: ContestState, event: Any) -> tuple[ContestState, tuple[Transfer, ...]] | None:
    refused = machine.refusal(found, event)
    if refused is None:
        assert not found.over
        return machine.apply(found, event)
    with pytest.raises(NotTakenError) as caught:
        machine.apply(found, event)
    assert caught.value.refusal == refused
    return None


def holds_together(found: ContestState) -> None:
    sitting = machine.seats(found) or ()
    everybody = (*sitting, *machine.queue(found))
    assert len(set(everybody)) == len(everybody)
    if found.over:
        assert found.book is None
        assert not found.dealt
    if found.book is None:
        has_one = sitting and found.terms.gallery and not found.over
        assert not has_one
        return
    assert (found.book.a, found.book.b) == sitting
    assert found.book.phase is (Phase.IN_PLAY if found.dealt else Phase.OPEN)
    seat_of = CONTESTS[found.kind].plays_for(found.contest)
    for bet in found.book.bets:
        theirs = {bets.player_of(found.book, side): side for side in Side}
        bound = theirs.get(seat_of.get(bet.player, bet.player), bet.side)
        assert bet.side is bound


@pytest.mark.parametrize("kind", Kind)
@given(data=st.data())
@pytest.mark.slow
def test_books_add_up_whatever_happens(kind: Kind, data: st.DataObject) -> None:
    terms, log = data.draw(logs(kind))
    found = machine.begin(kind, terms)
    posted: list[Transfer] = []
    kept: list[Any] = []
    for event in log:
        step = taken(found, event)
        if step is None:
            continue
        kept.append(event)
        found, transfers = step
        posted += transfers
        sums = balances(posted)
        assert sum(sums.values()) == 0
        lying = {
            account: amount
            for account, amount in sums.items()
            if account.holder is not Holder.MEMBER and amount
        }
        assert lying == machine.holdings(found)
        holds_together(found)
    again, of_each = machine.replay(kind, terms, kept)
    assert again == found
    assert [one for transfers in of_each for one in transfers] == posted


@pytest.mark.parametrize("kind", [Kind.MATCH, Kind.POOL, Kind.CUL_LEVE, Kind.BOX])
@given(data=st.data())
@pytest.mark.slow
def test_the_gallery_changes_nothing_of_the_contest(kind: Kind, data: st.DataObject) -> None:
    """Without its bets the log comes to the same seats, and moves the same for the contest."""
    terms, log = data.draw(logs(kind))
    log = [event for event in log if not isinstance(event, cul_leve.BackerSat)]
    with_bets = machine.begin(kind, terms)
    without = machine.begin(kind, Terms(terms.contest))
    for event in log:
        step = taken(with_bets, event)
        if isinstance(event, bets.OwnEvent):
            assert taken(without, event) is None
            with_bets = step[0] if step else with_bets
            continue
        alone = taken(without, event)
        assert (step is None) == (alone is None)
        if step and alone:
            (with_bets, all_moved), (without, moved) = step, alone
            assert with_bets.contest == without.contest
            assert all_moved[: len(moved)] == moved

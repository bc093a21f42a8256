"""Bets drawn at random: any sequence of events, and the counter-by-counter reckoning."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contests.rules import bets
from scoring.contests.rules.bets import Bet, BetLaid, BetTakenBack, Forfeited, Short, Side, Terms
from scoring.contests.rules.events import Closed, Dealt, GameWon, NotTakenError
from scoring.ledger.rules import LEVY, MASS, Holder, Transfer, balances, member

from .naive_bets import Table

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

people = st.integers(1, 7)
amounts = st.integers(-1, 12)
agreed = st.builds(Terms, st.integers(0, 100), st.sampled_from((0, 5, 20)))
laying = st.builds(BetLaid, people, st.sampled_from(Side), amounts)
events: st.SearchStrategy[bets.Event] = st.one_of(
    laying,
    laying,
    laying,
    st.builds(BetTakenBack, people, amounts),
    st.builds(Dealt),
    st.builds(Forfeited, people),
    st.builds(Short, amounts),
    st.builds(GameWon, people),
    st.builds(Closed),
)


@given(agreed, st.lists(events, max_size=40))
def test_refused_events_change_nothing_and_the_book_agrees_with_its_transfers(
    terms: Terms, drawn: list[bets.Event]
) -> None:
    book = bets.begin(terms, 1, 2)
    posted: list[Transfer] = []
    for event in drawn:
        found = bets.refusal(book, event)
        if book.phase is bets.Phase.SETTLED:
            assert found is not None
        if found is not None:
            with pytest.raises(NotTakenError) as refused:
                bets.apply(book, event)
            assert refused.value.refusal == found
            continue
        book, transfers = bets.apply(book, event)
        posted += transfers
        assert all(one.amount > 0 for one in transfers)
        sums = balances(posted)
        assert sum(sums.values()) == 0
        assert {account: sums.get(account, 0) for account in (MASS, LEVY)} == bets.holdings(book)
        sides = {(bet.player, bet.side) for bet in book.bets}
        assert len(sides) == len({player for player, _ in sides})
        assert all(bet.amount > 0 for bet in book.bets)
        if book.phase is bets.Phase.IN_PLAY:
            cover = book.cover
            assert cover.laid[Side.A] == cover.laid[Side.B] == cover.covered
            assert all(bet.covered == bet.amount for bet in cover.bets)


@given(st.lists(laying, max_size=12))
def test_a_bet_is_covered_to_the_counter_that_stays_when_the_game_is_dealt(
    laid: list[BetLaid],
) -> None:
    book = bets.begin(Terms(), 1, 2)
    for event in laid:
        if bets.refusal(book, event) is None:
            book, _ = bets.apply(book, event)
    shown = [Bet(one.player, one.side, one.covered) for one in book.cover.bets]
    dealt, _ = bets.apply(book, Dealt())
    assert tuple(bet for bet in shown if bet.amount) == dealt.bets


@given(
    st.lists(laying, max_size=12),
    st.integers(0, 100),
    st.none() | people,
    st.sampled_from(Side),
)
def test_counters_paired_one_by_one_come_to_the_same(
    laid: list[BetLaid], levy: int, overlooks: int | None, winning: Side
) -> None:
    book, table = bets.begin(Terms(levy), 1, 2), Table(1, 2)
    posted: list[Transfer] = []
    then: list[bets.Event] = [Dealt()]
    then += [Forfeited(overlooks)] if overlooks else []
    then += [GameWon(bets.player_of(book, winning))]
    for event in [*laid, *then]:
        if bets.refusal(book, event) is not None:
            continue
        book, transfers = bets.apply(book, event)
        posted += transfers
        match event:
            case BetLaid(player, side, amount):
                table.lay(Bet(player, side, amount))
            case Dealt():
                table.pair()
            case Forfeited(player):
                table.overlook(player)
            case GameWon():
                table.pay(winning, levy)
    sums = balances(posted)
    assert sums.get(LEVY, 0) == table.levied
    for player in range(1, 8):
        assert sums.get(member(player), 0) == table.purses[player]


@given(st.lists(laying, max_size=12), st.integers(0, 30), st.sampled_from(Side))
def test_a_shortage_costs_each_winner_his_part_to_within_one_counter(
    laid: list[BetLaid], short: int, winning: Side
) -> None:
    book = bets.begin(Terms(), 1, 2)
    for event in laid:
        if bets.refusal(book, event) is None:
            book, _ = bets.apply(book, event)
    book, _ = bets.apply(book, Dealt())
    mass = book.cover.covered
    short = min(short, mass)
    stakes = {player: bets.staked(book, player) for player in range(1, 8)}
    sides = {player: bets.side_of(book, player) for player in range(1, 8)}
    book, _ = bets.apply(book, Short(short))
    _, posted = bets.apply(book, GameWon(bets.player_of(book, winning)))
    had = balances(posted)
    for player, stake in stakes.items():
        got = had.get(member(player), 0)
        due = stake * (mass - short) if sides[player] is winning else -stake * (mass - short)
        assert abs((got - stake) * mass - due) <= mass * bool(stake)
    assert sum(had.values()) == 0
    assert {account.holder for account in had} <= {Holder.MEMBER, Holder.MASS}

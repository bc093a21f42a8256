"""The masses a second way: every counter is laid on the table by itself, in a row on each side."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contests.rules import bank
from scoring.contests.rules.bank import Adjudged, Backed, Bid, Event, LevyOn, Punted, Terms
from scoring.contests.rules.events import Dealt, GameWon, Joined, NotTakenError
from scoring.contests.rules.stakes import winnings
from scoring.ledger.rules import BANK, LEVY, MASS, Account, Remainder, balances, member

CHOUETTEUR, FACES = 1, 2

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

OTHERS = range(3, 8)

Laid = tuple[bool, int, int]  # against the bank, by whom, how much in all
laid = st.tuples(st.booleans(), st.integers(FACES, max(OTHERS)), st.integers(1, 12))
levies = st.sampled_from([0, 1, 5, 10, 33, 50, 99, 100])


@dataclass
class Table:
    """One entry for each counter: whose it is."""

    in_bank: int
    against: list[int] = field(default_factory=list)
    behind: list[int] = field(default_factory=list)

    def lay(self, by_punter: bool, player: int, amount: int) -> None:
        row = self.against if by_punter else self.behind
        while row.count(player) < amount:
            row.append(player)
        while row.count(player) > amount:
            del row[len(row) - 1 - row[::-1].index(player)]

    def deal(self) -> tuple[list[Account], list[Account]]:
        """The two rows, counter against counter; what has nothing opposite goes back."""
        faces = [one for one in self.against if one == FACES]
        rest = [one for one in self.against if one != FACES]
        punters = [member(one) for one in (*faces, *rest)]
        others = [BANK] * self.in_bank + [member(one) for one in self.behind]
        pairs = list(zip(punters, others, strict=False))
        return [one for one, _ in pairs], [other for _, other in pairs]


def after(table: Table, levy: int, *, bank_wins: bool) -> dict[Account, int]:
    """What each has more or less than before the deal, counter by counter."""
    punters, others = table.deal()
    winners, losers = (others, punters) if bank_wins else (punters, others)
    found = dict.fromkeys([BANK, LEVY, *(member(one) for one in (FACES, *OTHERS))], 0)
    for loser in losers:
        found[loser] -= 1
    taken = int(f"{len(winners) * levy:03d}"[:-2])  # per cent, the last two figures struck off
    to_share = len(winners) - taken
    names = list(dict.fromkeys(winners))
    dues = {name: winners.count(name) * to_share for name in names}
    parts = {name: due // len(winners) for name, due in dues.items()}
    while sum(parts.values()) < to_share:
        lacking = max(names, key=lambda name: dues[name] % len(winners))
        parts[lacking] += 1
        names.remove(lacking)
    for name, part in parts.items():
        found[name] += part
    found[LEVY] += taken
    return found


def begun(amount: int, levy: int) -> bank.State:
    state = bank.begin(Terms(levy=levy, levy_on=LevyOn.WINNINGS))
    start: list[Event] = [Joined(one) for one in (CHOUETTEUR, FACES, *OTHERS)]
    for event in (*start, Bid(CHOUETTEUR, amount), Adjudged()):
        state, _ = bank.apply(state, event)
    return state


@given(st.integers(1, 30), st.lists(laid, max_size=14), levies, st.booleans())
def test_counter_against_counter_gives_the_same_money(
    amount: int, stakes: list[Laid], levy: int, bank_wins: bool
) -> None:
    state, table = begun(amount, levy), Table(amount)
    for by_punter, player, much in stakes:
        event = Punted(player, much) if by_punter else Backed(player, much)
        try:
            state, moved = bank.apply(state, event)
        except NotTakenError:
            continue
        assert moved == ()
        table.lay(by_punter, player, much)
    winner = CHOUETTEUR if bank_wins else FACES
    in_play, at_deal = bank.apply(state, Dealt())
    assert balances(at_deal).get(MASS, 0) == 2 * len(table.deal()[0])
    _, at_end = bank.apply(in_play, GameWon(winner))
    found = balances((*at_deal, *at_end))
    assert found.pop(MASS, 0) == 0
    for name, more in after(table, levy, bank_wins=bank_wins).items():
        assert found.get(name, 0) == more


@given(st.integers(1, 30), st.lists(laid, max_size=14))
def test_the_masses_are_equal_and_nobody_has_more_in_them_than_he_laid(
    amount: int, stakes: list[Laid]
) -> None:
    state = begun(amount, 0)
    for by_punter, player, much in stakes:
        event = Punted(player, much) if by_punter else Backed(player, much)
        if bank.refusal(state, event) is None:
            state, _ = bank.apply(state, event)
    found = state.masses
    against = sum(stake.amount for stake in found.against)
    behind = sum(stake.amount for stake in found.behind)
    assert against == found.bank + behind
    assert found.bank <= state.bank
    assert found.bank == state.bank or not found.behind
    for covered, all_laid in ((found.against, state.against), (found.behind, state.behind)):
        assert len({stake.player for stake in covered}) == len(covered)
        for player, part in covered:
            assert 1 <= part <= sum(s.amount for s in all_laid if s.player == player)


@given(st.lists(st.integers(1, 200), min_size=1, max_size=9), st.integers(0, 100))
def test_nobody_who_wins_is_more_than_a_counter_off_his_part(stakes: list[int], levy: int) -> None:
    levied, wins = winnings(stakes, levy, Remainder.LARGEST)
    won = sum(stakes)
    assert 100 * levied <= won * levy < 100 * (levied + 1)
    assert sum(wins) + levied == won
    for stake, win in zip(stakes, wins, strict=True):
        assert 0 <= win <= stake
        assert abs(win * won - stake * (won - levied)) < won
    fractions = [stake * (won - levied) % won for stake in stakes]
    more = [win * won > stake * (won - levied) for stake, win in zip(stakes, wins, strict=True)]
    with_more = [one for one, odd in zip(fractions, more, strict=True) if odd]
    without = [one for one, odd in zip(fractions, more, strict=True) if not odd]
    assert min(with_more, default=won) >= max(without, default=0)

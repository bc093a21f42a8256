"""The fewest payments: against all divisions into groups, and against all lists of payments."""

import sys
from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product
from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ledger.rules import Payment, payments

module = sys.modules["scoring.ledger.rules.clearing"]
ALICE, BOB, CHLOE, DAVID, EMMA, FELIX = range(1, 7)


def quits(balances: Sequence[int]) -> int:
    """The greatest number of groups of whom each adds up to nothing, by trying every division."""
    if not balances:
        return 0
    first, *rest = balances
    best = -len(balances)
    for chosen in product((False, True), repeat=len(rest)):
        with_first = [one for one, taken in zip(rest, chosen, strict=True) if taken]
        if first + sum(with_first) == 0:
            others = [one for one, taken in zip(rest, chosen, strict=True) if not taken]
            best = max(best, 1 + quits(others))
    return best


def fewest(balances: tuple[int, ...]) -> int:
    """By paying whatever anybody could pay anybody, one payment more at a time."""
    found, steps = {tuple(sorted(balances))}, 0
    while not any(one == (0,) * len(balances) for one in found):
        found, steps = {after for one in found for after in one_payment_later(one)}, steps + 1
    return steps


def one_payment_later(balances: tuple[int, ...]) -> set[tuple[int, ...]]:
    found = set()
    for payer, payee in permutations(range(len(balances)), 2):
        for amount in range(1, max(balances) + 1):
            after = list(balances)
            after[payer] += amount
            after[payee] -= amount
            found.add(tuple(sorted(after)))
    return found


def cleared(balances: dict[int, int], paid: Sequence[Payment]) -> bool:
    left = Counter(balances)
    for one in paid:
        left[one.payer] += one.amount
        left[one.payee] -= one.amount
    return not any(left.values())


def drawn(chance: Random, people: int, most: int) -> dict[int, int]:
    """No balance is nothing."""
    while True:
        found = [chance.choice((-1, 1)) * chance.randint(1, most) for _ in range(people - 1)]
        if sum(found):
            return dict(enumerate([*found, -sum(found)], 1))


evened = st.dictionaries(st.integers(1, 99), st.integers(-40, 40), max_size=18).map(
    lambda found: {**found, 100: -sum(found.values())}
)


def test_two_who_are_quits_and_three_who_are() -> None:
    """Alice -5 and Bob 5; Chloé -7, David 4 and Emma 3: three payments for five people."""
    assert payments({ALICE: -5, BOB: 5, CHLOE: -7, DAVID: 4, EMMA: 3}) == (
        Payment(ALICE, BOB, 5),
        Payment(CHLOE, DAVID, 4),
        Payment(CHLOE, EMMA, 3),
    )


def test_six_in_two_groups_which_the_greedy_way_does_not_see(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """9 = 5 + 4 and 6 + 2 = 8, so four payments; nine to eight first takes five."""
    balances = {ALICE: 9, BOB: -5, CHLOE: -4, DAVID: 6, EMMA: 2, FELIX: -8}
    assert len(payments(balances)) == 4
    monkeypatch.setattr(module, "EXACT_UP_TO", 0)
    assert len(payments(balances)) == 5


def test_of_equal_balances_the_lower_id_comes_first() -> None:
    assert payments({DAVID: -3, CHLOE: 3, BOB: -3, ALICE: 3}) == (
        Payment(BOB, ALICE, 3),
        Payment(DAVID, CHLOE, 3),
    )


@pytest.mark.parametrize("balances", [{}, {ALICE: 0, BOB: 0}])
def test_nothing_is_owed_and_nothing_paid(balances: dict[int, int]) -> None:
    assert payments(balances) == ()


def test_what_does_not_add_up_is_not_settled() -> None:
    with pytest.raises(ValueError):
        payments({ALICE: 1})


@pytest.mark.parametrize("bound", [0, module.EXACT_UP_TO])
@given(balances=evened, seed=st.integers(0, 99))
def test_any_balances_are_cleared_in_any_order(
    bound: int, balances: dict[int, int], seed: int
) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "EXACT_UP_TO", bound)
        found = payments(balances)
        turned = list(balances.items())
        Random(seed).shuffle(turned)
        assert payments(dict(turned)) == found
    owing = sum(1 for amount in balances.values() if amount)
    assert len(found) <= max(owing - 1, 0)
    assert all(one.amount > 0 for one in found)
    assert cleared(balances, found)
    assert all(balances[one.payer] < 0 < balances[one.payee] for one in found)


@pytest.mark.parametrize(("people", "most"), [(2, 9), (3, 4), (4, 3)])
def test_nobody_could_do_with_fewer_payments(people: int, most: int) -> None:
    chance = Random(people)
    for _ in range(12):
        balances = drawn(chance, people, most)
        least = fewest(tuple(balances.values()))
        assert len(payments(balances)) == least == people - quits(tuple(balances.values()))


@pytest.mark.parametrize("people", range(2, 9))
@pytest.mark.parametrize("most", [3, 10, 30])
def test_up_to_eight_people_the_number_is_the_least(people: int, most: int) -> None:
    chance = Random(people)
    for _ in range(40):
        balances = drawn(chance, people, most)
        assert len(payments(balances)) == people - quits(tuple(balances.values()))


def test_what_the_greedy_way_costs_eight_people(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 300 evenings of eight, with balances drawn from 1 to 30: 1853 payments are needed, and
    1907, 2.9 in a hundred more, are made where only opposite balances are paired off beforehand."""
    monkeypatch.setattr(module, "EXACT_UP_TO", 0)
    chance, needed, made = Random(8), 0, 0
    for _ in range(300):
        balances = drawn(chance, 8, 30)
        needed += 8 - quits(tuple(balances.values()))
        made += len(payments(balances))
    assert (needed, made) == (1853, 1907)


def test_fifty_people_of_few_balances_are_still_divided_exactly() -> None:
    """Thirty have won 2, twenty have lost 3: ten groups of five, forty payments."""
    balances = dict.fromkeys(range(1, 31), 2) | dict.fromkeys(range(31, 51), -3)
    assert len(payments(balances)) == 40


def test_the_hardest_that_is_tried_in_full_is_done_in_a_moment() -> None:
    """Fifteen people without any two alike: 32768 ways to take some of them."""
    balances = {who: 3**who * (-1) ** who for who in range(1, 15)}
    balances[15] = -sum(balances.values())
    started = process_time()
    assert len(payments(balances)) == 14
    assert process_time() - started < 2


def test_a_thousand_people_are_settled_the_greedy_way() -> None:
    balances = {who: who * who * (-1) ** who for who in range(1, 1000)}
    balances[1000] = -sum(balances.values())
    found = payments(balances)
    assert cleared(balances, found)
    assert len(found) <= 999

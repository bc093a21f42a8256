"""Money is moved, never made."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ledger.rules import (
    POT,
    Account,
    Cause,
    Holder,
    Transfer,
    balances,
    member,
    shares,
    transfer,
)

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

accounts = st.builds(Account, st.sampled_from(Holder), st.integers(0, 5))
transfers = st.builds(Transfer, accounts, accounts, st.integers(1, 10**6), st.sampled_from(Cause))
weights = st.lists(st.integers(0, 50), min_size=1, max_size=12)


@given(st.lists(transfers))
def test_every_book_adds_up_to_nothing(found: list[Transfer]) -> None:
    assert sum(balances(found).values()) == 0


def test_alice_pays_into_the_pot_and_bob_has_it() -> None:
    alice, bob = member(1), member(2)
    found = [*transfer(alice, POT, 5, Cause.STAKE), *transfer(POT, bob, 5, Cause.POOL_WON)]
    assert balances(found) == {alice: -5, POT: 0, bob: 5}
    assert transfer(alice, POT, 0, Cause.STAKE) == ()


@pytest.mark.parametrize(
    ("amount", "parts", "found"),
    [
        (7, (1, 1, 1), (3, 2, 2)),
        (2, (1, 1, 1), (1, 1, 0)),
        (10, (3, 0, 1), (8, 0, 2)),
        (1, (0, 1, 5), (0, 1, 0)),
        (0, (0, 0), (0, 0)),
    ],
)
def test_shares_worked_by_hand(amount: int, parts: tuple[int, ...], found: tuple[int, ...]) -> None:
    assert shares(amount, parts) == found


def test_nothing_is_shared_among_nobody() -> None:
    with pytest.raises(ValueError):
        shares(1, (0, 0))


@given(st.integers(0, 10**9), weights)
def test_shares_add_up_and_are_as_near_as_whole_numbers_come(amount: int, parts: list[int]) -> None:
    total = sum(parts)
    if not total:
        return
    found = shares(amount, parts)
    assert sum(found) == amount
    for part, weight in zip(found, parts, strict=True):
        assert (part == 0) if weight == 0 else abs(part * total - amount * weight) <= total

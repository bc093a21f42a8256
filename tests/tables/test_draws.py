"""Lots and pots, drawn a second time by hand."""

import hashlib
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tables.ranking import drawn, lot, pots, seed_of_raised, seeded_then_drawn
from tests.support.depth import examples

entrants = st.lists(st.integers(1, 10**6), unique=True, max_size=12)


def test_a_lot_is_the_sha_256_of_seed_colon_entrant() -> None:
    """`printf 'king:7' | sha256sum`, at any shell."""
    told = "34ee9843dce6a55eeabb8dc640430ee3b7ed5bfe5c7005db74da5e5b5c4747cb"
    assert lot(7, "king") == told == hashlib.sha256(b"king:7").hexdigest()
    assert lot(1, "é") == hashlib.sha256(b"\xc3\xa9:1").hexdigest()


def test_who_gets_a_higher_id_keeps_the_lot() -> None:
    """As where a club is moved to another site, and moved on from there."""
    once = seed_of_raised("king", 1_000)
    assert lot(1_007, once) == lot(7, "king")
    assert lot(1_507, seed_of_raised(once, 500)) == lot(7, "king")


@settings(max_examples=examples(20))
@given(entrants, st.text(max_size=6))
def test_whoever_draws_again_draws_the_same_in_whatever_order(given_: list[int], seed: str) -> None:
    order = drawn(given_, seed)
    assert drawn(reversed(given_), seed) == order
    assert sorted(order) == sorted(given_)
    lots = [lot(one, seed) for one in order]
    assert lots == sorted(lots)


def test_every_place_is_as_likely_as_every_other() -> None:
    """Six orders of three, 3,000 seeds: each about 500 times, and never further off than 100."""
    orders = Counter(drawn((1, 2, 3), str(seed)) for seed in range(3000))
    assert len(orders) == 6
    assert all(400 < times < 600 for times in orders.values())


def test_seeds_keep_their_places_and_the_others_are_drawn_behind_them() -> None:
    assert seeded_then_drawn((5, 3, 9), None, "x") == (5, 3, 9)
    assert seeded_then_drawn((5, 3, 9), 0, "x") == drawn((5, 3, 9), "x")
    order = seeded_then_drawn((5, 3, 9, 8, 7), 2, "x")
    assert order == (5, 3, *drawn((9, 8, 7), "x"))


def test_pots_are_the_best_the_next_and_what_is_left() -> None:
    assert pots((1, 2, 3, 4, 5, 6, 7), 3) == ((1, 2, 3), (4, 5, 6), (7,))
    assert pots((), 3) == ()

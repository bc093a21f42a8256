"""Odds from hands played in two ways: worked by hand at four all, where the first mark decides."""

from math import sqrt

import pytest

from scoring.contests.rules.odds import SCORES, At, Side, chances, errors
from scoring.contests.rules.paired import estimates

D, E = ((Side.DEALER, 1),), ((Side.ELDER, 1),)
FOUR_ALL = At(4, 4)


def test_four_hands_by_hand() -> None:
    """The dealer wins three of four in the usual way, two in the other. One hand more moves 3/4 by
    1/20 or −3/20, and 1/2 by 1/10 or −1/10; the difference of a pair by 1/20, or −3/20 where the
    ways differ: in all the root of 3/100, and the four hands of the odds as much again."""
    found = estimates({D: 3, E: 1}, {(D, D): 2, (D, E): 1, (E, E): 1})[FOUR_ALL]
    assert found.chance == pytest.approx(1 / 2)
    assert found.change == pytest.approx(-1 / 4)
    assert found.change_error == pytest.approx(sqrt(3) / 10)
    assert found.error == pytest.approx(sqrt(6) / 10)


def test_another_way_that_plays_alike_changes_nothing_and_adds_no_error() -> None:
    many = {D: 30, E: 40, (): 5}
    found = estimates(many, {(D, D): 3, (E, E): 4, ((), ()): 1})
    usual, sampling = chances(many), errors(many)
    for at in SCORES:
        assert found[at].change == found[at].change_error == 0
        assert found[at].chance == pytest.approx(float(usual[at]))
        assert found[at].error == pytest.approx(sampling[at])

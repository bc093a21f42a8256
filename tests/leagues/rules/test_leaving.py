"""Before half and after, with who is owed what."""

from collections.abc import Collection
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.leagues.rules.berger import Fixture
from scoring.leagues.rules.changes import FIDE, Leaving, WalkOver, Withdrawal, withdrawal
from scoring.leagues.rules.refusals import Refusal, Why
from tests.support.depth import examples

from .seasons import ALICE, met

pytestmark = pytest.mark.any_database

FIVE = met(5)
ALICES = tuple(one for one in FIVE if ALICE in one.entrants and one.away is not None)


def left(
    played: Collection[Fixture], awarded: Collection[Fixture] = (), rule: Leaving = FIDE
) -> Withdrawal:
    found = withdrawal(ALICE, FIVE, played=played, awarded=awarded, rule=rule)
    assert not isinstance(found, Refusal)
    return found


def test_who_played_one_of_four_has_it_struck_out_and_nobody_wins_the_rest() -> None:
    assert left(ALICES[:1]) == Withdrawal(1, 4, struck=ALICES[:1], void=ALICES[1:])


def test_who_played_just_half_has_it_stand_and_the_rest_is_the_opponents() -> None:
    found = left(ALICES[:2])
    walk_overs = tuple(WalkOver(one, sum(one.entrants) - ALICE) for one in ALICES[2:])
    assert found == Withdrawal(2, 4, stands=ALICES[:2], walk_overs=walk_overs)


def test_who_has_played_all_leaves_nothing() -> None:
    assert left(FIVE) == Withdrawal(4, 4, stands=ALICES)


def test_a_walk_over_does_not_help_towards_the_half_and_goes_with_the_rest() -> None:
    found = left(ALICES[:1], awarded=ALICES[1:3])
    assert found == Withdrawal(1, 4, struck=ALICES[:3], void=ALICES[3:])
    found = left(ALICES[:2], awarded=ALICES[2:3])
    assert (found.stands, len(found.walk_overs)) == (ALICES[:3], 1)


@pytest.mark.parametrize(
    ("part", "struck"),
    [(Fraction(0), False), (Fraction(1, 3), True), (Fraction(1, 4), False), (Fraction(1), True)],
)
def test_the_part_is_the_clubs(part: Fraction, struck: bool) -> None:
    assert bool(left(ALICES[:1], rule=Leaving(part)).struck) is struck


def test_who_played_nothing_is_as_if_never_there() -> None:
    assert left(()) == Withdrawal(0, 4, void=ALICES)


def test_a_stranger_cannot_leave() -> None:
    found = withdrawal(99, FIVE, played=())
    assert found == Refusal(Why.NOT_AN_ENTRANT, {"entrant": 99})


@pytest.mark.slow
@settings(max_examples=examples(15, thorough=40))
@given(st.integers(2, 9), st.booleans(), st.data())
def test_every_fixture_of_his_is_in_one_of_the_four_and_nobody_elses(
    number: int, double: bool, data: st.DataObject
) -> None:
    fixtures = met(number, double=double)
    both = [one for one in fixtures if one.away is not None]
    played = set(data.draw(st.lists(st.sampled_from(both), max_size=len(both))))
    awarded = set(data.draw(st.lists(st.sampled_from(both), max_size=4))) - played
    who = data.draw(st.integers(1, number))
    found = withdrawal(who, fixtures, played=played, awarded=awarded)
    assert not isinstance(found, Refusal)
    walked = [one.fixture for one in found.walk_overs]
    together = [*found.struck, *found.stands, *walked, *found.void]
    assert sorted(together) == sorted(one for one in both if who in one.entrants)
    assert found.played == len([one for one in both if one in played and who in one.entrants])
    assert {*found.struck, *found.stands} <= played | awarded
    assert not {*walked, *found.void} & (played | awarded)
    if 2 * found.played < found.of:
        assert not found.stands
        assert not walked
    else:
        assert not found.struck
        assert not found.void
    assert all(one.winner != who and one.winner in one.fixture.entrants for one in found.walk_overs)

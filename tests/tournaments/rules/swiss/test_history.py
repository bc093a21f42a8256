"""What rounds leave: Alice 1, Bob 2, Chloé 3."""

import pytest

from scoring.tournaments.rules.swiss.contenders import Contender, Float, Meeting, with_past

pytestmark = pytest.mark.any_database

ALICE, BOB, CHLOE = 1, 2, 3
MEETINGS = [
    Meeting(2, CHLOE, ALICE, 2, 0, table=2),
    Meeting(1, ALICE, BOB, 0, 0, table=1),
    Meeting(1, CHLOE, None),
    Meeting(2, BOB, None, 2),
    Meeting(3, BOB, ALICE, 4, 0),
]


def after(round_number: int) -> dict[int, Contender]:
    three = [Contender(pk, rank=pk, points=7) for pk in (ALICE, BOB, CHLOE)]
    return {one.id: one for one in with_past(three, MEETINGS, round_number)}


def test_before_the_first_round_there_is_no_past() -> None:
    assert after(1)[ALICE] == Contender(ALICE, rank=1, points=7)


def test_a_player_in_his_rounds() -> None:
    assert after(3)[ALICE] == Contender(
        ALICE,
        rank=1,
        points=7,
        met=(BOB, CHLOE),
        floats=(None, Float.UP),
        firsts=0,
        dealt_last=-1,
        dealt_before=1,
        tables=(1, 2),
    )


def test_a_bye_is_no_meeting_and_floats_down() -> None:
    bob = after(3)[BOB]
    assert (bob.met, bob.byes, bob.floats) == ((ALICE,), 1, (None, Float.DOWN))
    assert (bob.firsts, bob.dealt_last, bob.tables) == (-1, -1, (1,))


def test_floats_are_of_the_last_two_rounds_only() -> None:
    assert after(4)[CHLOE].floats == (Float.DOWN, None), "she did not play the third"
    assert after(4)[BOB].floats == (Float.DOWN, Float.DOWN)
    assert after(5)[CHLOE].floats == (None, None)


def test_a_table_that_is_not_known_is_none() -> None:
    assert after(4)[BOB].tables == (1,)

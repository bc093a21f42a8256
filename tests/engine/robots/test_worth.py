"""What a hand leads to: marks in their order, and the chance of the game from the score after."""

from itertools import product

import pytest

from games.engine.codes import CODES
from games.engine.facts import bonus_rule, outcome, tricks_mark
from games.engine.records import Opening, Tricks
from games.engine.robots.worth import (
    Standing,
    before_the_deal,
    by_tricks,
    chance_of_game,
    trick_marks,
)
from games.engine.seats import Seat

# Told apart by their decimals: the elder hand's points, then the dealer's.
CHANCES = [[0.5 + elder / 100 - dealer / 1000 for dealer in range(5)] for elder in range(5)]


@pytest.mark.parametrize(("opening", "is_elder", "made"), product(Opening, (True, False), range(6)))
def test_marks_are_those_of_the_laws(opening: Opening, is_elder: bool, made: int) -> None:
    """As the engine scores a hand that A plays."""
    dealer = Seat.B if is_elder else Seat.A
    won = outcome(Tricks(made, 5 - made), None)
    mark = tricks_mark(CODES["london"], won, bonus_rule(won.winner, dealer, opening))
    assert trick_marks(opening, is_elder, made) == (mark.seat is Seat.A, mark.points)


def test_the_deal_passes() -> None:
    """Elder at 1–2 marks one: then they deal at two each, and the other is elder hand."""
    assert chance_of_game(CHANCES, Standing(1, 2, True), [(True, 1)]) == 1 - CHANCES[2][2]
    assert chance_of_game(CHANCES, Standing(1, 2, False), [(False, 2)]) == CHANCES[1][4]


def test_marks_are_made_in_order() -> None:
    """At four all the king wins, before the tricks are marked."""
    assert chance_of_game(CHANCES, Standing(4, 4, True), [(True, 1), (False, 2)]) == 1
    assert chance_of_game(CHANCES, Standing(4, 4, True), [(False, 1), (True, 2)]) == 0
    assert chance_of_game(CHANCES, Standing(5, 3, False), []) == 1


def test_a_dealer_who_refused_and_loses_gives_two() -> None:
    chances = by_tricks(CHANCES, Standing(1, 0, False), Opening.REFUSED)
    lost, won = CHANCES[1][2], CHANCES[2][0]
    assert chances == (lost, lost, lost, won, won, CHANCES[3][0])


def test_the_chance_before_the_deal_is_the_elders_or_what_they_leave() -> None:
    assert before_the_deal(CHANCES, 3, 1, deals=False) == CHANCES[3][1]
    assert before_the_deal(CHANCES, 3, 1, deals=True) == 1 - CHANCES[1][3]

"""Cards that cannot lie so are not solved, and it is said what is wrong."""

import pytest

from games.engine.cards import card, cards
from games.engine.exact.counting import Question, count
from games.engine.exact.solving import Fault, FaultError, Position, solve

from .deals import at

HAND = cards("7H KC QC JC 7S")


@pytest.mark.parametrize(
    ("position", "fault", "at_fault"),
    [
        (at("7H 8H", "9H", "C"), Fault.HANDS_UNEQUAL, ""),
        (at("7H", "9H 8H", "C"), Fault.HANDS_UNEQUAL, ""),
        (at("7H 8H", "9H TH", "C", led=card("JH")), Fault.HANDS_UNEQUAL, ""),
        (at("7H 8H", "8H 7H", "C"), Fault.CARD_TWICE, "7H 8H"),
        (at("7H 7H", "8H 9H", "C"), Fault.CARD_TWICE, "7H"),
        (at("7H", "8H 9H", "C", led=card("8H")), Fault.CARD_TWICE, "8H"),
        (at("7H", "8H", "C", won=3, lost=2), Fault.TRICKS_IMPOSSIBLE, ""),
        (at("7H", "8H", "C", won=-1, lost=2), Fault.TRICKS_IMPOSSIBLE, ""),
        (at("7H", "8H", "C", won=2, lost=-1), Fault.TRICKS_IMPOSSIBLE, ""),
        (at("7H 8H 9H TH AH JH", "7C 8C 9C TC AC JC", "S"), Fault.TRICKS_IMPOSSIBLE, ""),
    ],
)
def test_a_position_that_cannot_be(position: Position, fault: Fault, at_fault: str) -> None:
    with pytest.raises(FaultError) as caught:
        solve(position)
    assert caught.value.fault is fault
    assert caught.value.cards == cards(at_fault)


@pytest.mark.parametrize(
    ("question", "fault", "at_fault"),
    [
        (Question(hand=HAND[:4], trump=2), Fault.NOT_FIVE_CARDS, ""),
        (Question(hand=(*HAND, card("9D")), trump=2), Fault.NOT_FIVE_CARDS, ""),
        (Question(hand=(*HAND[:4], HAND[0]), trump=2), Fault.CARD_TWICE, "7H"),
        (Question(hand=HAND, trump=2, out=cards("8H 7S")), Fault.CARD_TWICE, "7S"),
        (Question(hand=HAND, trump=2, out=cards("8H 8H")), Fault.CARD_TWICE, "8H"),
        (Question(hand=HAND, trump=2, holds=cards("KC")), Fault.CARD_TWICE, "KC"),
        (Question(hand=HAND, trump=2, out=cards("KH"), holds=cards("KH")), Fault.CARD_TWICE, "KH"),
        (Question(hand=HAND, trump=2, led=card("KC")), Fault.CARD_TWICE, "KC"),
        (Question(hand=HAND, trump=2, holds=cards("7D 8D 9D TD AD JD")), Fault.TOO_MANY_HELD, ""),
        (
            Question(hand=HAND, trump=2, holds=cards("7D 8D 9D TD AD"), led=card("JD")),
            Fault.TOO_MANY_HELD,
            "",
        ),
        (
            Question(
                hand=HAND,
                trump=2,
                out=cards("7C 8C 9C TC AC 7D 8D 9D TD AD JD QD KD 8H 9H TH AH JH QH KH 8S 9S TS"),
            ),
            Fault.TOO_FEW_LEFT,
            "",
        ),
    ],
)
def test_a_question_that_cannot_be(question: Question, fault: Fault, at_fault: str) -> None:
    with pytest.raises(FaultError) as caught:
        count(question)
    assert caught.value.fault is fault
    assert caught.value.cards == cards(at_fault)


def test_fewer_than_five_tricks_in_all_are_taken_as_they_are() -> None:
    """A hand that was short: nobody makes the trick that is not played."""
    found = solve(at("KC 7C", "QC 8C", "H", won=1, lost=1))
    assert (found.leader, found.follower) == (2, 2)

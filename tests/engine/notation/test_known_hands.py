"""Cards that a text leaves out and that follow from the others."""

import pytest

from games.engine.cards import Card, card
from games.engine.notation.known_hands import hand_known
from games.engine.notation.values import Holds
from games.engine.seats import Seat
from tests.support.told_hands import LOST, VOLE

HEAD = '[Code "london"]\n\n'


def dealt(text: str) -> dict[Seat, set[Card | None]]:
    result = hand_known(HEAD + text)
    assert result.state is not None
    return {holds.seat: set(holds.cards) for holds, _place in result.hand.each(Holds)}


def cards(names: str) -> set[Card]:
    return {card(name) for name in names.split(",")}


def test_a_hand_played_as_it_was_dealt_tells_both_hands() -> None:
    """Hoyle's hand without its ten cards: they are those that were played."""
    played = LOST.text.replace(" B:QD,TD,TC,8C,8H A:JC,AH,JH,TH,8D", "")
    assert played != LOST.text
    assert dealt(played) == {Seat.A: cards("JC,AH,JH,TH,8D"), Seat.B: cards("QD,TD,TC,8C,8H")}


def test_a_hand_whose_cards_are_noted_is_as_it_is_noted() -> None:
    assert dealt(LOST.text) == {Seat.A: cards("JC,AH,JH,TH,8D"), Seat.B: cards("QD,TD,TC,8C,8H")}


def test_after_an_exchange_what_was_thrown_comes_back_and_what_was_taken_goes() -> None:
    told = VOLE.text.replace(" A:QS,JS,AS,AD,8H B:TS,KH,TD,7D,9C", "")
    assert told != VOLE.text
    assert dealt(told) == {Seat.A: cards("QS,JS,AS,AD,8H"), Seat.B: cards("TS,KH,TD,7D,9C")}


@pytest.mark.parametrize(
    "text",
    [
        VOLE.text.replace(" A:QS,JS,AS,AD,8H", "").replace("A-AD,8H", "A-?,?"),
        LOST.text.replace(" B:QD,TD,TC,8C,8H", "").replace("AH 8C", "AH ?"),
        LOST.text.replace(" B:QD,TD,TC,8C,8H", "").replace("up:JD", "up:?"),
    ],
    ids=["thrown", "played", "turned"],
)
def test_a_card_that_nothing_tells_leaves_the_hand_unknown(text: str) -> None:
    assert hand_known(HEAD + text).state is None


def test_cards_played_that_cannot_have_been_dealt_leave_the_hand_unknown() -> None:
    """Law 45: a pack has each card once. The stock is noted with the queen that Bob led."""
    played = LOST.text.replace(" B:QD,TD,TC,8C,8H A:JC,AH,JH,TH,8D", "")
    assert hand_known(f"{HEAD}{played} stock:QH,20?").state is not None
    assert hand_known(f"{HEAD}{played} stock:QD,20?").state is None

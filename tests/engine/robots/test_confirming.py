"""The printed hints against the counts: which hands are taken, and what is compared."""

from itertools import islice
from random import Random

import pytest

from games.engine.cards import KING, PACK, Card, cards, rank, suit
from games.engine.codes import CODES
from games.engine.hand.state import Say
from games.engine.robots.confirming import (
    BIDS,
    Confirmation,
    confirmation,
    hands_of,
    packs_of,
)
from games.engine.robots.hints import HINTS, STANDS, Suits, jeu_de_regle
from games.engine.terms import Score
from tests.engine.hand.table import after, dealt

from .tables import advised, robot_tables

LONDON = CODES["london"]
BY_ID = {hint.id: hint for hint in HINTS}


def packs(seed: int) -> list[tuple[Card, ...]]:
    random = Random(seed)
    return [tuple(random.sample(PACK, 32)) for _ in range(4_000)]


@pytest.mark.slow
def test_hands_are_taken_for_one_hint_only_and_without_the_king() -> None:
    taken = {hint.id: list(hands_of(hint, packs(1))) for hint in BIDS}
    assert all(taken.values())
    for hint in STANDS:
        for pack in taken[hint.id]:
            held = Suits(pack[:5], suit(pack[5]))
            assert jeu_de_regle(held) is hint
            assert not held.has_king
            assert rank(pack[5]) != KING
    assert sum(len(taken[hint.id]) for hint in STANDS) == len(
        {pack for hint in STANDS for pack in taken[hint.id]}
    )


def test_a_printed_hand_is_dealt_with_each_trump_turned_but_the_king() -> None:
    """Foster's first: it holds the seven of hearts, so six other trumps can be turned."""
    hand = cards("7H KC QC JC 7S")
    found = list(packs_of(hand, suit(hand[0])))
    assert {pack[5] for pack in found} == set(cards("8H 9H TH AH JH QH"))
    assert all(pack[:5] == hand and set(pack) == set(PACK) for pack in found)
    assert {len(pack) for pack in found} == {32}


@pytest.mark.parametrize(
    ("hint", "hand", "plays", "other"),
    [
        ("2b", "7H 8H KS 7S 7D", Say.STAND, Say.PROPOSE),
        ("guarded", "7H QC 8C KD 9S", Say.REFUSE, Say.ACCEPT),
    ],
)
def test_the_gain_is_of_the_hints_choice_over_the_other(
    hint: str, hand: str, plays: Say, other: Say
) -> None:
    """Of one hand, twice, so that it has no error: as the adviser has it, at three to four."""
    turned = cards("9H")
    rest = tuple(card for card in PACK if card not in (*cards(hand), *turned))
    pack = (*cards(hand), *turned, *rest)
    found = confirmation(LONDON, BY_ID[hint], [pack, pack], Score(3, 4), robot_tables())
    if plays is Say.STAND:
        state = dealt(elder=hand, dealer="TH AH KD 8D 9S", score=Score(3, 4))
    else:
        state = after(dealt(elder="TH AH AD 8D 7S", dealer=hand, score=Score(4, 3)), "propose")
    advice = advised(state)
    played, exchanged = advice.of(plays), advice.of(other)
    assert played is not None
    assert exchanged is not None
    assert found.gain == pytest.approx(played.chance - exchanged.chance)
    assert found.point == pytest.approx(played.point)
    assert found.error == 0


def test_what_an_accepting_hint_gains_is_what_refusing_loses() -> None:
    taken = list(islice(hands_of(BY_ID["r2"], packs(2)), 5))
    found = confirmation(LONDON, BY_ID["r2"], taken, Score(0, 0), robot_tables())
    assert found.gain > 0
    assert found.point < found.needed
    assert found.is_right


@pytest.mark.parametrize(("gain", "right"), [(0.021, True), (-0.021, False), (0.019, None)])
def test_two_errors_decide(gain: float, right: bool | None) -> None:
    assert Confirmation(9, 0.7, 0.6, gain, 0.01).is_right is right

"""The printed hints: for each a hand that it names, and one that misses it by a card."""

import pytest

from games.engine.cards import SUITS, cards
from games.engine.robots.hints import (
    ACCEPTS,
    AT_FOUR,
    GUARDED,
    HINTS,
    KING_HELD,
    SOURCE,
    THREE_FOUR,
    Decides,
    Hint,
    Suits,
    bid_hint,
    jeu_de_regle,
    plays,
)

HEARTS = SUITS.index("H")
BY_ID = {hint.id: hint for hint in HINTS}
EXAMPLES = {
    "1": ("7H 8H 9H 7C 7D", "7H 8H 9C 7D 7S"),
    "2a": ("7H 8H 7S 8S 9S", "7H 8H 7S 8S 9D"),
    "2b": ("7H 8H QS 7S 7D", "7H 8H JS 7S 7D"),
    "2c": ("7H 8H 7S 8S KD", "7H 8H 7S 8S QD"),
    "2d": ("7H 8H QS JD KC", "7H 8H QS JD AC"),
    "3a": ("7H KC QC JC 7S", "7H KC QC AC 7S"),
    "3b": ("7H KC 9C 8C 7C", "7H QC 9C 8C 7C"),
    "3c": ("7H QC 9C 8C QS", "7H QC 9C 8C JS"),
    "4": ("QC QD QS 7C 7D", "QC QD JS 7C 7D"),
    "5": ("7H KC KD 7S 8D", "7H KC QD 7S 8D"),
    "r1": ("7H 8H AS 9S 8S", "7H 8H JS 9S 8S"),
    "r2": ("7H KC QC JC AS", "7H KC QC JC JS"),
    "r3": ("7H KC 9C 8C 7C", "7H 8H KC 9C 8C"),
    "r4": ("7H QC QD 7D 8S", "7H QC 7C QD 7D"),
    "r5": ("7H QC JD 7D AS", "7H QC JD 7D JS"),
    "r6": ("7H KC QD 9S 8S", "7H KC QD AS 8S"),
    "r7": ("KC QC JC QD 7S", "KC QC JD QS 7S"),
    "guarded": ("7H QC 8C KD 9S", "7H QC 8C AD 9S"),
    "even_chance": ("QC JD 7D TS 8S", "QC TD 7D TS 8S"),
    "one_trump": ("7H AC 8D 7D 9S", "7H 9C 8D 8S TS"),
    "three_four": ("7H 7C 8D 9D TS", "KC 7C 8D 9D TS"),
    "king": ("KH 8H 9H 7C 7D", "QH 8H 9H 7C 7D"),
}


def suits(hand: str) -> Suits:
    return Suits(cards(hand), HEARTS)


@pytest.mark.parametrize("hint", EXAMPLES)
def test_a_hint_is_about_the_hands_it_names(hint: str) -> None:
    named, missed = EXAMPLES[hint]
    assert BY_ID[hint].about(suits(named))
    assert not BY_ID[hint].about(suits(missed))


def test_every_hint_about_hands_has_an_example() -> None:
    with_hands = {hint.id for hint in HINTS if hint.fits is not None}
    assert with_hands - EXAMPLES.keys() == {"as_standing", "r8"}
    assert len({hint.id for hint in HINTS}) == len(HINTS)
    assert all(hint.source == SOURCE and hint.text.endswith(".") for hint in HINTS)


def test_three_queens_want_two_singly_guarded() -> None:
    assert BY_ID["r8"].about(suits("QC 7C QD QS 8C"))
    assert not BY_ID["r8"].about(suits("QC 7C QD 7D QS"))


@pytest.mark.parametrize(
    ("hand", "hint"),
    [
        ("7H KC QC JC 7S", "3a"),
        ("7H 8H KS 7S 7D", "2b"),
        ("7H 8H 8S 9S QD", None),
        ("7H 8H KS JD 7C", "5"),
        ("7H 8H KS AD 9C", "5"),
        ("7H 8H 8S QC QD", None),
    ],
)
def test_the_encyclopaedia_names_fewer_jeux_de_regle_than_foster(
    hand: str, hint: str | None
) -> None:
    """Foster prints all six, hearts being trumps."""
    found = jeu_de_regle(suits(hand))
    assert (found and found.id) == hint


def bid(hand: str, *, is_elder: bool = True, own: int = 0, other: int = 0) -> Hint | None:
    return bid_hint(suits(hand), is_elder=is_elder, own=own, other=other, king_turned=False)


def test_with_the_king_a_jeu_de_regle_is_proposed() -> None:
    assert bid("KH 8H 9H 7C 7D") is KING_HELD
    assert KING_HELD.decides is Decides.PROPOSE
    assert not plays(KING_HELD)
    assert bid("KH 7C 8C 7D 9S") is None


def test_the_dealer_accepts_on_what_is_too_weak_though_it_is_a_jeu_de_regle() -> None:
    elder, dealer = bid("7H KC 9C 8C 7C"), bid("7H KC 9C 8C 7C", is_elder=False)
    assert elder is not None
    assert elder.id == "3b"
    assert plays(elder)
    assert dealer in ACCEPTS
    assert not plays(dealer)


def test_the_dealer_refuses_when_guarded() -> None:
    assert bid("7H QC 8C KD 9S", is_elder=False) is GUARDED
    assert bid("7H QC 8C AD 9S", is_elder=False) is None


def test_the_score_is_considered() -> None:
    assert bid("7H AC 8D 7D 9S") is None
    assert bid("7H AC 8D 7D 9S", other=4) in AT_FOUR
    assert bid("7H AC 8D 7D 9S", is_elder=False, other=4) in AT_FOUR
    weak = "7H 7C 8D 9D TS"
    assert bid(weak, is_elder=False, own=4, other=3) is THREE_FOUR
    assert bid(weak, is_elder=False, own=3, other=3) is None

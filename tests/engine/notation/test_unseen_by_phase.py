"""Cards not seen, in every phase of a hand: what stands, what is refused, what is told."""

import pytest

from games.engine.cards import card
from games.engine.hand.state import Say
from games.engine.notation import loads
from games.engine.notation.contests import follow
from games.engine.notation.evaluation import HandResult
from games.engine.notation.full_hands import action_text
from games.engine.notation.lexing import Token
from games.engine.notation.tokens import DealBegins, GameBegins, cards_text, read, text
from games.engine.notation.values import (
    CutCards,
    Holds,
    MarksMade,
    NotationError,
    Place,
    Plays,
    Says,
    ScoreBefore,
    Stock,
    Takes,
    Throws,
    TrickTo,
    TurnUp,
)
from games.engine.records import Tricks
from games.engine.terms import Score
from tests.engine.people import ALICE, BOB, KING_TURNED, noted

from .texts import fault

LONDON = '[Code "london"]\n'


def last(hand: str) -> HandResult:
    *_before, found = follow(loads(LONDON + hand))
    return found


STANDS = [
    # the deal
    "deal:? marks:0",
    "deal:A A:5?",
    "deal:A A:KS,?,7H,2? B:2?,KH,2? up:?",
    "deal:A A:5? B:5? up:? stock:21?",
    # the talk
    "deal:A up:? mark propose refuse",
    "deal:A up:? king:B propose",
    # discards, and what was taken
    "deal:A propose accept B-5? A-0 B+5? propose accept B-? A-5? B+? A+5? stand",
    "deal:A propose accept B-KS,? A-? B+2? A+KH stand",
    "deal:A propose accept B-2? A-3? stand ? ?",
    "deal:A propose accept B-2? A-3? B+2? A+3? stand stock:16?",
    # the play
    "deal:A stand ? ? ? ? ? ? ? ? ? ?",
    "deal:A up:? stand KS ? /B ? KD /A",
    "deal:A up:8H B:7C,4? stand ? 7D /B 7C",
]


@pytest.mark.parametrize("hand", STANDS)
def test_what_may_have_been(hand: str) -> None:
    assert fault(LONDON + hand) == ("", 0, 0)


REFUSED = [
    # the deal: five to each, thirty-two in all, each card once
    ("deal:A A:4?", 8, "cards_number"),
    ("deal:A A:KS,5?", 8, "cards_number"),
    ("deal:A stock:22?", 8, "cards_number"),
    ("deal:A A:KS,4? B:?,KS,3?", 16, "card_twice"),
    ("deal:A A:KS,4? stock:KS", 16, "card_twice"),
    # the talk is the same whatever the cards are
    ("deal:A A:5? B:5? up:? accept", 23, "proposal_due"),
    ("deal:A up:9H mark", 14, "king_not_turned"),
    ("deal:A up:? king", 13, "player_expected"),
    ("deal:A up:? king:A king:B", 20, "king_already_marked"),
    ("deal:A up:? mark king:B", 18, "king_already_marked"),
    # discards
    ("deal:A propose accept B-0", 23, "take_one"),
    ("deal:A propose accept B-6?", 23, "cards_number"),
    ("deal:A propose accept B-2? A-0 B+3?", 32, "cards_number"),
    ("deal:A propose accept B-2? A-0 A+?", 32, "cards_number"),
    ("deal:A propose accept B-2? A-0 B+2? B+2?", 37, "no_cards_due"),
    ("deal:A propose accept B-2? A-2? B+2? A+2? stock:18?", 43, "cards_number"),
    ("deal:A up:8H propose accept B-8H", 29, "card_not_held"),
    ("deal:A A:KS,4? propose accept B-KS", 31, "card_not_held"),
    ("deal:A B:KS,QS,3? propose accept B-KS,? A-0 B+2? stand KS", 56, "card_not_held"),
    # a second discard is of the cards that he has by then
    (
        "deal:A propose accept B-KS,4? A-0 B+QS,4? propose accept B-KS",
        58,
        "card_not_held",
    ),
    # the play
    ("deal:A stand ? ? ? ? ? ? ? ? ? ? ?", 34, "deal_due"),
    ("deal:A stand KS ? KS", 19, "card_played"),
    ("deal:A A:KS,4? stand KS", 22, "out_of_turn"),
    ("deal:A B:KS,QS,JS,TS,9S up:8H stand 7S", 37, "card_not_held"),
    ("deal:A up:8H stand KC QC /A", 26, "trick_contradicts"),
    ("deal:A stand ? /A", 16, "trick_expected"),
    ("deal:A stand /A", 14, "trick_expected"),
    ("deal:A stand ? ? /A ? abandon:A", 23, "out_of_turn"),
]


@pytest.mark.parametrize(("hand", "column", "code"), REFUSED)
def test_what_cannot_have_been(hand: str, column: int, code: str) -> None:
    assert fault(LONDON + hand) == (code, 2, column)


def test_the_higher_of_two_cards_of_a_suit_takes_whatever_is_trumps() -> None:
    for up in ("", "up:? ", "up:8H ", "up:8C "):
        for led, answer, taker in (("QC", "KC", "A"), ("KC", "QC", "B"), ("AC", "TC", "B")):
            other = "B" if taker == "A" else "A"
            hand = f"{LONDON}deal:A {up}stand {led} {answer} "
            assert fault(f"{hand}/{taker}")[0] == ""
            with pytest.raises(NotationError) as error:
                loads(f"{hand}/{other}")
            assert (error.value.code, error.value.expected) == (
                "trick_contradicts",
                (f"/{taker}",),
            )


def test_a_trump_takes_a_card_of_another_suit_and_is_not_taken_by_one() -> None:
    hand = "deal:A up:8H stand KC 7H "
    assert fault(f"{LONDON}{hand}/A ? ? /A") == ("", 0, 0)
    assert fault(f"{LONDON}{hand}/B")[0] == "trick_contradicts"
    assert fault(f"{LONDON}deal:A up:8H stand 7H KC /A")[0] == "trick_contradicts"
    assert fault(f"{LONDON}deal:A up:8H stand 7C KD /A")[0] == "trick_contradicts"


@pytest.mark.parametrize(
    ("play", "tricks"),
    [
        ("? ? /A ? ? /A ? ? /A ? ? /A ? ? /A", Tricks(5, 0)),
        ("? ? /B ? ? /A ? ? /B ? ? /A ? ? /B", Tricks(2, 3)),
        ("KC QC ? ? /B ? ? /B KD ? /B KS JS", Tricks(0, 5)),
        ("KC ? /A 7D KD 9S TS AS 7S KH QH", Tricks(4, 1)),
        # the last was seen by nobody, and nobody said who took it
        ("? ? /B ? ? /A ? ? /B ? ? /A ? ?", None),
    ],
)
def test_the_tricks_of_cards_and_of_strokes(play: str, tricks: Tricks | None) -> None:
    """Bob leads; who has taken leads next."""
    found = last(f"deal:A up:8H stand {play}")
    assert (found.record.tricks if found.record else None) == tricks


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (GameBegins(2, None), "game:2"),
        (GameBegins(12, Score(5, 0)), "game:12=5-0"),
        (DealBegins(None, None), "deal:?"),
        (DealBegins(BOB, (2, 3)), "deal:B/2-3"),
        (CutCards(card("KS"), None), "cut:KS,?"),
        (Holds(BOB, (None, card("7H"), None, None, card("TD"))), "B:?,7H,2?,TD"),
        (Throws(ALICE, ()), "A-0"),
        (Throws(ALICE, (None,)), "A-?"),
        (Takes(BOB, (card("AC"), None, None)), "B+AC,2?"),
        (TurnUp(None), "up:?"),
        (Plays(None), "?"),
        (TrickTo(BOB), "/B"),
        (Says(Say.ABANDON, BOB), "abandon:B"),
        (Says(Say.ACCEPT_IF_ENOUGH), "accept_if_enough"),
        (MarksMade(()), "marks:0"),
        (MarksMade(noted((ALICE, 1, KING_TURNED), (BOB, 2))), "marks:A1/king_turned,B2"),
        (ScoreBefore(None), "score:?"),
        (ScoreBefore(Score(4, 0)), "score:4-0"),
        (Stock((None,) * 21), "stock:21?"),
    ],
)
def test_how_each_value_is_written_and_read(value: object, written: str) -> None:
    assert text(value) == written
    assert read(Token(written, Place(1, 1))) == value


def test_what_a_player_does_is_written_as_its_token() -> None:
    assert action_text(Say.NOT_ENOUGH) == "not_enough"
    assert action_text(card("7C")) == "7C"
    assert action_text(()) == "-0"
    assert action_text((card("7C"), card("KS"))) == "-7C,KS"
    assert cards_text((None, None, card("KS"), None)) == "2?,KS,?"

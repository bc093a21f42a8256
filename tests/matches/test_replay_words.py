"""What is announced at each step, sentence by sentence."""

import re

import pytest
from django.utils import translation

from games.engine.hand.state import Say
from games.engine.notation import hand_loads
from games.engine.notation.values import Fault, NotationError, Place, Says
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat
from games.engine.terms import NOTHING
from games.matches.labels import engine, notation
from games.matches.labels.hands import SAID, frame_text
from games.matches.rules.replay import Frame, replay
from tests.support.told_hands import EVERY, LOST, VOLE, ToldHand

NAMES = {Seat.A: "Alice", Seat.B: "Bob"}
NOBODY: frozenset[Seat] = frozenset()
GAP = re.compile(r"%\((\w+)\)s")


def frames(text: str) -> tuple[Frame, ...]:
    found = hand_loads(f'[Code "london"]\n{text}')
    assert found.dealer
    return replay(found.hand, found.dealer, found.marks, found.before or NOTHING).frames


def sentences(text: str, *hidden: Seat) -> list[str]:
    return [frame_text(frame, NAMES, hidden=frozenset(hidden)) for frame in frames(text)]


def test_a_whole_hand_is_told_from_the_deal_to_the_vole() -> None:
    assert sentences(VOLE.text) == [
        "Alice deals, and turns up: king of spades.",
        "Alice marks the king turned. Alice turned the king and marks one (law 47).",
        "Bob proposes.",
        "Alice accepts.",
        "Bob discards 3 cards: ten of diamonds, seven of diamonds and nine of clubs.",
        "Alice discards 2 cards: ace of diamonds and eight of hearts.",
        "Bob takes 3 cards: king of diamonds, seven of spades and seven of hearts.",
        "Alice takes 2 cards: nine of spades and eight of spades.",
        "Bob stands.",
        "Bob leads: king of hearts.",
        "Alice plays: eight of spades. Alice takes the trick.",
        "Alice leads: queen of spades.",
        "Bob plays: seven of spades. Alice takes the trick.",
        "Alice leads: knave of spades.",
        "Bob plays: ten of spades. Alice takes the trick.",
        "Alice leads: ace of spades.",
        "Bob plays: king of diamonds. Alice takes the trick.",
        "Alice leads: nine of spades.",
        "Bob plays: seven of hearts. Alice takes the trick. "
        "Alice made the vole and marks two (law 48).",
    ]


def test_who_stood_and_lost_is_told_with_the_law() -> None:
    assert sentences(LOST.text)[-1].endswith(
        "Bob stood and lost the point: Alice marks two (law 49)."
    )


def test_discards_of_a_hidden_hand_are_counted_and_not_named() -> None:
    seen = sentences(VOLE.text, Seat.B)
    assert seen[4] == "Bob discards 3 cards."
    assert seen[6] == "Bob takes 3 cards."
    assert seen[5].endswith("cards: ace of diamonds and eight of hearts.")
    assert seen[9] == "Bob leads: king of hearts."


def test_what_nobody_knows_is_told_so() -> None:
    text = "deal:A B:KD,4? up:7D propose accept king:B B-3? A-1? B+TD,2? A+? stand ? ? tricks:2-3"
    assert sentences(text) == [
        "Alice deals, and turns up: seven of diamonds.",
        "Bob proposes.",
        "Alice accepts.",
        "Bob announces the king. Bob held the king and marks one (law 47).",
        "Bob discards 3 cards.",
        "Alice discards 1 card.",
        "Bob takes 3 cards: ten of diamonds.",
        "Alice takes 1 card.",
        "Bob stands.",
        "Bob leads: an unknown card.",
        "Alice plays: an unknown card. Bob won the point and marks one (law 48).",
    ]


def test_a_turn_up_that_nobody_knows_and_a_hand_that_is_refused() -> None:
    assert sentences("deal:B up:? propose refuse tricks:3-2") == [
        "Bob deals.",
        "Alice proposes.",
        "Bob refuses. Bob refused and lost the point: Alice marks two (law 49).",
    ]


def test_a_dealer_may_take_nothing() -> None:
    seen = sentences("deal:A up:7D propose accept B-1? A-0 tricks:2-3")
    assert "Alice discards nothing." in " ".join(seen)


def test_who_abandons_is_named() -> None:
    text = "deal:A B:QD,TD,TC,8C,8H A:JC,AH,JH,TH,8D up:JD stand QD 8D abandon"
    assert sentences(text)[-1].startswith("Bob abandons the hand. Bob stood and lost")


def test_everything_that_can_be_said_has_a_sentence() -> None:
    assert set(SAID) == set(Say)
    frame = frames("deal:A up:7D stand tricks:2-3")[0]
    for say in Say:
        text = frame_text(Frame(frame.table, Says(say), Seat.A, (), NOTHING), NAMES, hidden=NOBODY)
        assert text.endswith(".")
        assert "%" not in text


@pytest.mark.parametrize("hand", EVERY, ids=lambda hand: hand.told)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_step_of_every_printed_hand_can_be_told(hand: ToldHand, language: str) -> None:
    with translation.override(language):
        for text in sentences(hand.text):
            assert text
            assert "%(" not in text


def test_every_fault_of_the_notation_has_words() -> None:
    assert set(notation.FAULTS) == set(Fault)
    assert not set(Fault) & set(RefusalCode)


@pytest.mark.parametrize("code", list(Fault))
def test_words_ask_for_nothing_that_a_fault_does_not_say(code: Fault) -> None:
    """What each is given is said in the engine where it is raised."""
    given = {"found", "key", "most", "card", "wanted"}
    assert set(GAP.findall(str(notation.FAULTS[code]))) <= given


def test_a_refusal_of_the_play_is_told_with_its_place_and_law() -> None:
    error = NotationError(RefusalCode.FOLLOW_SUIT, Place(2, 7), law="law 43", expected=("8H", "9H"))
    assert notation.sentence(error) == (
        "Line 2, column 7: Follow suit. Expected: 8H or 9H. (law 43)"
    )


def test_what_has_no_place_is_told_without() -> None:
    error = NotationError(Fault.SEAT_EXPECTED, Place(0, 0))
    assert notation.sentence(error) == "Say which player it is: A or B."


def test_too_many_things_that_may_stand_there_are_not_listed() -> None:
    signs = tuple(f"{rank}H" for rank in "789TAJQK")
    few = NotationError(Fault.CARD_EXPECTED, Place(1, 1), expected=signs, params={"found": "1H"})
    many = NotationError(
        Fault.CARD_EXPECTED, Place(1, 1), expected=(*signs, "?"), params={"found": "1H"}
    )
    assert "Expected: 7H" in notation.sentence(few)
    assert "Expected" not in notation.sentence(many)


def test_as_a_problem_it_has_field_line_column_and_law() -> None:
    error = NotationError(RefusalCode.MUST_TRUMP, Place(3, 4), law="law 43", expected=("7S",))
    fault = notation.refused(error)
    assert fault.errors.keys() == {"notation"}
    assert fault.extra == {"line": 3, "column": 4, "expected": ["7S"], "law": "law 43"}
    plain = notation.refused(NotationError(Fault.COMMENT_OPEN, Place(1, 1)))
    assert "law" not in plain.extra


def test_every_refusal_has_words_for_it_too() -> None:
    assert set(engine.REFUSALS) >= {str(code) for code in RefusalCode}

"""Talk and play that the laws do not allow: the place and the law, with cards seen and unseen."""

import pytest

from games.engine.notation import loads
from games.engine.notation.values import NotationError

from .texts import fault

# Bob leads; Alice has only trumps but one. The fifth card of hers is seen, or is not.

DEALT = "deal:A B:7C,8C,9C,7D,8D A:TH,AH,JH,QH,{} up:8H\n"
SEEN, UNSEEN = '[Code "london"]\n' + DEALT.format("9D"), '[Code "london"]\n' + DEALT.format("?")
ANSWERS = ("accept", "refuse")
WORDS = ("propose", "stand")


def told(text: str) -> tuple[str, int, int, str]:
    """The code, the line, the column and the law of what is wrong."""
    with pytest.raises(NotationError) as error:
        loads(text)
    wrong = error.value
    return str(wrong.code), wrong.line, wrong.column, wrong.law


def expected(text: str) -> tuple[str, ...]:
    with pytest.raises(NotationError) as error:
        loads(text)
    return error.value.expected


SAID = [
    # law 26: the non-dealer speaks first
    ("accept", 1, "proposal_due", "law 26", WORDS),
    ("refuse", 1, "proposal_due", "law 26", WORDS),
    ("not_enough", 1, "proposal_due", "law 26", WORDS),
    ("7C", 1, "proposal_due", "law 26", WORDS),
    ("abandon:B", 1, "proposal_due", "law 26", WORDS),
    ("propose accept B-7C A-0 accept", 25, "proposal_due", "law 26", WORDS),
    ("propose accept B-7C A-TH 8C", 26, "proposal_due", "law 26", WORDS),
    ("propose accept B-7C A-0 not_enough", 25, "proposal_due", "law 26", WORDS),
    # law 27: then the dealer answers, and neither takes back what he said
    ("propose propose", 9, "answer_due", "law 27", ANSWERS),
    ("propose stand", 9, "answer_due", "law 27", ANSWERS),
    ("propose 7C", 9, "answer_due", "law 27", ANSWERS),
    ("stand propose", 7, "talk_over", "law 26, law 27", None),
    ("stand accept", 7, "talk_over", "law 26, law 27", None),
    ("propose refuse propose", 16, "talk_over", "law 26, law 27", None),
    ("propose refuse stand", 16, "talk_over", "law 26, law 27", None),
    # law 28: one discards before one takes
    ("propose accept stand", 16, "discard_due", "law 28", None),
    ("propose accept propose", 16, "discard_due", "law 28", None),
    ("propose accept B-7C stand", 21, "discard_due", "law 28", None),
    ("propose accept B-TH", 16, "card_not_held", "law 28", None),
    ("propose accept B-8H", 16, "card_not_held", "law 28", None),
    ("propose accept B-7C A-8C", 21, "card_not_held", "law 28", None),
    ("propose accept B-0", 16, "take_one", "Foster", None),
    # law 38: a condition is for a stock that is short
    ("propose accept_if_enough", 9, "stock_enough", "law 38", ANSWERS),
    # law 40: each in his turn
    ("propose accept A-TH", 16, "out_of_turn", "law 40", None),
    ("propose accept B-7C B-8C", 21, "out_of_turn", "law 40", None),
    ("stand B-7C", 7, "card_due", "law 40", None),
    ("stand abandon:A", 7, "out_of_turn", "law 40", None),
    ("stand 7C abandon:B", 10, "out_of_turn", "law 40", None),
    # law 22: the dealer marks a king that was turned
    ("mark", 1, "king_not_turned", "law 22", None),
    ("stand mark", 7, "king_not_turned", "law 22", None),
    # laws 23 and 24
    ("king:B", 1, "king_not_held", "law 23, law 24", None),
    ("propose accept B-7C A-0 B+9S king:B", 30, "king_not_held", "law 23, law 24", None),
    # a card is played once, from the hand of which it is, and as law 43 has it
    ("stand 8H", 7, "card_not_held", "law 8", None),
    ("stand KS", 7, "card_not_held", "law 8", None),
    ("propose accept B-7C,8C A-0 B+KS,KC stand 7C", 42, "card_not_held", "law 8", None),
    ("stand 7C TH /A TH", 16, "card_played", "law 39", None),
    ("stand 7C 7C", 10, "card_played", "law 39", None),
    ("stand 7C TH /A AH 8C /A 7C", 25, "card_played", "law 39", None),
    # law 14: then the other deals
    ("stand abandon 7C", 15, "deal_due", "law 14", None),
]


@pytest.mark.parametrize("dealt", [SEEN, UNSEEN], ids=["seen", "unseen"])
@pytest.mark.parametrize(("said", "column", "code", "law", "signs"), SAID)
def test_one_card_that_was_not_seen_changes_nothing(
    dealt: str, said: str, column: int, code: str, law: str, signs: tuple[str, ...] | None
) -> None:
    text = dealt + said
    assert told(text) == (code, 3, column, law)
    if signs is not None:
        assert expected(text) == signs


# Alice holds the king of trumps and a club; one of Bob's cards is seen or is not.
KING = '[Code "london"]\ndeal:A B:7C,8C,9S,7D,{} A:KH,KC,JS,QS,AS up:8H\n'


@pytest.mark.parametrize("fifth", ["8D", "?"])
@pytest.mark.parametrize(
    ("said", "column", "code", "law"),
    [
        ("king:A king:A", 8, "king_already_marked", "law 47"),
        ("stand 7C KC /A king:A", 16, "king_too_late", "law 23, law 24"),
        ("stand 7D KH /A JS 9S /A king:A", 25, "king_too_late", "law 23, law 24"),
        ("king:B", 1, "king_not_held", "law 23, law 24"),
        # Alice has the king of clubs to a club, a trump to a diamond, and a spade to a spade
        ("stand 7C JS", 10, "follow_suit", "law 43"),
        ("stand 7C KH", 10, "follow_suit", "law 43"),
        ("stand 7D JS", 10, "must_trump", "law 43"),
        ("stand 7C KC /A JS 7D", 19, "follow_suit", "law 43"),
    ],
)
def test_the_dealer_with_the_king(fifth: str, said: str, column: int, code: str, law: str) -> None:
    assert told(KING.format(fifth) + said) == (code, 3, column, law)


@pytest.mark.parametrize("fifth", ["8D", "?"])
@pytest.mark.parametrize(
    "said",
    [
        "king:A stand 7C KC",
        "stand king:A 7C",
        "stand 7C king:A KC",
        "stand 7D KH king:A",
        "propose king:A refuse",
        "propose accept king:A B-7C A-0",
    ],
)
def test_law_23_law_24_the_king_is_announced_in_time(fifth: str, said: str) -> None:
    assert fault(KING.format(fifth) + said) == ("", 0, 0)


@pytest.mark.parametrize(
    ("dealt", "led", "wrong", "right"),
    [
        # the higher card of the suit led: K Q J A T 9 8 7
        ("A:QC,9C,7S,7H,8S", "JC", "9C", ("QC",)),
        ("A:AC,9C,7S,7H,8S", "TC", "9C", ("AC",)),
        ("A:JC,KC,7C,7H,8S", "AC", "7C", ("JC", "KC")),
        # none is higher: any of the suit
        ("A:TC,9C,7S,7H,8S", "AC", "7H", ("9C", "TC")),
        # no club: a trump, and any of them
        ("A:QS,7S,7H,8S,9H", "KC", "QS", ("7H", "9H")),
    ],
)
def test_law_43_which_cards_may_answer(
    dealt: str, led: str, wrong: str, right: tuple[str, ...]
) -> None:
    """Alice's hand is whole; of Bob's only the card that he leads is told."""
    text = f'[Code "london"] deal:A B:{led},4? {dealt} up:8H stand {led} '
    assert told(text + wrong)[3] == "law 43"
    assert expected(text + wrong) == right
    for card in right:
        assert fault(text + card) == ("", 0, 0)


ROUNDS = "propose accept B-5? A-5? B+5? A+5?\npropose accept B-5? A-5? B+5? A+5?\n"
SHORT = f'[Code "london"]\ndeal:A\n{ROUNDS}'
"""Twice ten cards of the twenty-one: one is left."""


def test_law_38_no_more_cards_than_there_are() -> None:
    assert told(SHORT + "propose accept B-2?") == ("stock_short", 5, 16, "law 38")
    assert fault(SHORT + "propose accept B-1? B+1? ? ?") == ("", 0, 0)
    assert told(SHORT + "propose accept B-1? B+1? stand")[::3] == ("talk_over", "law 26, law 27")
    assert told(SHORT + "propose accept B-1? not_enough")[:3] == ("talk_over", 5, 21)


def test_law_38_a_condition_that_fails() -> None:
    """Alice accepts if there are cards enough; Bob asks for the only one."""
    asked = SHORT + "propose accept_if_enough B-1? "
    assert fault(asked + "not_enough ? ?") == ("", 0, 0)
    assert told(asked + "accept")[:3] == ("discard_due", 5, 31)
    assert told(asked + "not_enough propose")[:3] == ("talk_over", 5, 42)


@pytest.mark.parametrize(
    ("text", "line", "column", "code", "law"),
    [
        ("cut:KS,7H deal:B", 1, 27, "cut_contradicts", "law 5"),
        ("deal:A/3-2 marks:0 deal:B/2-3 marks:0\ndeal:A/2-3", 2, 1, "order_changed", "law 8"),
        ("deal:A\ndeal:B", 2, 1, "hand_not_over", "law 8"),
        ("deal:A A:7H,4?\n B:7H,4?", 2, 2, "card_twice", "law 45"),
        ("deal:A up:7H\n stock:9C,7H", 2, 2, "card_twice", "law 45"),
        ("game:1=6-0", 1, 17, "score_impossible", "law 46"),
        ("deal:A marks:A2\ngame:2", 2, 1, "earlier_game_unfinished", "law 46"),
        ("deal:A score:5-0", 1, 24, "score_impossible", "law 46"),
        ("deal:A stand tricks:4-2", 1, 30, "tricks_too_many", "law 8"),
        ("deal:A marks:A3/vole", 1, 24, "mark_impossible", "law 48"),
        ("game:0", 1, 17, "game_number_impossible", "agreement"),
    ],
)
def test_laws_of_the_deal_and_of_the_game(
    text: str, line: int, column: int, code: str, law: str
) -> None:
    assert told(f'[Code "london"] {text}') == (code, line, column, law)


@pytest.mark.parametrize(
    ("code", "law"),
    [
        ("london", "law 26"),
        ("britannica", "EB 1911"),
        ("modern", "modern rules"),
        ("household", "Enquire Within"),
    ],
)
def test_each_code_cites_its_own_text(code: str, law: str) -> None:
    assert told(SEEN.replace("london", code) + "accept")[3] == law
    assert told(UNSEEN.replace("london", code) + "accept")[3] == law

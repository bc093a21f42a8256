"""Files with a mistake: where it is, what it is, and what was expected, by hand."""

import pytest

from games.engine.cards import NAMES
from games.engine.notation import loads
from games.engine.notation.values import NotationError

from .texts import FIRST, expected, fault, law

HEAD = '[Code "london"]\n'
# B leads; A has only trumps. Neither has the king of hearts.
SEEN = HEAD + "deal:A B:7C,8C,9C,7D,8D A:TH,AH,JH,QH,9D up:8H\n"
SURE = HEAD + "deal:A B:7C,8C,9C,7D,8D A:TH,AH,JH,QH,? up:8H\n"

TEXT = [
    ("", 1, 1, "header_expected", ()),
    ("{ nothing", 1, 1, "comment_open", ()),
    (HEAD + "\n  {a\nb", 3, 3, "comment_open", ()),
    ("deal:A", 1, 1, "header_expected", ()),
    ('[Code "london"', 1, 1, "header_broken", ()),
    ("[Code london]", 1, 1, "header_broken", ()),
    (HEAD + ' [A "Alice]', 2, 2, "header_broken", ()),
    (
        '[A "Alice"] [B "Bob"]',
        1,
        1,
        "code_expected",
        tuple(f'[Code "{code}"]' for code in ("london", "britannica", "modern", "household")),
    ),
    ("{only this}", 1, 1, "code_expected", None),
    ('[Code "paris"]', 1, 1, "header_value", ("london", "britannica", "modern", "household")),
    (HEAD + '[Code "london"]', 2, 1, "header_twice", ()),
    (HEAD + '[X "1"] [X "2"] [Score "1-5"]', 2, 17, "header_value", ()),
    (HEAD + '[Dealer "C"]', 2, 1, "header_value", ("A", "B")),
    (HEAD + '[SecondProposal "perhaps"]', 2, 1, "header_value", ("yes", "no")),
    (HEAD + '[Orders "3-2"]', 2, 1, "header_value", ()),
    (HEAD + '[Orders "3-2 4-1"]', 2, 1, "header_value", ()),
    (HEAD + '[Format "best of 3"]', 2, 1, "header_value", ()),
    (HEAD + '[Format "rubber many"]', 2, 1, "header_value", ()),
    (HEAD + '[Format "rubber 4"]', 2, 1, "rubber_not_odd", ()),
    (HEAD + '[Format "rubber 3"]\n[Rubbers "2"]', 3, 1, "rubbers_impossible", ()),
    (HEAD + '[Format "games 4"]\n[Rubbers "3"]', 3, 1, "rubbers_impossible", ()),
    (
        '[Code "modern"]\n[Format "rubber 3"]\n[GameValues "yes"]',
        3,
        1,
        "game_value_not_in_code",
        (),
    ),
    (HEAD + '[Options "lost_cole=x"]', 2, 1, "option_unknown", ()),
    (FIRST + HEAD, 10, 1, "end_expected", ()),
    (HEAD + "x" * 1001, 2, 1, "token_too_long", ()),
    (HEAD + "deal:A\nprpose", 3, 1, "token_expected", ("propose",)),
    (HEAD + "deal:A mark:A", 2, 8, "token_expected", ("marks:", "mark")),
    (HEAD + "deal:A }", 2, 8, "token_expected", None),
    (HEAD + "deal:C", 2, 6, "seat_expected", ("A", "B")),
    (HEAD + "deal:A/4-1", 2, 8, "order_expected", ("3-2", "2-3")),
    (HEAD + "deal:A/3-2x", 2, 11, "end_expected", ()),
    (HEAD + "deal:A A:7H,1H", 2, 13, "card_expected", tuple(f"{rank}H" for rank in "789TAJQK")),
    (HEAD + "deal:A A:7H,7X", 2, 13, "card_expected", ("7C", "7D", "7H", "7S")),
    (HEAD + "deal:A A:7H,", 2, 12, "card_expected", ()),
    (HEAD + "deal:A A:0?", 2, 11, "end_expected", ()),
    (HEAD + "deal:A A:33?", 2, 10, "number_expected", ()),
    (HEAD + "deal:A tricks:3", 2, 15, "sign_expected", ("-",)),
    (HEAD + "deal:A tricks:3-x", 2, 17, "number_expected", ()),
    (
        HEAD + "deal:A marks:A1/kong",
        2,
        17,
        "word_expected",
        ("king_turned", "king_held", "point", "vole"),
    ),
    (HEAD + "cut:KS 7H", 2, 6, "sign_expected", (",",)),
    (HEAD + "propose", 2, 1, "deal_expected", ()),
    (HEAD + "game:1\nking:A", 3, 1, "deal_expected", ()),
    (HEAD + "deal:A tricks:3-2 cut:KS,7H", 2, 19, "game_number", ("game:2",)),
    (HEAD + "deal:A ruling:revok", 2, 15, "word_expected", None),
    (HEAD + "deal:A ruling:revoke;", 2, 21, "sign_expected", (",",)),
    (HEAD + "deal:A ruling:revoke,law=", 2, 25, "word_expected", ("choice",)),
    (HEAD + "deal:A ruling:revoke,choice=play_again,law=x", 2, 44, "sign_expected", ('"',)),
]

HANDS = [
    (HEAD + "deal:A A:7H,8H,9H,TH", 2, 8, "cards_number", ()),
    (HEAD + "deal:A A:5? B:5? A:5?", 2, 18, "given_twice", ()),
    (HEAD + "deal:A up:7H up:7H", 2, 14, "given_twice", ()),
    (HEAD + "deal:A tricks:3-2 tricks:3-2", 2, 19, "given_twice", ()),
    (HEAD + "deal:A A:7H,4? B:7H,4?", 2, 16, "card_twice", ()),
    (HEAD + "deal:A A:7H,4? up:7H", 2, 16, "card_twice", ()),
    (HEAD + "deal:A stock:22?", 2, 8, "cards_number", ()),
    (SEEN + "propose accept B-7C,8C A-0\nB+9D,9S", 4, 1, "card_twice", ()),
    (SEEN + "propose accept B-7C,8C A-0\nB+9S", 4, 1, "cards_number", ()),
    (SEEN + "propose accept B-7C,8C A-0\nA+9S", 4, 1, "cards_number", ()),
    (SEEN + "B+9S", 3, 1, "no_cards_due", ()),
    (SEEN + "propose accept B-7C A-0 B+9S B+TS", 3, 30, "no_cards_due", ()),
    (SEEN + "propose accept B-7C A-0 stand B+TS", 3, 31, "no_cards_due", ()),
    (SURE + "propose accept B-6? A-0", 3, 16, "cards_number", ()),
    # what is said
    (SEEN + "accept", 3, 1, "proposal_due", ("propose", "stand")),
    (SEEN + "7C", 3, 1, "proposal_due", ("propose", "stand")),
    (SURE + "7C", 3, 1, "proposal_due", ("propose", "stand")),
    (SURE + "propose stand", 3, 9, "answer_due", ("accept", "refuse")),
    (SEEN + "propose accept_if_enough", 3, 9, "stock_enough", ("accept", "refuse")),
    (SURE + "propose accept B-0", 3, 16, "take_one", None),
    (SEEN + "propose accept A-TH", 3, 16, "out_of_turn", None),
    (SURE + "propose accept A-TH", 3, 16, "out_of_turn", None),
    (SEEN + "propose accept B-TH", 3, 16, "card_not_held", None),
    (SURE + "propose accept B-TH", 3, 16, "card_not_held", None),
    (SURE + "propose accept B-KS A-0", 3, 16, "card_not_held", None),
    (SURE + "stand stand", 3, 7, "talk_over", None),
    (SEEN + "mark", 3, 1, "king_not_turned", ("propose", "stand")),
    (SURE + "mark", 3, 1, "king_not_turned", ("propose", "stand")),
    # the king
    (SEEN + "king", 3, 1, "king_not_held", None),
    (SURE + "king:B", 3, 1, "king_not_held", None),
    (SURE + "king", 3, 1, "player_expected", ("king:A", "king:B")),
    (SURE + "king:A king:A", 3, 8, "king_already_marked", None),
    (SURE + "stand 7C TH /A king:A", 3, 16, "king_too_late", None),
    (SURE.replace("london", "modern") + "king:A", 3, 1, "king_too_early", None),
    (HEAD + "deal:A up:KH king", 2, 14, "king_not_held", None),
    (HEAD + "deal:A up:KH king:A", 2, 14, "king_not_held", None),
    (HEAD + "deal:A B:KH,4? A:5? up:8H king:A", 2, 27, "king_not_held", None),
    # the play
    (SEEN + "stand 7C 9D", 3, 10, "must_trump", ("TH", "AH", "JH", "QH", "abandon")),
    (SURE + "stand 7C 9D", 3, 10, "must_trump", ("TH", "AH", "JH", "QH")),
    (SURE + "stand TH", 3, 7, "out_of_turn", None),
    (SURE + "stand 8H", 3, 7, "card_not_held", None),
    (SURE + "stand 7C TH /A 9D 7C", 3, 19, "card_played", None),
    (SURE + "stand 7C TH /B", 3, 13, "trick_contradicts", ("/A",)),
    (SEEN + "stand 7C TH /B", 3, 13, "trick_contradicts", ("/A",)),
    (SEEN + "stand 7C /A", 3, 10, "trick_expected", ()),
    (SURE + "stand 7C /A", 3, 10, "trick_expected", ()),
    (SURE + "stand 7C TH /A /A", 3, 16, "trick_expected", ()),
    (SURE + "stand 7C abandon:B", 3, 10, "out_of_turn", None),
    (SEEN + "stand 7C abandon:B", 3, 10, "out_of_turn", None),
    (SURE + "stand ? ? abandon", 3, 11, "player_expected", ("abandon:A", "abandon:B")),
    (SURE + "abandon", 3, 1, "proposal_due", ("propose", "stand")),
    (SURE + "stand abandon 7C", 3, 15, "deal_due", None),
    (HEAD + "deal:A B:5? A:7C,8C,4?\n", 2, 13, "cards_number", None),
    (HEAD + "deal:A B:5? A:KC,7C,3? up:8H stand AC 7C", 2, 39, "take_the_trick", ("KC",)),
    (HEAD + "deal:A B:5? A:KC,7C,3? up:8H stand AC 7D", 2, 39, "follow_suit", ("KC",)),
    # B shows a club in the second trick, and threw a diamond on a club in the first.
    (HEAD + "deal:B A:5? B:5? up:8H stand KC 7D /A ? 7C", 2, 33, "follow_suit", ("7C",)),
    # tricks and marks
    (SEEN + "stand 7C TH /A tricks:5-0 TH", 3, 27, "card_played", None),
    (SURE + "stand 7C TH /A tricks:0-5", 3, 16, "tricks_contradict", ()),
    (SURE + "stand 7C TH /A abandon tricks:2-3", 3, 24, "tricks_contradict", ("tricks:1-0",)),
    (HEAD + "deal:A tricks:3-3 stand", 2, 8, "tricks_too_many", None),
    (HEAD + "deal:A tricks:3-2", 2, 1, "opening_missing", None),
    (HEAD + "deal:A stand tricks:5-0 marks:B2", 2, 25, "marks_contradict_tricks", None),
    (HEAD + "deal:A marks:A4", 2, 8, "mark_impossible", None),
    (HEAD + "deal:A marks:A1 tricks:7-0", 2, 17, "tricks_too_many", None),
    (HEAD + "deal:A stand tricks:5-0 =1-0", 2, 25, "score_contradicts", ("=2-0",)),
    (HEAD + "deal:A king:B =2-1", 2, 15, "score_contradicts", ("=0-1",)),
    (HEAD + "deal:A score:5-0", 2, 8, "score_impossible", None),
    (
        HEAD + 'deal:A ruling:revoke,by=A,led_since=yes,choice=let_stand,law="law 1"',
        2,
        8,
        "ruling_law_contradicts",
        None,
    ),
    (HEAD + "deal:? king", 2, 8, "player_expected", ("king:A", "king:B")),
]

GAMES = [
    (HEAD + "cut:KS,7H deal:B", 2, 11, "cut_contradicts", ("deal:A",)),
    (HEAD + "cut:7H,7H", 2, 1, "cut_impossible", ()),
    (HEAD + "cut:KH,7H cut:7S,8S", 2, 11, "deal_due", ()),
    (HEAD + "deal:A deal:B", 2, 8, "hand_not_over", None),
    (HEAD + "deal:A\ngame:2", 3, 1, "hand_not_over", None),
    (HEAD + "game:1 game:3", 2, 8, "game_number", ("game:2",)),
    (HEAD + "game:0", 2, 1, "game_number_impossible", None),
    (HEAD + "deal:A marks:A2 game:2", 2, 17, "earlier_game_unfinished", None),
    (HEAD + "game:1=5-5", 2, 1, "score_impossible", None),
    (HEAD + "game:1=4-3", 2, 1, "score_impossible", None),
    (HEAD + "game:1=5-3 deal:A", 2, 12, "game_already_entered", None),
    (HEAD + '[Score "4-0"] deal:A marks:A1 deal:B', 2, 31, "game_over", ("game:2",)),
    (HEAD + "deal:A/3-2 marks:A1 deal:B/2-3 marks:A1 deal:A/2-3", 2, 41, "order_changed", None),
    (HEAD + '[Format "one_game"] game:1=5-0 game:2=5-0', 2, 32, "match_over", None),
    (
        HEAD + '[Format "rubber 3"] game:1=5-0 game:2=5-0\ngame:3 deal:A marks:A1',
        3,
        8,
        "match_over",
        None,
    ),
    (HEAD + '[Score "4-0"] deal:A B:5? A:5? up:KH mark stand', 2, 43, "game_over", None),
    (HEAD + '[Score "4-0"] deal:A B:5? A:5? king:A stand', 2, 39, "game_over", None),
]


@pytest.mark.parametrize(("text", "line", "column", "code", "signs"), TEXT + HANDS + GAMES)
def test_where_what_and_what_was_expected(
    text: str, line: int, column: int, code: str, signs: tuple[str, ...] | None
) -> None:
    assert fault(text) == (code, line, column)
    if signs is not None:
        assert expected(text) == signs


def test_what_is_no_card_may_be_any_card() -> None:
    assert expected(HEAD + "deal:A A:xx") == ()
    assert len(NAMES) == 32


def test_the_law_is_told_where_it_rests_on_one() -> None:
    assert law(SEEN + "stand 7C 9D") == law(SURE + "stand 7C 9D") == "law 43"
    assert law(SURE + "stand 7C TH /A king:A") == "law 23, law 24"
    assert law(HEAD + "deal:A A:7H,4? up:7H") == "law 45"
    assert law(HEAD + "cut:KS,7H deal:B") == "law 5"
    assert law(HEAD + "deal:A A:7H") == ""


def test_the_words_are_made_of_what_was_found() -> None:
    with pytest.raises(NotationError) as error:
        loads(HEAD + "deal:A A:7H,XX")
    assert error.value.params == {"found": "XX"}
    with pytest.raises(NotationError) as error:
        loads(HEAD + "deal:A A:7H,8H")
    assert error.value.params == {"found": 2, "wanted": 5}

"""Whole contests reckoned by hand: who deals, what each hand counts by which law, the score."""

import pytest

from games.engine.match import replay
from games.engine.notation import hand_dumps, hand_loads, loads
from games.engine.notation.contests import entries, follow
from games.engine.notation.evaluation import HandResult
from games.engine.notation.files import dumps
from games.engine.notation.headers import Context, context
from games.engine.notation.values import Contest
from games.engine.records import Tricks
from games.engine.states import MatchState
from games.engine.terms import GameEntry, HandEntry, Score
from tests.engine.people import ALICE, BOB, LONDON, MODERN

from .texts import FIRST, fault

Trail = list[tuple[str, str, str]]
"""Of each hand its dealer, its marks with their laws, and the score after it."""


def line(told: HandResult) -> tuple[str, str, str]:
    dealer = told.dealer.value.upper() if told.dealer else "?"
    marks = " ".join(f"{one.seat.value.upper()}{one.points}({one.law})" for one in told.marks)
    after = f"{told.after.a}-{told.after.b}" if told.after else "?"
    return dealer, marks, after


def trail(text: str) -> Trail:
    return [line(told) for told in follow(loads(text))]


def match(contest: Contest) -> MatchState:
    terms = context(contest).terms
    assert terms is not None
    return replay(terms, None, entries(contest))


RUBBER = """\
[Code "london"] [Format "rubber 3"] [GameValues "yes"] [RubberBonus "2"]
game:1
deal:A/3-2 stand tricks:5-0 =2-0
deal:B/2-3 propose refuse king:A tricks:3-2 =5-0
game:2
deal:? propose accept tricks:2-3 =0-1
deal:? stand tricks:3-2 =1-1
deal:? mark propose accept tricks:0-5 =2-3
deal:? propose accept king:B tricks:4-1 =3-4
deal:? stand tricks:2-3 =3-5
game:3
deal:? propose refuse tricks:2-3 =0-1
deal:? stand abandon:B =2-1
deal:? stand ? ? /A abandon:A =2-3
deal:? propose accept king:B tricks:0-5 =2-5
"""
WORKED: Trail = [
    # Bob stood; the vole is two, and no more for that
    ("A", "A2(law 48)", "2-0"),
    # Bob refused the first proposal and lost the point; Alice had the king
    ("B", "A1(law 47) A2(law 49)", "5-0"),
    # the deal passes on into the second game
    ("A", "B1(law 48)", "0-1"),
    # Alice stood and has won
    ("B", "A1(law 48)", "1-1"),
    ("A", "A1(law 47) B2(law 48)", "2-3"),
    ("B", "B1(law 47) A1(law 48)", "3-4"),
    ("A", "B1(law 48)", "3-5"),
    # Bob refused and has won
    ("B", "B1(law 48)", "0-1"),
    # Bob abandons without a trick
    ("A", "A2(law 42)", "2-1"),
    # Alice stood, and abandons after one: she has failed to win the point
    ("B", "B2(law 42, law 49)", "2-3"),
    # the king is the fourth point, and of the vole one is left to count
    ("A", "B1(law 47) B1(law 48)", "2-5"),
]


def test_a_rubber_from_hand_to_hand() -> None:
    assert trail(RUBBER) == WORKED


def test_the_rubber_as_a_match_has_the_same_score_and_its_games_their_values() -> None:
    """Treble to Alice; single and double to Bob, and the bonus: nothing between them but it."""
    contest = loads(RUBBER)
    state = match(contest)
    assert [score_told(one.score_after) for one in state.lines] == [after for *_, after in WORKED]
    assert [(one.winner, one.value) for one in state.games] == [(ALICE, 3), (BOB, 1), (BOB, 2)]
    assert (state.over, state.winner, state.rubber_points) == (True, BOB, 2)
    assert [entry.game for entry in entries(contest) if isinstance(entry, HandEntry)] == (
        [1] * 2 + [2] * 5 + [3] * 4
    )


def score_told(score: Score) -> str:
    return f"{score.a}-{score.b}"


def test_a_rubber_that_is_over_has_no_further_game() -> None:
    assert fault(RUBBER + "game:4 deal:? marks:A1") == ("match_over", 16, 8)
    assert loads(RUBBER + "game:4"), "nothing was played in it"


def test_each_score_written_beside_is_a_check() -> None:
    """One point more to Alice is told at each of the eleven, where it stands."""
    for number, (_dealer, _marks, after) in enumerate(WORKED):
        lines = RUBBER.split("\n")
        at = [index for index, one in enumerate(lines) if one.startswith("deal")][number]
        wrong = f"={int(after[0]) + 1}{after[1:]}"
        column = lines[at].index("=") + 1
        lines[at] = lines[at].replace(f"={after}", wrong)
        assert fault("\n".join(lines)) == ("score_contradicts", at + 1, column)


def test_every_score_may_be_left_out() -> None:
    plain = RUBBER
    for _dealer, _marks, after in WORKED:
        plain = plain.replace(f" ={after}", "")
    assert "=" not in plain
    assert trail(plain) == WORKED


def test_games_known_by_their_score_stand_between_games_that_were_told() -> None:
    """Four games, two and two: the match is drawn."""
    text = """[Code "london"] [Format "games 4"] [GameValues "yes"]
    game:1=2-5
    game:2 deal:B marks:A2,A1/king_held deal:A propose accept tricks:5-0
    game:3=5-4
    game:4 deal:? score:2-3 marks:B2"""
    contest = loads(text)
    assert trail(text) == [
        ("B", "A1(law 47) A2(law 47, law 48, law 49)", "3-0"),
        ("A", "A2(law 48)", "5-0"),
        ("?", "B2(law 47, law 48, law 49)", "2-5"),
    ]
    games = [one for one in entries(contest) if isinstance(one, GameEntry)]
    assert games == [GameEntry(1, Score(2, 5)), GameEntry(3, Score(5, 4))]
    played = loads(text.replace("score:2-3 marks:B2", "marks:B2,B1/king_turned deal:? marks:B2"))
    state = match(played)
    assert (state.over, state.winner) == (True, None)
    assert [(one.winner, one.value) for one in state.games] == [
        (BOB, 2),
        (ALICE, 3),
        (ALICE, 1),
        (BOB, 3),
    ]


@pytest.mark.parametrize(
    ("hand", "marks", "after"),
    [
        # the king turned ends it before a word
        ('[Score "4-3"] deal:A up:KH mark', "A1(law 47)", "5-3"),
        # the king held ends it, whoever makes the vole afterwards
        ('[Score "4-4"] deal:A propose refuse king:B tricks:5-0', "B1(law 47)", "4-5"),
        ('[Score "4-4"] deal:A stand tricks:0-5 king:A', "A1(law 47)", "5-4"),
        # of a vole one is left to count
        ('[Score "4-0"] deal:A propose accept tricks:5-0', "A1(law 48)", "5-0"),
        # the king turned, marked when the hand is over, counts behind the vole
        (
            '[Score "4-2"] deal:A up:KH stand' + " ? ? /B" * 5 + " mark",
            "B2(law 48) A1(law 47)",
            "5-4",
        ),
    ],
)
def test_law_46_the_game_is_over_at_five_in_the_middle_of_a_hand(
    hand: str, marks: str, after: str
) -> None:
    text = f'[Code "london"]\n{hand}'
    (found,) = trail(text)
    assert found == ("A", marks, after)
    assert fault(f"{text}\ndeal:B") == ("game_over", 3, 1)
    assert loads(f"{text}\ngame:2 deal:B")


def test_law_46_a_king_turned_is_not_marked_once_the_tricks_have_won_the_game() -> None:
    played = "KC AC /B QC KD /B 9S QD /B 8S JD /B 7S AD /B"
    text = f"""[Code "london"] [Score "4-4"]
    deal:A B:KC,QC,9S,8S,7S A:AC,KD,QD,JD,AD up:KH stand
    {played} """
    assert trail(text) == [("A", "B1(law 48)", "4-5")]
    assert fault(f"{text}mark") == ("game_over", 3, 5 + len(played) + 1)
    before = text.replace("stand", "mark stand")
    assert fault(before) == ("game_over", 2, 57), "marked at once it is the fifth point"


@pytest.mark.parametrize(
    ("hand", "marks"),
    [
        # the rest of the tricks goes to Bob, who has the point; Alice stood
        ("stand ? ? /A ? ? /A abandon:A", "B2(EB 1911)"),
        ("stand ? ? /A ? ? /A ? ? /A abandon:A", "A1(EB 1911)"),
        ("propose refuse ? ? /B ? abandon:A", "B2(EB 1911)"),
        ("propose refuse ? ? /A abandon:A", "B1(EB 1911)"),
        ("stand tricks:0-5", "B2(EB 1911)"),
    ],
)
def test_abandoning_in_britannica(hand: str, marks: str) -> None:
    assert trail(f'[Code "britannica"] deal:B {hand}')[0][1] == marks


LONG_SUIT = """\
[Code "london"]

game:1
deal:A B:TS,KH,TD,7D,9C A:QS,JS,AS,AD,8H up:KS mark
propose accept B-TD,7D,9C A-AD,8H B+KD,7S,7H A+9S,8S stand
KD QS /A JS TS /A AS 7S /A 9S 7H /A 8S KH /A
=3-0
deal:? A:KC,QC,JC,AC,TC B:7C,8C,9C,7D,8D up:8H
stand
KC 7C /A QC 8C /A JC 9C /A AC 7D /A TC 8D /A
=5-0

game:2
deal:? B:KC,QC,9S,8S,7S A:AC,KD,QD,JD,AD up:7H
stand
KC AC /B QC KD /B 9S QD /B 8S JD /B 7S AD /B
=0-2
"""


def test_a_game_of_cards_alone() -> None:
    """Nobody has a trump in the second deal, nor in the third: who leads makes the vole."""
    assert trail(LONG_SUIT) == [
        ("A", "A1(law 47) A2(law 48)", "3-0"),
        ("B", "A2(law 48)", "5-0"),
        ("A", "B2(law 48)", "0-2"),
    ]
    assert dumps(loads(LONG_SUIT)) == LONG_SUIT
    hands = [entry for entry in entries(loads(LONG_SUIT)) if isinstance(entry, HandEntry)]
    assert [entry.record.tricks for entry in hands] == [Tricks(5, 0), Tricks(5, 0), Tricks(0, 5)]


def test_where_nobody_wrote_who_took_a_trick_the_cards_tell() -> None:
    plain = LONG_SUIT.replace(" /A", "").replace(" /B", "")
    assert trail(plain) == trail(LONG_SUIT)
    unseen = plain.replace("A:KC,QC,JC,AC,TC B:7C,8C,9C,7D,8D", "A:5? B:5?")
    assert trail(unseen) == trail(LONG_SUIT), "a suit that is led and not followed makes tricks"


def test_each_hand_by_itself_comes_to_the_same_as_in_its_game() -> None:
    """Written with what stood before it, it is read back with its dealer, number and score."""
    told = tuple(follow(loads(LONG_SUIT)))
    for one in told:
        before = Context(LONDON, one.before, one.dealer)
        again = hand_loads(hand_dumps(one.hand, before, one.game), before)
        assert (again.game, line(again)) == (one.game, line(one))
        assert (again.record, again.next_dealer) == (one.record, one.next_dealer)


def test_a_hand_is_written_with_no_more_than_stood_before_it() -> None:
    (one,) = follow(loads(FIRST))
    assert hand_dumps(one.hand, game=7).splitlines()[0] == "game:7"
    headed = hand_dumps(one.hand, Context(MODERN, None, BOB, (None, (2, 3)), True))
    assert headed.splitlines()[:7] == [
        '[Code "modern"]',
        '[Score "?"]',
        '[Dealer "B"]',
        '[Orders "- 2-3"]',
        '[SecondProposal "yes"]',
        "",
        "game:1",
    ]
    again = hand_loads(headed)
    assert (again.before, again.after) == (None, Score(3, 0)), "as it was written beside"
    assert hand_loads(headed.replace("=3-0", "")).after is None

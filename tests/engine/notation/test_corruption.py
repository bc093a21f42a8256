"""A good text with one character changed, left out or put in: a contest, or a fault in it."""

import os

import pytest

from games.engine.notation import hand_loads, loads
from games.engine.notation.files import dumps
from games.engine.notation.values import Contest, NotationError
from tests.support.depth import times

from .texts import FIRST, fault

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

SIGNS = '?AKHa0:-+/,{}[]"\\= \n\r\té7'
PARTLY = """\
[Code "modern"] [Options "proposer_takes_one=no"] [Score "1-2"] [GameValues "no"]
[Dealer "B"] {They began
late} [Orders "3-2 -"] [SecondProposal "no"] [Format "rubber 3"] [RubberBonus "2"]
game:1 cut:KS,7H {a \\} brace}
deal:A/3-2 B:?,KH,3? A:5? up:7S propose accept B-0 A-2? A+?,9C stand king:B
KH ? /B ? ? abandon:A tricks:0-2 =1-5 stock:19?
game:2=5-3 {by its score}
game:3 deal:B score:2-0
stand ruling:revoke,by=A,led_since=yes,choice=let_stand,law="law 43"
tricks:3-2 marks:0 =2-0
"""


EVERY = int(os.environ.get("CORRUPTED_EVERY") or times(20, thorough=4))
"""At each place every twentieth of the signs, at the next place the next; 1 is the long run."""


def corrupted(text: str, *, step: int) -> list[str]:
    """With each character left out, and with each `step`th sign in its place and before it."""
    places = range(len(text))
    left_out = [text[:at] + text[at + 1 :] for at in places]
    signs = [(at, SIGNS[at % step :: step]) for at in places]
    changed = [text[:at] + sign + text[at + 1 :] for at, some in signs for sign in some]
    put_in = [text[:at] + sign + text[at:] for at, some in signs for sign in some]
    return left_out + changed + put_in


def judged(text: str) -> str:
    """What is wrong with it. Whatever is good comes back the same."""
    try:
        contest = loads(text)
    except NotationError as error:
        fault = error
    else:
        assert isinstance(contest, Contest)
        assert loads(dumps(contest)) == contest
        return ""
    lines = text.split("\n")
    assert 1 <= fault.line <= len(lines), fault
    assert 1 <= fault.column <= max(1, len(lines[fault.line - 1])), fault
    return fault.code


def test_the_texts_that_are_corrupted_are_good() -> None:
    assert judged(FIRST) == judged(PARTLY) == ""


@pytest.mark.thorough
@pytest.mark.parametrize("text", [FIRST, PARTLY], ids=["known", "partly"])
def test_each_character_corrupted_once(text: str) -> None:
    for bad in corrupted(text, step=len(SIGNS)):
        judged(bad)


@pytest.mark.slow
@pytest.mark.parametrize("text", [FIRST, PARTLY], ids=["known", "partly"])
def test_many_corruptions_of_one_character(text: str) -> None:
    for bad in corrupted(text, step=EVERY):
        judged(bad)


def test_every_beginning_of_a_text() -> None:
    found = {judged(FIRST[:end]) for end in range(len(FIRST))}
    assert {"", "header_expected", "header_broken", "card_expected"} <= found


def test_a_text_by_itself_is_none_or_one_hand() -> None:
    for text in ("", "\n", "{c}", "7H", "[", "{", '"', "\\", "game:1", "\ufeff"):
        assert fault(text) != ("", 0, 0), text
        assert fault(text, hand_loads)[1:] == (1, 1)

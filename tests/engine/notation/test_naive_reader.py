"""A reader written from the page alone finds the same marks and the same scores."""

import pytest
from hypothesis import assume, given, settings

from games.engine.hand.state import State
from games.engine.notation import loads
from games.engine.notation.contests import follow
from games.engine.notation.files import dumps
from tests.support.depth import examples

from . import naive
from .test_docs import EXAMPLES
from .texts import FIRST, contest_of, games

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow


def read(text: str) -> list[naive.Hand]:
    """What this reader finds."""
    found: list[naive.Hand] = []
    for told in follow(loads(text)):
        assert told.dealer
        assert told.after
        marks = [(mark.seat.value, mark.points) for mark in told.marks]
        found.append((told.dealer.value, marks, (told.after.a, told.after.b)))
    return found


def cut_at_five(hands: list[naive.Hand]) -> list[tuple[str, tuple[int, int]]]:
    return [(dealer, score) for dealer, _marks, score in hands]


@settings(max_examples=examples(60))
@given(games())
def test_two_readers_of_a_game_agree(played: tuple[State, State]) -> None:
    begun, state = played
    assume(state.to_act is None)
    text = dumps(contest_of(begun, state))
    mine, second = read(text), naive.hands(text)
    assert cut_at_five(mine) == cut_at_five(second)
    for (_dealer, marks, score), (_who, naive_marks, _score) in zip(mine, second, strict=True):
        if 5 not in score:
            assert marks == naive_marks


def test_two_readers_of_the_first_example_agree() -> None:
    assert naive.hands(FIRST) == read(FIRST) == [("a", [("a", 1), ("a", 2)], (3, 0))]
    assert naive.hands(EXAMPLES[0])[0][1:] == read(EXAMPLES[0])[0][1:]


def test_the_second_reader_reads_what_it_is_told() -> None:
    """Elder leads; the trump takes, and the higher card of a suit; who is in turn follows."""
    assert naive.played(["KC", "7H"], "b", "H") == ({"a": 1, "b": 0}, "a")
    assert naive.played(["KC", "7H"], "b", "S") == ({"a": 0, "b": 1}, "b")
    assert naive.played(["AC", "JC", "KD"], "a", "S") == ({"a": 0, "b": 1}, "a")
    assert naive.headers(FIRST) == {"Code": "london", "A": "Alice", "B": "Bob"}

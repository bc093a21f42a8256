"""What is read is what the printed grammar says, and nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.hand.state import State
from games.engine.notation.files import dumps
from games.engine.notation.lexing import Token, lexemes
from games.engine.notation.tokens import read, text
from games.engine.notation.values import Comment, Fault, Header, NotationError, Place

from . import grammar
from .test_corruption import PARTLY, corrupted
from .test_docs import EXAMPLES
from .test_tokens import values
from .texts import FIRST, contest_of, games

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

RANGES = (Fault.NUMBER_EXPECTED, Fault.WORD_EXPECTED)
"""What the grammar leaves to the tables: at most 32 cards, and the words of the law book."""


def is_read(token: str) -> bool | None:
    """None where the grammar does not say."""
    try:
        read(Token(token, Place(1, 1)))
    except NotationError as error:
        return None if error.code in RANGES else False
    return True


def agree(token: str) -> None:
    found = is_read(token)
    if found is not None:
        assert grammar.is_token(token) == found, token


def parts(written: str) -> list[object]:
    return [one for one, _place in lexemes(written.split("\n"))]


@pytest.mark.parametrize("written", [FIRST, PARTLY, *EXAMPLES])
def test_every_part_of_a_good_text_fits_the_grammar(written: str) -> None:
    for part in parts(written):
        if isinstance(part, Header):
            assert grammar.fits("header", text(part))
        elif isinstance(part, Comment):
            assert grammar.fits("comment", text(part))
        else:
            assert isinstance(part, Token)
            assert grammar.is_token(part.text), part.text


@given(games())
def test_every_game_that_is_played_is_written_by_the_grammar(played: tuple[State, State]) -> None:
    for part in parts(dumps(contest_of(*played))):
        assert isinstance(part, Header) or grammar.is_token(part.text)  # type: ignore[attr-defined]


@given(values)
def test_every_value_is_written_by_the_grammar(value: object) -> None:
    assert grammar.is_token(text(value))


TOKENS = [part.text for part in parts(FIRST + PARTLY) if isinstance(part, Token)]


@pytest.mark.parametrize("token", sorted(set(TOKENS)))
def test_a_token_with_a_character_wrong_is_read_if_the_grammar_has_it(token: str) -> None:
    for bad in corrupted(token, step=1):
        if bad and not set(bad) & set(' \n\r\t{["'):
            agree(bad)


@given(st.text("AB:-+/=,?079KHCmarkstnd_", min_size=1, max_size=8))
def test_any_signs_are_a_token_if_the_grammar_has_it(token: str) -> None:
    agree(token)


@pytest.mark.parametrize(
    ("token", "good"),
    [
        ("7H", True),
        ("7h", False),
        ("10H", False),
        ("?", True),
        ("2?", False),
        ("A:2?,7H", True),
        ("A:0", True),
        ("A:", False),
        ("mark:A", False),
        ("king:A", True),
        ("king:?", False),
        ("deal:?/2-3", True),
        ("deal:A/5", False),
        ("=3-0", True),
        ("game:1", True),
        ("game:123", False),
        ("score:?", True),
        ("tricks:?", False),
        ("marks:A1,0", False),
    ],
)
def test_the_grammar_and_the_reader_know(token: str, good: bool) -> None:
    assert grammar.is_token(token) is good
    assert bool(is_read(token)) is good

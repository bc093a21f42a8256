"""What is wrong with a text, and where."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class Place(NamedTuple):
    """Both from one; the column counts characters."""

    line: int
    column: int


NOWHERE = Place(0, 0)
"""Of what was not read from a text."""


class Fault(StrEnum):
    """What was expected, or what cannot be; none is ever renamed.

    A hand that the laws do not allow has the code of its refusal instead.
    """

    # the text
    HEADER_EXPECTED = "header_expected"
    HEADER_BROKEN = "header_broken"
    HEADER_TWICE = "header_twice"
    HEADER_VALUE = "header_value"
    CODE_EXPECTED = "code_expected"
    END_EXPECTED = "end_expected"
    ONE_HAND_EXPECTED = "one_hand_expected"
    COMMENT_OPEN = "comment_open"
    TOKEN_EXPECTED = "token_expected"  # noqa: S105 - a token of the notation
    TOKEN_TOO_LONG = "token_too_long"  # noqa: S105
    CARD_EXPECTED = "card_expected"
    SEAT_EXPECTED = "seat_expected"
    NUMBER_EXPECTED = "number_expected"
    ORDER_EXPECTED = "order_expected"
    SIGN_EXPECTED = "sign_expected"
    WORD_EXPECTED = "word_expected"
    DEAL_EXPECTED = "deal_expected"
    # a hand
    GIVEN_TWICE = "given_twice"
    CARD_TWICE = "card_twice"
    CARDS_NUMBER = "cards_number"
    NO_CARDS_DUE = "no_cards_due"
    PLAYER_EXPECTED = "player_expected"
    TRICK_EXPECTED = "trick_expected"
    TRICK_CONTRADICTS = "trick_contradicts"
    TRICKS_CONTRADICT = "tricks_contradict"
    SCORE_CONTRADICTS = "score_contradicts"
    # a game and a contest
    CUT_CONTRADICTS = "cut_contradicts"
    GAME_NUMBER = "game_number"


class NotationError(Exception):
    """`code` is a Fault or a RefusalCode; `law` a citation, if it rests on one.

    `expected`: what may stand there, as it is written, where that is few things. `params` are
    for the words that are made of the code.
    """

    def __init__(
        self,
        code: str,
        place: Place,
        *,
        law: str = "",
        expected: tuple[str, ...] = (),
        params: Mapping[str, str | int] | None = None,
    ) -> None:
        super().__init__(code, place, law, expected, params)
        self.code = code
        self.line, self.column = place
        self.law = law
        self.expected = expected
        self.params = params or {}

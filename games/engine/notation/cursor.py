"""A token read from left to right; what cannot be is told with the column where it stands."""

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from games.engine.cards import NAMES, RANKS, SUITS, Card, card
from games.engine.seats import Seat
from games.engine.terms import Score

from .faults import Fault, NotationError, Place
from .lexing import Token, unescaped
from .values import Cards

T = TypeVar("T")
SEATS = {"A": Seat.A, "B": Seat.B}
UNKNOWN = "?"

_NUMBER = re.compile("[0-9]{1,2}", re.ASCII)
_COUNT = re.compile("([1-9][0-9]?)[?]", re.ASCII)
_WORD = re.compile("[a-z_]+")
_QUOTED = re.compile(r'"((?:\\.|[^"\\])*)"')


class Cursor:
    def __init__(self, token: Token) -> None:
        self.text, self.place = token
        self.at = 0

    def fault(self, which: Fault, *expected: str) -> NotationError:
        """At the character that stands here, or at the last one."""
        place = Place(self.place.line, self.place.column + min(self.at, len(self.text) - 1))
        found = {"found": self.text[self.at : self.at + 20]}
        return NotationError(which, place, expected=expected, params=found)

    def skips(self, sign: str) -> bool:
        """Whether the sign stands here; then it is passed."""
        if not self.text.startswith(sign, self.at):
            return False
        self.at += len(sign)
        return True

    def sign(self, sign: str) -> None:
        if not self.skips(sign):
            raise self.fault(Fault.SIGN_EXPECTED, sign)

    def end(self) -> None:
        if self.at < len(self.text):
            raise self.fault(Fault.END_EXPECTED)

    def number(self) -> int:
        found = _NUMBER.match(self.text, self.at)
        if found is None:
            raise self.fault(Fault.NUMBER_EXPECTED)
        self.at = found.end()
        return int(found[0])

    def seat(self) -> Seat:
        return SEATS[self.one_of(Fault.SEAT_EXPECTED, tuple(SEATS))]

    def seat_or_unknown(self) -> Seat | None:
        return None if self.skips(UNKNOWN) else self.seat()

    def card(self) -> Card | None:
        if self.skips(UNKNOWN):
            return None
        name = self.text[self.at : self.at + 2]
        if name not in NAMES:
            raise self.fault(Fault.CARD_EXPECTED, *_cards_like(name))
        self.at += 2
        return card(name)

    def cards(self) -> Cards:
        """ "0" is none, "3?" three that are not known."""
        if self.skips("0"):
            return ()
        found = list(self._some())
        while self.skips(","):
            found += self._some()
        return tuple(found)

    def _some(self) -> Sequence[Card | None]:
        counted = _COUNT.match(self.text, self.at)
        if counted is None:
            return (self.card(),)
        number = int(counted[1])
        if number > len(NAMES):
            raise self.fault(Fault.NUMBER_EXPECTED)
        self.at = counted.end()
        return (None,) * number

    def pair(self) -> Score:
        a = self.number()
        self.sign("-")
        return Score(a, self.number())

    def word(self, words: Sequence[str]) -> str:
        found = _WORD.match(self.text, self.at)
        word = found[0] if found else ""
        if word not in words:
            raise self.fault(Fault.WORD_EXPECTED, *words)
        self.at += len(word)
        return word

    def one_of(self, which: Fault, signs: Sequence[str]) -> str:
        for sign in signs:
            if self.skips(sign):
                return sign
        raise self.fault(which, *signs)

    def quoted(self) -> str:
        found = _QUOTED.match(self.text, self.at)
        if found is None:
            raise self.fault(Fault.SIGN_EXPECTED, '"')
        self.at = found.end()
        return unescaped(found[1])

    def all_of(self, read: Callable[["Cursor"], T]) -> T:
        """What is read, and nothing behind it."""
        value = read(self)
        self.end()
        return value


def _cards_like(name: str) -> tuple[str, ...]:
    """The cards of a rank that is right, or of a suit."""
    if name[:1] in tuple(RANKS):
        return tuple(name[0] + suit for suit in SUITS)
    return tuple(rank + name[1] for rank in RANKS) if name[1:] in tuple(SUITS) else ()

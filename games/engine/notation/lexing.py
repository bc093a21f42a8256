"""A text taken apart, line by line, into headers, comments and tokens; and a token read."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from games.engine.cards import NAMES, RANKS, SUITS, Card, card
from games.engine.seats import Seat
from games.engine.terms import Score

from .values import Cards, Comment, Fault, Header, NotationError, Place

MOST = 1000
"""Characters of a token: no hand needs as many."""

_KEY = "[A-Za-z][A-Za-z0-9_-]*"
_QUOTED = r'"(?:\\.|[^"\\])*"'
_LEXEME = re.compile(
    rf"""
    (?P<blank>[ \t\r\ufeff]+)
    | (?P<header>\[(?P<key>{_KEY})[ \t]+(?P<value>{_QUOTED})[ \t]*\])
    | (?P<token>(?:[^ \t\r\ufeff{{"\[]|{_QUOTED}|")+)
    """,
    re.VERBOSE,
)
_TO_BRACE = re.compile(r"(?:\\.|[^\\}]|\\$)*")
_ESCAPED = re.compile(r'\\(["\\}nr])')
_MEANT = {"n": "\n", "r": "\r"}


class Token(NamedTuple):
    text: str
    place: Place


Lexeme = tuple[Header | Comment | Token, Place]


class _Lexer:
    """`comment`: the lines of one that is still open."""

    def __init__(self) -> None:
        self.comment: list[str] = []
        self.opened = Place(1, 1)

    def line(self, number: int, line: str) -> Iterator[Lexeme]:
        at = 0
        if self.comment:
            at = self._to_brace(line, 0)
            self.comment.append(line[:at])
            if at == len(line):
                return
            yield Comment(unescaped("\n".join(self.comment))), self.opened
            self.comment, at = [], at + 1
        while at < len(line):
            place = Place(number, at + 1)
            if line[at] == "{":
                end = self._to_brace(line, at + 1)
                if end == len(line):
                    self.comment, self.opened = [line[at + 1 :]], place
                    return
                yield Comment(unescaped(line[at + 1 : end])), place
                at = end + 1
                continue
            lexeme = _LEXEME.match(line, at)
            if lexeme is None:
                raise NotationError(Fault.HEADER_BROKEN, place)
            at = lexeme.end()
            if lexeme.lastgroup == "header":
                yield Header(lexeme["key"], unescaped(lexeme["value"][1:-1])), place
            elif lexeme.lastgroup == "token":
                yield _token(lexeme[0], place), place

    def _to_brace(self, line: str, at: int) -> int:
        """Where the comment ends, or the line does."""
        match = _TO_BRACE.match(line, at)
        return match.end() if match else at


def lexemes(lines: Iterable[str]) -> Iterator[Lexeme]:
    """Raises NotationError; holds no more of the text than the line and the comment it is in."""
    lexer = _Lexer()
    for number, line in enumerate(lines, 1):
        yield from lexer.line(number, line.removesuffix("\n"))
    if lexer.comment:
        raise NotationError(Fault.COMMENT_OPEN, lexer.opened)


def _token(text: str, place: Place) -> Token:
    if len(text) > MOST:
        raise NotationError(Fault.TOKEN_TOO_LONG, place, params={"most": MOST})
    return Token(text, place)


def unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda match: _MEANT.get(match[1], match[1]), text)


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n").replace("\r", "\\r") + '"'


def braced(text: str) -> str:
    return "{" + text.replace("\\", "\\\\").replace("}", "\\}").replace("\r", "\\r") + "}"


T = TypeVar("T")
SEATS = {"A": Seat.A, "B": Seat.B}
UNKNOWN = "?"

_NUMBER = re.compile("[0-9]{1,2}", re.ASCII)
_COUNT = re.compile("([1-9][0-9]?)[?]", re.ASCII)
_WORD = re.compile("[a-z_]+")
_QUOTED_TEXT = re.compile(r'"((?:\\.|[^"\\])*)"')


class Cursor:
    def __init__(self, token: Token) -> None:
        self.text, self.place = token
        self.at = 0

    def fault(self, which: Fault, *expected: str) -> NotationError:
        """At the character that stands here, or at the last one."""
        place = Place(self.place.line, self.place.column + min(self.at, len(self.text) - 1))
        params = {"found": self.text[self.at : self.at + 20]}
        return NotationError(which, place, expected=expected, params=params)

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
        match = _NUMBER.match(self.text, self.at)
        if match is None:
            raise self.fault(Fault.NUMBER_EXPECTED)
        self.at = match.end()
        return int(match[0])

    def seat(self) -> Seat:
        return SEATS[self.choice(Fault.SEAT_EXPECTED, tuple(SEATS))]

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
        cards = list(self._card_or_count())
        while self.skips(","):
            cards += self._card_or_count()
        return tuple(cards)

    def _card_or_count(self) -> Sequence[Card | None]:
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
        match = _WORD.match(self.text, self.at)
        word = match[0] if match else ""
        if word not in words:
            raise self.fault(Fault.WORD_EXPECTED, *words)
        self.at += len(word)
        return word

    def choice(self, which: Fault, signs: Sequence[str]) -> str:
        for sign in signs:
            if self.skips(sign):
                return sign
        raise self.fault(which, *signs)

    def quoted(self) -> str:
        match = _QUOTED_TEXT.match(self.text, self.at)
        if match is None:
            raise self.fault(Fault.SIGN_EXPECTED, '"')
        self.at = match.end()
        return unescaped(match[1])

    def read_all(self, read: Callable[["Cursor"], T]) -> T:
        """What is read, and nothing behind it."""
        value = read(self)
        self.end()
        return value


def _cards_like(name: str) -> tuple[str, ...]:
    """The cards of a rank that is right, or of a suit."""
    if name[:1] in tuple(RANKS):
        return tuple(name[0] + suit for suit in SUITS)
    return tuple(rank + name[1] for rank in RANKS) if name[1:] in tuple(SUITS) else ()

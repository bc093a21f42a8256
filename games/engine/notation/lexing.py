"""A text taken apart, line by line: headers, comments and tokens, each with its place."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .faults import Fault, NotationError, Place
from .values import Comment, Header

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
            found = _LEXEME.match(line, at)
            if found is None:
                raise NotationError(Fault.HEADER_BROKEN, place)
            at = found.end()
            if found.lastgroup == "header":
                yield Header(found["key"], unescaped(found["value"][1:-1])), place
            elif found.lastgroup == "token":
                yield _token(found[0], place), place

    def _to_brace(self, line: str, at: int) -> int:
        """Where the comment ends, or the line does."""
        found = _TO_BRACE.match(line, at)
        return found.end() if found else at


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
    return _ESCAPED.sub(lambda found: _MEANT.get(found[1], found[1]), text)


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n").replace("\r", "\\r") + '"'


def braced(text: str) -> str:
    return "{" + text.replace("\\", "\\\\").replace("}", "\\}").replace("\r", "\\r") + "}"

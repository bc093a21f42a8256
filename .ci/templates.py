"""Templates of at most 120 columns: `check` names longer lines, `format` wraps them.

djade formats the template tags and wraps nothing; formatters of HTML add white space that shows.
Here a line is broken only where a browser ignores white space: beside a block element, between
attributes, at a space in a text, and in a translation, which is then `trimmed`.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
MOST, INDENT = 120, 2
LONG_TEXT, LONG_LIST = 90, 80
# A place where a line may end without any white space before.
SEAM = "\0"

BLOCK_NAMES = """
address article aside body caption circle col colgroup dd defs details dialog div dl dt fieldset
figcaption figure footer form g h1 h2 h3 h4 h5 h6 head header hr html legend li line link main meta
nav ol optgroup option p path polygon polyline rect section summary svg table tbody td template
tfoot th thead title tr ul use
"""
EMPTY_NAMES = "area br circle col hr img input line link meta path polygon polyline rect use"
CONTAINER_NAMES = "autoescape block filter for if ifchanged spaceless with"
OUTPUT_NAMES = "cycle csrf_token firstof include now querystring translate trans url"
BLOCKS = frozenset(BLOCK_NAMES.split())
EMPTY = frozenset(EMPTY_NAMES.split())
# Their white space shows, or is none of HTML.
UNTOUCHED = ("pre", "textarea", "script", "style")
# White space at the ends of their content shows nowhere.
BOXES = frozenset(("button", "select"))
CONTAINERS = frozenset(CONTAINER_NAMES.split())
MIDDLES = frozenset(("else", "elif", "empty"))
# Tags that show something where they stand.
OUTPUT = frozenset(OUTPUT_NAMES.split())
TOKEN = re.compile(
    r"(?P<untouched><(?P<name>pre|textarea|script|style)\b.*?</(?P=name)>)"
    r"|(?P<translation>\{%\s*blocktrans(?:late)?\b.*?\{%\s*endblocktrans(?:late)?\s*%\})"
    r"|(?P<tag>\{%.*?%\})|(?P<value>\{\{.*?\}\})|(?P<comment>\{#.*?#\}|<!.*?>)"
    r"|(?P<html></?[a-zA-Z](?:\{%.*?%\}|\{\{.*?\}\}|\"(?:\{%.*?%\}|\{\{.*?\}\}|[^\"])*\"|[^<>\"])*>)"
    r"|(?P<space>\s+)|(?P<text>(?:(?!\{[%{#])[^<\s])+|.)"
)
TRANSLATION = re.compile(
    r"\{%\s*(blocktrans(?:late)?)\b(.*?)\s*%\}(.*)(\{%\s*endblocktrans\w*\s*%\})$"
)
WORDS = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\s+|.")
PIECES = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\"(?:\{%.*?%\}|\{\{.*?\}\}|[^\"])*\"|\s+|.")


class Token(NamedTuple):
    kind: str
    text: str

    @property
    def name(self) -> str:
        """Of an element or a template tag."""
        found = re.match(r"</?([\w-]+)|\{%\s*(\w+)", self.text)
        return (found[1] or found[2]) if found else ""

    @property
    def is_block(self) -> bool:
        """A hidden field takes no room."""
        if self.kind == "html":
            return self.name in BLOCKS or (self.name == "input" and 'type="hidden"' in self.text)
        return self.kind == "tag" and (self.name == "csrf_token" or includes_block(self.text))

    @property
    def shows(self) -> bool:
        """Whether something stands in the page here."""
        if self.kind == "tag":
            return self.name in OUTPUT and " as " not in self.text
        return self.kind not in ("space", "comment")

    @property
    def is_box(self) -> bool:
        return self.kind == "html" and self.name in BOXES

    @property
    def opens(self) -> bool:
        if self.kind == "tag":
            return self.name in CONTAINERS
        return (self.is_block or self.is_box) and self.name not in EMPTY and self.text[1] != "/"

    @property
    def closes(self) -> str:
        """The name of what it ends, if any."""
        if self.kind == "tag":
            return self.name.removeprefix("end") if self.name.startswith("end") else ""
        return self.name if (self.is_block or self.is_box) and self.text[1] == "/" else ""


Tokens = Sequence[Token]


@cache
def includes_block(tag: str) -> bool:
    """Whether what this tag includes begins and ends with block elements."""
    found = re.match(r'\{%\s*include "([^"]+)"', tag)
    if found is None or not (TEMPLATES / found[1]).exists():
        return False
    text = (TEMPLATES / found[1]).read_text()
    shown = [token for token in tokens_of(text) if token.shows]
    return bool(shown) and all(
        token.kind == "html" and token.is_block for token in (shown[0], shown[-1])
    )


def tokens_of(line: str) -> list[Token]:
    return [Token(match.lastgroup or "", match[0]) for match in TOKEN.finditer(line)]


def end_of(tokens: Tokens, start: int) -> int | None:
    """The place of what closes the token that opens at `start`."""
    depth = 0
    name, kind = tokens[start].name, tokens[start].kind
    for place in range(start, len(tokens)):
        token = tokens[place]
        if token.kind != kind:
            continue
        depth += (token.opens and token.name == name) - (token.closes == name)
        if depth == 0:
            return place
    return None


class Layout:
    """One line of a template, in lines of at most MOST columns."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.partner: dict[int, int] = {}
        for start, token in enumerate(tokens):
            if token.opens and (end := end_of(tokens, start)) is not None:
                self.partner[start], self.partner[end] = end, start

    def may_break(self, place: int) -> bool:
        """Whether white space before this token shows nowhere."""
        return self._block_before(place) or self._block_after(place)

    def _block_before(self, place: int) -> bool:
        while (place := place - 1) >= 0:
            token = self.tokens[place]
            if token.kind == "tag" and token.name in MIDDLES:
                place = self._container(place)
            elif token.shows:
                return token.is_block or (token.is_box and token.opens)
        return True

    def _block_after(self, place: int) -> bool:
        while place < len(self.tokens):
            token = self.tokens[place]
            if token.kind == "tag" and token.name in MIDDLES:
                place = self.partner.get(self._container(place), place)
            elif token.shows:
                return token.is_block or (token.is_box and bool(token.closes))
            place += 1
        return True

    def _container(self, place: int) -> int:
        """The place of the `if` or `for` that this `else` or `empty` belongs to."""
        starts = [one for one, end in self.partner.items() if one < place < end]
        tags = [one for one in starts if self.tokens[one].kind == "tag"]
        return max(tags, default=place)

    def lines(self, start: int, end: int, indent: int) -> Iterator[str]:
        """Of the tokens from `start` up to `end`."""
        while start < end and self.tokens[start].kind == "space":
            start += 1
        while start < end and self.tokens[end - 1].kind == "space":
            end -= 1
        text = "".join(token.text for token in self.tokens[start:end])
        if len(text) + indent <= MOST:
            if text:
                yield " " * indent + text
            return
        chunks = list(self._chunks(start, end))
        if len(chunks) > 1:
            for first, last in chunks:
                yield from self.lines(first, last, indent)
                # What another line closes.
                indent += INDENT * (self.tokens[first].opens and first not in self.partner)
        elif self.partner.get(start) == end - 1 and self._opens_up(start, end - 1):
            yield from self._container_lines(start, end - 1, indent)
        else:
            yield from filled(self.tokens[start:end], indent)

    def _opens_up(self, start: int, end: int) -> bool:
        return self.may_break(start + 1) and self.may_break(end)

    def _container_lines(self, start: int, end: int, indent: int) -> Iterator[str]:
        yield from filled([self.tokens[start]], indent)
        middles = [
            place
            for place in range(start + 1, end)
            if self.tokens[start].kind == self.tokens[place].kind == "tag"
            and self.tokens[place].name in MIDDLES
            and self._container(place) == start
        ]
        first = start + 1
        for place in (*middles, end):
            yield from self.lines(first, place, indent + INDENT)
            yield " " * indent + self.tokens[place].text
            first = place + 1

    def _chunks(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Parts that lie beside each other, from and up to."""
        first = place = start
        while place < end:
            after = self.partner.get(place, place) + 1 if self.tokens[place].opens else place + 1
            after = min(after, end) if after > place else place + 1
            if after >= end or self.may_break(after):
                yield first, after
                first = after
            place = after


class Piece(NamedTuple):
    text: str
    hangs: bool
    """Inside a tag: its further lines are indented once more."""


def filled(tokens: Tokens, indent: int) -> Iterator[str]:
    """Words and attributes, as many as fit in a line."""
    line, column = "", indent
    for word in _words(tokens):
        text = word.text.replace(SEAM, "")
        if line and column + len(line) + 1 + len(text) > MOST:
            yield " " * column + line
            line, column = "", indent + (INDENT if word.hangs else 0)
        line = f"{line} {text}" if line else text
        if column + len(line) > MOST and SEAM in word.text:
            parts = iter(word.text.split(SEAM))
            line = line.removesuffix(text) + next(parts)
            for part in parts:
                if line.strip() and column + len(line) + len(part) > MOST:
                    yield " " * column + line
                    line, column = "", indent
                line += part
    if line:
        yield " " * column + line


def _words(tokens: Tokens) -> Iterator[Piece]:
    pieces = [piece for token in tokens for piece in _pieces(token)]
    for is_space, group in groupby(pieces, key=lambda piece: piece.text.isspace()):
        found = list(group)
        if not is_space:
            yield Piece("".join(piece.text for piece in found), found[0].hangs)


def _pieces(token: Token) -> list[Piece]:
    """Where a token may be broken: at its pieces of white space."""
    if token.kind == "html":
        pieces = [part for piece in PIECES.findall(token.text) for part in _parts(piece)]
        pieces[-1] = f"{SEAM}>"
        return [Piece(text, hangs=number > 0) for number, text in enumerate(pieces)]
    if whole := TRANSLATION.match(_as_translation(token)):
        name, options, content, end = whole.groups()
        if content == " ".join(content.split()):
            begin = f"{{% {name}{options}{'' if ' trimmed' in options else ' trimmed'} %}}"
            content = re.sub(r"(\{% plural %\})", rf"{SEAM}\1{SEAM}", content)
            words = WORDS.findall(f"{SEAM}{content}{SEAM}")
            return [
                Piece(begin, hangs=False),
                *(Piece(text, hangs=True) for text in words),
                Piece(end, hangs=True),
            ]
    return [Piece(token.text, hangs=False)]


def _parts(piece: str) -> list[str]:
    """Long lists of classes are divided too."""
    is_list = (
        piece.startswith('"') and len(piece) > LONG_LIST and "{%" in piece and "/" not in piece
    )
    return WORDS.findall(piece) if is_list else [piece]


def _as_translation(token: Token) -> str:
    """A long text of its own is written in the form that may be wrapped."""
    found = re.fullmatch(r'\{% translate "([^"%]+)" %\}', token.text)
    if found is None or len(token.text) < LONG_TEXT:
        return token.text
    return f"{{% blocktranslate %}}{found[1]}{{% endblocktranslate %}}"


def formatted(text: str) -> str:
    """The template with its long lines wrapped, where that is possible."""
    wrapped = "".join(f"{line}\n" for line in _formatted(text.splitlines()))
    return wrapped if wrapped == text else formatted(wrapped)


def _formatted(lines: Sequence[str]) -> Iterator[str]:
    inside = ""
    for line in lines:
        if inside or len(line) <= MOST or not _is_complete(line):
            yield line
        else:
            tokens = tokens_of(line.strip())
            indent = len(line) - len(line.lstrip())
            yield from Layout(tokens).lines(0, len(tokens), indent)
        inside = _open_after(line, inside)


def _is_complete(line: str) -> bool:
    """Whether no tag, comment or translation goes on in another line."""
    rest = [token.text for token in tokens_of(line) if token.kind == "text"]
    return not any(part in text for text in rest for part in ("<", "{%", "{{")) and not re.search(
        r"\{%\s*(?:end)?blocktrans",
        "".join(token.text for token in tokens_of(line) if token.kind == "tag"),
    )


def _open_after(line: str, inside: str) -> str:
    """The name of what is not to be touched and still open at the end of this line."""
    for name in (inside,) if inside else (*UNTOUCHED, "blocktranslate", "blocktrans", "comment"):
        opener, closer = (
            (f"<{name}", f"</{name}>") if name in UNTOUCHED else (f"{{% {name}", f"{{% end{name}")
        )
        if line.count(closer) >= line.count(opener) + bool(inside):
            continue
        if inside or opener in line:
            return name
    return ""


def main(command: str) -> int:
    long = []
    for file in sorted(TEMPLATES.rglob("*.html")):
        text = file.read_text()
        if command == "format":
            new = formatted(text)
            if new != text:
                file.write_text(new)
                text = new
        name = file.relative_to(TEMPLATES.parent)
        long += [
            f"{name}:{number}: {len(line)} columns"
            for number, line in enumerate(text.splitlines(), start=1)
            if len(line) > MOST
        ]
    print(*long, sep="\n")
    return bool(long)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

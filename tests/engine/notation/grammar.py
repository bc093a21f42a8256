"""The grammar printed in docs/notation.md as regular expressions: no rule contains itself."""

import re
from functools import cache
from pathlib import Path

PAGE = Path("docs/notation.md").read_text(encoding="utf-8")
_BLOCK = re.search(r"^```ebnf\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
_SPLIT = re.split(r" ;$", _BLOCK[1] if _BLOCK else "", flags=re.MULTILINE)
RULES = {
    name.strip(): body for name, sign, body in (rule.partition(" = ") for rule in _SPLIT) if sign
}
# What the page says in words.
_WORDS = {
    'any sign but \'"\' and "\\"': r'[^"\\]',
    'any sign but "}" and "\\"': r"[^}\\]",
    "any sign": r".",
    "letter": "[A-Za-z]",
    "digit": "[0-9]",
    "blank": r"[ \t]+",
    'letter or "_"': "[a-z_]",
}
_SAID = "|".join(re.escape(words) for words in sorted(_WORDS, key=len, reverse=True))
_PART = re.compile(rf"\s*(?:({_SAID})|(\"[^\"]*\"|'[^']*')|(\w+)|([,|()\[\]{{}}]))")
_SIGNS = {",": "", "|": "|", "(": "(?:", ")": ")", "[": "(?:", "]": ")?", "{": "(?:", "}": ")*"}


@cache
def pattern(rule: str) -> str:
    """Of a rule; what stands between tokens is not in it."""
    body, at, parts = RULES[rule].strip(), 0, []
    while at < len(body):
        found = _PART.match(body, at)
        assert found, body[at:]
        said, literal, name, sign = found.groups()
        at = found.end()
        if said:
            parts.append(_WORDS[said])
        elif literal:
            parts.append(re.escape(literal[1:-1]))
        elif name:
            parts.append(f"(?:{pattern(name)})")
        else:
            parts.append(_SIGNS[sign])
    return "".join(parts)


def fits(rule: str, text: str) -> bool:
    return re.fullmatch(pattern(rule), text, re.DOTALL) is not None


def is_token(text: str) -> bool:
    """What stands between headers and comments; a game and its score are one token."""
    if text.startswith("game:"):
        return re.fullmatch(f"game:{pattern('number')}(={pattern('score')})?", text) is not None
    return any(fits(rule, text) for rule in ("cut", "deal", "action", "noted"))

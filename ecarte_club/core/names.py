"""Names as people type them: what they may not contain, and which of them look alike."""

import re
import unicodedata

from django.utils.translation import gettext as _

from .collation import AS_OTHERS
from .lookalikes import LATIN

# Categories of what is not shown, turns the direction of a line, or is no character at all.
UNSEEN_CATEGORIES = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
# Letters and marks that are not shown either: joiners, fillers, variation selectors.
UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# Phones add them to ♠ and ♥, to choose how these are drawn.
DRAWN_AS = str.maketrans("", "", "\ufe0e\ufe0f")
DIGITS = str.maketrans({"0": "o", "1": "l", "|": "l"})


def cleaned_name(text: str) -> str:
    """Without needless blanks, and in the form that keyboards write."""
    return " ".join(unicodedata.normalize("NFC", text).translate(DRAWN_AS).split())


def unseen_refusal(name: str) -> str:
    """What to do about a character that nobody sees, or that turns the text round; else empty."""
    for place, letter in enumerate(name):
        if unicodedata.category(letter) in UNSEEN_CATEGORIES or UNSEEN.match(letter):
            before = "".join(filter(str.isprintable, name[:place]))[-20:].strip()
            if before:
                text = _(
                    "There is an invisible character after “%(before)s”. Delete the name and "
                    "type it, rather than paste it."
                )
                return text % {"before": before}
            return _(
                "This begins with an invisible character. Delete the name and type it, rather "
                "than paste it."
            )
    return ""


def alike_keys(name: str) -> frozenset[str]:
    """Two names look alike if they share one: the letters in order, or the words in any order.

    Case, accents, blanks and punctuation make no difference, nor letters of other alphabets that
    look like Latin ones.
    """
    # A capital I within a word of small letters is read as an l.
    latin = re.sub(r"(?<=\w)I(?=[a-z])", "l", name if name.isascii() else _bare(name))
    folded = latin.casefold()
    if not folded.isascii():
        # Small letters look like others than their capitals do.
        folded = folded.translate(AS_OTHERS).translate(LATIN).casefold()
    words = [_word(word) for word in re.findall(r"[^\W_]+|\|", folded)]
    if not words:
        return frozenset({folded.strip()})
    return frozenset({"".join(words), " ".join(sorted(words))})


def _bare(name: str) -> str:
    """Without accents, and in Latin letters as far as others look like them."""
    parts = unicodedata.normalize("NFKD", name)
    bare = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return bare.translate(LATIN)


def _word(word: str) -> str:
    """A digit among letters is read as one of them."""
    return word.translate(DIGITS) if any(letter.isalpha() for letter in word) else word

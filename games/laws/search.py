"""Looking for something in the laws: every word that was typed, whatever its accents and case."""

import re
from collections.abc import Iterable, Mapping

from ecarte_club.core.collation import sort_key
from games.engine.rulings.ids import Irregularity
from games.engine.rulings.laws import LAWS
from games.matches.labels.ruling_questions import IRREGULARITIES

from .texts.book import LAWS as WORDS

WORD = re.compile(r"\w+")


def folded(*texts: object) -> str:
    """Word by word, as the key of a name has a bounded length; a space before each word."""
    words = (word for text in texts for word in WORD.findall(str(text)))
    return "".join(f" {sort_key(word)}" for word in words)


def is_found(typed: str, among: str) -> bool:
    """`among` is folded. By the beginning of each word; a number is found whole: 4 is not 42."""
    return all(f" {word}" in among for word in folded(typed).split())


def numbers(irregularity: Irregularity) -> list[int]:
    """The laws that speak of it."""
    return [number for number, entry in LAWS.items() if irregularity in entry.irregularities]


def happenings(typed: str, among: Iterable[Irregularity]) -> list[Irregularity]:
    """By what happened, or by a law that speaks of it: its title, its number."""
    texts: Mapping[Irregularity, list[object]] = {
        one: [IRREGULARITIES[one], *_of_laws(numbers(one))] for one in among
    }
    return [one for one, said in texts.items() if is_found(typed, folded(*said))]


def _of_laws(found: Iterable[int]) -> list[object]:
    return [part for number in found for part in (number, WORDS[number].title)]

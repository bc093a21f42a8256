"""Hands, games and contests as text that people and programs read and write.

values         what is written, as frozen values; what can be wrong with a text, and where
lexing         headers, comments and tokens, line by line; a token read from left to right
tokens         each token as a value, each value as a token
files          contests from lines, and back
headers        the headers that the laws need
full_hands     a hand of which every card is known
partial_hands  a hand of which not every card is, its play in partial_play
known_hands    a hand whose cards follow from what was played, thrown and taken
evaluation     one hand: its record and its marks
contests       a contest from hand to hand, as entries, and made from a game of the engine
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from .contests import check_terms, follow
from .evaluation import HandResult
from .files import contests, dumps
from .headers import Context, headers
from .values import Contest, Fault, Game, Hand, NotationError, Place


def loads(text: str) -> Contest:
    """One contest, all of it checked. Raises NotationError."""
    return _checked(_single_contest(text))


def _single_contest(text: str, *, headless: bool = False) -> Contest:
    parsed = contests(text.split("\n"), headless=headless)
    contest = next(parsed, None)
    if contest is None:
        raise NotationError(Fault.HEADER_EXPECTED, Place(1, 1))
    another = next(parsed, None)
    if another is not None:
        raise NotationError(Fault.END_EXPECTED, another.places[0])
    return contest


def read(lines: Iterable[str]) -> Iterator[Contest]:
    """Contest after contest, each checked before it is given; however many, one is held.

    Raises NotationError.
    """
    return map(_checked, contests(lines))


def _checked(contest: Contest) -> Contest:
    check_terms(contest)
    return contest


def hand_dumps(hand: Hand, before: Context | None = None, game: int = 1) -> str:
    """A hand, with what stood before it if that is given: all that its marks follow from."""
    head = headers(before) if before else ()
    return dumps(Contest(head, (Game(game, (), (hand,)),))).lstrip("\n")


def hand_loads(text: str, before: Context | None = None) -> HandResult:
    """Of a text with one hand in it; `before` holds where its headers do not say otherwise.

    Raises NotationError.
    """
    contest = _single_contest(text, headless=before is not None)
    if before is not None:
        missing = [one for one in headers(before) if contest.header(one.key) is None]
        places = (Place(1, 1),) * len(missing) + contest.places
        contest = replace(contest, head=(*missing, *contest.head), places=places)
    results = tuple(follow(contest))
    if len(results) != 1:
        places = tuple(one.hand.place for one in results[1:])
        raise NotationError(Fault.ONE_HAND_EXPECTED, (*places, Place(1, 1))[0])
    return results[0]

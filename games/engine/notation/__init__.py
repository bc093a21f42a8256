"""Hands, games and contests as text that people and programs read and write.

values     what is written, as frozen values
faults     what is wrong with a text, and where
lexing     headers, comments and tokens, line by line
cursor     a token read from left to right
tokens     each token as a value, each value as a token
ruled      a ruling as a token
reading    contests from lines
writing    contests as lines
headers    the headers that the laws need
dealt      the cards as they were dealt and taken
held       what is known of a player's cards
wholly     a hand of which every card is known
partly     a hand of which not every card is
trail      the play of such a hand
facts      what the steps of a hand come to
judging    one hand: its record and its marks
following  a contest from hand to hand
entering   a contest as the entries of a match
making     a game of the engine as it is written down
"""

from collections.abc import Iterable, Iterator

from games.engine.notation.entering import check_terms, entries
from games.engine.notation.facts import action_text
from games.engine.notation.faults import NOWHERE, Fault, NotationError, Place
from games.engine.notation.following import follow
from games.engine.notation.headers import Context, context, headers
from games.engine.notation.judging import Told
from games.engine.notation.making import game_of
from games.engine.notation.reading import contests
from games.engine.notation.tokens import text
from games.engine.notation.values import Contest, Game, Hand
from games.engine.notation.writing import dump, dumps

__all__ = [
    "NOWHERE",
    "Contest",
    "Context",
    "Fault",
    "Game",
    "Hand",
    "NotationError",
    "Place",
    "Told",
    "action_text",
    "contests",
    "context",
    "dump",
    "dumps",
    "entries",
    "follow",
    "game_of",
    "hand_dumps",
    "hand_loads",
    "headers",
    "loads",
    "read",
    "text",
]


def loads(text: str) -> Contest:
    """One contest, all of it checked. Raises NotationError."""
    found = contests(text.split("\n"))
    contest = next(found, None)
    if contest is None:
        raise NotationError(Fault.HEADER_EXPECTED, Place(1, 1))
    another = next(found, None)
    if another is not None:
        raise NotationError(Fault.END_EXPECTED, another.places[0])
    return _checked(contest)


def read(lines: Iterable[str]) -> Iterator[Contest]:
    """Contest after contest, each checked before it is given; however many, one is held.

    Raises NotationError.
    """
    return map(_checked, contests(lines))


def _checked(contest: Contest) -> Contest:
    check_terms(contest)
    return contest


def hand_dumps(before: Context, hand: Hand, game: int = 1) -> str:
    """A hand with what stood before it: all that its marks follow from."""
    return dumps(Contest(headers(before), (Game(game, (), (hand,)),)))


def hand_loads(text: str) -> Told:
    """Of a text with one hand in it. Raises NotationError."""
    contest = loads(text)
    told = tuple(follow(contest))
    if len(told) != 1:
        places = [one.hand.place for one in told[1:]]
        raise NotationError(Fault.ONE_HAND_EXPECTED, (*places, contest.places[0])[0])
    return told[0]

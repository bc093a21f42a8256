"""Contests as text, in the one form that a contest has."""

from collections.abc import Iterable, Iterator

from games.engine.hand.actions import Say

from .tokens import DealBegins, GameBegins, text
from .values import (
    Comment,
    Contest,
    Hand,
    Holds,
    Plays,
    Said,
    ScoreBefore,
    Step,
    Takes,
    Throws,
    TrickTo,
    TurnUp,
)

WIDTH = 80
_DEALT = (Holds, TurnUp, ScoreBefore)
_PLAYED = (Plays, TrickTo)
_TALKED = (Throws, Takes)
_ANYWHERE = (Say.KING, Say.MARK, Say.ABANDON)


def dumps(contest: Contest) -> str:
    return "".join(lines(contest))


def dump(contests: Iterable[Contest]) -> Iterator[str]:
    """Line by line, an empty line between two of them."""
    for number, contest in enumerate(contests):
        if number:
            yield "\n"
        yield from lines(contest)


def lines(contest: Contest) -> Iterator[str]:
    """Each with its end."""
    for one in contest.head:
        yield f"{text(one)}\n"
    for game in contest.games:
        yield "\n"
        yield from _wrapped([text(GameBegins(game.number, game.score)), *map(text, game.before)])
        for hand in game.hands:
            for part in _parts(hand):
                yield from _wrapped(part)


def _parts(hand: Hand) -> Iterator[list[str]]:
    """The deal, what was said, what was played, and what came of it, a line each or more."""
    part = [text(DealBegins(hand.dealer, hand.order))]
    kind = "dealt"
    for step in hand.steps:
        follows = _kind(step, kind)
        if follows != kind:
            yield part
            part, kind = [], follows
        part.append(text(step))
    yield part


def _kind(step: Step, kind: str) -> str:
    if isinstance(step, Comment):
        return kind
    if isinstance(step, _DEALT):
        return "dealt"
    if isinstance(step, _PLAYED):
        return "played"
    if isinstance(step, Said):
        return kind if step.say in _ANYWHERE else "talked"
    return "talked" if isinstance(step, _TALKED) else "noted"


def _wrapped(tokens: list[str]) -> Iterator[str]:
    """Tokens are not broken; a comment may have lines of its own."""
    line = ""
    for token in tokens:
        last = line.rpartition("\n")[2]
        if line and len(last) + 1 + len(token.partition("\n")[0]) > WIDTH:
            yield f"{line}\n"
            line = token
        else:
            line = f"{line} {token}" if line else token
    yield f"{line}\n"

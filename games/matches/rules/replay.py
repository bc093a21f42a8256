"""A hand as a row of pictures: one of the deal, and one for each act."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.engine.facts import Mark
from games.engine.hand.state import Say
from games.engine.notation.tokens import DealBegins, text
from games.engine.notation.values import (
    Comment,
    Hand,
    Holds,
    Plays,
    Says,
    ScoreBefore,
    Step,
    Takes,
    Throws,
    TrickTo,
    TurnUp,
)
from games.engine.records import MarkKind
from games.engine.seats import Seat
from games.engine.terms import Score

from .replay_table import Table, after, dealt, speaker

ACTS: Final = (Says, Throws, Takes, Plays)
DEALT: Final = (Holds, TurnUp, ScoreBefore)
KINGS: Final = {Say.MARK: MarkKind.KING_TURNED, Say.KING: MarkKind.KING_HELD}


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the notation, and the picture that it belongs to. `whose`: cards that only he
    sees, and `unseen` how it is written without them."""

    text: str
    frame: int
    is_comment: bool = False
    whose: Seat | None = None
    unseen: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """`act` by `seat` led to it; the deal has none. `marks`: made by it. `score`: with them."""

    table: Table
    act: Step | None
    seat: Seat
    marks: tuple[Mark, ...]
    score: Score


@dataclass(frozen=True, slots=True)
class Replay:
    frames: tuple[Frame, ...]
    tokens: tuple[Token, ...]


def replay(hand: Hand, dealer: Seat, marks: Sequence[Mark], before: Score) -> Replay:
    """`marks`: all that counted in the hand, in the order in which they were made."""
    table = dealt(hand, dealer)
    pictures: list[tuple[Table, Step | None, Seat]] = [(table, None, dealer)]
    tokens = [Token(text(DealBegins(hand.dealer, hand.order)), 0)]
    for step in hand.steps:
        if isinstance(step, ACTS):
            seat = _actor(table, step)
            table = after(table, step)
            pictures.append((table, step, seat))
        elif isinstance(step, TrickTo):
            table = after(table, step)
            pictures[-1] = (table, *pictures[-1][1:])
        frame = 0 if isinstance(step, DEALT) else len(pictures) - 1
        tokens.append(_token(step, frame))
    return Replay(_marked(pictures, list(marks), before), tuple(tokens))


def _token(step: Step, frame: int) -> Token:
    if isinstance(step, Holds | Throws | Takes):
        unseen = replace(step, cards=(None,) * len(step.cards))
        return Token(text(step), frame, whose=step.seat, unseen=text(unseen))
    return Token(text(step), frame, isinstance(step, Comment))


def _actor(table: Table, step: Step) -> Seat:
    if isinstance(step, Says):
        return speaker(table, step)
    if isinstance(step, Throws | Takes):
        return step.seat
    return table.to_play


def _marked(
    pictures: Sequence[tuple[Table, Step | None, Seat]], marks: list[Mark], before: Score
) -> tuple[Frame, ...]:
    """A king is marked when it is said; what is left of the marks when all is over."""
    frames: list[Frame] = []
    score = before
    for number, (table, act, seat) in enumerate(pictures):
        kind = KINGS.get(act.say) if isinstance(act, Says) else None
        made = [mark for mark in marks if kind is not None and mark.kind is kind]
        if number == len(pictures) - 1:
            made = marks
        marks = [mark for mark in marks if mark not in made]
        for mark in made:
            score = score.plus(mark.seat, mark.points)
        by = made[0].seat if kind and made else seat
        frames.append(Frame(table, act, by, tuple(made), score))
    return tuple(frames)

"""Marks made, in order: the game ends at the one that reaches five."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from games.engine.facts import Mark
from games.engine.seats import Seat
from games.engine.states import DealPassed
from games.engine.terms import GAME_IS, Score

from .actions import Say
from .state import IN_PLAY, STANDING, Event, GameEnded, Phase, State

Step = tuple[State, tuple[Event, ...]]

AFTER: Final[Mapping[Seat | None, DealPassed]] = {seat: DealPassed(seat.other) for seat in Seat}
"""The deal passes, from each dealer."""

NO_EVENTS: Final[tuple[Event, ...]] = ()
_OVER = Phase.OVER


def counted(score: Score, mark: Mark) -> tuple[Mark, Score]:
    """The mark as far as it counts, and the score with it: no score passes five."""
    had = score.of(mark.seat)
    if had + mark.points > GAME_IS:
        mark = replace(mark, points=GAME_IS - had)
    return mark, score.plus(mark.seat, mark.points)


def hand_over(state: State, mark: Mark) -> Step:
    """The tricks are marked; `state` is as the last card, or the abandoning, left it."""
    mark, score = counted(state.score, mark)
    *played, aside, log, _legal = state[IN_PLAY:]
    ended = score.winner
    # A king held is too late now; one that was turned may be marked until the next trump.
    aside = (Say.MARK,) if Say.MARK in aside and ended is None else ()
    over = (score, (*state.marks, mark), _OVER, *played, aside, log, aside)
    after = tuple.__new__(State, (*state[:STANDING], *over))
    if ended is None:
        return after, (mark, AFTER[state.dealer])
    return after, (mark, GameEnded(ended, score))


def mark_aside(state: State, said: Say, mark: Mark) -> Step:
    """A king is marked, whoever's turn it is; all else stays as it was."""
    mark, score = counted(state.score, mark)
    after = state._replace(
        score=score,
        marks=(*state.marks, mark),
        aside=(),
        log=(*state.log, said),
        legal=tuple(action for action in state.legal if action is not said),
    )
    if score.winner is None:
        return after, (mark,)
    return after._replace(phase=_OVER, legal=()), (mark, GameEnded(score.winner, score))

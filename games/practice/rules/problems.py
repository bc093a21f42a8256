"""The daily problem: a decision whose best action is not obvious, found from the day alone.

Hands are dealt from seeds of the day, and played by robots, until a decision comes up that the
printed hints get wrong, and of which the best action is surely but not much better than the next.
"""

from datetime import date
from hashlib import sha256
from typing import Final, NamedTuple

from games.engine.hand.state import Action, Phase, Say
from games.engine.robots.advice import Advice
from games.engine.robots.duel import ROBOTS
from games.engine.robots.tables import Tables
from games.engine.seats import Seat
from games.engine.terms import GAME_IS, Score

from .hands import READER, Played, Start, chance_of, played, seeds

LEAST, MOST = 0.015, 0.08
"""Chances of the game between the best action and the next: more than the counts' own error, and
less than anybody sees at once."""
OPEN: Final = (0.1, 0.9)
"""Between them, the game is not as good as won or lost."""
FIRST_DAY: Final = date(2026, 11, 1)
"""Nobody is asked about days before."""


class Problem(NamedTuple):
    """`actions`: what the reader's side has done before."""

    start: Start
    actions: tuple[Action, ...]
    played: Played
    advice: Advice


def problem_of(day: date, tables: Tables) -> Problem:
    """The same for everybody, with the same tables."""
    for seed in seeds(f"problem {day.isoformat()}"):
        start = start_of(seed)
        found = _in_hand(start, tables)
        if found is not None:
            return found
    raise AssertionError("there are seeds without end")


def start_of(seed: str) -> Start:
    """With a score and a dealer of its own."""
    own, other, deals = sha256(f"{seed} score".encode()).digest()[:3]
    return Start(
        seed, Seat.A if deals % 2 else Seat.B, Score(own % GAME_IS, other % GAME_IS), "club"
    )


def _in_hand(start: Start, tables: Tables) -> Problem | None:
    """The first decision that is a good problem; the reader's side is played by a robot."""
    actions: tuple[Action, ...] = ()
    while True:
        at = played(start, actions, tables)
        if at.is_over:
            return None
        advised = at.advice(tables)
        if advised is not None and is_good(at, advised):
            return Problem(start, actions, at, advised)
        chance = chance_of(start.seed, -1 - len(actions))
        action = ROBOTS["club"](at.seen, at.memory, tables, chance)
        if action is None:
            return None
        actions = (*actions, action)


def is_good(at: Played, advised: Advice) -> bool:
    best, second = advised.options[:2]
    gap = best.chance - second.chance
    printed = advised.reason.printed
    return (
        LEAST <= gap <= MOST
        and OPEN[0] <= best.chance <= OPEN[1]
        and printed not in (None, best.action, Say.KING)
        and at.seen.phase is not Phase.OVER
        and at.seen.to_act is READER
    )

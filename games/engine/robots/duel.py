"""Two robots at one table: hands to their end, and deals played twice with the seats changed."""

from collections.abc import Callable, Iterable, Mapping
from math import sqrt
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.codes import Code
from games.engine.hand import apply, begin
from games.engine.hand.state import Action, Deal, Phase, State
from games.engine.hand.views import View, view
from games.engine.seats import Seat
from games.engine.terms import NOTHING, Score

from . import beginner, club, strong
from .seeing import Memory
from .tables import Tables

Robot = Callable[[View, Memory, Tables, float], Action | None]
"""From a view, what the robot remembers, the tables and a chance: what it does, or nothing."""
Chance = Callable[[], float]
"""Each time another number from 0 up to 1."""


def beginner_robot(of: View, memory: Memory, _tables: Tables, _chance: float) -> Action | None:
    chosen = beginner.choice(of, memory)
    return chosen and chosen.action


ROBOTS: Mapping[str, Robot] = {
    "beginner": beginner_robot,
    "club": club.action,
    "strong": strong.action,
}
DUELLISTS: Mapping[str, Robot] = {**ROBOTS, "classes": strong.by_classes}
"""And those that only show what a part of a robot is worth."""


class TableError(RuntimeError):
    """Both robots wait for each other."""


def played(
    state: State, robots: Mapping[Seat, Robot], tables: Tables, chances: Mapping[Seat, Chance]
) -> State:
    """A hand that is dealt, to its end."""
    memories: dict[Seat, Memory] = dict.fromkeys(Seat, Memory())
    while state.phase is not Phase.OVER:
        state = _acted(state, robots, memories, tables, chances)
    return state


def _acted(
    state: State,
    robots: Mapping[Seat, Robot],
    memories: dict[Seat, Memory],
    tables: Tables,
    chances: Mapping[Seat, Chance],
) -> State:
    for seat in Seat:
        seen = view(state, seat)
        memories[seat] |= frozenset(seen.hand or ())
        if seen.legal:
            action = robots[seat](seen, memories[seat], tables, chances[seat]())
            if action is not None:
                return apply(state, action)[0]
    raise TableError


class Result(NamedTuple):
    """Of one deal played twice, to the first robot: points more than the other, and how often the
    point was won, both a hand."""

    points: float
    hands_won: float


def twice(
    code: Code,
    pack: tuple[Card, ...],
    robots: tuple[Robot, Robot],
    tables: Tables,
    chances: Callable[[], Chance],
    score: Score = NOTHING,
) -> Result:
    """The first robot deals, and then the other does; each robot draws the same chances in both.

    `score`: of the elder hand (a) and the dealer (b), in both.
    """
    points = won = 0.0
    for dealer in Seat:
        seats = dict(zip((Seat.A, Seat.B), robots, strict=True))
        standing = score if dealer is Seat.B else Score(score.b, score.a)
        state, _ = apply(begin(code, score=standing, dealer=dealer), Deal(pack))
        state = played(state, seats, tables, {seat: chances() for seat in Seat})
        gained = [state.score.of(seat) - standing.of(seat) for seat in Seat]
        points += gained[0] - gained[1]
        won += state.tricks.a > state.tricks.b
    return Result(points / 2, won / 2)


class Figures(NamedTuple):
    """Over so many deals: the mean of points a hand, and its standard error."""

    deals: int
    points: float
    error: float

    @property
    def errors_from_none(self) -> float:
        """How many standard errors the mean lies from nothing."""
        return self.points / self.error if self.error else 0.0


def figures(results: Iterable[float]) -> Figures:
    values = list(results)
    number = len(values)
    mean = sum(values) / number
    spread = sum((value - mean) ** 2 for value in values) / max(number - 1, 1)
    return Figures(number, mean, sqrt(spread / number))

"""The chance to win a game from each score: exact, once the chances of a single hand are given.

The deal alternates and each hand is played alike at any score. Marks count in the order in which
they are made, so that a king that makes five ends the game before a card is played.
"""

from collections.abc import Iterator, Mapping
from enum import IntEnum
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from games.engine.terms import GAME_IS


class Side(IntEnum):
    DEALER = 0
    ELDER = 1


Marks = tuple[tuple[Side, int], ...]
"""Of one hand, in the order in which they are made. Empty: nobody marked anything."""
Outcomes = Mapping[Marks, int]
"""In how many of the hands these marks were made."""


class Counted(NamedTuple):
    """Hands played from packs shuffled from `seed`. `first`: the counts of the first of them."""

    seed: int
    first_hands: int
    first: Outcomes
    outcomes: Outcomes

    @property
    def hands(self) -> int:
        return sum(self.outcomes.values())


class At(NamedTuple):
    """A score, as whoever deals next sees it."""

    dealer: int
    elder: int

    @property
    def dealt_by_other(self) -> "At":
        """The same score seen by the other, when it is his deal."""
        return At(self.elder, self.dealer)


Chances = Mapping[At, Fraction]
"""That the dealer wins the game."""

SCORES = tuple(At(dealer, elder) for dealer in range(GAME_IS) for elder in range(GAME_IS))


class NeverEndsError(ValueError):
    """In none of the hands did anybody mark anything."""


def chances(outcomes: Outcomes) -> Chances:
    """From the highest scores down: each hand leads to a higher score, or to the same one."""
    if not any(marks and hands for marks, hands in outcomes.items()):
        raise NeverEndsError
    found: dict[At, Fraction] = {}
    for at in sorted(SCORES, key=sum, reverse=True):
        if at not in found:
            found.update(_solved(at, outcomes, found))
    return found


def after(at: At, marks: Marks) -> Side | At:
    """Who has won the game; or the score as the next dealer sees it, who was the elder hand."""
    points = list(at)
    for side, worth in marks:
        points[side] += worth
        if points[side] >= GAME_IS:
            return side
    return At(*points).dealt_by_other


def _solved(at: At, outcomes: Outcomes, known: Chances) -> Iterator[tuple[At, Fraction]]:
    """The score with either dealing. A hand without marks leads from one to the other:

    x = own + void (1 - y) and y = others + void (1 - x), which two equations give both.
    """
    other = at.dealt_by_other
    total = sum(outcomes.values())
    void = Fraction(outcomes.get((), 0), total)
    own = _moved(at, outcomes, known) / total
    others = own if other == at else _moved(other, outcomes, known) / total
    for one, first, second in ((at, own, others), (other, others, own)):
        yield one, (first + void - void * (second + void)) / (1 - void * void)


def _moved(at: At, outcomes: Outcomes, known: Chances) -> Fraction:
    """In how many of the hands the dealer wins in the end, but for those without marks."""
    won = Fraction(0)
    for marks, hands in outcomes.items():
        if not marks:
            continue
        then = after(at, marks)
        if isinstance(then, At):
            won += hands * (1 - known[then])
        elif then is Side.DEALER:
            won += hands
    return won


def errors(outcomes: Outcomes) -> Mapping[At, float]:
    """The standard error of each chance, the hands being a sample of all there are.

    By what one hand more of each kind moves it (the infinitesimal jackknife).
    """
    usual = chances(outcomes)
    squares = dict.fromkeys(SCORES, 0.0)
    for marks, hands in outcomes.items():
        moved = chances({**outcomes, marks: hands + 1})
        for at in SCORES:
            squares[at] += hands * float(moved[at] - usual[at]) ** 2
    return {at: sqrt(square) for at, square in squares.items()}

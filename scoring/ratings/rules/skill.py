"""A player's strength as a normal distribution, updated by the games of each match.

How well it predicts, beside other methods: docs/decisions/ratings.md.

The chance to win a game is logistic in the difference of two strengths (Bradley and Terry, 1952).
A match is seen at once: one step of Newton towards what is likeliest after its games, and the
curvature there as what is known from then on, the way of the extended Kalman filter. Time away
makes less sure (Glickman, 1999).

Figures are whole millionths of log-odds, so that they are kept and computed again exactly.
"""

from math import exp, hypot, pi, sqrt
from typing import Final, NamedTuple

ONE: Final = 1_000_000
NEW_DOUBT: Final = 250_000
"""How far players of a club lie apart: of a newcomer no more is known than that. Two who are one
such step above and below the middle win 62 games in a hundred of each other: luck is large."""
DRIFT: Final = 20_000
"""How far a strength may move in a week."""
ESTABLISHED: Final = 200_000
"""As sure as after some forty games. Who is less sure is provisional."""
NINETEEN_IN_TWENTY: Final = 1.96
LEAST: Final = 1
WEEK: Final = 7


class Skill(NamedTuple):
    """`strength`: 0 is the middle of those who come new. `doubt`: its standard deviation.
    `day`: of the last match, an ordinal."""

    strength: int
    doubt: int
    day: int


NEWCOMER: Final = Skill(0, NEW_DOUBT, 0)


def rested(skill: Skill, day: int) -> Skill:
    """With the doubt of `day`, which is never more than a newcomer's."""
    weeks = max(0, day - skill.day) / WEEK
    doubt = min(NEW_DOUBT, round(hypot(skill.doubt, DRIFT * sqrt(weeks))))
    return Skill(skill.strength, doubt, max(day, skill.day))


def chance(a: Skill, b: Skill) -> float:
    """That the first wins a game of the second, with all that is not known of them."""
    doubt = hypot(a.doubt, b.doubt) / ONE
    return _logistic((a.strength - b.strength) / ONE / sqrt(1 + pi * doubt**2 / 8))


def meet(a: Skill, b: Skill, games: tuple[int, int], day: int) -> tuple[Skill, Skill]:
    """What is known of both after a match that ended on `day`; `games`: won by each.

    Without a game nothing is learnt. Exchanging the two exchanges the answer.
    """
    a, b = rested(a, day), rested(b, day)
    both = (a.doubt / ONE) ** 2 + (b.doubt / ONE) ** 2
    before = (a.strength - b.strength) / ONE
    played = sum(games)
    expected = _logistic(before)
    weight = played * expected * (1 - expected)
    shift = (games[0] - played * expected) / (weight + 1 / both)
    after = _logistic(before + shift)
    weight = played * after * (1 - after)
    return _updated(a, shift / both, weight, both), _updated(b, -shift / both, weight, both)


def _updated(skill: Skill, push: float, weight: float, both: float) -> Skill:
    """One player's share of what was learnt of both, in proportion to the doubt."""
    variance = (skill.doubt / ONE) ** 2
    left = variance - variance**2 * weight / (1 + weight * both)
    strength = skill.strength + round(variance * push * ONE)
    return Skill(strength, max(LEAST, round(sqrt(left) * ONE)), skill.day)


def per_mille(strength: int) -> int:
    """Games won of a thousand against somebody of the middle: the figure that is shown."""
    return round(1000 * _logistic(strength / ONE))


def span(skill: Skill) -> tuple[int, int]:
    """From and to, as `per_mille`: the range in nineteen cases of twenty."""
    off = round(NINETEEN_IN_TWENTY * skill.doubt)
    return per_mille(skill.strength - off), per_mille(skill.strength + off)


def is_established(skill: Skill) -> bool:
    return skill.doubt <= ESTABLISHED


def _logistic(odds: float) -> float:
    return 1 / (1 + exp(-odds))

"""A player's strength as a normal distribution, updated by the games of each match.

How well it predicts, beside other methods: docs/decisions/ratings.md.

The chance to win a game is logistic in the difference of two strengths (Bradley and Terry, 1952).
A match is seen at once: one step of Newton towards what is likeliest after its games, and the
curvature there as what is known from then on, the way of the extended Kalman filter. Time away
makes less sure (Glickman, 1999).

Figures are whole millionths of log-odds, so that they are kept and computed again exactly.
"""

from math import ceil, exp, hypot, pi, sqrt
from typing import Final, NamedTuple

ONE: Final = 1_000_000
ESTABLISHED: Final = 200_000
"""A rating with more doubt is provisional, and so is one that is hardly better known than a
newcomer's: in a club of equals much is known of everybody, and little of who is the better."""
ESTABLISHED_PART: Final = 0.8
NINETEEN_IN_TWENTY: Final = 1.96
LEAST: Final = 1
WEEK: Final = 7


class Skill(NamedTuple):
    """`strength`: 0 is the middle of those who come new. `doubt`: its standard deviation.
    `day`: of the last match, an ordinal."""

    strength: int
    doubt: int
    day: int


class Scale(NamedTuple):
    """How far players of a club lie apart, and how far one moves in a week: standard deviations.

    `middle`: the standard deviation of what is not known of the middle of all its players.
    `widest`: how far they may lie apart for all that is known, which ranges allow for.
    """

    spread: int
    drift: int
    middle: int
    widest: int

    @property
    def newcomer(self) -> Skill:
        """Of whom no more is known than how far players lie apart."""
        return Skill(0, self.spread, 0)

    @property
    def established(self) -> int:
        """The largest doubt of a rating that is not provisional: of one that is known well enough
        even if players lie as far apart as they may."""
        known = 1 / min(ESTABLISHED, ESTABLISHED_PART * self.widest) ** 2
        return round(1 / sqrt(known + 1 / self.spread**2 - 1 / self.widest**2))

    @property
    def games_to_establish(self) -> int:
        """Against equals who are well known, whose every game adds a quarter to the precision."""
        known, new = (ONE / doubt for doubt in (self.established, self.spread))
        return ceil(4 * (known**2 - new**2))


USUAL: Final = Scale(160_000, 12_800, 0, 250_000)
"""Until a club has results enough to learn its own. Two players one spread above and below the
middle win 58 games in a hundred of each other: luck is large."""


def rested(skill: Skill, day: int, scale: Scale = USUAL) -> Skill:
    """With the doubt of `day`, which is never more than a newcomer's."""
    weeks = max(0, day - skill.day) / WEEK
    doubt = min(scale.spread, round(hypot(skill.doubt, scale.drift * sqrt(weeks))))
    return Skill(skill.strength, doubt, max(day, skill.day))


def chance(a: Skill, b: Skill) -> float:
    """That the first wins a game of the second, with all that is not known of them."""
    doubt = hypot(a.doubt, b.doubt) / ONE
    return _logistic((a.strength - b.strength) / ONE / sqrt(1 + pi * doubt**2 / 8))


def meet(
    a: Skill, b: Skill, games: tuple[int, int], day: int, scale: Scale = USUAL
) -> tuple[Skill, Skill]:
    """What is known of both after a match that ended on `day`; `games`: won by each.

    Without a game nothing is learnt. Exchanging the two exchanges the answer.
    """
    a, b = rested(a, day, scale), rested(b, day, scale)
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


def span(skill: Skill, scale: Scale = USUAL) -> tuple[int, int]:
    """From and to, as `per_mille`: the range in nineteen cases of twenty."""
    low, high = _ends(skill, scale)
    return per_mille(low), per_mille(high)


def lower(skill: Skill, scale: Scale = USUAL) -> int:
    """The strength that is exceeded in 39 cases of 40, however far players lie apart."""
    return _ends(skill, scale)[0]


def _ends(skill: Skill, scale: Scale) -> tuple[int, int]:
    """Of the range by the spread and of that by the widest, the lower and the higher.

    Games say how far the players of a club lie apart, never how far all of them together are from
    the middle of newcomers. The more somebody has played, the more their doubt is that one too.
    """
    ranges = []
    for strength, doubt in ((skill.strength, skill.doubt), _by_widest(skill, scale)):
        common = scale.middle**2 * max(0, 1 - skill.doubt**2 / scale.spread**2)
        half = NINETEEN_IN_TWENTY * sqrt(doubt**2 + common)
        ranges.append((strength - half, strength + half))
    return round(min(low for low, _high in ranges)), round(max(high for _low, high in ranges))


def _by_widest(skill: Skill, scale: Scale) -> tuple[float, float]:
    """Strength and doubt, if players lie as far apart as they may: what games have added to the
    precision is the same, and strength grows as much as the variance."""
    # A rating that is still to be computed again may be less known than a newcomer's.
    by_games = max(0, 1 / skill.doubt**2 - 1 / scale.spread**2)
    precision = by_games + 1 / scale.widest**2
    return skill.strength / (skill.doubt**2 * precision), 1 / sqrt(precision)


def is_established(skill: Skill, scale: Scale = USUAL) -> bool:
    return skill.doubt <= scale.established


def _logistic(odds: float) -> float:
    return 1 / (1 + exp(-odds))

"""Figures that are made of the opponents' scores: Buchholz, Sonneborn-Berger, Koya.

Articles are those of FIDE's C.07, in the edition of 1 March 2026.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from .counted import Counted, Unplayed
from .figures import Key, points_of
from .results import How, Meeting, Share, Side

REQUESTED = frozenset((How.HALF_BYE, How.ABSENT))
FORFEITS = frozenset((How.WALKOVER, How.BOTH_ABSENT))


class Contribution(NamedTuple):
    """What one round adds. `opponent` is None for the dummy; `share`: the entrant's own."""

    round: int
    opponent: int | None
    score: int
    share: Share
    voluntary: bool


Weight = Callable[[Contribution], int]


def score_of(contribution: Contribution) -> int:
    """What a contribution adds to a Buchholz."""
    return contribution.score


def weighed_by(earned: Key) -> Weight:
    """What it adds to a Sonneborn-Berger."""
    return lambda contribution: contribution.score * earned(contribution.share)


def voluntary(side: Side) -> bool:
    """Article 16.1: a round not played by the entrant's own doing, asked for or forfeited."""
    return side.how in REQUESTED or (side.how in FORFEITS and not side.won)


@dataclass(frozen=True)
class Opponents:
    """Of all entrants, by what `key` counts; `fore`: as if the last round's pairings had ended
    level (8.3). What a forfeit costs is the entrant's own: here it brought no points."""

    counted: Counted
    key: Key = points_of
    fore: bool = False

    @cached_property
    def sides(self) -> Mapping[int, Sequence[Side]]:
        return {
            entrant: [_without_cost(side) for side in own]
            for entrant, own in self.counted.sides.items()
        }

    @cached_property
    def scores(self) -> Mapping[int, int]:
        """As opponents: rounds off that were asked for count as drawn at the end (16.3)."""
        return {entrant: self._score(entrant) for entrant in self.counted.entrants}

    @cached_property
    def contributions(self) -> Mapping[int, Sequence[Contribution]]:
        return {entrant: tuple(self._contributions(entrant)) for entrant in self.counted.entrants}

    def buchholz(self, entrant: int, cuts: tuple[int, int]) -> int:
        return sum(one.score for one in without_extremes(self.contributions[entrant], *cuts))

    def sonneborn_berger(self, entrant: int, earned: Key, lowest: int = 0) -> int:
        weight = weighed_by(earned)
        counted = without_lowest(self.contributions[entrant], lowest, weight)
        return sum(map(weight, counted))

    def koya(self, entrant: int) -> int:
        """A walkover is a meeting with the opponent here."""
        return sum(side.share.points for side in self.against_the_better_half(entrant))

    def against_the_better_half(self, entrant: int) -> Iterable[Side]:
        for side in self.sides[entrant]:
            if side.opponent is not None and side.opponent in self._better_half:
                yield side

    @cached_property
    def _better_half(self) -> frozenset[int]:
        """With half of what they could have, or more. While a season is being played not everybody
        has met as many; of planned pairings a round without one could bring nothing."""
        win, rounds = self.counted.scheme.win, self.counted.rounds
        planned = self.counted.unplayed is Unplayed.PLANNED
        could = {
            entrant: sum(side.opponent is not None for side in sides) if planned else rounds
            for entrant, sides in self.sides.items()
        }
        points = {
            entrant: sum(side.share.points for side in sides)
            for entrant, sides in self.sides.items()
        }
        return frozenset(
            entrant for entrant, most in could.items() if 2 * points[entrant] >= win * most
        )

    @cached_property
    def _draw(self) -> int:
        """Of a meeting. Board points are shared evenly."""
        if self.key is points_of:
            return self.counted.scheme.draw
        both = (self.key(one.home_share) + self.key(one.away_share) for one in self._pairings)
        return max(both, default=0) // 2

    @property
    def _pairings(self) -> Iterable[Meeting]:
        return (one for one in self.counted.meetings if one.away is not None)

    def _is_levelled(self, side: Side) -> bool:
        return self.fore and side.round == self.counted.rounds and side.opponent is not None

    def _earned(self, side: Side) -> int:
        return self._draw if self._is_levelled(side) else self.key(side.share)

    def _own(self, entrant: int) -> int:
        return sum(map(self._earned, self.sides[entrant]))

    def _score(self, entrant: int) -> int:
        own = self._own(entrant)
        if self.counted.unplayed is Unplayed.PLANNED:
            return own
        return own + sum(
            self._draw - self.key(side.share) for side in self._last_rounds_off(entrant)
        )

    def _last_rounds_off(self, entrant: int) -> Iterable[Side]:
        """The rounds off, asked for, after which the entrant did not play again."""
        for side in reversed(self.sides[entrant]):
            if self._is_levelled(side) or not voluntary(side):
                return
            if side.how in REQUESTED:
                yield side

    def _contributions(self, entrant: int) -> Iterable[Contribution]:
        planned = self.counted.unplayed is Unplayed.PLANNED
        for side in self.sides[entrant]:
            met = side.how is How.PLAYED or self._is_levelled(side)
            met = met or (planned and side.how in FORFEITS)
            if met and side.opponent is not None:
                score = self.scores[side.opponent]
                yield Contribution(side.round, side.opponent, score, side.share, False)
            elif not planned:
                dummy = self._dummy(entrant, side)
                yield Contribution(side.round, None, dummy, side.share, voluntary(side))

    def _dummy(self, entrant: int, side: Side) -> int:
        """Article 16.4: as good as the entrant; since 2026 capped.

        By the score of the opponent who was to be met, and else by a draw in every round.
        """
        own = self._own(entrant)
        if self.counted.unplayed is Unplayed.DRAWN_2024:
            return own
        if side.opponent is not None:
            return min(own, self.scores[side.opponent])
        return min(own, self._draw * self.counted.rounds)


def _without_cost(side: Side) -> Side:
    if side.share.points >= 0 or side.how not in FORFEITS:
        return side
    return side._replace(share=side.share._replace(points=0))


def without_extremes(
    contributions: Sequence[Contribution], low: int, high: int
) -> Sequence[Contribution]:
    left = sorted(without_lowest(contributions, low, score_of), key=score_of)
    return left[: len(left) - high] if high else left


def without_lowest(
    contributions: Sequence[Contribution], low: int, weight: Weight
) -> Sequence[Contribution]:
    """The lowest score is left out, of equal ones the lowest weight (14.1); instead of it what was
    not played by the entrant's own doing, if that is no less (16.5)."""

    def rank(contribution: Contribution) -> tuple[int, int]:
        return contribution.score, weight(contribution)

    left = list(contributions)
    for _cut in range(min(low, len(left))):
        lowest = min(left, key=rank)
        own_doing = min((one for one in left if one.voluntary), key=rank, default=lowest)
        left.remove(own_doing if weight(own_doing) >= weight(lowest) else lowest)
    return left

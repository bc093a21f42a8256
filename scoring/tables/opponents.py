"""Figures made of the opponents' scores: Buchholz with its cuts, and Sonneborn-Berger.

After FIDE's Tie-Break Regulations, C.07: articles 8, 9 and 14, and for what was not played 15 and
16 (`Unplayed`). Everything is in whole points of the scheme: under two, one and nothing a Buchholz
is twice FIDE's figure and a Sonneborn-Berger four times. A score is what the meetings gave,
bonuses included; points adjustments are left out, as they are not the opponents' doing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from .counted import Counted, Unplayed
from .results import How, Side

REQUESTED = frozenset((How.HALF_BYE, How.ABSENT))
FORFEITS = frozenset((How.WALKOVER, How.BOTH_ABSENT))


class Contribution(NamedTuple):
    """What one round adds. `opponent` is None for the dummy; `earned`: by the entrant."""

    round: int
    opponent: int | None
    score: int
    earned: int
    voluntary: bool


def voluntary(side: Side) -> bool:
    """Article 16.1: a round not played by the entrant's own doing, asked for or forfeited."""
    return side.how in REQUESTED or (side.how in FORFEITS and not side.won)


@dataclass(frozen=True)
class Opponents:
    """Of all entrants, worked out when first needed."""

    counted: Counted

    @cached_property
    def scores(self) -> Mapping[int, int]:
        """As opponents: rounds off that were asked for count as drawn at the end (16.3)."""
        return {entrant: self._score(entrant) for entrant in self.counted.entrants}

    @cached_property
    def contributions(self) -> Mapping[int, Sequence[Contribution]]:
        return {entrant: tuple(self._contributions(entrant)) for entrant in self.counted.entrants}

    def buchholz(self, entrant: int, cuts: tuple[int, int]) -> int:
        return sum(one.score for one in without_extremes(self.contributions[entrant], *cuts))

    def sonneborn_berger(self, entrant: int) -> int:
        """Each opponent's score, times the points won against them."""
        return sum(one.score * one.earned for one in self.contributions[entrant])

    def _score(self, entrant: int) -> int:
        own = self.counted.sums[entrant].points
        if self.counted.unplayed is Unplayed.PLANNED:
            return own
        draw = self.counted.scheme.draw
        return own + sum(draw - side.share.points for side in self._last_rounds_off(entrant))

    def _last_rounds_off(self, entrant: int) -> Iterable[Side]:
        """The rounds off, asked for, after which the entrant did not play again."""
        for side in reversed(self.counted.sides[entrant]):
            if not voluntary(side):
                return
            if side.how in REQUESTED:
                yield side

    def _contributions(self, entrant: int) -> Iterable[Contribution]:
        planned = self.counted.unplayed is Unplayed.PLANNED
        for side in self.counted.sides[entrant]:
            earned = side.share.points
            met = side.how is How.PLAYED or (planned and side.how in FORFEITS)
            if met and side.opponent is not None:
                score = self.scores[side.opponent]
                yield Contribution(side.round, side.opponent, score, earned, False)
            elif not planned:
                dummy = self._dummy(entrant, side)
                yield Contribution(side.round, None, dummy, earned, voluntary(side))

    def _dummy(self, entrant: int, side: Side) -> int:
        """Article 16.4: as good as the entrant; since 2026 capped.

        By the score of the opponent who was to be met, and else by a draw in every round.
        """
        own = self.counted.sums[entrant].points
        if self.counted.unplayed is Unplayed.DRAWN_2024:
            return own
        if side.opponent is not None:
            return min(own, self.scores[side.opponent])
        return min(own, self.counted.scheme.draw * self.counted.rounds)


def without_extremes(
    contributions: Sequence[Contribution], low: int, high: int
) -> Sequence[Contribution]:
    """Of the lowest, those not played by the entrant's own doing are left out first (16.5)."""
    lowest_first = sorted(contributions, key=lambda one: (not one.voluntary, one.score))
    left = sorted(lowest_first[low:], key=lambda one: one.score)
    return left[: len(left) - high] if high else left

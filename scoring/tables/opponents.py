"""Figures made of the opponents' scores: Buchholz with its cuts, and Sonneborn-Berger.

After FIDE's Tie-Break Regulations, C.07: articles 8, 9 and 14, and for what was not played 15 and
16 (`Unplayed`). Everything is in whole points of the scheme: under two, one and nothing a Buchholz
is twice FIDE's figure and a Sonneborn-Berger four times. A score is what the meetings gave,
bonuses included; what the committee gave or took is left out, as it is not the opponents' doing.
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
    """What one round adds. `opponent` is None for the dummy; `earned` is the entrant's own."""

    round: int
    opponent: int | None
    score: int
    earned: int
    voluntary: bool


def voluntary(side: Side) -> bool:
    """Article 16.1: a round not played by one's own doing, asked for or forfeited."""
    return side.how in REQUESTED or (side.how in FORFEITS and not side.won)


@dataclass(frozen=True)
class Opponents:
    """Of all entrants at once; each is worked out when it is first asked for."""

    counted: Counted

    @cached_property
    def scores(self) -> Mapping[int, int]:
        """As opponents: who asked for rounds off and never came back has drawn them (16.3)."""
        return {entrant: self._score(entrant) for entrant in self.counted.entrants}

    @cached_property
    def contributions(self) -> Mapping[int, Sequence[Contribution]]:
        return {entrant: tuple(self._contributions(entrant)) for entrant in self.counted.entrants}

    def buchholz(self, entrant: int, cuts: tuple[int, int]) -> int:
        return sum(one.score for one in kept(self.contributions[entrant], *cuts))

    def sonneborn_berger(self, entrant: int) -> int:
        """Each opponent's score as often as one has points of him."""
        return sum(one.score * one.earned for one in self.contributions[entrant])

    def _score(self, entrant: int) -> int:
        own = self.counted.sums[entrant].points
        if self.counted.unplayed is Unplayed.PLANNED:
            return own
        draw = self.counted.scheme.draw
        return own + sum(draw - side.share.points for side in self._gone(entrant))

    def _gone(self, entrant: int) -> Iterable[Side]:
        """The rounds he asked for off after which he played no more."""
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
        """Article 16.4: as good as the entrant himself; since 2026 capped,

        by the score of who was to be met, and else by a draw in every round.
        """
        own = self.counted.sums[entrant].points
        if self.counted.unplayed is Unplayed.DRAWN_2024:
            return own
        if side.opponent is not None:
            return min(own, self.scores[side.opponent])
        return min(own, self.counted.scheme.draw * self.counted.rounds)


def kept(contributions: Sequence[Contribution], low: int, high: int) -> Sequence[Contribution]:
    """Without the lowest, those not played by one's own doing first (16.5), and the highest."""
    lowest_first = sorted(contributions, key=lambda one: (not one.voluntary, one.score))
    left = sorted(lowest_first[low:], key=lambda one: one.score)
    return left[: len(left) - high] if high else left

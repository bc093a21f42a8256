"""What a table counts: of all there is, what had happened by a day or a round."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from .results import Adjustment, How, Meeting, Ruling, Scheme, Share, Side, Struck, sides

ZERO = Share()


class Unplayed(StrEnum):
    """How meetings not played are seen by the figures that are made of opponents.

    PLANNED is article 15 of FIDE's C.07, for pairings known from the beginning: a walk-over is a
    meeting like any other. The others are its article 16, for rounds drawn as they come, in the
    editions of 1 August 2024 and of 1 March 2026, which caps the dummy opponent's score.
    """

    PLANNED = "planned"
    DRAWN_2024 = "drawn_2024"
    DRAWN_2026 = "drawn_2026"


@dataclass(frozen=True, slots=True)
class TableData:
    """All there is, and up to when it counts."""

    entrants: tuple[int, ...]
    meetings: tuple[Meeting, ...]
    rulings: tuple[Ruling, ...]
    scheme: Scheme
    seed: str = ""
    unplayed: Unplayed = Unplayed.PLANNED
    as_of: date | None = None
    until_round: int | None = None


@dataclass(frozen=True)
class Counted:
    """Only what counts. Everything else is worked out from it when first needed."""

    entrants: tuple[int, ...]
    struck: tuple[int, ...]
    meetings: tuple[Meeting, ...]
    adjustments: tuple[Adjustment, ...]
    scheme: Scheme
    seed: str
    unplayed: Unplayed

    @cached_property
    def sides(self) -> Mapping[int, Sequence[Side]]:
        none: dict[int, Sequence[Side]] = dict.fromkeys(self.entrants, ())
        return none | sides(self.meetings)

    @cached_property
    def sums(self) -> Mapping[int, Share]:
        """Of the meetings alone, without adjustments."""
        shares: dict[int, list[Share]] = {entrant: [ZERO] for entrant in self.entrants}
        for meeting in self.meetings:
            shares[meeting.home].append(meeting.home_share)
            if meeting.away is not None:
                shares[meeting.away].append(meeting.away_share)
        return {
            entrant: Share._make(map(sum, zip(*own, strict=True)))
            for entrant, own in shares.items()
        }

    @cached_property
    def adjusted(self) -> Mapping[int, int]:
        points = dict.fromkeys(self.entrants, 0)
        for adjustment in self.adjustments:
            points[adjustment.entrant] += adjustment.points
        return points

    @cached_property
    def rounds(self) -> int:
        return max((meeting.round for meeting in self.meetings), default=0)


def counted(data: TableData) -> Counted:
    """Raises ValueError for meetings and rulings of those who have not entered, or twice."""
    _check(data)
    begun = _Begun(data.meetings) if data.until_round is not None else None
    rulings = [ruling for ruling in data.rulings if _is_in_force(ruling, data, begun)]
    struck = {ruling.entrant for ruling in rulings if isinstance(ruling, Struck)}
    return Counted(
        entrants=tuple(entrant for entrant in data.entrants if entrant not in struck),
        struck=tuple(sorted(struck)),
        meetings=tuple(meeting for meeting in data.meetings if _counts(meeting, data, struck)),
        adjustments=tuple(
            ruling
            for ruling in rulings
            if isinstance(ruling, Adjustment) and ruling.entrant not in struck
        ),
        scheme=data.scheme,
        seed=data.seed,
        unplayed=data.unplayed,
    )


def _check(data: TableData) -> None:
    entered = set(data.entrants)
    if len(entered) < len(data.entrants):
        raise ValueError("an entrant has entered twice")
    mentioned = {meeting.home for meeting in data.meetings}
    mentioned |= {meeting.away for meeting in data.meetings if meeting.away is not None}
    mentioned |= {ruling.entrant for ruling in data.rulings}
    if unknown := mentioned - entered:
        raise ValueError(f"not entered: {sorted(unknown)}")
    if any(meeting.home == meeting.away for meeting in data.meetings):
        raise ValueError("an entrant meets themselves")


def _counts(meeting: Meeting, data: TableData, struck: set[int]) -> bool:
    return (
        (data.until_round is None or meeting.round <= data.until_round)
        and (data.as_of is None or meeting.day is None or meeting.day <= data.as_of)
        and not (struck and (meeting.home in struck or meeting.away in struck))
    )


def _is_in_force(ruling: Ruling, data: TableData, begun: "_Begun | None") -> bool:
    if ruling.day is None:
        return True
    if data.as_of is not None and ruling.day > data.as_of:
        return False
    return begun is None or data.until_round is None or begun.by(ruling.day) <= data.until_round


class _Begun:
    """The last round that had begun by a day: to it belongs what was ruled on that day."""

    def __init__(self, meetings: Iterable[Meeting]) -> None:
        self.firsts: dict[int, date] = {}
        for meeting in meetings:
            if meeting.day is not None:
                first = self.firsts.get(meeting.round, meeting.day)
                self.firsts[meeting.round] = min(meeting.day, first)

    def by(self, day: date) -> int:
        return max((round_ for round_, first in self.firsts.items() if first <= day), default=0)


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

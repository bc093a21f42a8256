"""What a table counts: of all there is, what had happened by a day or a round."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cached_property

from .results import Adjustment, ManualOrder, Meeting, Ruling, Scheme, Share, Side, Struck, sides

ZERO = Share()
AVERAGE = 500


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
    """All there is, and up to when it counts. `ratings`: of entrants, games of a thousand."""

    entrants: tuple[int, ...]
    meetings: tuple[Meeting, ...]
    rulings: tuple[Ruling, ...]
    scheme: Scheme
    seed: str = ""
    unplayed: Unplayed = Unplayed.PLANNED
    as_of: date | None = None
    until_round: int | None = None
    ratings: Mapping[int, int] = field(default_factory=dict)


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
    ratings: Mapping[int, int] = field(default_factory=dict)
    manual_orders: tuple[ManualOrder, ...] = ()

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """Those that can still be seen: nobody is struck out of what is counted."""
        return (*self.adjustments, *self.manual_orders)

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
    def at_boards(self) -> Mapping[int, tuple[int, ...]]:
        """Of each team, the points at each board, added up. A meeting of which only the sum is
        known adds nothing."""
        boards = max((len(meeting.boards) for meeting in self.meetings), default=0)
        return {
            entrant: tuple(
                sum(side.boards[board] for side in sides if board < len(side.boards))
                for board in range(boards)
            )
            for entrant, sides in self.sides.items()
        }

    @cached_property
    def adjusted(self) -> Mapping[int, int]:
        points = dict.fromkeys(self.entrants, 0)
        for adjustment in self.adjustments:
            points[adjustment.entrant] += adjustment.points
        return points

    @cached_property
    def played_rounds(self) -> Sequence[int]:
        """In their order; those of which nothing is counted are left out."""
        return sorted({meeting.round for meeting in self.meetings})

    @property
    def rounds(self) -> int:
        return self.played_rounds[-1] if self.played_rounds else 0


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
        ratings={entrant: data.ratings.get(entrant, AVERAGE) for entrant in data.entrants},
        manual_orders=tuple(
            ruling._replace(entrants=tuple(one for one in ruling.entrants if one not in struck))
            for ruling in rulings
            if isinstance(ruling, ManualOrder)
        ),
    )


def _check(data: TableData) -> None:
    entered = set(data.entrants)
    if len(entered) < len(data.entrants):
        raise ValueError("an entrant has entered twice")
    mentioned = {meeting.home for meeting in data.meetings}
    mentioned |= {meeting.away for meeting in data.meetings if meeting.away is not None}
    for ruling in data.rulings:
        mentioned |= set(ruling.entrants if isinstance(ruling, ManualOrder) else (ruling.entrant,))
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

"""What a table counts: of all that was given, what had happened by a day or a round."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property

from .adjustments import Adjustment, Ruling, Struck
from .points import Scheme, Share
from .results import Meeting, Side, sides

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
class Given:
    """All there is, and what of it is asked for."""

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
    """Only what counts. Everything else is worked out of it when it is first asked for."""

    entrants: tuple[int, ...]
    struck: tuple[int, ...]
    meetings: tuple[Meeting, ...]
    adjustments: tuple[Adjustment, ...]
    scheme: Scheme
    seed: str
    unplayed: Unplayed

    @cached_property
    def sides(self) -> Mapping[int, Sequence[Side]]:
        nothing: dict[int, Sequence[Side]] = dict.fromkeys(self.entrants, ())
        return nothing | sides(self.meetings)

    @cached_property
    def sums(self) -> Mapping[int, Share]:
        """Of the meetings alone, without adjustments."""
        shares: dict[int, list[Share]] = {entrant: [ZERO] for entrant in self.entrants}
        for one in self.meetings:
            shares[one.home].append(one.home_share)
            if one.away is not None:
                shares[one.away].append(one.away_share)
        return {
            entrant: Share._make(map(sum, zip(*own, strict=True)))
            for entrant, own in shares.items()
        }

    @cached_property
    def adjusted(self) -> Mapping[int, int]:
        found = dict.fromkeys(self.entrants, 0)
        for one in self.adjustments:
            found[one.entrant] += one.points
        return found

    @cached_property
    def rounds(self) -> int:
        return max((one.round for one in self.meetings), default=0)


def counted(given: Given) -> Counted:
    """Raises ValueError if who meets or is ruled upon has not entered, or has entered twice."""
    _check(given)
    begun = _Begun(given.meetings) if given.until_round is not None else None
    rulings = [one for one in given.rulings if _ruled(one, given, begun)]
    struck = {one.entrant for one in rulings if isinstance(one, Struck)}
    return Counted(
        entrants=tuple(one for one in given.entrants if one not in struck),
        struck=tuple(sorted(struck)),
        meetings=tuple(one for one in given.meetings if _counts(one, given, struck)),
        adjustments=tuple(
            one for one in rulings if isinstance(one, Adjustment) and one.entrant not in struck
        ),
        scheme=given.scheme,
        seed=given.seed,
        unplayed=given.unplayed,
    )


def _check(given: Given) -> None:
    known = set(given.entrants)
    if len(known) < len(given.entrants):
        raise ValueError("an entrant has entered twice")
    named = {one.home for one in given.meetings}
    named |= {one.away for one in given.meetings if one.away is not None}
    named |= {one.entrant for one in given.rulings}
    if strangers := named - known:
        raise ValueError(f"not entered: {sorted(strangers)}")
    if any(one.home == one.away for one in given.meetings):
        raise ValueError("an entrant meets himself")


def _counts(one: Meeting, given: Given, struck: set[int]) -> bool:
    return (
        (given.until_round is None or one.round <= given.until_round)
        and (given.as_of is None or one.day is None or one.day <= given.as_of)
        and not (struck and (one.home in struck or one.away in struck))
    )


def _ruled(one: Ruling, given: Given, begun: "_Begun | None") -> bool:
    if one.day is None:
        return True
    if given.as_of is not None and one.day > given.as_of:
        return False
    return begun is None or given.until_round is None or begun.by(one.day) <= given.until_round


class _Begun:
    """The last round that had begun by a day: to it belongs what was ruled on that day."""

    def __init__(self, meetings: Iterable[Meeting]) -> None:
        self.firsts: dict[int, date] = {}
        for one in meetings:
            if one.day is not None:
                self.firsts[one.round] = min(one.day, self.firsts.get(one.round, one.day))

    def by(self, day: date) -> int:
        return max((round_ for round_, first in self.firsts.items() if first <= day), default=0)

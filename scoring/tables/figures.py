"""How a criterion is worked out: the kinds of figures. Articles are those of FIDE's C.07."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .results import Share

Key = Callable[[Share], int]
# Exact. Whole numbers are always `int`.
Number = int | Fraction
# Figures of an entrant by one criterion, compared in their order; more is better.
Worth = tuple[Number, ...]


def exact(number: Number, divisor: int = 1) -> Number:
    fraction = Fraction(number, divisor)
    return fraction.numerator if fraction.denominator == 1 else fraction


def in_json(number: Number) -> int | float:
    """Whole numbers stay whole; others have four decimals at most."""
    return number if isinstance(number, int) else round(float(number), 4)


def points_of(share: Share) -> int:
    return share.points


def board_points_of(share: Share) -> int:
    """Of a team's line, where they are the games."""
    return share.games_for


@dataclass(frozen=True, slots=True)
class Sum:
    """Over all meetings; `at_table`: without walkovers; `adjusted`: with points adjustments."""

    of: Key
    at_table: bool = False
    adjusted: bool = False


@dataclass(frozen=True, slots=True)
class AmongTied:
    """Sums over the meetings of the tied entrants with each other, compared one after the other."""

    of: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class DirectEncounter:
    """FIDE’s article 6 by the first of these; where it separates nobody, by the next (13.3)."""

    of: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class RoundsWon:
    """Rounds that brought the points of a win, played or not (7.1)."""


@dataclass(frozen=True, slots=True)
class Progressive:
    """The points after each round, added up (7.5)."""


@dataclass(frozen=True, slots=True)
class Koya:
    """The points won against those who have half of all possible points, or more (9.2)."""


@dataclass(frozen=True, slots=True)
class Buchholz:
    """The opponents' scores without so many of the lowest and of the highest (8.1, 14).

    `fore`: as if every pairing of the last round had ended level (8.3).
    """

    lowest: int = 0
    highest: int = 0
    score: Key = points_of
    fore: bool = False


@dataclass(frozen=True, slots=True)
class SonnebornBerger:
    """Each opponent's `score` times what was `earned` against them (9.1, 13.2).

    Without so many of the lowest. `per_win`: a win counts the opponent's score once.
    """

    lowest: int = 0
    score: Key = points_of
    earned: Key = points_of
    per_win: bool = True


@dataclass(frozen=True, slots=True)
class AverageRating:
    """Of the opponents met at the table, when they entered, in games of a hundred (10.1)."""


class ByBoard:
    """Of teams, from the points won at each board, the first first. All are linear in these."""

    def worth(self, points: Sequence[int]) -> tuple[int, ...]:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class BoardCount(ByBoard):
    """The points times the number of their board: points at the first boards count for more, so
    that of equal board points the lower count is better."""

    def worth(self, points: Sequence[int]) -> tuple[int, ...]:
        return (sum(number * own for number, own in enumerate(points, start=1)),)


@dataclass(frozen=True, slots=True)
class Berlin(ByBoard):
    """The points at the last board once, at the one before it twice, and so on: the *Berliner
    Wertung* of German team chess, which is not in FIDE's C.07."""

    def worth(self, points: Sequence[int]) -> tuple[int, ...]:
        return (sum(times * own for times, own in enumerate(reversed(points), start=1)),)


@dataclass(frozen=True, slots=True)
class TopBoards(ByBoard):
    """The points at the first board, then at the second, and so on."""

    def worth(self, points: Sequence[int]) -> tuple[int, ...]:
        return tuple(points)


@dataclass(frozen=True, slots=True)
class BottomBoards(ByBoard):
    """The points without the last board, then without the last two, and so on."""

    def worth(self, points: Sequence[int]) -> tuple[int, ...]:
        return tuple(sum(points[:last]) for last in range(len(points) - 1, 0, -1)) or (0,)


@dataclass(frozen=True, slots=True)
class Manual:
    """The place in an order of the committee, where it has one of exactly those still level."""


@dataclass(frozen=True, slots=True)
class Lots:
    """The place in a draw by lot."""


Figure = (
    Sum
    | AmongTied
    | DirectEncounter
    | RoundsWon
    | Progressive
    | Koya
    | Buchholz
    | SonnebornBerger
    | AverageRating
    | ByBoard
    | Manual
    | Lots
)

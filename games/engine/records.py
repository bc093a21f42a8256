"""What was noted of a hand: its marks (depth a), its facts (depth b), or some of both."""

from dataclasses import dataclass
from enum import StrEnum

from .rulings.ids import Answer, Choice, Fact, Irregularity
from .seats import Seat

TRICKS_IN_A_HAND = 5
TRICKS_FOR_THE_POINT = 3


class Opening(StrEnum):
    """What became of the first proposal of the hand; later ones change no mark."""

    STOOD = "stood"
    REFUSED = "refused"
    EXCHANGED = "exchanged"


class KingHow(StrEnum):
    TURNED = "turned"
    HELD = "held"
    TURNED_LATE = "turned_late"
    """Marked when the tricks had been marked: it stands behind them, where it may end the game."""

    @property
    def turned(self) -> bool:
        return self is not KingHow.HELD


class MarkKind(StrEnum):
    KING_TURNED = "king_turned"
    KING_HELD = "king_held"
    POINT = "point"
    VOLE = "vole"


@dataclass(frozen=True, slots=True)
class King:
    """A king that was marked; one kept silent is not noted."""

    seat: Seat
    how: KingHow


@dataclass(frozen=True, slots=True)
class Tricks:
    """Five in all, or those made so far when the hand was abandoned."""

    a: int
    b: int

    def of(self, seat: Seat) -> int:
        return self.a if seat is Seat.A else self.b


@dataclass(frozen=True, slots=True)
class NotedMark:
    """Without a kind it may stand for all that the player marked in the hand."""

    seat: Seat
    points: int
    kind: MarkKind | None = None


@dataclass(frozen=True, slots=True)
class Applied:
    """A ruling that was taken: what happened by whom, the facts asked, what was chosen, the law.

    `offender`: None where it is the dealer or the non-dealer by the irregularity itself, or
    nobody.
    """

    law: str
    irregularity: Irregularity
    facts: tuple[tuple[Fact, Answer], ...]
    choice: Choice
    offender: Seat | None = None


@dataclass(frozen=True, slots=True)
class HandRecord:
    """None is "not noted". No kings is "no king marked", unless noted marks say otherwise.

    `rulings` are in the order in which they were taken.
    """

    dealer: Seat | None = None
    opening: Opening | None = None
    kings: tuple[King, ...] = ()
    tricks: Tricks | None = None
    abandoned_by: Seat | None = None
    marks: tuple[NotedMark, ...] | None = None
    rulings: tuple[Applied, ...] = ()

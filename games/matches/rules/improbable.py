"""What is improbable about the hand entered last. It counts all the same, once somebody has looked
at it again; docs/rules.md says how often each happens.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from itertools import takewhile

from games.engine.facts import KING_MARKS
from games.engine.records import HandRecord, MarkKind
from games.engine.seats import Seat
from games.engine.states import Line
from games.engine.terms import HandEntry

IN_A_ROW = 3
# No hand is dealt, played and marked in less.
SOON = timedelta(seconds=60)


class Improbable(StrEnum):
    KINGS_IN_A_ROW = "kings_in_a_row"
    KINGS_TURNED_IN_A_ROW = "kings_turned_in_a_row"
    VOLES_IN_A_ROW = "voles_in_a_row"
    SAME_HAND = "same_hand"


@dataclass(frozen=True, slots=True)
class Streak:
    """`hands` one after the other, the newest included. `seat`: whose; None: of either player."""

    what: Improbable
    hands: int
    seat: Seat | None = None


def streaks(lines: Sequence[Line]) -> Iterator[Streak]:
    """Those of three hands or more to which the last line belongs.

    A deal that is void is no hand. A score entered without its hands ends every streak, as does a
    mark of which nobody noted what it is for.
    """
    newest_first = [line for line in reversed(lines) if not line.void]

    def streak(what: Improbable, belongs: Callable[[Line], bool], seat: Seat | None) -> Streak:
        return Streak(what, sum(1 for _line in takewhile(belongs, newest_first)), seat)

    found = [streak(Improbable.KINGS_TURNED_IN_A_ROW, _king_turned, None)]
    for seat in Seat:
        found.append(streak(Improbable.KINGS_IN_A_ROW, _marks(seat, *KING_MARKS), seat))
        found.append(streak(Improbable.VOLES_IN_A_ROW, _marks(seat, MarkKind.VOLE), seat))
    return (one for one in found if one.hands >= IN_A_ROW)


def _king_turned(line: Line) -> bool:
    return any(mark.kind is MarkKind.KING_TURNED for mark in line.marks)


def _marks(seat: Seat, *kinds: MarkKind) -> Callable[[Line], bool]:
    return lambda line: any(mark.seat is seat and mark.kind in kinds for mark in line.marks)


def is_same_hand(one: Line, other: Line) -> bool:
    """Whether two people may have entered one hand. The dealer does not matter: whoever enters it
    as the next hand sees the other player deal, and may have the king held instead of turned."""
    if not (isinstance(one.entry, HandEntry) and isinstance(other.entry, HandEntry)):
        return False
    return _facts(one.entry.record) == _facts(other.entry.record) and not (one.void or other.void)


def _facts(record: HandRecord) -> tuple[object, ...]:
    kings = tuple(king.seat for king in record.kings)
    return kings, record.opening, record.tricks, record.marks, record.abandoned_by

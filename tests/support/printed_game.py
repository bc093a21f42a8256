"""The illustrative game of Hoyle's Games Modernized, for every test that plays it.

One game under the London laws. A sits at a and deals first, Y sits at b.
"""

from dataclasses import dataclass

from games.engine.records import HandRecord, King, KingHow, Opening, Tricks
from games.engine.seats import Seat

A, Y = Seat.A, Seat.B
NAMES = {A: "A", Y: "Y"}
TERMS: dict[str, object] = {"code": "london", "format": "one_game"}


@dataclass(frozen=True, slots=True)
class Printed:
    """A hand as the book tells it, and what it comes to.

    `scores`: who has how much after each mark; `laws`: the law of each; `after`: A's score, Y's.
    """

    told: str
    record: HandRecord
    scores: tuple[tuple[Seat, int], ...]
    laws: tuple[str, ...]
    after: tuple[int, int]

    @property
    def body(self) -> dict[str, object]:
        """What a program sends to enter it, but for the version."""
        record, tricks = self.record, self.record.tricks
        assert record.dealer
        assert record.opening
        assert tricks
        return {
            "dealer": record.dealer.value,
            "opening": record.opening.value,
            "kings": [{"seat": king.seat.value, "how": king.how.value} for king in record.kings],
            "tricks": {"a": tricks.a, "b": tricks.b},
        }


def _hand(dealer: Seat, opening: Opening, tricks: tuple[int, int], *kings: King) -> HandRecord:
    return HandRecord(dealer, opening, kings, Tricks(*tricks))


HANDS = (
    Printed(
        "A turns the king, Y proposes, A makes the vole",
        _hand(A, Opening.EXCHANGED, (5, 0), King(A, KingHow.TURNED)),
        ((A, 1), (A, 3)),
        ("law 47", "law 48"),
        (3, 0),
    ),
    Printed(
        "Y deals, A proposes and is refused, Y makes the vole",
        _hand(Y, Opening.REFUSED, (0, 5)),
        ((Y, 2),),
        ("law 48",),
        (3, 2),
    ),
    Printed(
        "A deals, Y stands and wins the point",
        _hand(A, Opening.STOOD, (2, 3)),
        ((Y, 3),),
        ("law 48",),
        (3, 3),
    ),
    Printed(
        "Y deals and wins the point",
        _hand(Y, Opening.EXCHANGED, (2, 3)),
        ((Y, 4),),
        ("law 48",),
        (3, 4),
    ),
    Printed(
        "A deals, Y stands, A wins the point without having marked the king he holds",
        _hand(A, Opening.STOOD, (3, 2)),
        ((A, 5),),
        ("law 49",),
        (5, 4),
    ),
)
RECORDS = tuple(hand.record for hand in HANDS)
BODIES = tuple(hand.body for hand in HANDS)
SCORES = tuple(score for hand in HANDS for score in hand.scores)

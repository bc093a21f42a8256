"""The illustrative game of Hoyle's Games Modernized (London laws): A at seat a, Y at seat b.

The score runs A 1, A 3, Y 2, Y 3, Y 4, A 5.
"""

from games.engine.records import HandRecord, King, KingHow, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import HandEntry

WORK = "Hoyle's Games Modernized"
A, Y = Seat.A, Seat.B
RECORDS = (
    # A turns the king, Y proposes, A makes the vole.
    HandRecord(A, Opening.EXCHANGED, (King(A, KingHow.TURNED),), Tricks(5, 0)),
    # Y deals, A proposes and is refused, Y makes the vole.
    HandRecord(Y, Opening.REFUSED, (), Tricks(0, 5)),
    # A deals, Y stands and wins the point.
    HandRecord(A, Opening.STOOD, (), Tricks(2, 3)),
    # Y deals and wins the point.
    HandRecord(Y, Opening.EXCHANGED, (), Tricks(2, 3)),
    # A deals, Y stands, A wins the point without having marked the king he holds.
    HandRecord(A, Opening.STOOD, (), Tricks(3, 2)),
)
HANDS = tuple(HandEntry(1, record) for record in RECORDS)

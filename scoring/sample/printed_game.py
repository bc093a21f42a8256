"""The illustrative game of Hoyle's Games Modernized (London laws): A at seat a, Y at seat b.

The score runs A 1, A 3, Y 2, Y 3, Y 4, A 5. Of two hands the book gives the cards.
"""

from games.engine.notation import hand_loads
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
TOLD = {
    0: """[Code "london"]
[Book "Hoyle's Games Modernized"]

game:1
deal:A/3-2 B:TS,KH,TD,7D,9C A:QS,JS,AS,AD,8H up:KS mark
propose accept B-TD,7D,9C A-AD,8H B+KD,7S,7H A+9S,8S stand
{ A must make the vole. } KH 8S QS 7S JS TS AS KD 9S 7H
=3-0
""",
    2: """[Code "london"]
[Score "3-2"]
[Book "Hoyle's Games Modernized"]

game:1
deal:A/3-2 B:QD,TD,TC,8C,8H A:JC,AH,JH,TH,8D up:JD
stand
{ Trumps led twice would lose the point. } TC JC JH 8H AH TD QD 8D 8C TH
=3-3
""",
}


def _hand(number: int, record: HandRecord) -> HandEntry:
    text = TOLD.get(number)
    return HandEntry(1, (text and hand_loads(text).record) or record, text)


HANDS = tuple(_hand(number, record) for number, record in enumerate(RECORDS))

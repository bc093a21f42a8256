"""The worked hands of the books, card by card in the notation, and what they come to as printed.

Alice sits at a. In Hoyle's Games Modernized she is its A, and Bob its Y.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ToldHand:
    """`marks`: who marks how many, in order; `laws` of each; `after`: the score from nothing."""

    told: str
    text: str
    marks: tuple[tuple[str, int], ...]
    laws: tuple[str, ...]
    after: tuple[int, int]
    tricks: tuple[int, int]
    dealer: str
    opening: str


VOLE = ToldHand(
    "A turns the king and must make the vole",
    "deal:A/3-2 A:QS,JS,AS,AD,8H B:TS,KH,TD,7D,9C up:KS mark\n"
    "propose accept B-TD,7D,9C A-AD,8H B+KD,7S,7H A+9S,8S stand\n"
    "KH 8S QS 7S JS TS AS KD 9S 7H",
    (("a", 1), ("a", 2)),
    ("law 47", "law 48"),
    (3, 0),
    (5, 0),
    "a",
    "exchanged",
)
LOST = ToldHand(
    "Y stands and leads trumps twice, which loses the point",
    "deal:A B:QD,TD,TC,8C,8H A:JC,AH,JH,TH,8D up:JD stand\nQD 8D TD TH TC JC JH 8H AH 8C",
    (("a", 2),),
    ("law 49",),
    (2, 0),
    (3, 2),
    "a",
    "stood",
)
WON = ToldHand(
    "Y stands and leads the ten of clubs, which wins it",
    "deal:A B:QD,TD,TC,8C,8H A:JC,AH,JH,TH,8D up:JD stand\nTC JC JH 8H AH TD QD 8D 8C TH",
    (("b", 1),),
    ("law 48",),
    (0, 1),
    (2, 3),
    "a",
    "stood",
)
SEVEN = ToldHand(
    "The elder hand leads the seven of spades at the fourth trick, and loses",
    "deal:B A:QD,QC,AH,8S,7S B:AS,KS,9S,JC,9C up:7D stand\n8S KS JC QC QD 9C 7S AS 9S AH",
    (("b", 2),),
    ("law 49",),
    (0, 2),
    (2, 3),
    "b",
    "stood",
)
ACE = ToldHand(
    "He leads the ace of hearts, and wins",
    "deal:B A:QD,QC,AH,8S,7S B:AS,KS,9S,JC,9C up:7D stand\n8S KS JC QC QD 9C AH 9S 7S AS",
    (("a", 1),),
    ("law 48",),
    (1, 0),
    (3, 2),
    "b",
    "stood",
)
EVERY = (VOLE, LOST, WON, SEVEN, ACE)

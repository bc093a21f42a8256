"""The gallery's bets on one game or rubber between two players: even money, each side one mass.

What is laid is in the mass from then on. A side is covered in an order of its own: first what the
player himself has laid, whenever he laid it, then the gallery's bets as they were inscribed. When
the first card is dealt the heavier side's excess goes back from the end of that order, last in
first out, and a bet may stay in part.
"""

from .applying import apply, begin, refusal, terms_refusal
from .book import (
    OTHER,
    Bet,
    BetLaid,
    BetTakenBack,
    Book,
    Cover,
    CoveredBet,
    Event,
    Forfeited,
    OwnEvent,
    Phase,
    Short,
    Side,
    Terms,
    backers,
    covered,
    covering_order,
    held,
    player_of,
    side_of,
    staked,
)

__all__ = [
    "OTHER",
    "Bet",
    "BetLaid",
    "BetTakenBack",
    "Book",
    "Cover",
    "CoveredBet",
    "Event",
    "Forfeited",
    "OwnEvent",
    "Phase",
    "Short",
    "Side",
    "Terms",
    "apply",
    "backers",
    "begin",
    "covered",
    "covering_order",
    "held",
    "player_of",
    "refusal",
    "side_of",
    "staked",
    "terms_refusal",
]

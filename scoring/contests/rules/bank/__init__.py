"""La chouette of the regulation (art. 63 to 66-1): one player holds a bank against everybody.

The bank is adjudged by auction to the highest bidder. The chouetteur then plays, game by game,
against the first inscribed; the others lay stakes against the bank, or behind it when it is too
small for them. A bank that is broken is renewed once, and then put up again.

state     terms, events, and who sits, who waits and what is held
legality  the one statement of what is taken, and why not
applying  what an event does, and how much of what is staked is covered

Treble and double games are not counted: a game won is a game won.
"""

from .applying import Masses, apply, begin, masses
from .legality import refusal
from .state import (
    Adjudged,
    Backed,
    Bid,
    Event,
    GaveUp,
    NotRenewed,
    Phase,
    Punted,
    Renewed,
    Stake,
    State,
    Terms,
    TookBack,
    held,
    is_over,
    queue,
    seats,
    terms_refusal,
)

__all__ = [
    "Adjudged",
    "Backed",
    "Bid",
    "Event",
    "GaveUp",
    "Masses",
    "NotRenewed",
    "Phase",
    "Punted",
    "Renewed",
    "Stake",
    "State",
    "Terms",
    "TookBack",
    "apply",
    "begin",
    "held",
    "is_over",
    "masses",
    "queue",
    "refusal",
    "seats",
    "terms_refusal",
]

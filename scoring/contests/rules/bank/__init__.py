"""La chouette of the regulation (art. 63 to 66-1): one player holds a bank against everybody.

The bank is adjudged by auction to the highest bidder. The chouetteur then plays, game by game,
against the first inscribed; the others lay stakes against the bank, or behind it when it is too
small for them. A bank that is broken is renewed once, and then put up again.

terms     what is agreed before the first bid
events    what may happen, beside the events of every contest
state     who sits, who waits, what is held
masses    how much of what is laid is covered, and how the winners share
legality  the one statement of what is taken, and why not
applying  what an event does

Treble and double games are not counted: a game won is a game won.
"""

from .applying import apply, begin
from .events import Adjudged, Backed, Bid, Event, GaveUp, NotRenewed, Punted, Renewed, TookBack
from .legality import refusal
from .masses import Masses, masses
from .state import Phase, Stake, State, held, is_over, queue, seats
from .terms import Terms, terms_refusal

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

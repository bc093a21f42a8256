"""The king turned and the king held: who may mark one, and that he does."""

from games.engine.cards import king_of
from games.engine.seats import Seat

from .actions import Say
from .played import played
from .scoring import Step, mark_aside
from .state import State


def holder(state: State) -> Seat | None:
    """Who has the king of trumps, or has played it in this hand; None if nobody did."""
    king = king_of(state.trump)
    if king in state.dealer_hand:
        return state.dealer
    if king in state.elder_hand:
        return state.elder
    return next((seat for seat, card in played(state) if card == king), None)


def announce(state: State) -> Step:
    return mark_aside(state, Say.KING, state.laws.king_held[holder(state)])


def mark_turned(state: State) -> Step:
    return mark_aside(state, Say.MARK, state.laws.king_turned[state.dealer])

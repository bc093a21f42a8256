"""A hand that is being played, as exact play sees it."""

from games.engine.hand.state import DEALER, Phase, State

from .position import Position


def position_of(state: State) -> Position:
    """Of a hand that is dealt; before the first card it is the elder's to lead."""
    elder, dealer = state.elder_hand, state.dealer_hand
    if _dealer_leads(state):
        tricks = state.dealer_tricks, state.elder_tricks
        return Position(dealer, elder, state.trump, state.lead, *tricks)
    tricks = state.elder_tricks, state.dealer_tricks
    return Position(elder, dealer, state.trump, state.lead, *tricks)


def _dealer_leads(state: State) -> bool:
    if state.phase is not Phase.PLAY:
        return False
    return (state.turn == DEALER) == (state.lead is None)

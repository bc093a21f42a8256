"""What is noted of a hand that is over: the same facts as from a table of wood."""

from games.engine.codes import Rule
from games.engine.records import TRICKS_IN_A_HAND, HandRecord
from games.engine.refusals import Refusal, RefusalCode, RefusalError
from games.engine.seats import Seat

from .actions import Say
from .state import DEALER, Phase, State


def record(state: State) -> HandRecord:
    """Its marks are those made, before they were cut at five. A king that ended the game leaves
    no tricks, and no opening if nobody had answered.

    Raises: RefusalError for a hand that is not over.
    """
    if state.phase is not Phase.OVER:
        law = state.code.source(Rule.FIVE_TRICKS)
        raise RefusalError(Refusal(RefusalCode.HAND_NOT_OVER, law, "tricks"))
    by = abandoned_by(state)
    played_out = state.elder_tricks + state.dealer_tricks == TRICKS_IN_A_HAND
    tricks = state.tricks if played_out or by else None
    return HandRecord(state.dealer, state.opening, state.kings, tricks, by)


def abandoned_by(state: State) -> Seat | None:
    """It is he whose turn it was."""
    if not any(action is Say.ABANDON for action in state.hand_log):
        return None
    return state.dealer if state.turn == DEALER else state.elder

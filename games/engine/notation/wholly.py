"""A hand of which every card is known, played through."""

from games.engine.hand import apply, refusal
from games.engine.hand.actions import Action, Deal
from games.engine.hand.record import abandoned_by
from games.engine.hand.state import Phase, State
from games.engine.seats import Seat

from .facts import Facts, told
from .faults import Fault, NotationError, Place
from .tokens import seat_text
from .values import Hand, Plays, Said, Throws, TrickTo


def played(begun: State, dealt: Deal, hand: Hand) -> Facts:
    """Raises NotationError for the first action that the laws do not allow."""
    state = done(begun, dealt, None, hand.place)
    made: Seat | None = None
    for index, step in enumerate(hand.steps):
        place = hand.place_of(index)
        if isinstance(step, Said):
            state = done(state, step.say, step.seat, place)
        elif isinstance(step, Throws):
            thrown = tuple(sorted(card for card in step.cards if card is not None))
            state = done(state, thrown, step.seat, place)
        elif isinstance(step, Plays) and step.card is not None:
            after = done(state, step.card, None, place)
            made, state = _winner(state, after), after
        elif isinstance(step, TrickTo):
            trick_to(step, made, place)
            made = None
    return Facts(
        opening=state.opening,
        kings=state.kings,
        made=state.tricks,
        whole=state.phase is Phase.OVER and _is_played(state),
        abandoned_by=abandoned_by(state),
        begun=begun,
        state=state,
    )


def done(state: State, action: Action, by: Seat | None, place: Place) -> State:
    found = refusal(state, action, by)
    if found is not None:
        raise told(found, place, state.legal)
    return apply(state, action)[0]


def _is_played(state: State) -> bool:
    """A king that ended the game leaves the tricks open."""
    return abandoned_by(state) is not None or not (state.elder_hand or state.dealer_hand)


def _winner(before: State, after: State) -> Seat | None:
    """Of the trick that was completed."""
    if before.lead is None:
        return None
    return Seat.A if after.tricks.a > before.tricks.a else Seat.B


def trick_to(step: TrickTo, made: Seat | None, place: Place) -> None:
    if made is None:
        raise NotationError(Fault.TRICK_EXPECTED, place)
    if step.seat is not made:
        expected = (f"/{seat_text(made)}",)
        raise NotationError(Fault.TRICK_CONTRADICTS, place, expected=expected)

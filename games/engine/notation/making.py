"""A game of the engine as it is written down."""

from collections.abc import Iterable
from typing import cast

from games.engine.hand import apply
from games.engine.hand.actions import Action, Cut, Deal, Discard, Say
from games.engine.hand.refusing import actor
from games.engine.hand.state import Phase, State
from games.engine.hand.talk import CARDS
from games.engine.seats import Seat

from .tokens import NAMED
from .values import (
    CutCards,
    Game,
    Hand,
    Holds,
    Plays,
    Said,
    ScoreAfter,
    Step,
    Stock,
    Takes,
    Throws,
    TrickTo,
    TurnUp,
)


def game_of(begun: State, log: Iterable[Action], number: int = 1) -> Game:
    """All that was done since the game began, with the stock that was left of each hand.

    Raises: RefusalError for an action that is not allowed.
    """
    making = _Making(begun)
    for action in log:
        making.done(action)
    making.end_hand()
    return Game(number, tuple(making.before), tuple(making.hands))


class _Making:
    def __init__(self, begun: State) -> None:
        self.state = begun
        self.before: list[CutCards] = []
        self.hands: list[Hand] = []
        self.deal: Deal | None = None
        self.steps: list[Step] = []

    def done(self, action: Action) -> None:
        before = self.state
        after, _events = apply(before, action)
        if isinstance(action, Deal):
            self.end_hand()
            self.deal = action
            self.steps += _dealt(action, after.dealer or Seat.A)
        elif isinstance(action, Cut):
            self.before.append(CutCards(action.a, action.b))
        elif isinstance(action, Say):
            seat = actor(before, action) if action in NAMED else None
            self.steps.append(Said(action, seat))
        elif isinstance(action, tuple):
            self.steps.append(Throws(before.to_act or Seat.A, cast(Discard, action)))
            self.steps += _taken(before, after)
        else:
            self.steps.append(Plays(action))
            if before.lead is not None:
                self.steps.append(TrickTo(_winner(before, after)))
        self.state = after

    def end_hand(self) -> None:
        if self.deal is None:
            return
        state = self.state
        if state.phase is Phase.OVER:
            self.steps.append(ScoreAfter(state.score))
        self.steps.append(Stock(state.pack[state.stock :]))
        self.hands.append(Hand(state.dealer, self.deal.order, tuple(self.steps)))
        self.deal, self.steps = None, []


def _dealt(deal: Deal, dealer: Seat) -> tuple[Step, ...]:
    """The cards in the order in which they were given."""
    pack, first = deal.pack, deal.order[0]
    elder = pack[:first] + pack[2 * first : CARDS + first]
    own = pack[first : 2 * first] + pack[CARDS + first : 2 * CARDS]
    return Holds(dealer.other, elder), Holds(dealer, own), TurnUp(pack[2 * CARDS])


def _taken(before: State, after: State) -> list[Step]:
    """Once both have put their discards aside; nothing, if nobody draws yet."""
    drawn = after.pack[before.stock : after.stock]
    asked = len(drawn) if before.phase is Phase.DISCARD_ELDER else CARDS - len(before.elder_hand)
    dealer = after.dealer or Seat.A
    each = (Takes(dealer.other, drawn[:asked]), Takes(dealer, drawn[asked:]))
    return [one for one in each if one.cards]


def _winner(before: State, after: State) -> Seat:
    return Seat.A if after.tricks.a > before.tricks.a else Seat.B

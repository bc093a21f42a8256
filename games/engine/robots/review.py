"""A match that is over, decision by decision: what was done, what was best, and what it cost."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from games.engine.exact.solving import position_of, solve
from games.engine.hand import apply
from games.engine.hand.legality import actor
from games.engine.hand.state import Action, Phase, Say, State
from games.engine.hand.views import view
from games.engine.seats import Seat

from .advice import Advice, Option, advice
from .seeing import Memory
from .tables import Tables

MISTAKE: Final = 0.01
"""A decision that gives away less than one chance in a hundred is no mistake."""


class OpenCards(NamedTuple):
    """With all cards seen. `made`: one's own tricks if the cards are played from here as well as
    can be. `best`: the actions that make them, of cards; `after`: the tricks with what was done."""

    made: int
    best: tuple[Action, ...]
    after: int


class Decision(NamedTuple):
    """`hand`: its number in what is reviewed. `place`: of the action among those of the hand.

    `open_cards`: None of a discard.
    """

    hand: int
    place: int
    seat: Seat
    done: Option
    advice: Advice
    open_cards: OpenCards | None

    @property
    def best(self) -> Option:
        return self.advice.best

    @property
    def cost(self) -> float:
        """In chances to win the game."""
        return max(self.best.chance - self.done.chance, 0.0)

    @property
    def is_mistake(self) -> bool:
        return self.cost >= MISTAKE


class Summary(NamedTuple):
    """Of one player. `given_away`: the sum of what their mistakes cost."""

    decisions: int
    mistakes: int
    given_away: float


Hand = tuple[State, tuple[Action, ...]]
"""The state that a hand was dealt in, and its actions from the deal on."""


def review(hands: Iterable[Hand], tables: Tables) -> tuple[Decision, ...]:
    """Where only one action was possible, nothing was decided."""
    return tuple(
        decision
        for number, (state, actions) in enumerate(hands, 1)
        for decision in _of_hand(number, state, actions, tables)
    )


def summary(decisions: Iterable[Decision], seat: Seat) -> Summary:
    own = [decision for decision in decisions if decision.seat is seat]
    mistakes = [decision.cost for decision in own if decision.is_mistake]
    return Summary(len(own), len(mistakes), sum(mistakes))


def _of_hand(
    number: int, state: State, actions: tuple[Action, ...], tables: Tables
) -> Iterator[Decision]:
    memories: dict[Seat, Memory] = dict.fromkeys(Seat, Memory())
    for place, action in enumerate(actions):
        seat = actor(state, action)
        if seat is not None:
            own = view(state, seat)
            memories[seat] |= frozenset(own.hand or ())
            advised = advice(own, memories[seat], tables)
            advised = advised and advised.decision(state.phase)
            if advised is not None and (done := _decided(action, advised)) is not None:
                yield Decision(number, place, seat, done, advised, _with_open_cards(state, action))
        state, _ = apply(state, action)


def _decided(action: Action, advised: Advice) -> Option | None:
    """What was done, among the options."""
    done = advised.of(action)
    if done is None and action is Say.ABANDON:
        return advised.options[-1]._replace(action=action)
    return done


def _with_open_cards(state: State, action: Action) -> OpenCards | None:
    if state.phase in (Phase.DISCARD_ELDER, Phase.DISCARD_DEALER):
        return None
    solution = solve(position_of(state))
    leads = _to_act_leads(state)
    made = solution.leader if leads else solution.follower
    best = solution.best() if state.phase is Phase.PLAY else ()
    return OpenCards(
        made, best, solution.cards.get(action, made) if isinstance(action, int) else made
    )


def _to_act_leads(state: State) -> bool:
    """Before the play it is the elder hand's to lead."""
    if state.phase is Phase.PLAY:
        return state.lead is None
    return state.to_act is state.elder

"""Écarté hand by hand, from the cut for deal to the mark that ends the game.

state     the actions, a code of laws as the play looks it up, and how a hand stands
dealing   what the cut, the deal, proposals, answers and discards do
play      what cards, kings and abandoning do
legality  why an action is refused
views     what a player, a backer and the public see, and the record of a hand that is over
"""

from collections.abc import Callable, Iterable, Mapping
from typing import cast

from games.engine.cards import Card
from games.engine.codes import Code, Rule
from games.engine.refusals import RefusalCode, RefusalError
from games.engine.seats import Seat
from games.engine.terms import GAME_IS, NOTHING, Score

from . import dealing, play
from .legality import refusal
from .play import Step
from .state import Action, Cut, Deal, Discard, Orders, Phase, Say, State, laws

_BY_WORD: Mapping[Say, Callable[[State], Step]] = {
    Say.DEAL_FIRST: dealing.deal_first,
    Say.LEAVE_DEAL: dealing.leave_deal,
    Say.PROPOSE: dealing.propose,
    Say.STAND: dealing.stand,
    Say.ACCEPT: dealing.accept,
    Say.ACCEPT_IF_ENOUGH: dealing.accept_if_enough,
    Say.REFUSE: dealing.refuse,
    Say.NOT_ENOUGH: dealing.not_enough,
    Say.KING: play.announce,
    Say.MARK: play.mark_turned,
    Say.ABANDON: play.abandon,
}


def begin(
    code: Code,
    *,
    score: Score = NOTHING,
    dealer: Seat | None = None,
    orders: Orders = (None, None),
    second_proposal: bool = False,
) -> State:
    """A game, or one that goes on from a score; without a dealer they cut for deal. By some codes
    the player who cuts the highest card then chooses who deals.

    `orders`: how A and B have dealt before in this game. `second_proposal`: agreed on, for a
    code that has one proposal otherwise. Raises: RefusalError for a score that is no score.
    """
    if not (0 <= score.a < GAME_IS and 0 <= score.b < GAME_IS):
        which, rule = RefusalCode.SCORE_IMPOSSIBLE, Rule.GAME_IS_FIVE
        raise RefusalError(code.refusal(which, rule, "score", a=score.a, b=score.b))
    phase = Phase.DEAL if dealer else Phase.CUT
    return State(laws(code), second_proposal, orders, dealer, score=score, phase=phase)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Of both players; `actor` tells whose each is. None while chance is awaited."""
    return state.legal


def apply(state: State, action: Action) -> Step:
    """The next state, and what happened. Raises: RefusalError with what `refusal` says."""
    # By its type itself, as True is an int and no card; mypy would take no Card for one.
    kind: type = type(action)
    if kind is int and action in state.legal:
        return play.play(state, cast(Card, action))
    refused = refusal(state, action)
    if refused is not None:
        raise RefusalError(refused)
    if type(action) is Say:
        return _BY_WORD[action](state)
    if type(action) is Deal:
        return dealing.deal(state, action)
    if type(action) is Cut:
        return dealing.cut(state, action)
    thrown = cast(Discard, action)
    if state.phase is Phase.DISCARD_ELDER:
        return dealing.elder_discards(state, thrown)
    return dealing.dealer_discards(state, thrown)


def out_of_time(state: State) -> Step:
    """Whoever's turn it is abandons the hand, also before the play of the cards (law 42).

    No player can do so by an action of theirs. Raises: RefusalError where no hand waits for a
    player.
    """
    if state.phase is Phase.FIRST_DEALER or state.to_act is None:
        raise RefusalError(state.code.refusal(RefusalCode.DEAL_DUE, Rule.FIVE_TO_EACH, "action"))
    return play.abandon(state)


def replay(begun: State, log: Iterable[Action]) -> State:
    """The state in which a log leaves the game. Raises: RefusalError with the index refused."""
    state = begun
    for index, action in enumerate(log):
        try:
            state, _ = apply(state, action)
        except RefusalError as refused:
            raise RefusalError(refused.refusal, index) from None
    return state

"""Two players and nothing of their own to settle: there for the gallery to bet on.

What is dealt and won is one game or one whole rubber, as was agreed: bets on a rubber are laid
before its first card, and `Dealt` and `GameWon` then tell of the rubber.
"""

from dataclasses import dataclass, replace

from scoring.ledger.rules import Player, Transfers

from .events import (
    AGREEMENT,
    Closed,
    Dealt,
    GameWon,
    Joined,
    Left,
    Refusal,
    Why,
    dealing_refusal,
    require,
    winning_refusal,
    without,
)

PLAYERS = 2


@dataclass(frozen=True, slots=True)
class Terms:
    """Nothing is agreed but who plays whom."""


Event = Joined | Left | Dealt | GameWon | Closed


@dataclass(frozen=True, slots=True)
class State:
    """`players` in the order in which they sat down; both stay, whoever wins."""

    players: tuple[Player, ...] = ()
    dealt: bool = False
    over: bool = False


def terms_refusal(terms: Terms) -> Refusal | None:
    return None


def begin(terms: Terms) -> State:
    return State()


def seats(state: State) -> tuple[Player, Player] | None:
    if state.over or len(state.players) < PLAYERS:
        return None
    first, second = state.players
    return first, second


def queue(state: State) -> tuple[Player, ...]:
    """Who waits for an adversary."""
    return () if seats(state) else state.players


def refusal(state: State, event: Event) -> Refusal | None:
    if state.over:
        return Refusal(Why.CONTEST_OVER, AGREEMENT)
    match event:
        case Joined(player):
            if player in state.players:
                return Refusal(Why.ALREADY_HERE, AGREEMENT, "player")
            full = len(state.players) == PLAYERS
            return Refusal(Why.PLACES_TAKEN, AGREEMENT) if full else None
        case Left(player):
            if player not in state.players:
                return Refusal(Why.NOT_HERE, AGREEMENT, "player")
            return Refusal(Why.GAME_IN_PLAY, AGREEMENT) if state.dealt else None
        case Dealt():
            return dealing_refusal(state.dealt, seats(state), AGREEMENT)
        case GameWon(winner):
            return winning_refusal(state.dealt, state.players, winner, AGREEMENT)
    return None


def apply(state: State, event: Event) -> tuple[State, Transfers]:
    """Raises: NotTakenError with what `refusal` says."""
    require(refusal(state, event))
    match event:
        case Joined(player):
            return replace(state, players=(*state.players, player)), ()
        case Left(player):
            return replace(state, players=without(state.players, player)), ()
        case Dealt():
            return replace(state, dealt=True), ()
        case GameWon():
            return replace(state, dealt=False), ()
    return replace(state, dealt=False, over=True), ()

"""Two players and nothing of their own to settle: there for the gallery to bet on.

What is dealt and won is one game or one whole rubber, as was agreed: bets on a rubber are laid
before its first card, and `Dealt` and `GameWon` then tell of the rubber.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.ledger.rules import Account, Player, Transfers

from .events import Closed, Dealt, GameWon, Joined, Left, NotTakenError, Refusal, Why

AGREEMENT = "agreement"
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


def is_over(state: State) -> bool:
    return state.over


def held(state: State) -> Mapping[Account, int]:
    """Nothing: what is laid lies in the gallery's book."""
    return {}


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
            return _dealing(state)
        case GameWon(winner):
            return _winning(state, winner)
    return None


def _dealing(state: State) -> Refusal | None:
    if state.dealt:
        return Refusal(Why.GAME_IN_PLAY, AGREEMENT)
    if seats(state) is None:
        return Refusal(Why.PLAYERS_TOO_FEW, AGREEMENT, params={"least": PLAYERS})
    return None


def _winning(state: State, winner: Player) -> Refusal | None:
    if not state.dealt:
        return Refusal(Why.NO_GAME_IN_PLAY, AGREEMENT)
    if winner not in state.players:
        return Refusal(Why.NOT_PLAYING, AGREEMENT, "winner")
    return None


def apply(state: State, event: Event) -> tuple[State, Transfers]:
    """Raises: NotTakenError with what `refusal` says."""
    if (refused := refusal(state, event)) is not None:
        raise NotTakenError(refused)
    match event:
        case Joined(player):
            return replace(state, players=(*state.players, player)), ()
        case Left(player):
            stayed = tuple(one for one in state.players if one != player)
            return replace(state, players=stayed), ()
        case Dealt():
            return replace(state, dealt=True), ()
        case GameWon():
            return replace(state, dealt=False), ()
    return replace(state, dealt=False, over=True), ()

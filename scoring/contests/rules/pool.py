"""The pool: who wins so many games in succession takes what all of them put in.

Foster has it for three, and two games; for n players it takes n - 1. Places are taken by cutting:
the two first play, the others wait in their order, and the lowest card sits out longest. The loser
gives up the place to the first who waits (the *rentrant*) and goes to the foot of the queue.

Decided where Foster is silent:
- Once places are taken nobody joins, and the games to win stay what they were.
- Who leaves a pool that runs leaves in it what they put in, and comes back to it no more. If they
  sat, the first who waits sits down in their place; who sat against them keeps the games in
  succession. In the middle of a game a player who sits cannot leave: the game is lost first.
- Two who are left play on: the loser is also the rentrant. For one alone the pool is closed.
- Two take places where the games to win are agreed; without that it would be one game.
- A pool that is closed unfinished is given back to those who are still in it, in proportion to
  what each of them put in, what is left over by one from the first seat on. A game in play then
  counts for nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.ledger.rules import (
    POT,
    Account,
    Cause,
    Player,
    Transfers,
    member,
    shares,
    transfer,
    transfers_to,
)

from .events import (
    AGREEMENT,
    Closed,
    Dealt,
    GameWon,
    Joined,
    Left,
    Refusal,
    Why,
    require,
    winning_refusal,
    without,
)
from .stakes import Stake, Stakes

PLAYERS_LEAST = 3
TWO = 2
TO_WIN_LEAST = 2
FOSTER = "Foster"


class Paying(StrEnum):
    """Foster's two ways. Won at game g the pool of n holds n + g stakes, or 1 + g."""

    DEPOSIT = "deposit"
    """Each puts in a stake; the loser of a game, the last one too, adds another."""
    SEATED = "seated"
    """The two who play put in a stake each, and the rentrant one on sitting down."""


@dataclass(frozen=True, slots=True)
class Terms:
    """`stake`: 0 for a pool of honour. `to_win`: games in succession; 0 is one less than there are
    players (Foster), other sources speak of two or three."""

    stake: int = 1
    paying: Paying = Paying.DEPOSIT
    to_win: int = 0


@dataclass(frozen=True, slots=True)
class Seated:
    """Places are taken. `order`: everybody who joined, the two who play first; then who waits."""

    order: tuple[Player, ...]


Event = Joined | Left | Seated | Dealt | GameWon | Closed


@dataclass(frozen=True, slots=True)
class State:
    """`order` and `paid` go together and keep who left; `run` are the games in succession of
    `runner`, who won the last game and, unless that was corrected, sits first."""

    terms: Terms
    inscribed: tuple[Player, ...] = ()
    order: tuple[Player, ...] = ()
    paid: tuple[int, ...] = ()
    playing: tuple[Player, ...] = ()
    waiting: tuple[Player, ...] = ()
    to_win: int = 0
    run: int = 0
    runner: Player | None = None
    games: int = 0
    dealt: bool = False
    over: bool = False
    winner: Player | None = None
    pot: int = 0

    @property
    def contributions(self) -> Stakes:
        """What each has put in, also of players who left."""
        return tuple(map(Stake, self.order, self.paid))


def terms_refusal(terms: Terms) -> Refusal | None:
    if terms.stake < 0:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, FOSTER, "stake", {"least": 0})
    if terms.to_win and terms.to_win < TO_WIN_LEAST:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, FOSTER, "to_win", {"least": TO_WIN_LEAST})
    return None


def begin(terms: Terms) -> State:
    """Raises: NotTakenError for terms that no pool can have."""
    require(terms_refusal(terms))
    return State(terms)


def seats(state: State) -> tuple[Player, Player] | None:
    if state.over or not state.playing:
        return None
    keeper, other = state.playing
    return keeper, other


def queue(state: State) -> tuple[Player, ...]:
    """Before places are taken, who is inscribed."""
    return state.waiting if state.order else state.inscribed


def holdings(state: State) -> Mapping[Account, int]:
    return {POT: state.pot}


def refusal(state: State, event: object) -> Refusal | None:
    if state.over:
        return Refusal(Why.CONTEST_OVER, FOSTER)
    match event:
        case Joined(player):
            if state.order:
                return Refusal(Why.PLACES_TAKEN, AGREEMENT)
            is_here = player in state.inscribed
            return Refusal(Why.ALREADY_HERE, AGREEMENT, "player") if is_here else None
        case Left(player):
            return _leaving_refusal(state, player)
        case Seated(order):
            return _places_refusal(state, order)
        case Dealt():
            if not state.order:
                return Refusal(Why.PLACES_DUE, FOSTER)
            return Refusal(Why.GAME_IN_PLAY, FOSTER) if state.dealt else None
        case GameWon(winner):
            return winning_refusal(state.dealt, state.playing, winner, FOSTER)
        case Closed():
            return None
    return Refusal(Why.NOT_AN_EVENT, FOSTER)


def _leaving_refusal(state: State, player: Player) -> Refusal | None:
    if player not in _present(state):
        return Refusal(Why.NOT_HERE, AGREEMENT, "player")
    is_bound = state.dealt and player in state.playing
    return Refusal(Why.GAME_IN_PLAY, AGREEMENT, "player") if is_bound else None


def _places_refusal(state: State, order: tuple[Player, ...]) -> Refusal | None:
    if state.order:
        return Refusal(Why.PLACES_TAKEN, FOSTER)
    least = TWO if state.terms.to_win else PLAYERS_LEAST
    if len(state.inscribed) < least:
        return Refusal(Why.PLAYERS_TOO_FEW, FOSTER, params={"least": least})
    if len(set(order)) < len(order):
        return Refusal(Why.PLAYER_TWICE, FOSTER, "order")
    if set(order) - set(state.inscribed):
        return Refusal(Why.NOT_HERE, FOSTER, "order")
    if set(state.inscribed) - set(order):
        return Refusal(Why.PLAYER_MISSING, FOSTER, "order")
    return None


def apply(state: State, event: object) -> tuple[State, Transfers]:
    require(refusal(state, event))
    match event:
        case Joined(player):
            return replace(state, inscribed=(*state.inscribed, player)), ()
        case Left(player):
            return _leave(state, player)
        case Seated(order):
            return _seated(state, order)
        case Dealt():
            return replace(state, dealt=True), ()
        case GameWon():
            return _won(state, event)
    return _closed(state)


def _present(state: State) -> tuple[Player, ...]:
    return (*state.playing, *state.waiting) if state.order else state.inscribed


def _put_in(
    state: State, players: tuple[Player, ...], cause: Cause, before: Transfers = ()
) -> tuple[State, Transfers]:
    """A stake each."""
    stake = state.terms.stake
    more = tuple(stake if one in players else 0 for one in state.order)
    paid = tuple(map(sum, zip(state.paid, more, strict=True)))
    made = [one for player in players for one in transfer(member(player), POT, stake, cause)]
    return replace(state, paid=paid, pot=state.pot + sum(more)), (*before, *made)


def _seated(state: State, order: tuple[Player, ...]) -> tuple[State, Transfers]:
    state = replace(
        state,
        inscribed=(),
        order=order,
        paid=(0,) * len(order),
        playing=order[:2],
        waiting=order[2:],
        to_win=state.terms.to_win or len(order) - 1,
    )
    payers = order if state.terms.paying is Paying.DEPOSIT else order[:2]
    return _put_in(state, payers, Cause.STAKE)


def _won(state: State, event: GameWon) -> tuple[State, Transfers]:
    winner = event.winner
    (loser,) = without(state.playing, winner)
    run = state.run + 1 if winner == state.runner else 1
    state = replace(state, run=run, runner=winner, games=state.games + 1, dealt=False)
    made: Transfers = ()
    if state.terms.paying is Paying.DEPOSIT:
        state, made = _put_in(state, (loser,), Cause.LOSER_STAKE)
    if run < state.to_win:
        waiting = (*state.waiting, *without(state.playing, event.keeper))
        return _sat_down(replace(state, playing=(event.keeper,), waiting=waiting), made)
    made += transfer(POT, member(winner), state.pot, Cause.POOL_WON)
    return replace(state, over=True, winner=winner, pot=0), made


def _sat_down(state: State, before: Transfers = ()) -> tuple[State, Transfers]:
    """The first who waits takes the place that is free."""
    rentrant, *waiting = state.waiting
    state = replace(state, playing=(*state.playing, rentrant), waiting=tuple(waiting))
    if state.terms.paying is Paying.DEPOSIT:
        return state, before
    return _put_in(state, (rentrant,), Cause.RENTRANT_STAKE, before)


def _leave(state: State, player: Player) -> tuple[State, Transfers]:
    is_runner = player == state.runner
    state = replace(
        state,
        inscribed=without(state.inscribed, player),
        playing=without(state.playing, player),
        waiting=without(state.waiting, player),
        run=0 if is_runner else state.run,
        runner=None if is_runner else state.runner,
    )
    if not state.order or len(state.playing) == 2:
        return state, ()
    return _sat_down(state) if state.waiting else _closed(state)


def _closed(state: State) -> tuple[State, Transfers]:
    present = _present(state)
    weights = [
        paid if one in present else 0 for one, paid in zip(state.order, state.paid, strict=True)
    ]
    parts = zip(state.order, shares(state.pot, weights), strict=True)
    made = transfers_to(POT, parts, Cause.GIVEN_BACK)
    return replace(state, over=True, dealt=False, pot=0), made

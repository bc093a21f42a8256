"""Cul-levé: two play, the others are inscribed; the loser gets up and the next sits down.

Articles 63 and 64 of the regulation. The list is kept in the order of inscription, and the two
first of it begin. Nobody is bound to a free place until the first card is dealt: the first
inscribed is only shown in it, and may still leave, or see a backer of the loser put before them
where the club plays it so.

Decided where the sources are silent:
- A winner who gives up the seat, and a loser unless the club inscribes them again, is off the list
  until inscribed anew.
- The loser's backers come before the list, and one of them only, inscribed or not. A seat that its
  winner gave up goes to the next inscribed. Who both is inscribed and takes the seat as a backer
  has had their turn.
- In the middle of a game a player who sits cannot leave: the game is lost first.
- The stake is single whatever the loser's score. A game in play at the close is not paid for.
"""

from dataclasses import dataclass, replace

from scoring.ledger.rules import Cause, Player, Transfers, member, transfer

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

PLAYERS_LEAST = 2
ART_63 = "art. 63"
ART_64 = "art. 64"
FOSTER = "Foster"


@dataclass(frozen=True, slots=True)
class Terms:
    """`stake`: what the loser of a game owes the winner, 0 for none (agreement).
    `loser_inscribes`: the loser goes to the foot of the list without asking (agreement); else asks
    to be inscribed again (art. 63). `backer_sits`: one of the loser's backers may take the seat,
    before the list (Foster); else it is always the next inscribed (art. 63)."""

    stake: int = 0
    loser_inscribes: bool = False
    backer_sits: bool = False


@dataclass(frozen=True, slots=True)
class BackerSat:
    """One of the loser's backers takes the seat. `backers`: all of them in that game."""

    player: Player
    backers: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class SteppedDown:
    """A winner gives up the seat (art. 64)."""

    player: Player


Event = Joined | Left | BackerSat | SteppedDown | Dealt | GameWon | Closed


@dataclass(frozen=True, slots=True)
class State:
    """`holding`: who has a seat, the two of the game in play or who keeps it between games.
    `loser`: whose seat the backers may still claim."""

    terms: Terms
    inscribed: tuple[Player, ...] = ()
    holding: tuple[Player, ...] = ()
    loser: Player | None = None
    games: int = 0
    dealt: bool = False
    over: bool = False


def terms_refusal(terms: Terms) -> Refusal | None:
    if terms.stake < 0:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, AGREEMENT, "stake", {"least": 0})
    return None


def begin(terms: Terms) -> State:
    """Raises: NotTakenError for terms that no cul-levé can have."""
    require(terms_refusal(terms))
    return State(terms)


def _split(state: State) -> tuple[tuple[Player, ...], tuple[Player, ...]]:
    """Who sits, the free seats taken from the head of the list, and who is left on it."""
    free = 2 - len(state.holding)
    return (*state.holding, *state.inscribed[:free]), state.inscribed[free:]


def seats(state: State) -> tuple[Player, Player] | None:
    sitting, _ = _split(state)
    if state.over or len(sitting) < PLAYERS_LEAST:
        return None
    keeper, other = sitting
    return keeper, other


def queue(state: State) -> tuple[Player, ...]:
    """While nobody sits down against them, who keeps the seat is first of it."""
    sitting, waiting = _split(state)
    return waiting if seats(state) else (*sitting, *waiting)


def refusal(state: State, event: object) -> Refusal | None:
    if state.over:
        return Refusal(Why.CONTEST_OVER, AGREEMENT)
    match event:
        case Joined(player):
            is_here = player in (*state.inscribed, *state.holding)
            return Refusal(Why.ALREADY_HERE, ART_63, "player") if is_here else None
        case Left(player):
            return _leaving_refusal(state, player)
        case BackerSat(player, backers):
            return _backing_refusal(state, player, backers)
        case SteppedDown(player):
            return _stepping_down_refusal(state, player)
        case Dealt():
            return dealing_refusal(state.dealt, seats(state), ART_63)
        case GameWon(winner):
            return winning_refusal(state.dealt, state.holding, winner, ART_63)
        case Closed():
            return None
    return Refusal(Why.NOT_AN_EVENT, AGREEMENT)


def _leaving_refusal(state: State, player: Player) -> Refusal | None:
    if player in state.inscribed:
        return None
    if player not in state.holding:
        return Refusal(Why.NOT_HERE, AGREEMENT, "player")
    return Refusal(Why.GAME_IN_PLAY, AGREEMENT, "player") if state.dealt else None


def _backing_refusal(state: State, player: Player, backers: tuple[Player, ...]) -> Refusal | None:
    if not state.terms.backer_sits or state.loser is None:
        return Refusal(Why.NOT_OPEN, FOSTER)
    if player in state.holding:
        return Refusal(Why.IS_PLAYING, FOSTER, "player")
    if player not in backers or player == state.loser:
        return Refusal(Why.NOT_ENTITLED, FOSTER, "player")
    return None


def _stepping_down_refusal(state: State, player: Player) -> Refusal | None:
    if state.dealt:
        return Refusal(Why.GAME_IN_PLAY, ART_64)
    return None if player in state.holding else Refusal(Why.NOT_PLAYING, ART_64, "player")


def apply(state: State, event: object) -> tuple[State, Transfers]:
    require(refusal(state, event))
    match event:
        case Joined(player):
            return replace(state, inscribed=(*state.inscribed, player)), ()
        case Left(player) | SteppedDown(player):
            return _gone(state, player), ()
        case BackerSat(player, _):
            state = _gone(state, player)
            return replace(state, holding=(*state.holding, player), loser=None), ()
        case Dealt():
            sitting, waiting = _split(state)
            return replace(state, holding=sitting, inscribed=waiting, loser=None, dealt=True), ()
        case GameWon():
            return _won(state, event)
    return replace(state, over=True, dealt=False), ()


def _gone(state: State, gone: Player) -> State:
    return replace(
        state,
        inscribed=without(state.inscribed, gone),
        holding=without(state.holding, gone),
    )


def _won(state: State, event: GameWon) -> tuple[State, Transfers]:
    (loser,), (gone,) = (without(state.holding, other) for other in (event.winner, event.keeper))
    again = (gone,) if state.terms.loser_inscribes else ()
    made = transfer(member(loser), member(event.winner), state.terms.stake, Cause.GAME_WON)
    state = replace(
        state,
        inscribed=(*state.inscribed, *again),
        holding=(event.keeper,),
        loser=gone,
        games=state.games + 1,
        dealt=False,
    )
    return state, made

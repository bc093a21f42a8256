"""Cul-levé: two play, the others are inscribed; the loser gets up and the next sits down.

Articles 63 and 64 of the regulation. The list is kept in the order of inscription, and the two
first of it begin. Nobody is bound to a place that is not his until the first card is dealt: the
first inscribed is only shown in it, and may still leave, or see a backer of the loser put before
him where the club plays it so.

Decided where the sources are silent:
- A winner who gives up his seat, and a loser unless the club inscribes him again, is off the list
  until he is inscribed anew.
- The loser's backers come before the list, and one of them only; he need not be inscribed. A seat
  that its winner gave up goes to the next inscribed. Who both is inscribed and takes the seat as a
  backer has had his turn.
- In the middle of a game a player who sits cannot leave: his game is lost first.
- The stake is single whatever the loser's score. A game in play at the close is not paid for.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.ledger.rules import Account, Cause, Player, Transfers, member, moved

from .events import Closed, Dealt, GameWon, Joined, Left, NotTakenError, Refusal, Why

PLAYERS_LEAST = 2
ART_63 = "art. 63"
ART_64 = "art. 64"
AGREEMENT = "agreement"
FOSTER = "Foster"


@dataclass(frozen=True, slots=True)
class Terms:
    """`stake`: what the loser of a game owes the winner, 0 for none (agreement).
    `loser_inscribes`: the loser is put at the foot of the list by himself (agreement); else he
    asks to be inscribed again (art. 63). `backer_sits`: one of the loser's backers may take his
    seat, before the list (Foster); else it is always the next inscribed (art. 63)."""

    stake: int = 0
    loser_inscribes: bool = False
    backer_sits: bool = False


@dataclass(frozen=True, slots=True)
class BackerSat:
    """One of the loser's backers takes his seat. `backers`: all who backed him in that game."""

    player: Player
    backers: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class SteppedDown:
    """A winner gives up his seat (art. 64)."""

    player: Player


Event = Joined | Left | BackerSat | SteppedDown | Dealt | GameWon | Closed


@dataclass(frozen=True, slots=True)
class State:
    """`holding`: who has a seat of his own, the two of the game in play or who keeps his between
    games. `loser`: whose seat his backers may still claim."""

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
    if (refused := terms_refusal(terms)) is not None:
        raise NotTakenError(refused)
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
    """While nobody sits down against him, who keeps his seat is first of it."""
    sitting, waiting = _split(state)
    return waiting if seats(state) else (*sitting, *waiting)


def is_over(state: State) -> bool:
    return state.over


def held(state: State) -> Mapping[Account, int]:
    """Nothing: the loser pays the winner."""
    return {}


def refusal(state: State, event: object) -> Refusal | None:
    if state.over:
        return Refusal(Why.CONTEST_OVER, AGREEMENT)
    match event:
        case Joined(player):
            return _joining(state, player)
        case Left(player):
            return _leaving(state, player)
        case BackerSat(player, backers):
            return _backing(state, player, backers)
        case SteppedDown(player):
            return _stepping_down(state, player)
        case Dealt():
            return _dealing(state)
        case GameWon(winner):
            return _winning(state, winner)
        case Closed():
            return None
    return Refusal(Why.NOT_AN_EVENT, AGREEMENT)


def _joining(state: State, player: Player) -> Refusal | None:
    if player in state.inscribed or player in state.holding:
        return Refusal(Why.ALREADY_HERE, ART_63, "player")
    return None


def _leaving(state: State, player: Player) -> Refusal | None:
    if player in state.inscribed:
        return None
    if player not in state.holding:
        return Refusal(Why.NOT_HERE, AGREEMENT, "player")
    return Refusal(Why.GAME_IN_PLAY, AGREEMENT, "player") if state.dealt else None


def _backing(state: State, player: Player, backers: tuple[Player, ...]) -> Refusal | None:
    if not state.terms.backer_sits or state.loser is None:
        return Refusal(Why.NOT_OPEN, FOSTER)
    if player in state.holding:
        return Refusal(Why.IS_PLAYING, FOSTER, "player")
    if player not in backers or player == state.loser:
        return Refusal(Why.NOT_ENTITLED, FOSTER, "player")
    return None


def _stepping_down(state: State, player: Player) -> Refusal | None:
    if state.dealt:
        return Refusal(Why.GAME_IN_PLAY, ART_64)
    if player not in state.holding:
        return Refusal(Why.NOT_PLAYING, ART_64, "player")
    return None


def _dealing(state: State) -> Refusal | None:
    if state.dealt:
        return Refusal(Why.GAME_IN_PLAY, AGREEMENT)
    if seats(state) is None:
        return Refusal(Why.PLAYERS_TOO_FEW, ART_63, params={"least": PLAYERS_LEAST})
    return None


def _winning(state: State, winner: Player) -> Refusal | None:
    if not state.dealt:
        return Refusal(Why.NO_GAME_IN_PLAY, ART_63)
    if winner not in state.holding:
        return Refusal(Why.NOT_PLAYING, ART_63, "winner")
    return None


def apply(state: State, event: object) -> tuple[State, Transfers]:
    if (refused := refusal(state, event)) is not None:
        raise NotTakenError(refused)
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
        case GameWon(winner):
            return _won(state, winner)
    return replace(state, over=True, dealt=False), ()


def _gone(state: State, gone: Player) -> State:
    return replace(
        state,
        inscribed=tuple(player for player in state.inscribed if player != gone),
        holding=tuple(player for player in state.holding if player != gone),
    )


def _won(state: State, winner: Player) -> tuple[State, Transfers]:
    (loser,) = (player for player in state.holding if player != winner)
    again = (loser,) if state.terms.loser_inscribes else ()
    made = moved(member(loser), member(winner), state.terms.stake, Cause.GAME_WON)
    state = replace(
        state,
        inscribed=(*state.inscribed, *again),
        holding=(winner,),
        loser=loser,
        games=state.games + 1,
        dealt=False,
    )
    return state, made

"""What is taken, and why not."""

from collections.abc import Mapping
from typing import Any

from scoring.contests.rules.events import CameBack, Closed, Dealt, GameWon, Joined, Left, SatOut
from scoring.contests.rules.refusals import Refusal, Why

from .state import (
    Adjudged,
    Backed,
    Bid,
    Event,
    GaveUp,
    NotRenewed,
    Phase,
    Punted,
    Renewed,
    State,
    TookBack,
    here,
    of,
    seats,
    total,
)

CHOUETTE, GALLERY, AGREEMENT = "art. 65, art. 66", "art. 63, art. 64", "agreement"

_BETWEEN = frozenset({Phase.AUCTION, Phase.STAKES, Phase.RENEWAL})
_OPEN = _BETWEEN | {Phase.GAME}
_STAKES = frozenset({Phase.STAKES})

PHASES: Mapping[type[Any], frozenset[Phase]] = {
    Joined: _OPEN,
    Left: _BETWEEN,
    SatOut: _BETWEEN,
    CameBack: _BETWEEN,
    Bid: frozenset({Phase.AUCTION}),
    Adjudged: frozenset({Phase.AUCTION}),
    Punted: _STAKES,
    Backed: _STAKES,
    TookBack: _STAKES,
    Dealt: _STAKES,
    GameWon: frozenset({Phase.GAME}),
    Renewed: frozenset({Phase.RENEWAL}),
    NotRenewed: frozenset({Phase.RENEWAL}),
    GaveUp: _STAKES,
    Closed: _OPEN,
}

_INSTEAD: Mapping[Phase, Why] = {
    Phase.AUCTION: Why.AUCTION_DUE,
    Phase.GAME: Why.GAME_IN_PLAY,
    Phase.RENEWAL: Why.RENEWAL_DUE,
    Phase.OVER: Why.CONTEST_OVER,
}


def refusal(state: State, event: Event) -> Refusal | None:
    if type(event) not in PHASES:
        return Refusal(Why.NOT_AN_EVENT, AGREEMENT, "event")
    if state.phase not in PHASES[type(event)]:
        return Refusal(_untimely(state, event), CHOUETTE)
    return _own(state, event)


def _untimely(state: State, event: Event) -> Why:
    match state.phase, event:
        case Phase.GAME, Punted() | Backed() | TookBack():
            return Why.BETS_CLOSED
        case Phase.STAKES, GameWon():
            return Why.NO_GAME_IN_PLAY
        case Phase.STAKES, Renewed() if state.renewed:
            return Why.RENEWED_ONCE
        case Phase.STAKES, _:
            return Why.NOT_OPEN
    return _INSTEAD[state.phase]


def _own(state: State, event: Event) -> Refusal | None:
    match event:
        case Joined(player):
            return _person(Why.ALREADY_HERE) if here(state, player) else None
        case Left() | SatOut() | CameBack():
            return _going(state, event)
        case Bid():
            return _bid(state, event)
        case Adjudged():
            return None if state.bids else Refusal(Why.NO_BID, CHOUETTE)
        case Punted() | Backed():
            return _stake(state, event)
        case TookBack(player):
            laid = of(state.against, player) + of(state.behind, player)
            return None if laid else Refusal(Why.NO_BET, GALLERY, "player")
        case Dealt():
            return None if seats(state) else Refusal(Why.PLAYERS_TOO_FEW, CHOUETTE)
        case GameWon(winner):
            playing = winner in (seats(state) or ())
            return None if playing else Refusal(Why.NOT_PLAYING, CHOUETTE, "winner")
    return None


def _person(why: Why, source: str = AGREEMENT) -> Refusal:
    return Refusal(why, source, "player")


def _going(state: State, event: Left | SatOut | CameBack) -> Refusal | None:
    player = event.player
    if not here(state, player):
        return _person(Why.NOT_HERE)
    if player == state.chouetteur:
        return _person(Why.IS_PLAYING, CHOUETTE)
    if isinstance(event, SatOut) and player in state.out:
        return _person(Why.NOT_PLAYING)
    if isinstance(event, CameBack) and player in state.order:
        return _person(Why.ALREADY_HERE)
    return None


def _bid(state: State, event: Bid) -> Refusal | None:
    if not here(state, event.player):
        return _person(Why.NOT_HERE)
    if event.player in state.out:
        return _person(Why.NOT_PLAYING)
    terms = state.terms
    least = state.bids[-1].amount + terms.step if state.bids else terms.minimum
    if event.amount < least:
        return Refusal(Why.BID_TOO_LOW, CHOUETTE, "amount", {"least": least})
    return _over(event.amount, terms.most_bank)


def _over(amount: int, most: int, source: str = AGREEMENT) -> Refusal | None:
    """`most` 0: no limit."""
    if most and amount > most:
        return Refusal(Why.OVER_LIMIT, source, "amount", {"most": most})
    return None


def _stake(state: State, event: Punted | Backed) -> Refusal | None:
    if not here(state, event.player):
        return _person(Why.NOT_HERE)
    if event.player == state.chouetteur:
        return _person(Why.IS_PLAYING, CHOUETTE)
    if event.amount < 1:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, AGREEMENT, "amount")
    if isinstance(event, Punted):
        refused = _person(Why.BOTH_SIDES, GALLERY) if of(state.behind, event.player) else None
    else:
        refused = _behind(state, event)
    return refused or _over(event.amount, state.terms.most_stake)


def _behind(state: State, event: Backed) -> Refusal | None:
    """Nobody lays behind the bank more than the other side can lose to him: what they laid above
    the bank. What he has laid already he may make less at any time."""
    if of(state.against, event.player) or event.player in state.order[:1]:
        return _person(Why.BOTH_SIDES, GALLERY)
    if event.amount <= of(state.behind, event.player):
        return None
    above = total(state.against) - state.bank
    if above < 1:
        return Refusal(Why.BANK_COVERS, CHOUETTE, "amount", {"most": 0})
    return _over(event.amount, above, CHOUETTE)

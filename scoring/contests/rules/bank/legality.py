"""Why something cannot happen now at la chouette with a bank."""

from collections.abc import Mapping
from typing import Any

from scoring.contests.rules.events import (
    AGREEMENT,
    CameBack,
    Closed,
    Dealt,
    GameWon,
    Joined,
    Left,
    Refusal,
    SatOut,
    Why,
)
from scoring.contests.rules.stakes import of, total
from scoring.ledger.rules import Player

from .state import (
    CHOUETTE,
    GALLERY,
    Adjudged,
    Backed,
    Bid,
    Event,
    GaveUp,
    NotRenewed,
    OfPlayers,
    Phase,
    Punted,
    Renewed,
    State,
    Terms,
    TookBack,
    seats,
)


def terms_refusal(terms: Terms) -> Refusal | None:
    possible = {
        "minimum": terms.minimum >= 1,
        "step": terms.step >= 1,
        "most_bank": terms.most_bank == 0 or terms.most_bank >= max(1, terms.minimum),
        "most_stake": terms.most_stake >= 0,
        "levy": 0 <= terms.levy <= 100,
    }
    for field, is_possible in possible.items():
        if not is_possible:
            source = "art. 64" if field == "levy" else AGREEMENT
            return Refusal(Why.AMOUNT_IMPOSSIBLE, source, field)
    return None


_BETWEEN = frozenset({Phase.AUCTION, Phase.STAKES, Phase.RENEWAL})
_OPEN = _BETWEEN | {Phase.GAME}
PHASES: Mapping[type[Any], frozenset[Phase]] = {
    **dict.fromkeys((Joined, Closed), _OPEN),
    **dict.fromkeys((Left, SatOut, CameBack), _BETWEEN),
    **dict.fromkeys((Bid, Adjudged), frozenset({Phase.AUCTION})),
    **dict.fromkeys((Punted, Backed, TookBack, Dealt, GaveUp), frozenset({Phase.STAKES})),
    **dict.fromkeys((Renewed, NotRenewed), frozenset({Phase.RENEWAL})),
    GameWon: frozenset({Phase.GAME}),
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
    match event:
        case Joined() | Left() | SatOut() | CameBack():
            return _player_refusal(state, event)
        case Bid():
            return _bid_refusal(state, event)
        case Adjudged():
            return None if state.bids else Refusal(Why.NO_BID, CHOUETTE)
        case Punted() | Backed():
            return _stake_refusal(state, event)
        case TookBack(player):
            has_bet = of((*state.against, *state.behind), player)
            return None if has_bet else _of_player(Why.NO_BET, GALLERY)
        case Dealt():
            return None if seats(state) else Refusal(Why.PLAYERS_TOO_FEW, CHOUETTE)
        case GameWon(winner):
            is_playing = winner in (seats(state) or ())
            return None if is_playing else Refusal(Why.NOT_PLAYING, CHOUETTE, "winner")
    return None


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


def _of_player(why: Why, source: str = AGREEMENT) -> Refusal:
    return Refusal(why, source, "player")


def _is_here(state: State, player: Player) -> bool:
    return player == state.chouetteur or player in (*state.order, *state.out)


def _player_refusal(state: State, event: OfPlayers) -> Refusal | None:
    player, is_here = event.player, _is_here(state, event.player)
    if isinstance(event, Joined):
        return _of_player(Why.ALREADY_HERE) if is_here else None
    if not is_here:
        return _of_player(Why.NOT_HERE)
    if player == state.chouetteur:
        return _of_player(Why.IS_PLAYING, CHOUETTE)
    if isinstance(event, SatOut) and player in state.out:
        return _of_player(Why.NOT_PLAYING)
    if isinstance(event, CameBack) and player in state.order:
        return _of_player(Why.ALREADY_HERE)
    return None


def _bid_refusal(state: State, event: Bid) -> Refusal | None:
    if not _is_here(state, event.player):
        return _of_player(Why.NOT_HERE)
    if event.player in state.out:
        return _of_player(Why.NOT_PLAYING)
    if event.amount < state.least_bid:
        return Refusal(Why.BID_TOO_LOW, CHOUETTE, "amount", {"least": state.least_bid})
    return _limit_refusal(event.amount, state.terms.most_bank)


def _limit_refusal(amount: int, most: int, source: str = AGREEMENT) -> Refusal | None:
    """`most` 0: no limit."""
    if most and amount > most:
        return Refusal(Why.OVER_LIMIT, source, "amount", {"most": most})
    return None


def _stake_refusal(state: State, event: Punted | Backed) -> Refusal | None:
    if not _is_here(state, event.player):
        return _of_player(Why.NOT_HERE)
    if event.player == state.chouetteur:
        return _of_player(Why.IS_PLAYING, CHOUETTE)
    if event.amount < 1:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, AGREEMENT, "amount")
    if isinstance(event, Punted):
        refused = _of_player(Why.BOTH_SIDES, GALLERY) if of(state.behind, event.player) else None
    else:
        refused = _backing_refusal(state, event)
    return refused or _limit_refusal(event.amount, state.terms.most_stake)


def _backing_refusal(state: State, event: Backed) -> Refusal | None:
    """Nobody lays behind the bank more than the other side can lose to them: what was laid above
    the bank. What is laid already may be made less at any time."""
    if of(state.against, event.player) or event.player in state.order[:1]:
        return _of_player(Why.BOTH_SIDES, GALLERY)
    if event.amount <= of(state.behind, event.player):
        return None
    above = total(state.against) - state.bank
    if above < 1:
        return Refusal(Why.BANK_COVERS, CHOUETTE, "amount", {"most": 0})
    return _limit_refusal(event.amount, above, CHOUETTE)

"""La chouette of the regulation (art. 63 to 66-1): one player holds a bank against everybody.

The bank is adjudged by auction to the highest bidder. The chouetteur then plays, game by game,
against the first inscribed; the others lay stakes against the bank, or behind it when it is too
small for them. A bank that is broken is renewed once, and then put up again.

Treble and double games are not counted: a game won is a game won.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from scoring.ledger.rules import (
    BANK,
    LEVY,
    MASS,
    Account,
    Cause,
    Player,
    Transfer,
    Transfers,
    member,
    transfer,
    transfers_to,
)

from .events import (
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
    require,
    without,
)
from .stakes import (
    LaidStake,
    Masses,
    Stake,
    Stakes,
    by_player,
    changed,
    masses,
    of,
    total,
    winnings,
    without_player,
)

CHOUETTE, GALLERY = "art. 65, art. 66", "art. 63, art. 64"


class Phase(StrEnum):
    AUCTION = "auction"
    STAKES = "stakes"
    GAME = "game"
    RENEWAL = "renewal"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Terms:
    """Whole numbers of the club's unit.

    minimum     the lowest first bid (agreement)
    step        by how much a bid must exceed the one before (agreement)
    most_bank   the highest bid; 0: no limit (agreement)
    most_stake  the most one may lay on a game; 0: no limit (agreement)
    levy        per cent of what the winning side wins (art. 64, where it is 5; 0 by default)
    """

    minimum: int = 1
    step: int = 1
    most_bank: int = 0
    most_stake: int = 0
    levy: int = 0


@dataclass(frozen=True, slots=True)
class Bid:
    """A promise: the bank is put up when it is adjudged."""

    player: Player
    amount: int


@dataclass(frozen=True, slots=True)
class Adjudged:
    """To the highest bidder, who puts up the bid."""


@dataclass(frozen=True, slots=True)
class Punted:
    """`amount` is all that the player lays against the bank in the next game, instead of what was
    laid before."""

    player: Player
    amount: int


@dataclass(frozen=True, slots=True)
class Backed:
    """The same, on the chouetteur's side."""

    player: Player
    amount: int


@dataclass(frozen=True, slots=True)
class TookBack:
    """Whatever the player laid on the next game."""

    player: Player


@dataclass(frozen=True, slots=True)
class Renewed:
    """The chouetteur puts up once more what the bank was adjudged for."""


@dataclass(frozen=True, slots=True)
class NotRenewed:
    pass


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The chouetteur takes up what is in the bank, and it is put up again."""


OfPlayers = Joined | Left | SatOut | CameBack
OfStakes = Punted | Backed | TookBack
OfBank = Adjudged | Renewed | NotRenewed | GaveUp
Event = (
    OfPlayers | Bid | Adjudged | OfStakes | Dealt | GameWon | Renewed | NotRenewed | GaveUp | Closed
)
Step = tuple["State", Transfers]


@dataclass(frozen=True, slots=True)
class State:
    """`order`: the inscribed who play, without the chouetteur, whom the first of them faces.
    `out`: who sits out. `bids` rise. `against` and `behind`: the stakes on either side in the
    order in which they were laid, and from `Dealt` to the end of the game only what of them is
    covered. `laid`: what of the bank is in the mass, and not in `bank`, in a game.
    """

    terms: Terms
    phase: Phase = Phase.AUCTION
    order: tuple[Player, ...] = ()
    out: tuple[Player, ...] = ()
    bids: Stakes = ()
    chouetteur: Player | None = None
    adjudged: int = 0
    bank: int = 0
    renewed: bool = False
    against: Stakes = ()
    behind: Stakes = ()
    laid: int = 0
    levied: int = 0

    @property
    def over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def least_bid(self) -> int:
        return self.bids[-1].amount + self.terms.step if self.bids else self.terms.minimum

    @property
    def masses(self) -> Masses:
        """As they would be if the game were dealt now; in a game, as they are."""
        if self.phase is Phase.GAME:
            return Masses(self.against, self.laid, self.behind)
        against = sorted(self.against, key=lambda stake: stake.player not in self.order[:1])
        return masses(tuple(against), self.bank, self.behind)

    @property
    def stakes(self) -> tuple[LaidStake, ...]:
        """Of each player on each side, with what of it is covered."""
        cover = self.masses
        return (
            *by_player("against", self.against, cover.against),
            *by_player("behind", self.behind, cover.behind),
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


def begin(terms: Terms) -> State:
    """Raises: NotTakenError with what `terms_refusal` says."""
    require(terms_refusal(terms))
    return State(terms)


def seats(state: State) -> tuple[Player, Player] | None:
    """The chouetteur, who never goes out, and who faces them."""
    if state.chouetteur is None or not state.order:
        return None
    if state.phase not in (Phase.STAKES, Phase.GAME):
        return None
    return state.chouetteur, state.order[0]


def queue(state: State) -> tuple[Player, ...]:
    """Who waits, the next first; not those who sit out."""
    return state.order[1:] if seats(state) else state.order


def holdings(state: State) -> Mapping[Account, int]:
    in_game = state.phase is Phase.GAME
    mass = total(state.against) + total(state.behind) + state.laid if in_game else 0
    return {BANK: state.bank, MASS: mass, LEVY: state.levied}


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


def apply(state: State, event: Event) -> Step:
    """Raises: NotTakenError with what `refusal` says."""
    require(refusal(state, event))
    match event:
        case Joined() | Left() | SatOut() | CameBack():
            return _with_players(state, event), ()
        case Bid(player, amount):
            return replace(state, bids=(*state.bids, Stake(player, amount))), ()
        case Punted(player, amount):
            return replace(state, against=changed(state.against, player, amount)), ()
        case Backed(player, amount):
            return replace(state, behind=changed(state.behind, player, amount)), ()
        case TookBack(player):
            return _without_stakes(state, player), ()
        case Dealt():
            return _deal(state)
        case GameWon(winner):
            return _win(state, by_bank=winner == state.chouetteur)
    return _apply_to_bank(state, event)


def _apply_to_bank(state: State, event: OfBank | Closed) -> Step:
    match event:
        case Adjudged():
            return _adjudge(state)
        case Renewed():
            ready = replace(state, phase=Phase.STAKES, renewed=True, bank=state.adjudged)
            return ready, _put_up(state, Cause.BANK_RENEWED)
        case NotRenewed():
            return _back_to_auction(state), ()
        case GaveUp():
            return _back_to_auction(state), _take_up(state, state.bank)
    return _close(state)


def _with_players(state: State, event: OfPlayers) -> State:
    """Who comes to face the chouetteur no longer backs them."""
    player = event.player
    order, out = without(state.order, player), without(state.out, player)
    match event:
        case Joined() | CameBack():
            order = (*order, player)
        case SatOut():
            out = (*out, player)
        case _:
            state = _without_stakes(state, player)
    if player not in order:
        state = replace(state, bids=without_player(state.bids, player))
    behind = tuple(stake for stake in state.behind if stake.player not in order[:1])
    return replace(state, order=order, out=out, behind=behind)


def _without_stakes(state: State, player: Player) -> State:
    against, behind = without_player(state.against, player), without_player(state.behind, player)
    return replace(state, against=against, behind=behind)


def _adjudge(state: State) -> Step:
    player, amount = state.bids[-1]
    ready = replace(
        state,
        phase=Phase.STAKES,
        order=without(state.order, player),
        bids=(),
        chouetteur=player,
        adjudged=amount,
        bank=amount,
    )
    return ready, _put_up(ready, Cause.BANK_PUT_UP)


def _put_up(state: State, cause: Cause) -> Transfers:
    return tuple(Transfer(member(one), BANK, state.adjudged, cause) for one in _chouetteur(state))


def _take_up(state: State, amount: int) -> Transfers:
    return transfers_to(BANK, ((one, amount) for one in _chouetteur(state)), Cause.BANK_TAKEN_UP)


def _chouetteur(state: State) -> tuple[Player, ...]:
    return () if state.chouetteur is None else (state.chouetteur,)


def _back_to_auction(state: State) -> State:
    """Who held the bank goes to the foot of those inscribed; who faced them stays the first."""
    order = (*state.order, *_chouetteur(state))
    return State(state.terms, order=order, out=state.out, levied=state.levied)


def _deal(state: State) -> Step:
    cover = state.masses
    playing = replace(
        state,
        phase=Phase.GAME,
        bank=state.bank - cover.bank,
        laid=cover.bank,
        against=cover.against,
        behind=cover.behind,
    )
    stakes = (*cover.behind, *cover.against)
    laid = (Transfer(member(one), MASS, amount, Cause.BET_LAID) for one, amount in stakes)
    return playing, (*transfer(BANK, MASS, cover.bank, Cause.BET_LAID), *laid)


def _win(state: State, *, by_bank: bool) -> Step:
    """The bank wins and loses as the first of those on its side."""
    stakes: list[tuple[Account, int]] = [(BANK, state.laid)] if by_bank else []
    stakes += [
        (member(one), amount) for one, amount in (state.behind if by_bank else state.against)
    ]
    levied, wins = winnings([amount for _, amount in stakes], state.terms.levy)
    paid = [*transfer(MASS, LEVY, levied, Cause.LEVY)]
    for (account, stake), win in zip(stakes, wins, strict=True):
        paid += transfer(MASS, account, stake, Cause.GIVEN_BACK)
        paid += transfer(MASS, account, win, Cause.BET_WON)
    bank = state.bank + (state.laid + wins[0] if by_bank else 0)
    after = replace(
        state,
        phase=Phase.STAKES if bank else Phase.RENEWAL,
        order=(*state.order[1:], *state.order[:1]) if by_bank else state.order,
        bank=bank,
        against=(),
        behind=(),
        laid=0,
        levied=state.levied + levied,
    )
    broken_again = not bank and state.renewed
    return _back_to_auction(after) if broken_again else after, tuple(paid)


def _close(state: State) -> Step:
    """The stakes of a game in play go back, and the bank to who put it up."""
    back: Transfers = ()
    if state.phase is Phase.GAME:
        back = (
            *transfer(MASS, BANK, state.laid, Cause.GIVEN_BACK),
            *transfers_to(MASS, (*state.behind, *state.against), Cause.GIVEN_BACK),
        )
    over = replace(_back_to_auction(state), phase=Phase.OVER)
    return over, (*back, *_take_up(state, state.bank + state.laid))

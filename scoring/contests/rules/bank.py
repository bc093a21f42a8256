"""La chouette of the regulation (art. 63 to 66-1): one player holds a bank against everybody.

The bank is adjudged by auction to the highest bidder. The chouetteur then plays, game by game,
against the first inscribed; the others lay stakes against the bank, or behind it when it is too
small for them. A bank that is broken is renewed once, and then put up again.

Treble and double games are not counted: a game won is a game won.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from scoring.ledger.rules import (
    BANK,
    LEVY,
    MASS,
    Account,
    Cause,
    Player,
    Transfer,
    Transfers,
    given,
    member,
    moved,
    shared,
)

from .events import (
    CameBack,
    Closed,
    Dealt,
    GameWon,
    Joined,
    Left,
    NotTakenError,
    Refusal,
    SatOut,
    Why,
)


class Phase(StrEnum):
    AUCTION = "auction"
    STAKES = "stakes"
    GAME = "game"
    RENEWAL = "renewal"
    OVER = "over"


class Stake(NamedTuple):
    player: Player
    amount: int


Stakes = tuple[Stake, ...]


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


def terms_refusal(terms: Terms) -> Refusal | None:
    possible = {
        "minimum": terms.minimum >= 1,
        "step": terms.step >= 1,
        "most_bank": terms.most_bank == 0 or terms.most_bank >= max(1, terms.minimum),
        "most_stake": terms.most_stake >= 0,
        "levy": 0 <= terms.levy <= 100,
    }
    for field, holds in possible.items():
        if not holds:
            source = "art. 64" if field == "levy" else "agreement"
            return Refusal(Why.AMOUNT_IMPOSSIBLE, source, field)
    return None


@dataclass(frozen=True, slots=True)
class State:
    """`order`: the inscribed who play, without the chouetteur; the first of them faces him.
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


def total(stakes: Iterable[Stake]) -> int:
    return sum(stake.amount for stake in stakes)


def of(stakes: Iterable[Stake], player: Player) -> int:
    return sum(stake.amount for stake in stakes if stake.player == player)


def without(stakes: Stakes, player: Player) -> Stakes:
    return tuple(stake for stake in stakes if stake.player != player)


def here(state: State, player: Player) -> bool:
    return player == state.chouetteur or player in state.order or player in state.out


def seats(state: State) -> tuple[Player, Player] | None:
    """The chouetteur, who never goes out, and who faces him."""
    if state.chouetteur is None or not state.order:
        return None
    if state.phase not in (Phase.STAKES, Phase.GAME):
        return None
    return state.chouetteur, state.order[0]


def queue(state: State) -> tuple[Player, ...]:
    """Who waits, the next first; not those who sit out."""
    return state.order[1:] if seats(state) else state.order


def is_over(state: State) -> bool:
    return state.phase is Phase.OVER


def held(state: State) -> Mapping[Account, int]:
    in_game = state.phase is Phase.GAME
    mass = total(state.against) + total(state.behind) + state.laid if in_game else 0
    return {BANK: state.bank, MASS: mass, LEVY: state.levied}


@dataclass(frozen=True, slots=True)
class Bid:
    """A promise: the bank is put up when it is adjudged."""

    player: Player
    amount: int


@dataclass(frozen=True, slots=True)
class Adjudged:
    """To the highest bidder, who puts up what he bid."""


@dataclass(frozen=True, slots=True)
class Punted:
    """`amount` is all that the player lays against the bank in the next game, instead of what he
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


Event = (
    Joined
    | Left
    | SatOut
    | CameBack
    | Bid
    | Adjudged
    | Punted
    | Backed
    | TookBack
    | Dealt
    | GameWon
    | Renewed
    | NotRenewed
    | GaveUp
    | Closed
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


Step = tuple[State, Transfers]


def begin(terms: Terms) -> State:
    """Raises: NotTakenError with what `terms_refusal` says."""
    if found := terms_refusal(terms):
        raise NotTakenError(found)
    return State(terms)


def apply(state: State, event: Event) -> Step:
    """Raises: NotTakenError with what `refusal` says."""
    if found := refusal(state, event):
        raise NotTakenError(found)
    match event:
        case Joined() | Left() | SatOut() | CameBack():
            return _faced(_people(state, event)), ()
        case Bid(player, amount):
            return replace(state, bids=(*state.bids, Stake(player, amount))), ()
        case Punted() | Backed() | TookBack():
            return _stakes(state, event), ()
        case Dealt():
            return _dealt(state)
        case GameWon(winner):
            return _won(state, by_bank=winner == state.chouetteur)
    return _bank(state, event)


def _people(state: State, event: Joined | Left | SatOut | CameBack) -> State:
    player = event.player
    order = tuple(one for one in state.order if one != player)
    out = tuple(one for one in state.out if one != player)
    match event:
        case Joined() | CameBack():
            return replace(state, order=(*order, player), out=out)
        case SatOut():
            bids = without(state.bids, player)
            return replace(state, order=order, out=(*out, player), bids=bids)
        case _:
            bids = without(state.bids, player)
            return _without_stakes(replace(state, order=order, out=out, bids=bids), player)


def _without_stakes(state: State, player: Player) -> State:
    against, behind = without(state.against, player), without(state.behind, player)
    return replace(state, against=against, behind=behind)


def _faced(state: State) -> State:
    """Who comes to face the chouetteur no longer backs him."""
    faces = state.order[:1]
    return replace(state, behind=tuple(one for one in state.behind if one.player not in faces))


def _stakes(state: State, event: Punted | Backed | TookBack) -> State:
    match event:
        case Punted(player, amount):
            return replace(state, against=laid_anew(state.against, player, amount))
        case Backed(player, amount):
            return replace(state, behind=laid_anew(state.behind, player, amount))
        case _:
            return _without_stakes(state, event.player)


def _bank(state: State, event: Adjudged | Renewed | NotRenewed | GaveUp | Closed) -> Step:
    match event:
        case Adjudged():
            return _adjudged(state)
        case Renewed():
            ready = replace(state, phase=Phase.STAKES, renewed=True, bank=state.adjudged)
            return ready, _put_up(state, Cause.BANK_RENEWED)
        case NotRenewed():
            return _put_up_again(state), ()
        case GaveUp():
            return _put_up_again(state), _taken_up(state)
        case _:
            return _closed(state)


def _adjudged(state: State) -> Step:
    player, amount = state.bids[-1]
    ready = replace(
        state,
        phase=Phase.STAKES,
        order=tuple(one for one in state.order if one != player),
        bids=(),
        chouetteur=player,
        adjudged=amount,
        bank=amount,
    )
    return ready, _put_up(ready, Cause.BANK_PUT_UP)


def _put_up(state: State, cause: Cause) -> Transfers:
    return tuple(Transfer(member(one), BANK, state.adjudged, cause) for one in _chouetteur(state))


def _taken_up(state: State) -> Transfers:
    return given(BANK, ((one, state.bank) for one in _chouetteur(state)), Cause.BANK_TAKEN_UP)


def _chouetteur(state: State) -> tuple[Player, ...]:
    return () if state.chouetteur is None else (state.chouetteur,)


def _put_up_again(state: State) -> State:
    """Whoever held the bank goes to the foot of those inscribed; who faced him stays the first."""
    return State(
        state.terms, order=(*state.order, *_chouetteur(state)), out=state.out, levied=state.levied
    )


def _dealt(state: State) -> Step:
    found = masses(state)
    playing = replace(
        state,
        phase=Phase.GAME,
        bank=state.bank - found.bank,
        laid=found.bank,
        against=found.against,
        behind=found.behind,
    )
    laid = (
        *moved(BANK, MASS, found.bank, Cause.BET_LAID),
        *(
            Transfer(member(player), MASS, amount, Cause.BET_LAID)
            for player, amount in (*found.behind, *found.against)
        ),
    )
    return playing, laid


def _won(state: State, *, by_bank: bool) -> Step:
    """The bank wins and loses as the first of those on its side."""
    stakes: tuple[tuple[Account, int], ...] = (
        ((BANK, state.laid), *_accounts(state.behind)) if by_bank else _accounts(state.against)
    )
    levied, wins = winnings([amount for _, amount in stakes], state.terms.levy)
    paid = [*moved(MASS, LEVY, levied, Cause.LEVY)]
    for (account, stake), win in zip(stakes, wins, strict=True):
        paid += moved(MASS, account, stake, Cause.GIVEN_BACK)
        paid += moved(MASS, account, win, Cause.BET_WON)
    bank = state.bank + (state.laid + wins[0] if by_bank else 0)
    order = (*state.order[1:], *state.order[:1]) if by_bank else state.order
    after = replace(
        state,
        phase=Phase.STAKES if bank else Phase.RENEWAL,
        order=order,
        bank=bank,
        against=(),
        behind=(),
        laid=0,
        levied=state.levied + levied,
    )
    broken_again = not bank and state.renewed
    return _put_up_again(after) if broken_again else after, tuple(paid)


def _accounts(stakes: Stakes) -> tuple[tuple[Account, int], ...]:
    return tuple((member(player), amount) for player, amount in stakes)


def _closed(state: State) -> Step:
    """The stakes of a game in play go back, and the bank to him who put it up."""
    back: Transfers = ()
    if state.phase is Phase.GAME:
        back = (
            *moved(MASS, BANK, state.laid, Cause.GIVEN_BACK),
            *given(MASS, (*state.behind, *state.against), Cause.GIVEN_BACK),
        )
    whole = replace(state, bank=state.bank + state.laid)
    return replace(_put_up_again(state), phase=Phase.OVER), (*back, *_taken_up(whole))


@dataclass(frozen=True, slots=True)
class Masses:
    """What is covered: each player once, the first to be covered first; `bank` is the part of the
    bank. `bank` and `behind` together are as much as `against`."""

    against: Stakes
    bank: int
    behind: Stakes


def masses(state: State) -> Masses:
    """As they would be if the game were dealt now; in a game, as they are."""
    if state.phase is Phase.GAME:
        return Masses(state.against, state.laid, state.behind)
    against = _players_first(state.against, state.order[:1])
    size = min(total(against), state.bank + total(state.behind))
    bank = min(size, state.bank)
    return Masses(_up_to(size, against), bank, _up_to(size - bank, state.behind))


def laid_anew(stakes: Stakes, player: Player, amount: int) -> Stakes:
    """The stakes with `amount` as the player's own in all. What he adds is laid last; what he
    takes off is of what he laid last."""
    found: list[Stake] = []
    for stake in stakes:
        kept = stake.amount
        if stake.player == player:
            kept = min(kept, amount)
            amount -= kept
        found.append(Stake(stake.player, kept))
    return tuple(stake for stake in (*found, Stake(player, amount)) if stake.amount)


def winnings(stakes: Sequence[int], levy: int) -> tuple[int, tuple[int, ...]]:
    """What is levied of even money on the stakes, and what each then wins beside his stake.

    The levy is `levy` per cent of all that is won, rounded down. The rest is shared in proportion
    to the stakes, each part rounded down; what is left over goes one by one from the first on.
    """
    won = sum(stakes)
    levied = won * levy // 100
    return levied, shared(won - levied, stakes)


def _players_first(stakes: Stakes, players: tuple[Player, ...]) -> Stakes:
    return tuple(sorted(stakes, key=lambda stake: stake.player not in players))


def _up_to(most: int, stakes: Stakes) -> Stakes:
    """The first `most` counters of the stakes, each player's together."""
    found: dict[Player, int] = {}
    for stake in stakes:
        taken = min(stake.amount, most)
        most -= taken
        if taken:
            found[stake.player] = found.get(stake.player, 0) + taken
    return tuple(Stake(player, amount) for player, amount in found.items())

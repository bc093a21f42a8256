"""What an event does."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.contests.rules.events import CameBack, Closed, Dealt, GameWon, Joined, Left, SatOut
from scoring.contests.rules.refusals import NotTakenError
from scoring.ledger.rules.books import (
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

from .legality import refusal
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
    Stake,
    Stakes,
    State,
    Terms,
    TookBack,
    terms_refusal,
    total,
    without,
)

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

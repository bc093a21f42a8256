"""La chouette of the regulation (art. 63 to 66-1): one player holds a bank against everybody.

The bank is adjudged by auction to the highest bidder. The chouetteur then plays, game by game,
against the first inscribed; the others lay stakes against the bank, or behind it when it is too
small for them. A bank that is broken is renewed once, and then put up again.

Treble and double games are not counted: a game won is a game won.
"""

from dataclasses import replace

from scoring.contests.rules.events import (
    BankAfter,
    CameBack,
    Closed,
    Dealt,
    GameWon,
    Joined,
    Left,
    SatOut,
    require,
    without,
)
from scoring.contests.rules.stakes import Stake, changed, winnings, without_player
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

from .legality import PHASES, refusal, terms_refusal
from .state import (
    Adjudged,
    Backed,
    Bid,
    Event,
    GaveUp,
    LevyOn,
    NotRenewed,
    OfBank,
    OfPlayers,
    OfStakes,
    Phase,
    Punted,
    Renewed,
    State,
    Step,
    Terms,
    TookBack,
    holdings,
    queue,
    seats,
)

__all__ = [
    "PHASES",
    "Adjudged",
    "Backed",
    "Bid",
    "Event",
    "GaveUp",
    "LevyOn",
    "NotRenewed",
    "OfStakes",
    "Phase",
    "Punted",
    "Renewed",
    "State",
    "Terms",
    "TookBack",
    "apply",
    "begin",
    "holdings",
    "queue",
    "refusal",
    "seats",
    "terms_refusal",
]


def begin(terms: Terms) -> State:
    """Raises: NotTakenError with what `terms_refusal` says."""
    require(terms_refusal(terms))
    return State(terms)


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
        case GameWon():
            return _win(state, event)
    return _apply_to_bank(state, event)


def _apply_to_bank(state: State, event: OfBank | Closed) -> Step:
    match event:
        case Adjudged():
            return _adjudge(state)
        case Renewed():
            return _renew(state)
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
    )
    return _put_up(ready, Cause.BANK_PUT_UP)


def _put_up(state: State, cause: Cause) -> Step:
    """The bank, and beside it the levy."""
    amount, levied = state.adjudged, state.terms.levy_of_bank(state.adjudged)
    made: Transfers = ()
    for player in _chouetteur(state):
        made += transfer(member(player), BANK, amount, cause)
        made += transfer(member(player), LEVY, levied, Cause.LEVY)
    return replace(state, bank=amount, levied=state.levied + levied), made


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


def _win(state: State, event: GameWon) -> Step:
    """The bank wins and loses as the first of those on its side."""
    by_bank, is_kept = event.winner == state.chouetteur, event.keeper == state.chouetteur
    stakes: list[tuple[Account, int]] = [(BANK, state.laid)] if by_bank else []
    stakes += [
        (member(one), amount) for one, amount in (state.behind if by_bank else state.against)
    ]
    terms = state.terms
    amounts = [amount for _, amount in stakes]
    levied, wins = winnings(amounts, terms.levy_of_winnings, terms.remainder)
    paid = [*transfer(MASS, LEVY, levied, Cause.LEVY)]
    for (account, stake), win in zip(stakes, wins, strict=True):
        paid += transfer(MASS, account, stake, Cause.GIVEN_BACK)
        paid += transfer(MASS, account, win, Cause.BET_WON)
    bank = state.bank + (state.laid + wins[0] if by_bank else 0)
    after = replace(
        state,
        phase=Phase.STAKES if bank else Phase.RENEWAL,
        order=(*state.order[1:], *state.order[:1]) if is_kept else state.order,
        bank=bank,
        against=(),
        behind=(),
        laid=0,
        levied=state.levied + levied,
    )
    if event.bank is BankAfter.GIVEN_UP:
        return _back_to_auction(after), (*paid, *_take_up(after, bank))
    if not bank and event.bank is BankAfter.GOES_ON:
        renewed, more = _renew(after)
        return renewed, (*paid, *more)
    broken_again = not bank and state.renewed
    return _back_to_auction(after) if broken_again else after, tuple(paid)


def _renew(state: State) -> Step:
    ready = replace(state, phase=Phase.STAKES, renewed=True)
    return _put_up(ready, Cause.BANK_RENEWED)


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

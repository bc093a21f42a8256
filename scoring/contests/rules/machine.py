"""The kinds of contest, and a contest with its gallery under one log.

Each event goes to the one it concerns, or to both. A book of bets is opened as soon as it is known
who plays next, and is about these two: when one of them changes before the first card is dealt,
every bet goes back. The bank's chouette takes bets of its own and has no book.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol, get_args

from scoring.ledger.rules import LEVY, Account, Player, Transfers

from . import bank, bets, cul_leve, match, pool, social
from .bets import BetLaid, BetTakenBack, Book, Side
from .events import AGREEMENT, Closed, Dealt, GameWon, Refusal, Why, require


class Kind(StrEnum):
    """None is ever renamed."""

    MATCH = "match"
    POOL = "pool"
    CUL_LEVE = "cul_leve"
    BANK = "bank"
    BOX = "box"


class Machine(Protocol):
    """A contest's module. Terms, states and events are its own, and no other's are given to it."""

    def terms_refusal(self, terms: Any) -> Refusal | None: ...
    def begin(self, terms: Any) -> Any: ...
    def refusal(self, state: Any, event: Any) -> Refusal | None: ...
    def apply(self, state: Any, event: Any) -> tuple[Any, Transfers]: ...
    def seats(self, state: Any) -> tuple[Player, Player] | None: ...
    def queue(self, state: Any) -> tuple[Player, ...]: ...


def _nothing(_state: Any) -> Mapping[Any, int]:
    return {}


def _box_sides(state: social.State) -> Mapping[Player, Player]:
    """The partner wins and loses with the box, the team with its captain."""
    against = social.team(state)
    of_team = dict.fromkeys(against, against[0])
    return of_team if state.partner is None else {**of_team, state.partner: state.line[0]}


@dataclass(frozen=True, slots=True)
class Contest:
    """`events`: its classes of events. `holdings`: what lies in pot, bank, mass and levy box.
    `plays_for`: of those who do not sit and have a stake of their own in the game, which of the two
    they win and lose with. `has_gallery`: bets may be laid on its games.
    """

    machine: Machine
    terms: type
    events: tuple[type, ...]
    holdings: Callable[[Any], Mapping[Account, int]] = _nothing
    plays_for: Callable[[Any], Mapping[Player, Player]] = _nothing
    has_gallery: bool = True


CONTESTS: Mapping[Kind, Contest] = {
    Kind.MATCH: Contest(match, match.Terms, get_args(match.Event)),
    Kind.POOL: Contest(pool, pool.Terms, get_args(pool.Event), pool.holdings),
    Kind.CUL_LEVE: Contest(cul_leve, cul_leve.Terms, get_args(cul_leve.Event)),
    Kind.BANK: Contest(bank, bank.Terms, get_args(bank.Event), bank.holdings, has_gallery=False),
    Kind.BOX: Contest(social, social.Terms, get_args(social.Event), plays_for=_box_sides),
}
ON_A_GAME: tuple[type, ...] = (BetLaid, BetTakenBack, *get_args(bank.OfStakes))
"""Stakes and bets on the game that comes next, between two whom everybody sees sit."""
BY_SEATS: tuple[type, ...] = (
    Dealt,
    *ON_A_GAME,
    cul_leve.BackerSat,
    cul_leve.SteppedDown,
    social.Partnered,
    social.Unpartnered,
)
"""What presumes who sits: once it has happened, who sat is a fact."""
ART_65 = "art. 65"
ART_63 = "art. 63"


@dataclass(frozen=True, slots=True)
class Terms:
    """`contest`: the Terms of its kind. `gallery`: none where no bets are laid."""

    contest: Any
    gallery: bets.Terms | None = None


@dataclass(frozen=True, slots=True)
class ContestState:
    """`contest`: the state of its kind. `number`: of the game due or in play, from 1. `backers`:
    who had a bet on the loser of the last game. `levied`: on the bets of the games before.
    """

    kind: Kind
    terms: Terms
    contest: Any
    number: int = 1
    dealt: bool = False
    book: Book | None = None
    backers: tuple[Player, ...] = ()
    levied: int = 0

    @property
    def form(self) -> Contest:
        return CONTESTS[self.kind]

    @property
    def over(self) -> bool:
        return bool(self.contest.over)


def terms_refusal(kind: Kind, terms: Terms) -> Refusal | None:
    contest = CONTESTS[kind]
    if not isinstance(terms.contest, contest.terms):
        return Refusal(Why.NOT_AN_EVENT, AGREEMENT, "contest")
    if terms.gallery is not None and not contest.has_gallery:
        return Refusal(Why.NOT_OPEN, ART_65, "gallery")
    return contest.machine.terms_refusal(terms.contest) or (
        bets.terms_refusal(terms.gallery) if terms.gallery else None
    )


def begin(kind: Kind, terms: Terms) -> ContestState:
    """Raises: NotTakenError where the terms cannot be."""
    require(terms_refusal(kind, terms))
    return ContestState(kind, terms, CONTESTS[kind].machine.begin(terms.contest))


def replay(
    kind: Kind, terms: Terms, events: Iterable[object]
) -> tuple[ContestState, list[Transfers]]:
    """The state that the log comes to, and what each event of it has moved.

    Raises: NotTakenError at the first event that is not taken.
    """
    state, posted = begin(kind, terms), []
    for event in events:
        state, transfers = apply(state, event)
        posted.append(transfers)
    return state, posted


def seats(state: ContestState) -> tuple[Player, Player] | None:
    return state.form.machine.seats(state.contest)


def queue(state: ContestState) -> tuple[Player, ...]:
    return state.form.machine.queue(state.contest)


def holdings(state: ContestState) -> Mapping[Account, int]:
    """What lies in pot, bank, masses and levy box."""
    found: Counter[Account] = Counter({LEVY: state.levied})
    found.update(state.form.holdings(state.contest))
    found.update(bets.holdings(state.book) if state.book else {})
    return {account: amount for account, amount in found.items() if amount}


def refusal(state: ContestState, event: object) -> Refusal | None:
    if isinstance(event, bets.OwnEvent):
        return _bet_refusal(state, event)
    if not isinstance(event, state.form.events):
        return Refusal(Why.NOT_AN_EVENT, AGREEMENT)
    refused = state.form.machine.refusal(state.contest, event)
    return refused or _backers_refusal(state, event) or _keeper_refusal(state, event)


def _bet_refusal(state: ContestState, event: bets.OwnEvent) -> Refusal | None:
    if state.over:
        return Refusal(Why.CONTEST_OVER, AGREEMENT)
    if state.book is None:
        return Refusal(Why.NOT_OPEN, ART_63)
    if isinstance(event, BetLaid):
        bound = _plays_for(state, state.book).get(event.player, event.side)
        if bound is not event.side:
            return Refusal(Why.BOTH_SIDES, ART_63, "side")
    return bets.refusal(state.book, event)


def _plays_for(state: ContestState, book: Book) -> Mapping[Player, Side]:
    """Of those who have a stake in the game without a bet, the side it is on."""
    side = {bets.player_of(book, side): side for side in Side}
    return {player: side[seat] for player, seat in state.form.plays_for(state.contest).items()}


def _backers_refusal(state: ContestState, event: object) -> Refusal | None:
    """Where bets are laid here, the book knows who has backed the loser."""
    if not isinstance(event, cul_leve.BackerSat) or state.terms.gallery is None:
        return None
    known = set(event.backers) == set(state.backers)
    return None if known else Refusal(Why.NOT_ENTITLED, cul_leve.FOSTER, "backers")


def _keeper_refusal(state: ContestState, event: object) -> Refusal | None:
    """Who kept the seat is one of the two who played."""
    if not isinstance(event, GameWon) or event.keeper in (seats(state) or ()):
        return None
    return Refusal(Why.NOT_PLAYING, AGREEMENT, "stays")


def apply(state: ContestState, event: object) -> tuple[ContestState, Transfers]:
    """What the contest moves comes before what the bets move. Raises: NotTakenError."""
    require(refusal(state, event))
    if isinstance(event, bets.OwnEvent):
        return _apply_to_book(state, event)
    contest, transfers = state.form.machine.apply(state.contest, event)
    state = replace(state, contest=contest)
    of_bets: Transfers = ()
    if isinstance(event, GameWon):
        state = replace(state, number=state.number + 1, backers=_backers(state.book, event.keeper))
    if isinstance(event, Dealt | GameWon | Closed):
        state, of_bets = _apply_to_book(replace(state, dealt=isinstance(event, Dealt)), event)
    state, of_seats = _with_book_of_seats(state)
    return state, transfers + of_bets + of_seats


def _backers(book: Book | None, keeper: Player) -> tuple[Player, ...]:
    """Of the player whose seat is free."""
    return bets.backers(book, Side.B if keeper == book.a else Side.A) if book else ()


def _apply_to_book(state: ContestState, event: bets.Event) -> tuple[ContestState, Transfers]:
    """A book that is settled has done its work, and what it levied stays in the box."""
    if state.book is None:
        return state, ()
    book, transfers = bets.apply(state.book, event)
    if book.phase is bets.Phase.SETTLED:
        return replace(state, book=None, levied=state.levied + book.levied), transfers
    return replace(state, book=book), transfers


def _with_book_of_seats(state: ContestState) -> tuple[ContestState, Transfers]:
    """The book is about who plays now; who has come to play for the other side has the bet back."""
    sitting = seats(state)
    back: Transfers = ()
    if state.book and sitting != (state.book.a, state.book.b):
        state, back = _apply_to_book(state, Closed())
    if state.book:
        return _without_both_sides(state, state.book)
    if sitting and state.terms.gallery:
        state = replace(state, book=bets.begin(state.terms.gallery, *sitting))
    return state, back


def _without_both_sides(state: ContestState, book: Book) -> tuple[ContestState, Transfers]:
    laid = {bet.player: bet.side for bet in book.bets}
    back: Transfers = ()
    for player, side in _plays_for(state, book).items():
        if laid.get(player, side) is not side:
            withdrawn = BetTakenBack(player, bets.staked(book, player))
            state, returned = _apply_to_book(state, withdrawn)
            back += returned
    return state, back

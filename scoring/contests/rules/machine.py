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

from scoring.ledger.rules import LEVY, Account, Holder, Player, Transfers

from . import bank, bets, cul_leve, match, pool, social
from .bets import BetLaid, BetTakenBack, Book, Side
from .events import Closed, Dealt, GameWon, NotTakenError, Refusal, Why


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
    def is_over(self, state: Any) -> bool: ...
    def held(self, state: Any) -> Mapping[Account, int]: ...


def _nobody(state: Any) -> Mapping[Player, Player]:
    return {}


def _of_the_box(state: social.State) -> Mapping[Player, Player]:
    """The partner wins and loses with the box, the team with its captain."""
    against = social.team(state)
    of_team = dict.fromkeys(against, against[0])
    return of_team if state.partner is None else {**of_team, state.partner: state.line[0]}


@dataclass(frozen=True, slots=True)
class Contest:
    """`events`: its classes of events. `plays_for`: of those who do not sit and have a stake of
    their own in the game, which of the two they win and lose with. `has_gallery`: bets may be laid
    on its games.
    """

    machine: Machine
    terms: type
    events: tuple[type, ...]
    plays_for: Callable[[Any], Mapping[Player, Player]] = _nobody
    has_gallery: bool = True


CONTESTS: Mapping[Kind, Contest] = {
    Kind.MATCH: Contest(match, match.Terms, get_args(match.Event)),
    Kind.POOL: Contest(pool, pool.Terms, get_args(pool.Event)),
    Kind.CUL_LEVE: Contest(cul_leve, cul_leve.Terms, get_args(cul_leve.Event)),
    Kind.BANK: Contest(bank, bank.Terms, get_args(bank.Event), has_gallery=False),
    Kind.BOX: Contest(social, social.Terms, get_args(social.Event), _of_the_box),
}


AGREEMENT = "agreement"
ART_65 = "art. 65"
ART_63 = "art. 63"


@dataclass(frozen=True, slots=True)
class Terms:
    """`contest`: the Terms of its kind. `gallery`: none where no bets are laid."""

    contest: Any
    gallery: bets.Terms | None = None


@dataclass(frozen=True, slots=True)
class Room:
    """`number`: of the game due or in play, from 1. `backers`: who had a bet on the loser of the
    last game. `levied`: on the bets of the games before.
    """

    kind: Kind
    terms: Terms
    contest: Any
    number: int = 1
    dealt: bool = False
    book: Book | None = None
    backers: tuple[Player, ...] = ()
    levied: int = 0


def terms_refusal(kind: Kind, terms: Terms) -> Refusal | None:
    contest = CONTESTS[kind]
    if not isinstance(terms.contest, contest.terms):
        return Refusal(Why.NOT_AN_EVENT, AGREEMENT, "contest")
    if terms.gallery is not None and not contest.has_gallery:
        return Refusal(Why.NOT_OPEN, ART_65, "gallery")
    return contest.machine.terms_refusal(terms.contest) or (
        bets.terms_refusal(terms.gallery) if terms.gallery else None
    )


def begin(kind: Kind, terms: Terms) -> Room:
    """Raises: NotTakenError where the terms cannot be."""
    if (refused := terms_refusal(kind, terms)) is not None:
        raise NotTakenError(refused)
    return Room(kind, terms, CONTESTS[kind].machine.begin(terms.contest))


def replay(kind: Kind, terms: Terms, events: Iterable[object]) -> tuple[Room, list[Transfers]]:
    """The room that the log comes to, and what each event of it has moved.

    Raises: NotTakenError at the first event that is not taken.
    """
    room, posted = begin(kind, terms), []
    for event in events:
        room, transfers = apply(room, event)
        posted.append(transfers)
    return room, posted


def seats(room: Room) -> tuple[Player, Player] | None:
    return _of(room).machine.seats(room.contest)


def queue(room: Room) -> tuple[Player, ...]:
    return _of(room).machine.queue(room.contest)


def is_over(room: Room) -> bool:
    return _of(room).machine.is_over(room.contest)


def held(room: Room) -> Mapping[Account, int]:
    """What lies in pot, bank, masses and levy box; of members' accounts nothing."""
    found: Counter[Account] = Counter({LEVY: room.levied})
    found.update(_of(room).machine.held(room.contest))
    found.update(bets.held(room.book) if room.book else {})
    return {
        account: amount
        for account, amount in found.items()
        if amount and account.holder is not Holder.MEMBER
    }


def _of(room: Room) -> Contest:
    return CONTESTS[room.kind]


# what is not taken


def refusal(room: Room, event: object) -> Refusal | None:
    if isinstance(event, bets.OwnEvent):
        return _bet_refusal(room, event)
    contest = _of(room)
    if not isinstance(event, contest.events):
        return Refusal(Why.NOT_AN_EVENT, AGREEMENT)
    return contest.machine.refusal(room.contest, event) or _not_the_backers(room, event)


def _bet_refusal(room: Room, event: bets.OwnEvent) -> Refusal | None:
    if is_over(room):
        return Refusal(Why.CONTEST_OVER, AGREEMENT)
    if room.book is None:
        return Refusal(Why.NOT_OPEN, ART_63)
    if isinstance(event, BetLaid):
        bound = _plays_for(room, room.book).get(event.player, event.side)
        if bound is not event.side:
            return Refusal(Why.BOTH_SIDES, ART_63, "side")
    return bets.refusal(room.book, event)


def _plays_for(room: Room, book: Book) -> Mapping[Player, Side]:
    """Of those who have a stake in the game without a bet, the side it is on."""
    side = {bets.player_of(book, side): side for side in Side}
    return {one: side[seat] for one, seat in _of(room).plays_for(room.contest).items()}


def _not_the_backers(room: Room, event: object) -> Refusal | None:
    """Where bets are laid here, the book knows who has backed the loser."""
    if not isinstance(event, cul_leve.BackerSat) or room.terms.gallery is None:
        return None
    known = set(event.backers) == set(room.backers)
    return None if known else Refusal(Why.NOT_ENTITLED, cul_leve.FOSTER, "backers")


# what is done


def apply(room: Room, event: object) -> tuple[Room, Transfers]:
    """What the contest moves comes before what the bets move. Raises: NotTakenError."""
    if (refused := refusal(room, event)) is not None:
        raise NotTakenError(refused)
    if isinstance(event, bets.OwnEvent):
        return _in_book(room, event)
    contest, transfers = _of(room).machine.apply(room.contest, event)
    room, of_bets = _told_to_gallery(replace(room, contest=contest), event)
    room, of_seats = _seated(room)
    return room, transfers + of_bets + of_seats


def _told_to_gallery(room: Room, event: object) -> tuple[Room, Transfers]:
    of_bets: Transfers = ()
    if isinstance(event, GameWon):
        room = replace(room, number=room.number + 1, backers=_backers(room, event.winner))
    if isinstance(event, Dealt | GameWon | Closed):
        room = replace(room, dealt=isinstance(event, Dealt))
        room, of_bets = _in_book(room, event)
    return room, of_bets


def _backers(room: Room, winner: Player) -> tuple[Player, ...]:
    if room.book is None:
        return ()
    losing = Side.B if winner == room.book.a else Side.A
    return bets.backers(room.book, losing)


def _in_book(room: Room, event: bets.Event) -> tuple[Room, Transfers]:
    """A book that is settled has done its work, and what it levied stays in the box."""
    if room.book is None:
        return room, ()
    book, transfers = bets.apply(room.book, event)
    if book.phase is bets.Phase.SETTLED:
        return replace(room, book=None, levied=room.levied + book.levied), transfers
    return replace(room, book=book), transfers


def _seated(room: Room) -> tuple[Room, Transfers]:
    """The book is about who plays now; who has come to play for the other side has his bet back."""
    sitting = seats(room)
    back: Transfers = ()
    if room.book and sitting != (room.book.a, room.book.b):
        room, back = _in_book(room, Closed())
    if room.book:
        return _without_both_sides(room, room.book)
    if sitting and room.terms.gallery:
        room = replace(room, book=bets.begin(room.terms.gallery, *sitting))
    return room, back


def _without_both_sides(room: Room, book: Book) -> tuple[Room, Transfers]:
    laid = {bet.player: bet.side for bet in book.bets}
    back: Transfers = ()
    for player, side in _plays_for(room, book).items():
        if laid.get(player, side) is not side:
            room, his = _in_book(room, BetTakenBack(player, bets.staked(book, player)))
            back += his
    return room, back

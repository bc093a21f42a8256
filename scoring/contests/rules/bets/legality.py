"""What a book of bets does not take."""

from typing import assert_never

from scoring.contests.rules.events import Closed, Dealt, GameWon
from scoring.contests.rules.refusals import Refusal, Why
from scoring.ledger.rules.books import Player

from .book import AGREEMENT, HOYLE, REGULATION, Book, Phase, Terms, covered, side_of, staked
from .events import BetLaid, BetTakenBack, Event, Forfeited, Short


def terms_refusal(terms: Terms) -> Refusal | None:
    if not 0 <= terms.levy <= 100:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, REGULATION, "levy", {"least": 0, "most": 100})
    if terms.most < 0:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, AGREEMENT, "most", {"least": 0})
    return None


def refusal(book: Book, event: Event) -> Refusal | None:
    if book.phase is Phase.SETTLED:
        return Refusal(Why.CONTEST_OVER, REGULATION)
    match event:
        case BetLaid():
            return _closed(book) or _laying_refusal(book, event)
        case BetTakenBack():
            return _closed(book) or _taking_refusal(book, event)
        case Dealt():
            return None if _is_open(book) else Refusal(Why.GAME_IN_PLAY, REGULATION)
        case Closed():
            return None
        case Forfeited():
            return _not_dealt(book) or _forfeit_refusal(book, event.player)
        case Short():
            return _not_dealt(book) or _short_refusal(book, event.amount)
        case GameWon():
            return _not_dealt(book) or _winner_refusal(book, event.winner)
        case _:  # pragma: no cover
            assert_never(event)


def _is_open(book: Book) -> bool:
    return book.phase is Phase.OPEN


def _closed(book: Book) -> Refusal | None:
    return None if _is_open(book) else Refusal(Why.BETS_CLOSED, REGULATION)


def _not_dealt(book: Book) -> Refusal | None:
    return Refusal(Why.NO_GAME_IN_PLAY, REGULATION) if _is_open(book) else None


def _laying_refusal(book: Book, event: BetLaid) -> Refusal | None:
    if event.amount < 1:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, REGULATION, "amount", {"least": 1})
    if side_of(book, event.player) not in (None, event.side):
        return Refusal(Why.BOTH_SIDES, REGULATION, "side")
    most = book.terms.most
    left = most - staked(book, event.player)
    if most and event.amount > left:
        return Refusal(Why.OVER_LIMIT, AGREEMENT, "amount", {"most": most, "left": left})
    return None


def _taking_refusal(book: Book, event: BetTakenBack) -> Refusal | None:
    laid = staked(book, event.player)
    if not laid:
        return Refusal(Why.NO_BET, REGULATION, "player")
    if not 1 <= event.amount <= laid:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, REGULATION, "amount", {"least": 1, "most": laid})
    return None


def _forfeit_refusal(book: Book, player: Player) -> Refusal | None:
    if player in (book.a, book.b):
        return Refusal(Why.IS_PLAYING, HOYLE, "player")
    return None if staked(book, player) else Refusal(Why.NO_BET, HOYLE, "player")


def _short_refusal(book: Book, amount: int) -> Refusal | None:
    mass = covered(book).covered
    if 0 <= amount <= mass:
        return None
    return Refusal(Why.AMOUNT_IMPOSSIBLE, HOYLE, "amount", {"least": 0, "most": mass})


def _winner_refusal(book: Book, winner: Player) -> Refusal | None:
    if winner in (book.a, book.b):
        return None
    return Refusal(Why.NOT_PLAYING, REGULATION, "winner")

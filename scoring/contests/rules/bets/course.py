"""What the events do to a book of bets, and the transfers they cause."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from scoring.contests.rules.events import Closed, Dealt, GameWon
from scoring.contests.rules.refusals import NotTakenError, Refusal, Why
from scoring.ledger.rules.books import (
    LEVY,
    MASS,
    Cause,
    Player,
    Transfer,
    Transfers,
    given,
    member,
    moved,
    shared,
)

from .book import (
    OTHER,
    REGULATION,
    Bet,
    Book,
    Phase,
    Side,
    Terms,
    covered,
    covering_order,
    player_of,
    staked,
)
from .events import BetLaid, BetTakenBack, Event, Forfeited, Short
from .legality import refusal, terms_refusal


def begin(terms: Terms, a: Player, b: Player) -> Book:
    """Raises: NotTakenError where the terms cannot be or one would play himself."""
    found = terms_refusal(terms)
    if found is None and a == b:
        found = Refusal(Why.PLAYER_TWICE, REGULATION, "b")
    if found is not None:
        raise NotTakenError(found)
    return Book(terms, a, b)


def apply(book: Book, event: Event) -> tuple[Book, Transfers]:
    """Raises: NotTakenError with what `refusal` says."""
    found = refusal(book, event)
    if found is not None:
        raise NotTakenError(found)
    match event:
        case BetLaid(player, side, amount):
            laid = replace(book, bets=(*book.bets, Bet(player, side, amount)))
            return laid, moved(member(player), MASS, amount, Cause.BET_LAID)
        case BetTakenBack(player, amount):
            own = [place for place, bet in enumerate(book.bets) if bet.player == player]
            return _given_back(book, reversed(own), amount)
        case Dealt():
            return _made_equal(replace(book, phase=Phase.IN_PLAY))
        case Forfeited(player):
            return _forfeited(book, player)
        case Short(amount):
            return replace(book, short=amount), ()
        case GameWon(winner):
            return _shared_out(book, Side.A if winner == book.a else Side.B)
        case Closed():
            settled = replace(book, bets=(), phase=Phase.SETTLED)
            return settled, given(MASS, _stakes(book.bets), Cause.GIVEN_BACK)
        case _:  # pragma: no cover
            assert_never(event)


def _given_back(book: Book, places: Iterable[int], amount: int) -> tuple[Book, Transfers]:
    """So much of the bets at these places, in this order; what stays keeps its place."""
    bets = list(book.bets)
    back: list[Transfer] = []
    for place in places:
        part = min(amount, bets[place].amount)
        amount -= part
        bets[place] = bets[place]._replace(amount=bets[place].amount - part)
        back += moved(MASS, member(bets[place].player), part, Cause.GIVEN_BACK)
    return replace(book, bets=tuple(bet for bet in bets if bet.amount)), tuple(back)


def _made_equal(book: Book) -> tuple[Book, Transfers]:
    cover = covered(book)
    heavier = max(Side, key=lambda side: cover.laid[side])
    places = reversed(covering_order(book, heavier))
    return _given_back(book, places, cover.uncovered(heavier))


def _forfeited(book: Book, player: Player) -> tuple[Book, Transfers]:
    """His stake is the overlooked player's at once, whatever comes of the game. What it covered
    has nothing against it any more, so the masses are made equal again in the same way.
    """
    side = next(bet.side for bet in book.bets if bet.player == player)
    lost = moved(
        MASS,
        member(player_of(book, OTHER[side])),
        staked(book, player),
        Cause.BET_FORFEITED,
    )
    kept = replace(book, bets=tuple(bet for bet in book.bets if bet.player != player))
    equal, back = _made_equal(kept)
    return replace(equal, short=min(book.short, covered(equal).covered)), lost + back


def _shared_out(book: Book, winning: Side) -> tuple[Book, Transfers]:
    """The winning side has its stakes again and, in proportion to them, what is in the losing mass
    after the levy; the remainder goes one by one in the covering order. Counters found wanting
    were never paid in, and nobody knows by whom: on the books they go back to the losing side in
    proportion to what it laid.
    """
    won, lost = (_stakes_in_order(book, side) for side in (winning, OTHER[winning]))
    gain = sum(lost.values()) - book.short
    levy = gain * book.terms.levy // 100
    transfers = (
        given(MASS, _in_proportion(book.short, lost), Cause.GIVEN_BACK)
        + given(MASS, won, Cause.GIVEN_BACK)
        + moved(MASS, LEVY, levy, Cause.LEVY)
        + given(MASS, _in_proportion(gain - levy, won), Cause.BET_WON)
    )
    return replace(book, bets=(), phase=Phase.SETTLED, levied=levy), transfers


def _in_proportion(amount: int, stakes: Mapping[Player, int]) -> Mapping[Player, int]:
    return dict(zip(stakes, shared(amount, tuple(stakes.values())), strict=True))


def _stakes_in_order(book: Book, side: Side) -> Mapping[Player, int]:
    return _stakes([book.bets[place] for place in covering_order(book, side)])


def _stakes(bets: Sequence[Bet]) -> Mapping[Player, int]:
    """Of each player, who stands where his first bet does."""
    found: dict[Player, int] = {}
    for bet in bets:
        found[bet.player] = found.get(bet.player, 0) + bet.amount
    return found

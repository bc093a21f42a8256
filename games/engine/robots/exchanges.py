"""What comes of an exchange, by the tables: rows of outcomes to oneself, and their worth."""

from collections import Counter
from collections.abc import Sequence

from games.engine.cards import KING, Card, king_of, rank, suit
from games.engine.exact.weighing import QUEEN, Tally, strength_of
from games.engine.records import TRICKS_FOR_THE_POINT, TRICKS_IN_A_HAND, Opening

from .seeing import HARDLY, Sight
from .tables import OUTCOMES, CardsKept, Kept, Tables, kept_by_hint
from .worth import Mark, by_tricks

NUMBERS = TRICKS_IN_A_HAND + 1
Row = Sequence[float]


def agreed(sight: Sight, tables: Tables, counted: Tally, *, accepts: bool = False) -> Row:
    """Both keep trumps and kings, and play what they draw. `accepts`: it is for the other to."""
    later = sight.drawn[1] is not None
    likely: Counter[Kept] = Counter()
    for (held, _tricks), hands in counted.hands.items():
        weight = hands * sight.weight(tables, held)
        if accepts:
            said = tables.frequencies(held)
            weight *= 1 - (said.later_refuse if later else said.refuse) + HARDLY
        likely[kept_by_hint(held, is_elder=not sight.is_elder)] += weight  # type: ignore[assignment]
    total = sum(likely.values())
    row = [0.0] * OUTCOMES
    for kept, weight in likely.items():
        for place, share in enumerate(_with(sight, tables, kept)):
            row[place] += weight / total * share
    return row


def _with(sight: Sight, tables: Tables, other: Kept) -> Row:
    """To oneself."""
    own = kept_by_hint(strength_of(sight.hand, sight.trump), is_elder=sight.is_elder)
    turned = rank(sight.turn_up) == KING
    if sight.is_elder:
        return tables.exchange_of(turned, own, other)
    row = tables.exchange_of(turned, other, own)
    nobody, elder, dealer = (row[first : first + NUMBERS] for first in (0, 6, 12))
    return (*nobody[::-1], *dealer[::-1], *elder[::-1])


def after_keeping(sight: Sight, tables: Tables, cards: tuple[Card, ...]) -> Row:
    return tables.exchange(sight.is_elder, _cards_kept(cards, sight.trump))


def _cards_kept(cards: tuple[Card, ...], trump: int) -> CardsKept:
    plain = [rank(card) for card in cards if suit(card) != trump]
    kings, queens = plain.count(KING), plain.count(QUEEN)
    others = len(plain) - kings - queens
    return CardsKept(len(cards) - len(plain), king_of(trump) in cards, kings, queens, others)


def exchange_worth(sight: Sight, tables: Tables, row: Row) -> float:
    kings: tuple[tuple[Mark, ...], ...] = ((), ((True, 1),), ((False, 1),))
    worths = [
        worth
        for marks in kings
        for worth in by_tricks(
            tables.chances,
            sight.standing,
            Opening.EXCHANGED,
            () if sight.king_marked else marks,
        )
    ]
    return sum(row[place] * worths[place] for place in range(OUTCOMES))


def exchange_point(row: Row) -> float:
    return sum(sum(row[first + TRICKS_FOR_THE_POINT : first + NUMBERS]) for first in (0, 6, 12))

"""One hand, dealt from a seeded shuffle and played by rules of thumb: only its record is kept.

The rules are those of the hints in EB 1911: stand on a *jeu de règle*, throw all but trumps and
kings, lead the best of the longest suit. They are no more than a sample needs.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from games.engine.records import HandRecord, King, KingHow, Opening, Tricks
from games.engine.seats import Seat

from .cards import KING, KNAVE, PACK, QUEEN, Card, allowed, takes

FULL = 5
BOTH_MAY_DRAW = 2 * FULL
KEPT_SILENT = 0.03
"""How often a king that is held is not announced: marking is a right, not a duty."""

Slip = Callable[[Seat], bool]
"""Whether that player now does the first thing that comes to mind."""


@dataclass(slots=True)
class Table:
    """Cards as they lie; they change as the hand goes on."""

    random: Random
    slip: Slip
    dealer: Seat
    hands: dict[Seat, list[Card]]
    turned: Card
    stock: list[Card]

    @property
    def trumps(self) -> str:
        return self.turned.suit

    def holds_king(self, seat: Seat) -> bool:
        return Card(self.trumps, KING) in self.hands[seat]


def hand(random: Random, dealer: Seat, slips: dict[Seat, float]) -> HandRecord:
    """`slips`: how often each player errs, from 0 to 1."""
    table = dealt(random, dealer, lambda seat: random.random() < slips[seat])
    opening = exchanged(table)
    kings = marked_kings(table)
    won = played(table)
    return HandRecord(dealer, opening, kings, Tricks(won[Seat.A], won[Seat.B]))


def dealt(random: Random, dealer: Seat, slip: Slip) -> Table:
    """Which packets the cards come in makes no difference to a fair shuffle."""
    cards = random.sample(PACK, len(PACK))
    hands = {dealer.other: cards[:FULL], dealer: cards[FULL : 2 * FULL]}
    return Table(random, slip, dealer, hands, cards[2 * FULL], cards[2 * FULL + 1 :])


def exchanged(table: Table) -> Opening:
    """Proposals until somebody will not; tells what became of the first one."""
    elder, opening = table.dealer.other, None
    while len(table.stock) >= BOTH_MAY_DRAW:
        if stands(table, elder):
            return opening or Opening.STOOD
        if refuses(table, table.dealer):
            return opening or Opening.REFUSED
        opening = Opening.EXCHANGED
        draw(table, elder)
        draw(table, table.dealer)
    return opening or Opening.STOOD


def stands(table: Table, seat: Seat) -> bool:
    """With the king of trumps he proposes: nobody can take it in against him (EB 1911)."""
    if table.slip(seat):
        return table.random.random() < 0.5
    return jeu_de_regle(table.hands[seat], table.trumps) and not table.holds_king(seat)


def refuses(table: Table, seat: Seat) -> bool:
    if table.slip(seat):
        return table.random.random() < 0.5
    return jeu_de_regle(table.hands[seat], table.trumps)


def jeu_de_regle(hand: list[Card], trumps: str) -> bool:
    """The hands to play without an exchange, as EB 1911 lists them by number of trumps.

    Two cards that alone could be thrown, the rest being trumps and kings, are its fifth rule.
    """
    plain = [card for card in hand if card.suit != trumps]
    number = FULL - len(plain)
    by_suit = Counter(card.suit for card in plain)
    longest = max(by_suit.values(), default=0)
    best = {suit: max(card.rank for card in plain if card.suit == suit) for suit in by_suit}
    headed = {(by_suit[suit], rank) for suit, rank in best.items()}
    kings = sum(card.rank == KING for card in plain)
    if number >= 3 or number + kings >= 3:
        return True
    if number == 2:
        return (
            longest == 3
            or any(many == 2 and rank >= QUEEN for many, rank in headed)
            or (longest == 2 and kings == 1)
            or all(card.rank >= KNAVE for card in plain)
        )
    if number == 1:
        queens = sum(rank >= QUEEN for rank in best.values())
        courts = Counter(card.suit for card in plain if card.rank >= KNAVE)
        return (4, KING) in headed or (longest == 3 and queens == 2) or 3 in courts.values()
    return sum(rank >= QUEEN for rank in best.values()) >= 3


def draw(table: Table, seat: Seat) -> None:
    """Throws all but trumps and kings; who exchanges takes at least one (Foster)."""
    own = table.hands[seat]
    kept = [card for card in own if card.suit == table.trumps or card.rank == KING]
    if len(kept) == FULL:
        kept.remove(min(kept, key=lambda card: (card.suit == table.trumps, card.rank)))
    drawn = FULL - len(kept)
    table.hands[seat] = kept + table.stock[:drawn]
    del table.stock[:drawn]


def marked_kings(table: Table) -> tuple[King, ...]:
    if table.turned.rank == KING:
        return (King(table.dealer, KingHow.TURNED),)
    holders = (seat for seat in Seat if table.holds_king(seat))
    return tuple(
        King(seat, KingHow.HELD) for seat in holders if table.random.random() >= KEPT_SILENT
    )


def played(table: Table) -> dict[Seat, int]:
    """Tricks won by each."""
    won = dict.fromkeys(Seat, 0)
    leader = table.dealer.other
    for _trick in range(FULL):
        lead = table.hands[leader].pop(led(table, leader))
        other = table.hands[leader.other]
        card = answer(allowed(other, lead, table.trumps), table.trumps)
        other.remove(card)
        leader = leader.other if takes(card, lead, table.trumps) else leader
        won[leader] += 1
    return won


def led(table: Table, seat: Seat) -> int:
    """The place in the hand of the card to lead."""
    own = table.hands[seat]
    if table.slip(seat):
        return table.random.randrange(len(own))
    length = Counter(card.suit for card in own)
    strong = length[table.trumps] >= 3

    def worth(card: Card) -> tuple[bool, int, int]:
        return ((card.suit == table.trumps) == strong, length[card.suit], card.rank)

    return own.index(max(own, key=worth))


def answer(cards: Sequence[Card], trumps: str) -> Card:
    """The cheapest of those that may be played."""
    return min(cards, key=lambda card: (card.suit == trumps, card.rank))

"""The cards of a hand as they were dealt and taken: the deal that they came from."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from games.engine.cards import NAMES, PACK, Card
from games.engine.codes import Code, Rule
from games.engine.hand.actions import THREE_TWO, Deal, Order, Say
from games.engine.hand.dealing import TURNED
from games.engine.hand.talk import CARDS
from games.engine.seats import Seat

from .faults import Fault, NotationError, Place
from .values import Cards, Hand, Holds, Plays, Said, Stock, Takes, Throws, TurnUp

_STOCK = len(PACK) - TURNED - 1


@dataclass(slots=True)
class Round:
    """One exchange: what each put aside and took."""

    thrown: dict[Seat, Cards] = field(default_factory=dict)
    taken: dict[Seat, Cards] = field(default_factory=dict)
    over: bool = False
    given: bool = True

    def whole(self) -> bool:
        """Whether all of it was noted; nothing is taken before both have put their cards aside."""
        waiting = not self.over and not self.taken and len(self.thrown) < len(Seat)
        if waiting or not self.given:
            return True
        return all(
            len(cards) == len(self.taken.get(seat, ())) for seat, cards in self.thrown.items()
        )

    def drawn(self) -> int:
        """How many cards left the stock, noted or not."""
        came = self.thrown if self.over and self.given else self.taken
        return sum(map(len, came.values()))

    def take(self, step: Takes, place: Place) -> None:
        thrown = self.thrown.get(step.seat)
        if thrown is None or self.over or step.seat in self.taken:
            raise NotationError(Fault.NO_CARDS_DUE, place)
        if len(thrown) != len(step.cards):
            raise _number(place, len(step.cards), len(thrown))
        self.taken[step.seat] = step.cards


def rounds(hand: Hand) -> tuple[Round, ...]:
    """Raises NotationError for cards that are not as many as were thrown."""
    found = [Round(over=True)]
    for index, step in enumerate(hand.steps):
        if isinstance(step, Throws):
            if found[-1].over:
                found.append(Round())
            found[-1].thrown[step.seat] = step.cards
        elif isinstance(step, Takes):
            found[-1].take(step, hand.place_of(index))
        elif isinstance(step, Plays) or (isinstance(step, Said) and step.say in _AFTER):
            found[-1].over = True
            if isinstance(step, Said) and step.say is Say.NOT_ENOUGH:
                found[-1].given = False
    return tuple(found)


_AFTER = (Say.PROPOSE, Say.STAND, Say.NOT_ENOUGH)


def check(code: Code, hand: Hand) -> None:
    """What there cannot be in any hand that is dealt as it should. Raises NotationError."""
    for holds, place in hand.each(Holds):
        if len(holds.cards) != CARDS:
            raise _number(place, len(holds.cards), CARDS)
    for throws, place in hand.each(Throws):
        if len(throws.cards) > CARDS:
            raise _number(place, len(throws.cards), CARDS)
    taken = sum(one.drawn() for one in rounds(hand))
    for stock, place in hand.each(Stock):
        if len(stock.cards) + taken > _STOCK:
            raise _number(place, len(stock.cards), _STOCK - taken)
    _each_card_once(code, hand)


def _each_card_once(code: Code, hand: Hand) -> None:
    seen: set[Card] = set()
    for card, place in _told(hand):
        if card in seen:
            law = code.source(Rule.WHOLE_PACK)
            raise NotationError(Fault.CARD_TWICE, place, law=law, params={"card": NAMES[card]})
        seen.add(card)


def _told(hand: Hand) -> Iterator[tuple[Card, Place]]:
    """Every card that is told to come from the pack."""
    for index, step in enumerate(hand.steps):
        cards: Cards = ()
        if isinstance(step, Holds | Takes | Stock):
            cards = step.cards
        elif isinstance(step, TurnUp):
            cards = (step.card,)
        for card in cards:
            if card is not None:
                yield card, hand.place_of(index)


def _number(place: Place, found: int, wanted: int) -> NotationError:
    return NotationError(Fault.CARDS_NUMBER, place, params={"found": found, "wanted": wanted})


def deal(hand: Hand, dealer: Seat, chosen: Order | None) -> Deal | None:
    """Of a hand wholly known; the stock goes on as it was noted, and then in any order.

    `chosen`: how he has dealt before in this game.
    """
    held = {one.seat: one.cards for one, _place in hand.each(Holds)}
    turned = hand.only(TurnUp)
    if len(held) < len(Seat) or turned is None or not _seen(hand):
        return None
    exchanges = rounds(hand)
    if not all(one.whole() for one in exchanges):
        return None
    order = hand.order or chosen or THREE_TWO
    elder, own = held[dealer.other], held[dealer]
    first = order[0]
    given = (*elder[:first], *own[:first], *elder[first:], *own[first:], turned.card)
    for one in exchanges:
        given += (*one.taken.get(dealer.other, ()), *one.taken.get(dealer, ()))
    return Deal(_filled(given, hand.only(Stock)), order)


def _seen(hand: Hand) -> bool:
    """No card that was dealt, thrown, taken or played is unknown."""
    for step in hand.steps:
        if isinstance(step, Holds | Throws | Takes) and None in step.cards:
            return False
        if isinstance(step, TurnUp | Plays) and step.card is None:
            return False
    return True


def _filled(given: Cards, stock: Stock | None) -> tuple[Card, ...]:
    """The stock as far as it was noted, then what is left of the pack."""
    noted = (*given, *(stock.cards if stock else ()))
    left = iter([card for card in PACK if card not in noted])
    known = [next(left) if card is None else card for card in noted]
    return (*known, *left)

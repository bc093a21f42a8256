"""What is known of a player's cards where not all of them were seen."""

from dataclasses import dataclass, field

from games.engine.cards import Card
from games.engine.hand.talk import CARDS

from .values import Cards


@dataclass(slots=True)
class Held:
    """`sure`: cards he has. `maybe`: he had them, and has since parted with cards not seen.

    `gone`: those he has no longer. `unseen`: how many of his cards at most were never told;
    `total`: how many he has; `due`: how many he has put aside and not yet taken.
    """

    sure: set[Card] = field(default_factory=set)
    maybe: set[Card] = field(default_factory=set)
    gone: set[Card] = field(default_factory=set)
    unseen: int = CARDS
    total: int = CARDS
    due: int = 0

    def copy(self) -> "Held":
        sets = {*self.sure}, {*self.maybe}, {*self.gone}
        return Held(*sets, self.unseen, self.total, self.due)

    def dealt(self, cards: Cards) -> None:
        self.sure = {card for card in cards if card is not None}
        self.unseen = cards.count(None)

    def throws(self, cards: Cards) -> None:
        self.parts(cards)
        self.due = len(cards)

    def takes(self, cards: Cards) -> None:
        self.sure |= {card for card in cards if card is not None}
        self.unseen += cards.count(None)
        self.total += len(cards)
        self.due = 0

    def completed(self) -> None:
        """What he took was not noted."""
        self.takes((None,) * self.due)

    def may_have(self, card: Card) -> bool:
        if card in self.sure or card in self.maybe:
            return True
        return card not in self.gone and (self.unseen > 0 or self.due > 0)

    def has(self, card: Card) -> None:
        """It turns out to be one of his."""
        if card not in self.sure and card not in self.maybe:
            self.unseen = max(0, self.unseen - 1)
        self.maybe.discard(card)
        self.sure.add(card)

    def parts(self, cards: Cards) -> None:
        """With cards that he may have."""
        known = [card for card in cards if card is not None]
        for card in known:
            self.has(card)
        self.sure.difference_update(known)
        self.gone.update(known)
        self.total -= len(cards)
        if len(known) < len(cards):
            self.maybe |= self.sure
            self.sure = set()
        self.unseen = min(self.unseen, self.total)
        if self.total == 0:
            self.gone |= self.maybe
            self.maybe = set()

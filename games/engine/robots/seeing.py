"""What a player knows in a hand: their view, and what their earlier views of it showed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Final, cast

from games.engine.cards import KING, PACK, Card, king_of, rank, suit
from games.engine.exact.weighing import Strength, strength_of
from games.engine.hand.play import takes
from games.engine.hand.state import Action, Discard, Say
from games.engine.hand.views import View
from games.engine.records import TRICKS_IN_A_HAND, MarkKind, Opening
from games.engine.seats import Seat
from games.engine.terms import GAME_IS

from .tables import Tables
from .worth import Standing

Memory = frozenset[Card]
"""The cards that a player has held in the hand. A discard may not be looked at again (law 28), and
no view shows one; but whoever saw it in their hand before has not forgotten it."""
NOTHING: Final[Memory] = frozenset()


def remembered(views: Iterable[View]) -> Memory:
    """Of one player's views of one hand, in any order."""
    return frozenset(card for view in views for card in view.hand or ())


KEEPS_ONE_MORE: Final = 0.1
"""How often a player is taken to keep a plain card in an exchange."""
HARDLY: Final = 1e-4
"""What no hand weighs less than: a player may do anything."""


def discards_of(legal: Iterable[Action]) -> list[Discard]:
    return [cast(Discard, action) for action in legal if type(action) is tuple]


@dataclass(frozen=True)
class Sight:
    """Whoever is to act in the view, and what they can tell of the other's hand."""

    view: View
    memory: Memory

    @property
    def seat(self) -> Seat:
        return cast(Seat, self.view.viewer)

    @property
    def is_elder(self) -> bool:
        return self.view.dealer is not self.seat

    @property
    def standing(self) -> Standing:
        """With the point for a king turned, which the dealer may mark until the next is turned."""
        score, view = self.view.score, self.view
        turned = view.turn_up is not None and rank(view.turn_up) == KING
        if turned and not any(mark.kind is MarkKind.KING_TURNED for mark in view.marks):
            score = score.plus(cast(Seat, view.dealer), 1)
        return Standing(score.of(self.seat), score.of(self.seat.other), self.is_elder)

    @property
    def hand(self) -> tuple[Card, ...]:
        return self.view.hand or ()

    @property
    def trump(self) -> int:
        return cast(int, self.view.trump)

    @property
    def turn_up(self) -> Card:
        return cast(Card, self.view.turn_up)

    @property
    def own_tricks(self) -> int:
        return self.view.tricks.of(self.seat)

    @cached_property
    def unseen(self) -> frozenset[Card]:
        """In the other's hand, among their discards or in the stock."""
        out = {card for _seat, card in self.view.played}
        return frozenset(PACK) - self.memory - out - {self.turn_up, *self.hand}

    @cached_property
    def possible(self) -> frozenset[Card]:
        """What the other may still hold, after the cards they answered with and the king."""
        left = set(self.unseen)
        if self.king_denied:
            left.discard(king_of(self.trump))
        for led, answer in self._answers():
            left = {card for card in left if not _would_have_come(card, led, answer, self.trump)}
        return frozenset(left)

    def _answers(self) -> Iterator[tuple[Card, Card]]:
        """The other's, with the card led."""
        played = self.view.played
        for (leader, led), (_, answer) in zip(played[::2], played[1::2], strict=False):
            if leader is self.seat:
                yield led, answer

    @property
    def other_played(self) -> tuple[Card, ...]:
        return tuple(card for seat, card in self.view.played if seat is not self.seat)

    @property
    def king_marked(self) -> bool:
        """Held or turned, by either, or to be marked still by the dealer who turned it."""
        if rank(self.turn_up) == KING:
            return True
        return any(mark.kind is MarkKind.KING_HELD for mark in self.view.marks)

    @property
    def king_announced_by_other(self) -> bool:
        """And not yet played."""
        announced = any(
            mark.kind is MarkKind.KING_HELD and mark.seat is not self.seat
            for mark in self.view.marks
        )
        return announced and king_of(self.trump) in self.unseen

    @property
    def king_denied(self) -> bool:
        """The other has played a card and announced no king, which would have counted."""
        if self.king_marked or not self.other_played:
            return False
        return king_matters(self.standing.reversed, self.view.opening)

    @property
    def other_may_announce(self) -> bool:
        return not self.king_marked and not self.other_played

    @cached_property
    def drawn(self) -> tuple[int | None, int | None]:
        """How many cards oneself and the other took last."""
        last: dict[bool, int] = {}
        for seat, word in self.view.words:
            if not isinstance(word, Say):
                last[seat is self.seat] = word
        return last.get(True), last.get(False)

    @property
    def other_said(self) -> Say | None:
        """Their last word since they took cards, or since the deal."""
        found: Say | None = None
        for seat, word in self.view.words:
            if seat is self.seat.other:
                found = word if isinstance(word, Say) and word in _BIDS else None
        return found

    def weight(self, tables: Tables, held: Strength) -> float:
        """How likely the other has said and taken what they did, if they held this."""
        drawn = self.drawn[1]
        likely = 1.0 if drawn is None else self._draw_weight(held, drawn)
        said = tables.frequencies(held)
        stand, refuse = said[:2] if drawn is None else said[2:]
        word = self.other_said
        if word is Say.STAND:
            likely *= stand
        elif word is Say.PROPOSE:
            likely *= 1 - stand
        elif word is Say.REFUSE:
            likely *= refuse
        return likely + HARDLY

    def _draw_weight(self, held: Strength, drawn: int) -> float:
        """In how many ways they came to it: kept cards, drawn cards, and cards thrown."""
        plain = TRICKS_IN_A_HAND - held.held
        others = sum(suit(card) != self.trump and rank(card) != KING for card in self.unseen)
        thrown = comb(max(others + len(self.other_played) - plain, 0), drawn)
        kept = TRICKS_IN_A_HAND - drawn
        ways = float(comb(held.held, kept))
        if kept:
            ways += KEEPS_ONE_MORE * comb(held.held, kept - 1) * plain
        return ways * thrown / comb(len(PACK), drawn)

    def strength(self, left: Strength) -> Strength:
        """Of the five cards the other bid on: those left, and those played."""
        played = strength_of(self.other_played, self.trump)
        return Strength(
            left.trumps + played.trumps,
            left.king or played.king,
            left.kings + played.kings,
            left.queens + played.queens,
        )


_BIDS: Final = (Say.PROPOSE, Say.STAND, Say.ACCEPT, Say.ACCEPT_IF_ENOUGH, Say.REFUSE)


def _would_have_come(card: Card, led: Card, answer: Card, trump: int) -> bool:
    """Whether a player who holds `card` beside `answer` could not have answered so."""
    if takes(answer, led, trump) and suit(answer) == suit(led):
        return False
    if suit(card) == suit(led):
        # They did not follow; or followed without taking, and this would have taken.
        return suit(answer) != suit(led) or card > led
    return suit(answer) not in (suit(led), trump) and suit(card) == trump


def king_matters(at: Standing, opening: Opening | None) -> bool:
    """Whether the king that a player holds can change who wins the game, and when.

    Not so where they win it with the point, and lose it without, in any case.
    """
    if at.own + 1 >= GAME_IS:
        return True
    stake = 2 if opening is (Opening.REFUSED if at.is_elder else Opening.STOOD) else 1
    return not (at.own + stake >= GAME_IS and at.other + 1 >= GAME_IS)

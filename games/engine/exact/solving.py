"""The most tricks that each side can force with all cards seen, and the cards that force them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.hand.play import replies, takes
from games.engine.hand.state import DEALER, Phase, State
from games.engine.records import TRICKS_IN_A_HAND

from .search import kinds, leads, most, words_of

Aim = tuple[int, int, int, int, int, int]
"""What making none, one … all five tricks is worth to a player; it never falls."""

TRICKS: Aim = (0, 1, 2, 3, 4, 5)
POINT: Aim = (0, 0, 0, 1, 1, 1)
VOLE: Aim = (0, 1, 1, 1, 1, 2)
"""To make the vole, and failing that to save it."""


class Fault(StrEnum):
    """Why a position or question is impossible."""

    CARD_TWICE = "card_twice"
    HANDS_UNEQUAL = "hands_unequal"
    TRICKS_IMPOSSIBLE = "tricks_impossible"
    NOT_FIVE_CARDS = "not_five_cards"
    TOO_MANY_HELD = "too_many_held"
    TOO_FEW_LEFT = "too_few_left"


class FaultError(ValueError):
    """`cards` are those at fault, if single cards are."""

    def __init__(self, fault: Fault, cards: tuple[Card, ...] = ()) -> None:
        super().__init__(fault, cards)
        self.fault = fault
        self.cards = cards


class Position(NamedTuple):
    """The leader is to lead; or has led `led`, no longer in hand, and the follower is to play.

    `won` and `lost` are the leader's tricks so far. Fewer than five tricks in all are taken as
    they are: nobody makes those that are not played.
    """

    leader: tuple[Card, ...]
    follower: tuple[Card, ...]
    trump: int
    led: Card | None = None
    won: int = 0
    lost: int = 0


def fault(position: Position) -> FaultError | None:
    leader, follower, _, led, won, lost = position
    mine = leader if led is None else (*leader, led)
    if len(mine) != len(follower):
        return FaultError(Fault.HANDS_UNEQUAL)
    cards = (*mine, *follower)
    if len(set(cards)) < len(cards):
        return FaultError(Fault.CARD_TWICE, doubles(cards))
    if min(won, lost) < 0 or won + lost + len(mine) > TRICKS_IN_A_HAND:
        return FaultError(Fault.TRICKS_IMPOSSIBLE)
    return None


def doubles(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted({card for card in cards if cards.count(card) > 1}))


_PLAIN = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))
"""The suits that are not trumps, for each that is."""


class Solution(NamedTuple):
    """Tricks in all, those already made included.

    `cards` has each card that the player who is to play may play, and the tricks it makes.
    """

    leader: int
    follower: int
    cards: Mapping[Card, int]

    def best(self, aim: Aim = TRICKS) -> tuple[Card, ...]:
        """The cards that serve the aim best, the lowest first; all of them if none matters."""
        worth = {card: aim[tricks] for card, tricks in self.cards.items()}
        most_worth = max(worth.values(), default=0)
        return tuple(sorted(card for card in worth if worth[card] == most_worth))


def solve(position: Position) -> Solution:
    """Raises FaultError if the cards are impossible."""
    wrong = fault(position)
    if wrong is not None:
        raise wrong
    leader, follower, _, led, won, lost = position
    total = won + lost + len(follower)
    if led is not None:
        cards = _replies(position, led)
        made = max(cards.values())
        return Solution(total - made, made, cards)
    if not leader:
        return Solution(won, lost, {})
    cards = _leads(position)
    made = max(cards.values())
    return Solution(made, total - made, cards)


def _words(leader: tuple[Card, ...], follower: tuple[Card, ...], trump: int) -> list[int]:
    """The words of trumps, then of the plain suits."""
    words = words_of(leader, follower)
    words.insert(0, words.pop(trump))
    return words


def _leads(position: Position) -> dict[Card, int]:
    leader, follower, trump, _, won, _ = position
    trumps, a, b, c = words = _words(leader, follower, trump)
    worth = leads(len(leader), trumps, a, b, c)
    places = dict(zip((trump, *_PLAIN[trump]), range(4), strict=True))
    ranked = [iter(kinds(word)) for word in words]
    worth_of_card = {}
    for card in sorted(leader, reverse=True):
        place = places[card >> 3]
        worth_of_card[card] = won + worth[place][next(ranked[place])]
    return worth_of_card


def _replies(position: Position, led: Card) -> dict[Card, int]:
    leader, follower, trump, _, _, lost = position
    left, worth_of_card = len(leader), {}
    for card in replies(tuple(sorted(follower)), led, trump):
        left_cards = tuple(other for other in follower if other != card)
        if takes(card, led, trump):
            made = 1 + most(left, *_words(left_cards, leader, trump))
        else:
            made = left - most(left, *_words(leader, left_cards, trump))
        worth_of_card[card] = lost + made
    return worth_of_card


def position_of(state: State) -> Position:
    """Of a hand that is dealt; before the first card it is the elder's to lead."""
    elder, dealer = state.elder_hand, state.dealer_hand
    if _dealer_leads(state):
        tricks = state.dealer_tricks, state.elder_tricks
        return Position(dealer, elder, state.trump, state.lead, *tricks)
    tricks = state.elder_tricks, state.dealer_tricks
    return Position(elder, dealer, state.trump, state.lead, *tricks)


def _dealer_leads(state: State) -> bool:
    if state.phase is not Phase.PLAY:
        return False
    return (state.turn == DEALER) == (state.lead is None)

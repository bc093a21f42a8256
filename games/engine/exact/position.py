"""A point of the play with all cards seen, and why cards cannot lie so."""

from enum import StrEnum
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.records import TRICKS_IN_A_HAND


class Fault(StrEnum):
    """Why cards that were given cannot lie so."""

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
    """The leader is to lead; or has led `led`, no longer in his hand, and the follower is to play.

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

"""Points of the play as random and hypothesis deal them, and as the naive solver reads them."""

from random import Random
from typing import Any

from hypothesis import strategies as st

from games.engine.cards import PACK, SUITS, Card, cards, name
from games.engine.exact.solving import Position
from games.engine.hand.play import replies, takes

from . import naive


def dealt(
    pack: list[Card], trump: int, *, tricks: int, led: bool = False, won: int = 0, lost: int = 0
) -> Position:
    """`tricks` are left to play, the one begun included."""
    leader, follower = tuple(pack[:tricks]), tuple(pack[tricks : 2 * tricks])
    if led:
        return Position(leader[1:], follower, trump, leader[0], won, lost)
    return Position(leader, follower, trump, None, won, lost)


def shuffled(random: Random, tricks: int, *, led: bool = False) -> Position:
    won = random.randint(0, 5 - tricks)
    pack = random.sample(PACK, 2 * tricks)
    trump = random.randrange(4)
    return dealt(pack, trump, tricks=tricks, led=led, won=won, lost=5 - tricks - won)


@st.composite
def positions(draw: Any, *, led: bool | None = None) -> Position:
    tricks = draw(st.integers(1, 5))
    won = draw(st.integers(0, 5 - tricks))
    return dealt(
        draw(st.permutations(PACK)),
        draw(st.integers(0, 3)),
        tricks=tricks,
        led=draw(st.booleans()) if led is None else led,
        won=won,
        lost=5 - tricks - won,
    )


def spoken(hand: tuple[Card, ...]) -> frozenset[str]:
    """Names, as the naive solver has them."""
    return frozenset(name(card) for card in hand)


def naive_values(position: Position) -> dict[str, int]:
    """Every card that may be played, and the tricks in all of who plays it."""
    leader, follower, trump = spoken(position.leader), spoken(position.follower), position.trump
    suit = SUITS[trump]
    if position.led is None:
        return {card: position.won + naive.of_lead(leader, follower, suit, card) for card in leader}
    led, tricks = name(position.led), len(follower)
    return {
        card: position.lost + tricks - naive.of_answer(leader, follower, suit, led, card)
        for card in naive.allowed(follower, led, suit)
    }


def after(position: Position, card: Card) -> Position:
    """The card played, which the player to play may play."""
    leader, follower, trump, led, won, lost = position
    if led is None:
        kept = tuple(other for other in leader if other != card)
        return Position(kept, follower, trump, card, won, lost)
    assert card in replies(tuple(sorted(follower)), led, trump)
    kept = tuple(other for other in follower if other != card)
    if takes(card, led, trump):
        return Position(kept, leader, trump, None, lost + 1, won)
    return Position(leader, kept, trump, None, won + 1, lost)


def at(leader: str, follower: str, trump: str, **more: Any) -> Position:
    return Position(cards(leader), cards(follower), SUITS.index(trump), **more)

"""Counts over all hands the adversary may hold: in how many of them how many tricks can be forced.

Each hand is played out with all cards seen, by both sides, as well as possible.

Between two neighbours of one's own suit it does not matter which cards the adversary holds, but
how many. So of the 65,780 hands of 26 unseen cards 1,287 at most need to be played.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from games.engine.cards import PACK, Card, suit
from games.engine.records import TRICKS_IN_A_HAND

from .solving import POINT, TRICKS, Aim, Fault, FaultError, Position, doubles, solve


class Alike(NamedTuple):
    """One hand that stands for `hands` of them."""

    hand: tuple[Card, ...]
    hands: int


def alike(
    own: Iterable[Card], unseen: Iterable[Card], held: Iterable[Card], size: int
) -> list[Alike]:
    """The hands of `size` cards: those `held` for certain, the others of the `unseen`."""
    certain = frozenset(held)
    found = [Alike((), 1)]
    for run in _runs(frozenset(own), frozenset(unseen) | certain):
        of_run = _choices(run, certain)
        found = [
            Alike(begun.hand + more.hand, begun.hands * more.hands)
            for begun in found
            for more in of_run
            if len(begun.hand) + len(more.hand) <= size
        ]
    return [one for one in found if len(one.hand) == size]


def _runs(own: frozenset[Card], others: frozenset[Card]) -> list[list[Card]]:
    """The others, suit by suit, parted where one of one's own cards lies between them."""
    runs: dict[tuple[int, int], list[Card]] = {}
    for card in sorted(others):
        below = sum(suit(mine) == suit(card) and mine < card for mine in own)
        runs.setdefault((suit(card), below), []).append(card)
    return list(runs.values())


def _choices(run: list[Card], certain: frozenset[Card]) -> list[Alike]:
    """What the adversary may hold of a run: for each number of cards, the lowest of them."""
    known = tuple(card for card in run if card in certain)
    free = [card for card in run if card not in certain]
    return [
        Alike((*known, *free[:count]), comb(len(free), count)) for count in range(len(free) + 1)
    ]


def draws(unseen: int, wanted: int, cards: int) -> tuple[int, ...]:
    """In how many of the ways to draw `cards` of the `unseen` are none, one … of the wanted."""
    return tuple(
        comb(wanted, found) * comb(unseen - wanted, cards - found) for found in range(cards + 1)
    )


def odds_against(favourable: int, whole: int) -> Fraction:
    """The odds against to one: 7 where one way in eight is favourable."""
    return Fraction(whole - favourable, favourable)


_NUMBERS = TRICKS_IN_A_HAND + 1
"""Of tricks that can be made, and of trumps that can be held."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A hand before its first trick is over, and what is known beside it.

    `out`: cards that the adversary does not hold, such as the turn-up and one's own discards.
    `held`: cards that he does, such as a king announced. `led`: the card he led, which makes the
    lead his. Without it and without `adversary_leads` the hand asked about leads.
    """

    hand: tuple[Card, ...]
    trump: int
    out: tuple[Card, ...] = ()
    held: tuple[Card, ...] = ()
    adversary_leads: bool = False
    led: Card | None = None


class Hands(NamedTuple):
    """Numbers of the adversary's hands, by the tricks made against them: none … all five."""

    by_tricks: tuple[int, ...]

    @property
    def point(self) -> int:
        return self.worth(POINT)

    @property
    def vole(self) -> int:
        return self.by_tricks[TRICKS_IN_A_HAND]

    @property
    def vole_lost(self) -> int:
        return self.by_tricks[0]

    def worth(self, aim: Aim) -> int:
        return sum(hands * worth for hands, worth in zip(self.by_tricks, aim, strict=True))


class Counts(NamedTuple):
    """`best`: with a first card chosen for each hand, that hand being seen.

    `cards`: by one's own first card, led or answering the card led; the same one whatever the
    adversary holds. Empty if he leads a card that is not known. `trumps`: how many of the hands
    hold no trump, one … five.
    """

    hands: int
    best: Hands
    cards: Mapping[Card, Hands]
    trumps: tuple[int, ...]

    def first(self, aim: Aim = TRICKS) -> tuple[Card, ...]:
        """The first cards that serve the aim best over all hands, the lowest first."""
        worth = {card: hands.worth(aim) for card, hands in self.cards.items()}
        most = max(worth.values(), default=0)
        return tuple(sorted(card for card in worth if worth[card] == most))


def count(asked: Question) -> Counts:
    """Raises FaultError if the cards cannot lie so."""
    held = _adversary_cards(asked)
    best, trumps = [0] * _NUMBERS, [0] * _NUMBERS
    cards: dict[Card, list[int]] = {}
    for hand, hands in alike(asked.hand, _unseen(asked, held), held, TRICKS_IN_A_HAND):
        made, of_cards = _tricks_against(asked, hand)
        best[made] += hands
        trumps[sum(suit(card) == asked.trump for card in hand)] += hands
        for card, tricks in of_cards.items():
            cards.setdefault(card, [0] * _NUMBERS)[tricks] += hands
    by_card = {card: Hands(tuple(cards[card])) for card in sorted(cards)}
    return Counts(sum(best), Hands(tuple(best)), by_card, tuple(trumps))


def _adversary_cards(asked: Question) -> tuple[Card, ...]:
    """What the adversary is known to hold, the card he led included."""
    led = () if asked.led is None or asked.led in asked.held else (asked.led,)
    held = asked.held + led
    known = asked.hand + asked.out + held
    if len(set(known)) < len(known):
        raise FaultError(Fault.CARD_TWICE, doubles(known))
    if len(asked.hand) != TRICKS_IN_A_HAND:
        raise FaultError(Fault.NOT_FIVE_CARDS)
    if len(held) > TRICKS_IN_A_HAND:
        raise FaultError(Fault.TOO_MANY_HELD)
    return held


def _unseen(asked: Question, held: tuple[Card, ...]) -> tuple[Card, ...]:
    """What the adversary may hold beside it."""
    known = {*asked.hand, *asked.out, *held}
    unseen = tuple(card for card in PACK if card not in known)
    if len(unseen) + len(held) < TRICKS_IN_A_HAND:
        raise FaultError(Fault.TOO_FEW_LEFT)
    return unseen


def _tricks_against(asked: Question, hand: tuple[Card, ...]) -> tuple[int, Mapping[Card, int]]:
    """One's tricks against that hand: the most, and by one's own first card."""
    if asked.led is not None:
        others = tuple(card for card in hand if card != asked.led)
        answered = solve(Position(others, asked.hand, asked.trump, asked.led))
        return answered.follower, answered.cards
    if asked.adversary_leads:
        return solve(Position(hand, asked.hand, asked.trump)).follower, {}
    own = solve(Position(asked.hand, hand, asked.trump))
    return own.leader, own.cards

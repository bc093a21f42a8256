"""Counts over all hands the adversary may hold: in how many of them how many tricks can be forced.

Each hand is played out with all cards seen, by both sides, as well as possible.

Between two neighbours of one's own suit it does not matter which cards the adversary holds, but
how many. So of the 65,780 hands of 26 unseen cards 1,287 at most need to be played.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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
    hands = [Alike((), 1)]
    for run in _runs(frozenset(own), frozenset(unseen) | certain):
        of_run = _choices(run, certain)
        hands = [
            Alike(begun.hand + more.hand, begun.hands * more.hands)
            for begun in hands
            for more in of_run
            if len(begun.hand) + len(more.hand) <= size
        ]
    return [one for one in hands if len(one.hand) == size]


def _runs(own: frozenset[Card], others: frozenset[Card]) -> list[list[Card]]:
    """The others, suit by suit, parted where one of one's own cards lies between them."""
    runs: dict[tuple[int, int], list[Card]] = {}
    for card in sorted(others):
        below = sum(suit(mine) == suit(card) and mine < card for mine in own)
        runs.setdefault((suit(card), below), []).append(card)
    return list(runs.values())


def _choices(run: list[Card], certain: frozenset[Card]) -> list[Alike]:
    """What the adversary may hold of a run: for each number of cards, the lowest of them."""
    fixed = tuple(card for card in run if card in certain)
    free = [card for card in run if card not in certain]
    return [
        Alike((*fixed, *free[:count]), comb(len(free), count)) for count in range(len(free) + 1)
    ]


_NUMBERS = TRICKS_IN_A_HAND + 1
"""Of tricks that can be made, and of trumps that can be held."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A hand before its first trick is over, and what is known beside it.

    `out`: cards that the adversary does not hold, such as the turn-up and one's own discards.
    `holds`: cards that the adversary does hold, such as a king announced. `led`: the card the
    adversary led. Without it and without `adversary_leads` the hand in question leads.
    """

    hand: tuple[Card, ...]
    trump: int
    out: tuple[Card, ...] = ()
    holds: tuple[Card, ...] = ()
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
    adversary holds. Empty if the adversary leads an unknown card. `trumps`: how many of the
    hands hold no trump, one … five.
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


def count(question: Question) -> Counts:
    """Raises FaultError if the cards are impossible."""
    adversary = _adversary_cards(question)
    best, trumps = [0] * _NUMBERS, [0] * _NUMBERS
    cards: dict[Card, list[int]] = {}
    for hand, hands in alike(
        question.hand, _unseen(question, adversary), adversary, TRICKS_IN_A_HAND
    ):
        made, of_cards = _tricks_against(question, hand)
        best[made] += hands
        trumps[sum(suit(card) == question.trump for card in hand)] += hands
        for card, tricks in of_cards.items():
            cards.setdefault(card, [0] * _NUMBERS)[tricks] += hands
    by_card = {card: Hands(tuple(cards[card])) for card in sorted(cards)}
    return Counts(sum(best), Hands(tuple(best)), by_card, tuple(trumps))


def _adversary_cards(question: Question) -> tuple[Card, ...]:
    """What the adversary is known to hold, the card led included."""
    led = () if question.led is None or question.led in question.holds else (question.led,)
    cards = question.holds + led
    every = question.hand + question.out + cards
    if len(set(every)) < len(every):
        raise FaultError(Fault.CARD_TWICE, doubles(every))
    if len(question.hand) != TRICKS_IN_A_HAND:
        raise FaultError(Fault.NOT_FIVE_CARDS)
    if len(cards) > TRICKS_IN_A_HAND:
        raise FaultError(Fault.TOO_MANY_HELD)
    return cards


def _unseen(question: Question, adversary: tuple[Card, ...]) -> tuple[Card, ...]:
    """What the adversary may hold beside it."""
    excluded = {*question.hand, *question.out, *adversary}
    unseen = tuple(card for card in PACK if card not in excluded)
    if len(unseen) + len(adversary) < TRICKS_IN_A_HAND:
        raise FaultError(Fault.TOO_FEW_LEFT)
    return unseen


def _tricks_against(question: Question, hand: tuple[Card, ...]) -> tuple[int, Mapping[Card, int]]:
    """One's tricks against that hand: the most, and by one's own first card."""
    if question.led is not None:
        others = tuple(card for card in hand if card != question.led)
        answered = solve(Position(others, question.hand, question.trump, question.led))
        return answered.follower, answered.cards
    if question.adversary_leads:
        return solve(Position(hand, question.hand, question.trump)).follower, {}
    own = solve(Position(question.hand, hand, question.trump))
    return own.leader, own.cards

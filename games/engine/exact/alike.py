"""The hands an adversary may hold, those that play alike taken together.

Between two neighbours of one's own suit it does not matter which cards he holds, but how many.
So of the 65,780 hands of 26 unseen cards 1,287 at most need to be played.
"""

from collections.abc import Iterable
from math import comb
from typing import NamedTuple

from games.engine.cards import Card, suit


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

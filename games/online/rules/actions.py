"""Actions as they are sent, and the notation of a hand with the cards that everybody saw."""

from collections.abc import Iterable
from dataclasses import replace

from games.engine.cards import NAMES, Card
from games.engine.hand.state import Discard, Say
from games.engine.notation.values import Hand, Holds, Step, Stock, Takes, Throws

_CARDS = {name: Card(number) for number, name in enumerate(NAMES)}
SENT_MOST = 20


def parse(sent: str) -> Card | Discard | Say:
    """Of "propose", "KH", "-7H 8H" (cards discarded), "-" (none).

    Raises: ValueError for what is no action of a player.
    """
    if sent in _CARDS:
        return _CARDS[sent]
    if sent.startswith("-"):
        names = sent[1:].split()
        if len(set(names)) < len(names) or not set(names) <= _CARDS.keys():
            raise ValueError(sent)
        return tuple(sorted(_CARDS[name] for name in names))
    return Say(sent)


def as_everybody_saw(hand: Hand) -> Hand:
    """Without the hands, the stock, and what was thrown and taken."""
    return replace(hand, steps=tuple(_seen(hand.steps)))


def _seen(steps: Iterable[Step]) -> Iterable[Step]:
    for step in steps:
        if isinstance(step, Throws | Takes):
            yield replace(step, cards=(None,) * len(step.cards))
        elif not isinstance(step, Holds | Stock):
            yield step

from functools import partial
from random import Random

from games.engine.hand.state import Deal
from tests.bench.hands import play

from .rate import Rate, measured

HANDS = 10_000


def rate(random: Random, deals: list[Deal]) -> Rate:
    """By the London laws, the log kept; the pack is laid out beforehand and the deal is timed."""
    return measured("player actions", partial(play, random, "london", deals, HANDS))

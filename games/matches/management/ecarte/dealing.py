"""A deal and a hand by chance, from a number: the same number gives the same cards."""

from argparse import ArgumentParser
from collections.abc import Mapping
from random import Random
from typing import Any

from games.engine.cards import PACK
from games.engine.codes import DEFAULT_CODE
from games.engine.hand import apply, begin, legal_actions
from games.engine.hand.state import ORDERS, Deal, Phase, Say, State
from games.engine.seats import Seat

from .reading import read_code

SELDOM = 0.02
"""How often a hand is abandoned where it may be: else most would be."""


def add_chance(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--code", default=DEFAULT_CODE, help=f"the code of laws (else {DEFAULT_CODE})"
    )


def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - a game, not a secret


def begun(options: Mapping[str, Any]) -> State:
    """A game that A deals first."""
    return begin(read_code(options["code"]), dealer=Seat.A)


def dealt(state: State, random: Random) -> State:
    """By the order that the dealer has in this game, or by any."""
    dealer = state.elder if state.phase is Phase.OVER else state.dealer
    chosen = state.orders[dealer is Seat.B] or random.choice(ORDERS)
    return apply(state, Deal(tuple(random.sample(PACK, len(PACK))), chosen))[0]


def hand_played(state: State, random: Random) -> State:
    """To the end of the hand. A king turned is marked before it is over, or not at all."""
    while state.phase is not Phase.OVER:
        legal = legal_actions(state)
        keeps = [action for action in legal if action is not Say.ABANDON]
        state = apply(state, random.choice(legal if random.random() < SELDOM else keeps))[0]
    return state

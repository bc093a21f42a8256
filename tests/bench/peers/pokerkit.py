"""pokerkit's no-limit hold'em for six, whatever needs nobody's decision being automatic.

Counted are the operations that a player decides on; with the automatic ones it does more than
twice as many, which no player waits for.
"""

from importlib import import_module
from random import Random
from typing import Any

from .rate import Rate, measured

HANDS, PLAYERS = 60, 6


def rate(random: Random) -> Rate:
    module = import_module("pokerkit")
    automatic = tuple(module.Automation)

    def act() -> int:
        done = 0
        for _hand in range(HANDS):
            state = module.NoLimitTexasHoldem.create_state(
                automatic, True, 0, (1, 2), 2, (200,) * PLAYERS, PLAYERS
            )
            while state.status:
                _some_action(state, random)
                done += 1
        return done

    return measured("players' operations", act)


def _some_action(state: Any, random: Random) -> None:
    ways = []
    if state.can_fold():
        ways.append(state.fold)
    if state.can_check_or_call():
        ways.append(state.check_or_call)
    if state.can_complete_bet_or_raise_to():
        ways.append(state.complete_bet_or_raise_to)
    ways[int(random.random() * len(ways))]()

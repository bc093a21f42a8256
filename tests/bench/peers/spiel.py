"""OpenSpiel's euchre: C++ driven from Python, its deal by chance included as ours is."""

from importlib import import_module
from random import Random

from .rate import Rate, measured

GAMES = 1_500


def rate(random: Random) -> Rate:
    game = import_module("pyspiel").load_game("euchre")

    def act() -> int:
        done = 0
        for _game in range(GAMES):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    cards, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(cards, odds)[0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(random.random() * len(actions))])
                    done += 1
        return done

    return measured("player actions", act)

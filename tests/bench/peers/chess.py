from importlib import import_module
from random import Random

from .rate import Rate, measured

GAMES, MOVES = 12, 150


def rate(random: Random) -> Rate:
    """Games from the start, cut off where random play would shuffle two kings about."""
    module = import_module("chess")

    def act() -> int:
        done = 0
        for _game in range(GAMES):
            board = module.Board()
            for _move in range(MOVES):
                moves = list(board.legal_moves)
                if not moves:
                    break
                board.push(moves[int(random.random() * len(moves))])
                done += 1
        return done

    return measured("moves", act)

"""OpenSpiel's value of the small game of `tests.support.small_game`, by its CFR+ in C++.

.venv-peers/bin/python -m tests.bench.peers.bidding
"""

import json
from importlib import import_module

from tests.support.small_game import pairs

STEPS = 2_000


def text() -> str:
    """The game in Gambit's format: a deal, the elder hand's word, the dealer's."""
    every = list(pairs())
    deals = " ".join(f'"{number}" 1/{len(every)}' for number in range(len(every)))
    lines = ['EFG 2 R "small" { "elder" "dealer" } ""', f'c "" 1 "" {{ {deals} }} 0']
    outcome = 0
    for pair in every:
        elder, dealer = pair.elder + 1, pair.dealer + 1
        ends = []
        for worth in (pair.stood, pair.refused, pair.exchanged):
            outcome += 1
            ends.append(f't "" {outcome} "" {{ {worth!r} {-worth!r} }}')
        lines += [
            f'p "" 1 {elder} "e{elder}" {{ "stand" "propose" }} 0',
            ends[0],
            f'p "" 2 {dealer} "d{dealer}" {{ "refuse" "accept" }} 0',
            *ends[1:],
        ]
    return "\n".join(lines) + "\n"


def main() -> None:
    spiel = import_module("pyspiel")
    scores = import_module("open_spiel.python.algorithms.expected_game_score")
    game = spiel.load_efg_game(text())
    solver = spiel.CFRPlusSolver(game)
    for _step in range(STEPS):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    value = scores.policy_value(game.new_initial_state(), [policy, policy])
    print(json.dumps({"value": value[0], "nash_conv": spiel.nash_conv(game, policy)}))


if __name__ == "__main__":
    main()

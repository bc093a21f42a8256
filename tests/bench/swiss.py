"""Drawing rounds of a Swiss tournament of 500, beside one bare matching, and of 2,000."""

from itertools import combinations
from random import Random
from resource import RUSAGE_SELF, getrusage
from time import process_time

import rustworkx

from scoring.tournaments.rules.swiss.drawing import Drawn, draw
from tests.tournaments.rules.swiss.tournaments import Tournament

from . import report

PLAYERS, ROUNDS, TOLD, GOAL = 500, 9, (1, 5, 9), 10
MANY, MANY_ROUNDS, MANY_GOAL, MEMORY_GOAL = 2000, 4, 30, 300


def run() -> None:
    report.heading(f"A Swiss round of {PLAYERS}, pairs, deals, tables and reasons: CPU time")
    bare = _bare()
    spent = _rounds(PLAYERS, ROUNDS)
    rows = [(f"round {at}", f"{spent[at]:.2f} s", f"{spent[at] / bare:.1f}") for at in TOLD]
    rows.append(("a bare matching, random weights", f"{bare:.2f} s", "1"))
    report.table(("", "seconds", "ratio"), rows)
    slowest = max(spent.values())
    report.goal(f"every round in under {GOAL} s: {slowest:.2f} s at most", slowest < GOAL)
    _many()


def _bare() -> float:
    random = Random(1)
    edges = [(a, b, random.getrandbits(20)) for a, b in combinations(range(PLAYERS), 2)]
    begun = process_time()
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(PLAYERS))
    graph.add_edges_from(edges)
    rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return process_time() - begun


def _many() -> None:
    report.heading(f"A Swiss round of {MANY}: CPU time and memory")
    spent = _rounds(MANY, MANY_ROUNDS)
    memory = getrusage(RUSAGE_SELF).ru_maxrss // 1024
    rows = [(f"round {at}", f"{seconds:.1f} s") for at, seconds in spent.items()]
    report.table(("", "seconds"), [*rows, ("memory of the process at most", f"{memory} MB")])
    slowest = max(spent.values())
    report.goal(f"every round in under {MANY_GOAL} s: {slowest:.1f} s", slowest < MANY_GOAL)
    report.goal(f"in under {MEMORY_GOAL} MB: {memory} MB", memory < MEMORY_GOAL)


def _rounds(players: int, rounds: int) -> dict[int, float]:
    """By the number of the round."""
    spent = {}
    for stage in Tournament(players, rounds, Random(1), lively=False).stages():
        begun = process_time()
        again = draw(stage.contenders, round_number=stage.round_number, seed="bench")
        spent[stage.round_number] = process_time() - begun
        if not isinstance(again, Drawn):
            raise AssertionError(again)
    return spent

"""Exact play of random deals against a plain minimax, and one whole count of a dealer's hands.

Each figure is of a process of its own, so that nothing is known beforehand: `python -m
tests.bench.exact PART` prints one of them.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from random import Random
from statistics import median
from time import process_time

from games.engine.cards import PACK, SUITS, cards, name
from games.engine.exact import solving as search
from games.engine.exact.counting import Question, count
from games.engine.exact.solving import Position, solve
from tests.engine.exact import naive
from tests.servers import PROJECT

from . import report

DEALS, PLAIN_DEALS, ROUNDS = 20_000, 200, 3
DEAL_GOAL, COUNT_GOAL = 60, 1
APART = cards("9C QC TD JH AS")
"""Its cards stand apart, so that few of the dealer's hands are alike."""
TURNED = cards("7H")


def run() -> None:
    report.heading(f"Exact play of {DEALS:,} random deals, from a cold start: CPU time")
    (exact, kept), (plain, _) = _middle("deals"), _middle("plain")
    rows = [
        ("tricks of both, and the best cards", f"{exact:.1f} µs", f"{plain / exact:,.0f}"),
        ("plain minimax, the tricks alone", f"{plain:,.0f} µs", "1"),
    ]
    report.table(("", "a deal", "deals for one of the minimax"), rows)
    report.note(f"{kept:,.0f} patterns are kept, of {search.PATTERNS:,}")
    report.goal(f"{DEAL_GOAL} µs a deal: {exact:.1f}", exact <= DEAL_GOAL)
    (alike, hands), (single, _) = _middle("counted"), _middle("one_by_one")
    report.heading(f"A count of the {hands:,.0f} hands of a dealer, from a cold start: CPU time")
    rows = [
        ("those alike counted once", f"{alike:.3f} s", f"{alike / single:.3f}"),
        ("one after the other", f"{single:.3f} s", "1"),
    ]
    report.table(("", "a count", "ratio"), rows)
    report.goal(f"{COUNT_GOAL} s a count: {alike:.3f}", alike <= COUNT_GOAL)


def _middle(part: str) -> tuple[float, float]:
    """The median time of a few processes, and the number that goes with it."""
    command = [sys.executable, "-m", "tests.bench.exact", part]
    found = []
    for _round in range(ROUNDS):
        done = subprocess.run(command, cwd=PROJECT, stdout=subprocess.PIPE, check=True)
        found.append(json.loads(done.stdout))
    return median(spent for spent, _ in found), found[0][1]


def _deals(number: int) -> list[Position]:
    random = Random(1)
    packs = (random.sample(PACK, 10) for _deal in range(number))
    return [Position(tuple(p[:5]), tuple(p[5:]), random.randrange(4)) for p in packs]


def deals() -> tuple[float, int]:
    """µs for a deal, and the patterns that were kept."""
    dealt = _deals(DEALS)
    begun = process_time()
    for position in dealt:
        solve(position).best()
    return (process_time() - begun) / DEALS * 1e6, search.stored_patterns()


def plain() -> tuple[float, int]:
    """µs for a deal, of a few of the same."""
    dealt = [
        (frozenset(map(name, one.leader)), frozenset(map(name, one.follower)), SUITS[one.trump])
        for one in _deals(PLAIN_DEALS)
    ]
    begun = process_time()
    for leader, follower, trump in dealt:
        naive.leader_tricks(leader, follower, trump)
    return (process_time() - begun) / PLAIN_DEALS * 1e6, PLAIN_DEALS


def counted() -> tuple[float, int]:
    """Seconds, and the hands counted."""
    begun = process_time()
    found = count(Question(hand=APART, trump=2, out=TURNED))
    return process_time() - begun, found.hands


def one_by_one() -> tuple[float, int]:
    begun = process_time()
    unseen = [card for card in PACK if card not in (*APART, *TURNED)]
    found = [solve(Position(APART, hand, 2)).leader for hand in combinations(unseen, 5)]
    return process_time() - begun, len(found)


PARTS: dict[str, Callable[[], tuple[float, int]]] = {
    "deals": deals,
    "plain": plain,
    "counted": counted,
    "one_by_one": one_by_one,
}

if __name__ == "__main__":
    print(json.dumps(PARTS[sys.argv[1]]()))

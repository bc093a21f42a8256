"""`make bench-peers`: random play by public functions alone, one process, one core, CPU time.

Run by an environment that has the peers and not the site; the engine needs no more.
"""

import sys
from random import Random

from games.engine.cards import PACK
from games.engine.hand.state import Deal
from tests.bench import report
from tests.bench.hands import PACKS
from tests.bench.rating import table

from . import chess, ours, pokerkit, spiel
from .rate import Rate, median_of

GOALS = {"OpenSpiel, euchre": 1.0, "pokerkit, hold'em": 20.0, "python-chess": 8.0}
ROUNDS = 5


def main() -> int:
    random = Random(1)
    deals = [Deal(tuple(random.sample(PACK, len(PACK)))) for _deal in range(PACKS)]
    # Round by round, so that a slow moment of the machine falls on all.
    rounds = [
        {
            "ours": ours.rate(random, deals),
            "OpenSpiel, euchre": spiel.rate(random),
            "pokerkit, hold'em": pokerkit.rate(random),
            "python-chess": chess.rate(random),
        }
        for _round in range(ROUNDS)
    ]
    found: dict[str, Rate] = {
        name: median_of([each[name] for each in rounds]) for name in rounds[0]
    }
    report.heading(f"Random play, a second of CPU time, Python {sys.version.split()[0]}")
    mine = found.pop("ours")
    rows = [("écarté, this engine", mine.of, f"{mine.per_second:,.0f}", "1")]
    for name, rate in found.items():
        ratio = mine.per_second / rate.per_second
        rows.append((name, rate.of, f"{rate.per_second:,.0f}", f"{ratio:.2f}"))
    report.table(("", "of", "a second", "ours to it"), rows)
    for name, rate in found.items():
        ratio = mine.per_second / rate.per_second
        report.goal(f"{GOALS[name]:g} times {name}: {ratio:.2f}", ratio >= GOALS[name])
    table.show()
    return 0


if __name__ == "__main__":
    sys.exit(main())

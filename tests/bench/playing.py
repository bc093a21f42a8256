"""What one action at a table online costs, in a database of 1,000 hands and in one of 1,000,000.

BENCH_DATABASE=postgresql measures on that one alone, BENCH_HANDS=100000 with fewer hands.
"""

import os
from statistics import median

from tests.databases import postgres_database, sqlite_database

from . import report
from .worker import worked

FEW, MANY = 1_000, int(os.environ.get("BENCH_HANDS") or 1_000_000)
ROUNDS, MATCHES = 3, 4
# CPU in ms of an action; how much a million hands may add.
GOALS = {"SQLite": 12.0, "PostgreSQL": 20.0}
SAME = 1.2
ACT, LAST, LINK = ACTS = ("an action", "ending a hand", "a link")
DATABASES = (("SQLite", sqlite_database), ("PostgreSQL", postgres_database))

Figures = dict[str, dict[str, float]]


def run() -> None:
    wanted = os.environ.get("BENCH_DATABASE", "").lower()
    for name, database in DATABASES:
        if wanted and wanted != name.lower():
            continue
        with database() as few, database() as many:
            worked("filling", FEW, database_url=few)
            worked("filling", MANY, database_url=many)
            rounds = [
                [worked("acting", MATCHES, seed, database_url=url) for url in (few, many)]
                for seed in range(ROUNDS)
            ]
        report.heading(f"An action at a table online, on {name}: CPU of site and database together")
        few_hands, many_hands = (_middle([pair[place] for pair in rounds]) for place in (0, 1))
        _print(few_hands, many_hands, GOALS[name])


def _middle(rounds: list[Figures]) -> Figures:
    return {
        act: {name: median(one[act][name] for one in rounds) for name in rounds[0][act]}
        for act in ACTS
    }


def _print(few: Figures, many: Figures, goal: float) -> None:
    report.table(
        ("", f"ms at {FEW:,}", f"ms at {MANY:,}", "of it database", "95 %", "queries"),
        [
            (
                *(act, f"{few[act]['ms']:.2f}", f"{many[act]['ms']:.2f}"),
                *(f"{many[act]['server']:.2f}", f"{many[act]['p95']:.2f}"),
                str(int(many[act]["queries"])),
            )
            for act in ACTS
        ],
    )
    spent, ratio = many[ACT]["ms"], many[ACT]["ms"] / few[ACT]["ms"]
    report.goal(f"an action at most {goal:.0f} ms: {spent:.2f}", spent <= goal)
    report.goal(f"at most {SAME} of a small database: {ratio:.2f}", ratio <= SAME)

"""What a club costs among thousands of others, beside what it costs on a small site.

`BENCH_SIZE=full`: 5,000 clubs, 500,000 players and `BENCH_ENTRIES` entries (20 million). The
database is made in the folder for temporary files (TMPDIR).
"""

import os
from statistics import median

from tests.databases import manage, postgres_database

from . import report
from .worker import worked

SMALL = (5, 500, 20_000)
SIZES = {
    "": (500, 50_000, 500_000),
    "full": (5_000, 500_000, int(os.environ.get("BENCH_ENTRIES") or 20_000_000)),
}
ROUNDS, MATCHES, GOAL = 3, 15, 1.3
COLUMNS = (
    "CPU of site and database, ms",
    "small",
    "large",
    "ratio",
    "ms until the answer",
    "ratio",
)

# CPU and time until the answer, in ms.
Costs = dict[str, tuple[float, float]]


def run() -> None:
    size = SIZES[os.environ.get("BENCH_SIZE", "")]
    with postgres_database() as small, postgres_database() as large:
        worked("scale_filling", *SMALL, database_url=small)
        manage("collectstatic", "--no-input", "--verbosity=0", database_url=small)
        filled = worked("scale_filling", *size, database_url=large)
        report.heading("A club on a small site, and among many")
        report.note(
            "{clubs:,} clubs, {players:,} players, {matches:,} matches, {entries:,} entries: "
            "{gb:.1f} GB, filled in {seconds:.0f} s".format(**filled, gb=filled["bytes"] / 1e9)
        )
        rounds = [[_costs(url, seed) for url in (small, large)] for seed in range(ROUNDS)]
    _print(*(_middle([pair[place] for pair in rounds]) for place in (0, 1)))


def _costs(url: str, seed: int) -> Costs:
    entering = worked("entering", MATCHES, seed, database_url=url)
    lists: dict[str, list[float]] = worked("scale_measuring", database_url=url)
    return {
        **{name: (found["ms"], found["wall"]) for name, found in entering.items()},
        **{name: (cpu, wall) for name, (cpu, wall) in lists.items()},
    }


def _middle(rounds: list[Costs]) -> Costs:
    return {
        name: (
            median(costs[name][0] for costs in rounds),
            median(costs[name][1] for costs in rounds),
        )
        for name in rounds[0]
    }


def _print(small: Costs, large: Costs) -> None:
    rows, ratios = [], {}
    for name, (cpu, wall) in small.items():
        more, longer = large[name]
        ratios[name] = more / cpu
        row = (name, f"{cpu:.1f}", f"{more:.1f}", f"{more / cpu:.2f}")
        rows.append((*row, f"{wall:.0f} / {longer:.0f}", f"{longer / wall:.2f}"))
    report.table(COLUMNS, rows)
    worst = max(ratios, key=lambda name: ratios[name])
    text = f"CPU at most {GOAL} of the small site's: {ratios[worst]:.2f} ({worst})"
    report.goal(text, ratios[worst] <= GOAL)

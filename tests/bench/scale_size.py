"""What a club costs among thousands of others, beside what it costs on a small site.

`BENCH_SIZE=full`: 5,000 clubs, 500,000 players and `BENCH_ENTRIES` entries (20 million). The
database is made in the folder for temporary files (TMPDIR).
"""

import json
import os
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from tests.databases import manage, postgres_database

from . import report
from .worker import begun, worked

SMALL = (5, 500, 20_000)
SIZES = {
    "": (500, 50_000, 500_000),
    "full": (5_000, 500_000, int(os.environ.get("BENCH_ENTRIES") or 20_000_000)),
}
TIMES, GOAL = 9, 1.3
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
        costs = _asked_in_turn(small, large)
    _print(*costs)


def _asked_in_turn(*urls: str) -> list[Costs]:
    """Of one site, then of the other, and again: a machine's speed changes within seconds."""
    found: list[dict[str, list[tuple[float, float]]]] = [defaultdict(list) for _url in urls]
    with _asking(urls[0]) as small, _asking(urls[1]) as large:
        names, _same = _line(small), _line(large)
        for name in names:
            # A first is not counted.
            for time in range(TIMES + 1):
                for process, costs in zip((small, large), found, strict=True):
                    process.stdin.write(f"{name}\n")
                    process.stdin.flush()
                    for what, each in _line(process).items():
                        costs[what] += each if time else []
    return [{name: _middle(each) for name, each in costs.items()} for costs in found]


def _middle(costs: list[tuple[float, float]]) -> tuple[float, float]:
    return median(cpu for cpu, _wall in costs), median(wall for _cpu, wall in costs)


@contextmanager
def _asking(url: str) -> Iterator[Any]:
    with begun("scale_measuring", database_url=url) as process:
        yield process
        process.communicate()


def _line(process: subprocess.Popen[str]) -> Any:
    return json.loads(process.stdout.readline() if process.stdout else "")


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

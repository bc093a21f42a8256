"""A club's archive and its way back: CPU and memory for each row, few of them or many."""

import tempfile
from pathlib import Path

from tests.databases import postgres_database, sqlite_database

from . import report
from .worker import worked

FEW, MANY = 1_000, 100_000
# Of a hundred times as many rows: as dear each, and not much more held at a time.
DEARER_GOAL, PEAK_GOAL = 1.25, 1.5
Figures = dict[str, float]


def run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name, database in (("SQLite", sqlite_database), ("PostgreSQL", postgres_database)):
            found: dict[tuple[str, int], Figures] = {}
            for hands in (FEW, MANY):
                path = Path(folder, f"{name}-{hands}.zip")
                with database() as one, database() as other:
                    worked("archiving", "make", path, hands, database_url=one)
                    for act, url in (("archive", one), ("restore", other)):
                        found[act, hands] = worked("archiving", act, path, hands, database_url=url)
            _print(name, found)


def _print(name: str, found: dict[tuple[str, int], Figures]) -> None:
    report.heading(f"A club's archive on {name}")
    report.table(
        ("", "rows", "CPU s", "µs a row", "peak MB"),
        [
            (
                f"{act}, {hands:,} hands",
                f"{one['rows']:,}",
                f"{one['seconds']:.1f}",
                f"{_each(one):.0f}",
                f"{one['peak']:.0f}",
            )
            for (act, hands), one in found.items()
        ],
    )
    for act in ("archive", "restore"):
        few, many = found[act, FEW], found[act, MANY]
        dearer, more = _each(many) / _each(few), many["peak"] / few["peak"]
        report.goal(
            f"{act}: a row of many at most {DEARER_GOAL} of one of few: {dearer:.2f}",
            dearer <= DEARER_GOAL,
        )
        report.goal(
            f"{act}: memory for many at most {PEAK_GOAL} of that for few: {more:.2f}",
            more <= PEAK_GOAL,
        )


def _each(one: Figures) -> float:
    """Microseconds of CPU a row."""
    return one["seconds"] / one["rows"] * 1e6

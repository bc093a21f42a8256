"""A CSV score sheet of 100,000 lines: CPU and memory, beside csv and bulk_create alone."""

import tempfile
from pathlib import Path

from tests.databases import postgres_database, sqlite_database

from . import report
from .worker import worked

LINES = 100_000
SECONDS_GOAL, PEAK_GOAL = 30, 300
# As large a file as the site takes, and how long another writer may wait.
LARGE, LONGEST_GOAL = 190_000, 0.5


def run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "sheets.csv")
        with sqlite_database() as url:
            made = worked("sheets", "make", path, LINES, database_url=url)
        report.heading(f"A score sheet of {made['lines']:,} lines, {made['bytes'] / 1e6:.0f} MB")
        for name, database in (("SQLite", sqlite_database), ("PostgreSQL", postgres_database)):
            with database() as one, database() as other:
                site = worked("sheets", "site", path, LINES, database_url=one)
                bare = worked("sheets", "bare", path, LINES, database_url=other)
            _print(name, site, bare)
        _beside(Path(folder, "large.csv"))


def _beside(path: Path) -> None:
    with sqlite_database() as url:
        made = worked("sheets", "make", path, LARGE, database_url=url)
    report.heading(f"A writer beside the import of {made['bytes'] / 1e6:.0f} MB")
    rows = []
    for name, database in (("SQLite", sqlite_database), ("PostgreSQL", postgres_database)):
        with database() as url:
            found = worked("sheets", "beside", path, LARGE, database_url=url)
        rows.append((name, *(f"{found[key]:.3f}" for key in ("longest", "mean"))))
        goal = f"{name}: no write waits for {LONGEST_GOAL} s: {found['longest']:.3f}"
        report.goal(goal, found["longest"] < LONGEST_GOAL)
    report.table(("writer", "longest s", "mean s"), rows)


def _print(name: str, site: dict[str, float], bare: dict[str, float]) -> None:
    report.table(
        (name, "CPU s", "ratio", "peak MB", "ratio"),
        [
            ("checked", f"{site['checking']:.1f}", "", "", ""),
            ("entered", f"{site['entering']:.1f}", "", "", ""),
            (
                "both",
                f"{site['seconds']:.1f}",
                f"{site['seconds'] / bare['seconds']:.1f}",
                f"{site['peak']:.0f}",
                f"{site['peak'] / bare['peak']:.1f}",
            ),
            (
                "csv and bulk_create alone",
                f"{bare['seconds']:.1f}",
                "1",
                f"{bare['peak']:.0f}",
                "1",
            ),
        ],
    )
    seconds, peak = site["seconds"], site["peak"]
    report.goal(f"under {SECONDS_GOAL} s of CPU: {seconds:.1f}", seconds < SECONDS_GOAL)
    report.goal(f"under {PEAK_GOAL} MB: {peak:.0f}", peak < PEAK_GOAL)

"""What the lists of a club of 10,000 members and 100,000 results cost."""

from tests.databases import manage, postgres_database, sqlite_database

from . import report
from .worker import worked

MOST = 150


def run() -> None:
    report.heading("Pages of a club of 10,000 members and 100,000 results: CPU in ms")
    found: dict[str, dict[str, list[float]]] = {}
    for name, database in (("SQLite", sqlite_database), ("PostgreSQL", postgres_database)):
        with database() as url:
            manage("collectstatic", "--no-input", "--verbosity=0", database_url=url)
            found[name] = worked("listing", database_url=url)
    columns = ["", *(f"{name}, {time}" for name in found for time in ("first", "again"))]
    pages = found["SQLite"]
    rows = [[page, *(f"{ms:.0f}" for one in found.values() for ms in one[page])] for page in pages]
    report.table(columns, rows)
    slowest = max(ms for one in found.values() for times in one.values() for ms in times)
    report.goal(f"no page takes more than {MOST} ms (the slowest {slowest:.0f})", slowest <= MOST)

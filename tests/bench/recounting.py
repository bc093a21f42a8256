"""Recounting the standings against one plain GROUP BY, and the engine against a notebook."""

from tests.databases import postgres_database, sqlite_database

from . import report
from .worker import worked

HANDS = 22_000
RESULTS, GOAL = 100_000, 5


def recount() -> None:
    report.heading(f"Standings of {HANDS:,} hands recounted: CPU of the site for 1,000 hands")
    rows = []
    for name, database in (("SQLite", sqlite_database), ("PostgreSQL", postgres_database)):
        with database() as url:
            worked("filling", HANDS, database_url=url)
            found = worked("counting", database_url=url)
        whole, bare = found["recount"], found["grouped"]
        rows.append((name, f"{whole:.1f} ms", f"{bare:.2f} ms", f"{whole / bare:.0f}"))
    report.table(("", "recount", "GROUP BY alone", "ratio"), rows)


def results() -> None:
    """From what each match is kept to add; and the same season's table with all that it rests on,
    as it is read for who asks why."""
    report.heading(f"Standings of {RESULTS:,} results recounted: CPU in ms")
    rows = []
    for name, database in (("SQLite", sqlite_database), ("PostgreSQL", postgres_database)):
        with database() as url:
            found = worked("summing", RESULTS, database_url=url)
        whole, bare = found["recount"], found["summed"]
        table = f"{found['table']:.0f}"
        rows.append((name, f"{whole:.0f}", table, f"{bare:.0f}", f"{whole / bare:.1f}"))
        text = f"{name}: at most {GOAL} times one GROUP BY: {whole / bare:.1f}"
        report.goal(text, whole <= GOAL * bare)
    report.table(("", "recount", "table and why", "GROUP BY alone", "ratio"), rows)


def engine() -> None:
    report.heading("The engine: hands replayed a second")
    with sqlite_database() as url:
        worked("filling", 1_000, database_url=url)
        found = worked("counting", database_url=url)
    engine, notebook = (1e6 / found[name] for name in ("replay", "added"))
    rows = [
        ("replayed by the laws", f"{engine:,.0f}", f"{engine / notebook:.3f}"),
        ("points added up, nothing checked", f"{notebook:,.0f}", "1"),
    ]
    report.table(("", "hands a second", "ratio"), rows)

"""What it costs to read and to post in a book of 1,000 postings, and in one of 1,000,000."""

from statistics import median

from tests.databases import postgres_database, sqlite_database

from . import report
from .worker import worked

FEW, MANY = 1_000, 1_000_000
ROUNDS, GOAL = 5, 1.2
COLUMNS = ("", "ms at 1,000", "ms at 1,000,000", "ratio", "queries", "queries")

Figures = dict[str, dict[str, float]]


def run() -> None:
    for name, database in (("SQLite", sqlite_database), ("PostgreSQL", postgres_database)):
        with database() as few, database() as many:
            worked("posting", "fill", FEW, database_url=few)
            filled = worked("posting", "fill", MANY, database_url=many)["filled"]["seconds"]
            rounds = [
                [worked("posting", "measure", database_url=url) for url in (few, many)]
                for _round in range(ROUNDS)
            ]
        report.heading(f"The ledger on {name}: CPU of site and database together")
        report.note(f"({MANY:,} postings filled in {filled:.0f} s; every recount agreed)")
        _print(*(_middle([pair[place] for pair in rounds]) for place in (0, 1)))


def _middle(rounds: list[Figures]) -> Figures:
    """The median of the times, the most of the queries."""
    return {
        act: {
            "ms": median(found[act]["ms"] for found in rounds),
            "queries": max(found[act]["queries"] for found in rounds),
        }
        for act in rounds[0]
    }


def _print(few: Figures, many: Figures) -> None:
    ratios = {act: many[act]["ms"] / few[act]["ms"] for act in few}
    rows = [
        (
            *(act, f"{few[act]['ms']:.2f}", f"{many[act]['ms']:.2f}", f"{ratios[act]:.2f}"),
            *(f"{one[act]['queries']:.0f}" for one in (few, many)),
        )
        for act in few
    ]
    report.table(COLUMNS, rows)
    worst = max(ratios.values())
    report.goal(f"CPU at most {GOAL} of each other: {worst:.2f}", worst <= GOAL)
    same = all(few[act]["queries"] == many[act]["queries"] for act in few)
    report.goal("as many queries in both", same)

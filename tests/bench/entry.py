"""What one hand costs in a database of 1,000 hands, and in one of 1,000,000."""

from statistics import median

from tests.databases import postgres_database, sqlite_database

from . import report
from .worker import worked

FEW, MANY = 1_000, 1_000_000
ROUNDS, MATCHES = 3, 25
CPU_GOAL, QUERIES_GOAL = 1.2, 20
HAND, LAST, UNDO, CORRECTION = ACTS = ("a hand", "ending a match", "undo", "correction")
COLUMNS = ("", "ms at 1,000", "ms at 1,000,000", "ratio", "queries", "queries")

Figures = dict[str, dict[str, float]]


def run() -> None:
    for name, database in (("SQLite", sqlite_database), ("PostgreSQL", postgres_database)):
        with database() as few, database() as many:
            worked("filling", FEW, database_url=few)
            filled = worked("filling", MANY, database_url=many)
            rounds = [
                [worked("entering", MATCHES, seed, database_url=url) for url in (few, many)]
                for seed in range(ROUNDS)
            ]
        report.heading(f"One request to enter, on {name}: CPU of site and database together")
        report.note(f"({filled['hands']:,} hands filled in {filled['seconds']:.0f} s)")
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
    queries = {act: (int(few[act]["queries"]), int(many[act]["queries"])) for act in few}
    report.table(
        COLUMNS,
        [
            (
                *(act, f"{few[act]['ms']:.2f}", f"{many[act]['ms']:.2f}"),
                *(f"{ratios[act]:.2f}", *map(str, queries[act])),
            )
            for act in few
        ],
    )
    worst = max(ratios.values())
    # Without a worker, what is taken back is learnt anew for the ratings in its place.
    most = max(max(pair) for act, pair in queries.items() if act != UNDO)
    same = all(one == other for one, other in queries.values())
    report.goal(f"CPU at most {CPU_GOAL} of each other: {worst:.2f}", worst <= CPU_GOAL)
    report.goal(f"as many queries in both: {same}", same)
    report.goal(f"at most {QUERIES_GOAL} queries to enter or correct: {most}", most <= QUERIES_GOAL)

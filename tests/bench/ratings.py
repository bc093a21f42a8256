"""Ratings: how well they foretell, and what a result costs whatever was played before it."""

from tests.databases import postgres_database, sqlite_database

from . import report
from .rating import table
from .rating.foretelling import calibration, clubs, foretold
from .rating.ways import Ours
from .worker import worked

RESULTS = (1_000, 100_000)


def run() -> None:
    foretelling()
    calibrated()
    cost()


def foretelling() -> None:
    with sqlite_database() as url:
        sample = worked("rating.sampled", database_url=url)
    table.show(sample)
    report.note(f"The sample club has {sample['']:.0f} rubbers: figures less than about 0.01 apart")
    report.note("are equal there.")


def calibrated() -> None:
    report.heading("Ours in usual clubs, in tenths from the least likely on")
    found = [one for club in clubs("usual") for one in foretold(Ours, club)]
    rows = [(f"{said:.3f}", f"{won:.3f}", f"{many:,}") for said, won, many in calibration(found)]
    report.table(("foretold", "won", "rubbers"), rows)


def cost() -> None:
    report.heading("One result more, and all from nothing")
    rows = []
    for name, database in (("SQLite", sqlite_database), ("PostgreSQL", postgres_database)):
        with database() as url:
            for results in RESULTS:
                found = worked("rating.costing", results, database_url=url)
                rows.append(
                    (
                        f"{name}, {found['results']:,.0f} results",
                        f"{found['queries']:.0f}",
                        f"{found['one']:.1f} ms",
                        f"{found['learn']:.1f} s",
                    )
                )
    report.table(("", "queries", "CPU of one", "learnt from nothing"), rows)

"""What the requests of a match evening cost, by site and database."""

from tests.databases import manage, postgres_database, sqlite_database

from . import report
from .worker import worked

API_HAND, PAD_HAND = "API: enter a hand", "pad: enter a hand"
MATCH, FRAGMENT, PAD = "match page", "match fragment", "pad page"
STANDINGS = "API: standings"
HANDS = 1_000
SITE_GOAL, SERVER_GOAL = 8.0, 2.5


def run() -> None:
    report.heading("CPU in ms for a request (goals: SQLite 8, the server of PostgreSQL 2.5)")
    found = {}
    for name, database in (("SQLite", sqlite_database), ("PostgreSQL", postgres_database)):
        with database() as url:
            manage("collectstatic", "--no-input", "--verbosity=0", database_url=url)
            worked("filling", HANDS, database_url=url)
            found[name] = worked("requesting", database_url=url)
    sqlite, postgresql = found["SQLite"], found["PostgreSQL"]
    rows = [
        (
            *(name, f"{cost['own']:.1f}", f"{postgresql[name]['own']:.1f}"),
            *(f"{postgresql[name]['server']:.1f}", f"{cost['queries']:.0f}"),
        )
        for name, cost in sqlite.items()
    ]
    report.table(("", "SQLite", "PostgreSQL: site", "its server", "queries"), rows)
    for name in (API_HAND, PAD_HAND, MATCH, PAD):
        own, server = sqlite[name]["own"], postgresql[name]["server"]
        is_reached = own <= SITE_GOAL and server <= SERVER_GOAL
        report.goal(f"{name}: {own:.1f} and {server:.1f}", is_reached)

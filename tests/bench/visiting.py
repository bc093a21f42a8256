"""The public page of a match for many visitors: made for each, and shared by all."""

from tests.databases import postgres_database, sqlite_database
from tests.support.served import served

from . import report
from .serving import Asked, loaded
from .worker import worked

HANDS, GOAL = 1_000, 1_000
PAGE, FRAGMENT = "/clubs/bench-0/matches/1/", "/clubs/bench-0/matches/1/now/"
# What no page knows is not shared.
EACH = "?each"
THINGS = (
    ("the page", PAGE),
    ("what an open page fetches", FRAGMENT),
)


def run() -> None:
    for name, database in (("SQLite", sqlite_database), ("PostgreSQL", postgres_database)):
        with database() as url:
            worked("filling", HANDS, database_url=url)
            asked = [
                Asked(path + query, path + query) for _, path in THINGS for query in ("", EACH)
            ]
            with served(database_url=url, server="wsgi") as site:
                found = loaded(site, asked)
        report.heading(f"A match for visitors on {name}, one worker of granian (WSGI): a second")
        report.table(
            ("", "made for each", "shared", "ratio by CPU"),
            [
                (
                    *(text, f"{found[path + EACH].rate:,.0f}", f"{found[path].rate:,.0f}"),
                    f"{found[path + EACH].cpu / found[path].cpu:.0f}",
                )
                for text, path in THINGS
            ],
        )
        rate = 1 / found[PAGE].cpu
        report.goal(f"{GOAL:,} pages for a second of CPU: {rate:,.0f}", rate >= GOAL)

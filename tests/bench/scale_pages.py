"""Public pages for visitors: from the site's own process, and from Varnish in front of it."""

from tests.databases import postgres_database, sqlite_database
from tests.support.served import Served, served
from tests.support.varnished import varnish_binary, varnished

from . import report
from .serving import Asked, Load, loaded
from .worker import worked

HANDS, OWN_GOAL, SHARED_GOAL = 1_000, 1_000, 5_000
ASKED = [
    Asked("public page of a match", "/clubs/bench-0/matches/1/", encoding="gzip"),
    Asked("public standings, page", "/clubs/bench-0/seasons/1/", encoding="gzip"),
    Asked("public standings, API", "/api/v1/seasons/1/standings"),
]


def run() -> None:
    if varnish_binary() is None:
        report.note("Public pages from a shared cache: left out, as there is no Varnish here.")
        return
    for name, database in (("SQLite", sqlite_database), ("PostgreSQL", postgres_database)):
        with database() as url:
            worked("filling", HANDS, database_url=url)
            _on(name, url)


def _on(name: str, url: str) -> None:
    # As bounded as can be: once a second each is asked of the site again.
    env = {"SHARED_CACHE_SECONDS": "1"}
    with served(database_url=url, server="wsgi", env=env) as site:
        own = loaded(site, ASKED)
        with varnished(int(site.url.rpartition(":")[2])) as varnish:
            front = Served(varnish.url, site.program)
            front.process = varnish.process
            shared = loaded(front, ASKED)
    report.heading(f"Visitors on {name}: one worker of granian (WSGI), and Varnish in front")
    report.table(
        ("", "own a second", "own µs CPU", "Varnish a second", "Varnish µs CPU"),
        [(one.name, *_figures(own[one.name]), *_figures(shared[one.name])) for one in ASKED],
    )
    match = ASKED[0].name
    rate = 1 / own[match].cpu
    report.goal(f"{match}, own, {OWN_GOAL:,} for a second of CPU: {rate:,.0f}", rate >= OWN_GOAL)
    rate = shared[match].rate
    report.goal(f"{match}, Varnish, {SHARED_GOAL:,} a second: {rate:,.0f}", rate >= SHARED_GOAL)


def _figures(load: Load) -> tuple[str, str]:
    return f"{load.rate:,.0f}", f"{load.cpu * 1e6:,.0f}"

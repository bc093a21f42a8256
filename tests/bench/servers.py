"""Ready bytes from Django by WSGI and by ASGI, which is how `make run` serves."""

from ecarte_club.stack.programs import Server
from tests.databases import sqlite_database

from . import report
from .serving import Asked, Load, bench_site, loaded

READY = {"json": b"[" + b" " * 12_000 + b"]", "csv": b""}
WAYS: tuple[tuple[str, Server], ...] = (
    ("WSGI, as make stack serves pages", "wsgi"),
    ("ASGI, as make run serves all", "asgi"),
)
THINGS = [
    Asked("no other middleware", "/bench/early/json"),
    Asked("all middlewares", "/bench/json"),
]


def run() -> None:
    found: dict[str, dict[str, Load]] = {}
    with sqlite_database() as url:
        for way, server in WAYS:
            with bench_site(url, READY, server) as site:
                found[way] = loaded(site, THINGS)
    report.heading("12 kB of ready bytes from a Django view, one worker of granian")
    columns = ("", *(title for thing in THINGS for title in (f"{thing.name}, a second", "ratio")))
    wsgi = found[WAYS[0][0]]
    report.table(columns, [_row(way, loads, wsgi) for way, loads in found.items()])


def _row(way: str, loads: dict[str, Load], wsgi: dict[str, Load]) -> tuple[str, ...]:
    cells = [way]
    for thing in THINGS:
        rate = loads[thing.name].rate
        cells += [f"{rate:,.0f}", f"{rate / wsgi[thing.name].rate:.2f}"]
    return tuple(cells)

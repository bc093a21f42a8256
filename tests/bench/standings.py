"""Standings by API under the server, against a bare Django view that returns the same bytes."""

from tests.databases import postgres_database, sqlite_database
from tests.support.served import served

from . import report
from .serving import Asked, Load, bench_site, fetched, loaded
from .worker import worked

HANDS = 20_000
FULL_GOAL, UNCHANGED_GOAL = 0.5, 0.8
COLUMNS = ("", "a second", "of bare", "by CPU", "bare a second")


def run() -> None:
    for name, database in (("SQLite", sqlite_database), ("PostgreSQL", postgres_database)):
        with database() as url:
            worked("filling", HANDS, database_url=url)
            _on(name, url)


def _on(name: str, url: str) -> None:
    path = "/api/v1/seasons/1/standings"
    with served(database_url=url, server="wsgi") as site:
        json, csv = fetched(site, path), fetched(site, f"{path}.csv")
    with bench_site(url, {"json": json.content, "csv": csv.content}) as site:
        for form, answer in (("json", json), ("csv", csv)):
            if fetched(site, f"/bench/{form}").content != answer.content:
                raise AssertionError("the baseline returns other bytes")
        found = loaded(site, things(path, json.headers["etag"]))
    report.heading(f"Standings by API on {name}, 40 lines, one worker of granian (WSGI)")
    rows = [
        ("full answer, JSON", "json", "bare json"),
        ("full answer, CSV", "csv", "bare csv"),
        ("304, JSON", "json 304", "bare 304"),
        ("304, CSV", "csv 304", "bare 304"),
        # A stricter measure: the bare answers without the middlewares that the cache skips.
        ("full, of bare without middlewares", "json", "early json"),
        ("304, of bare without middlewares", "json 304", "early 304"),
    ]
    report.table(COLUMNS, [_row(text, found[one], found[bare]) for text, one, bare in rows])
    for text, goal, pairs in (
        (f"a full answer at least {FULL_GOAL} of bare", FULL_GOAL, rows[:2]),
        (f"a 304 at least {UNCHANGED_GOAL} of bare", UNCHANGED_GOAL, rows[2:4]),
    ):
        least = min(found[one].rate / found[bare].rate for _text, one, bare in pairs)
        report.goal(f"{text}: {least:.2f}", least >= goal)


def things(path: str, etag: str) -> list[Asked]:
    return [
        Asked("bare json", "/bench/json"),
        Asked("json", path),
        Asked("bare csv", "/bench/csv"),
        Asked("csv", f"{path}.csv"),
        Asked("bare 304", "/bench/unchanged"),
        Asked("early json", "/bench/early/json"),
        Asked("early 304", "/bench/early/unchanged"),
        Asked("json 304", path, etag),
        Asked("csv 304", f"{path}.csv", etag),
    ]


def _row(text: str, one: Load, bare: Load) -> tuple[str, ...]:
    figures = (one.rate / bare.rate, bare.cpu / one.cpu)
    return (text, f"{one.rate:,.0f}", *(f"{ratio:.2f}" for ratio in figures), f"{bare.rate:,.0f}")

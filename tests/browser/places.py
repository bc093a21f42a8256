"""Every page of the list of pages, at its address in the sample club."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, Page, Response

from scoring.sample.people import SLUG
from tests.browser.visits import CLUB, Visits
from tests.site.page_rows import PAGES

# Pages of one person, and the library's that are dressed in our look.
OWN = {
    "tokens": "/account/tokens/",
    "sign in": "/account/login/",
    "sign out": "/account/logout/",
    "password": "/account/password/change/",
    "forgotten password": "/account/password/reset/",
}
EMPTY = {
    "nothing": f"{CLUB}nothing/",
    "a search": f"{CLUB}players/?name=zzz",
    "match by games": f"{CLUB}matches/129/",
    "a corrected match": f"{CLUB}matches/149/",
    "a finished pad": f"{CLUB}matches/1/pad/",
}
ASKED = {
    "match": "SELECT min(id) FROM games_match WHERE evening_table_id IS NOT NULL AND over = 0",
    "empty": "SELECT min(id) FROM games_match WHERE evening_table_id IS NOT NULL AND over = 0",
    "evening": "SELECT max(id) FROM clubs_evening WHERE signed_off_at IS NULL",
    "table": "SELECT evening_table_id FROM games_match WHERE id = :match",
    "code": "SELECT code FROM clubs_table WHERE id = :table",
    "season": "SELECT event_id FROM games_match WHERE id = :match",
    "league": "SELECT league_id FROM scoring_season WHERE event_id = :season",
    "player": "SELECT player_a_id FROM games_match WHERE id = :match",
    "other": "SELECT player_b_id FROM games_match WHERE id = :match",
    "number": "SELECT min(number) FROM games_entry WHERE match_id = :match",
    "hand": "SELECT min(id) FROM games_entry WHERE match_id = :match",
    "planned": "SELECT min(event_id) FROM scoring_season WHERE plan LIKE '%tables%'",
    "fixture": "SELECT min(id) FROM scoring_fixture WHERE event_id = :planned AND award = '' "
    "AND match_id IS NULL",
    "contest": "SELECT max(id) FROM scoring_contest WHERE over = 0",
    "told": "SELECT min(match_id) FROM games_entry WHERE data LIKE '%notation%'",
    "told_number": "SELECT min(number) FROM games_entry WHERE match_id = :told",
}


@dataclass(frozen=True, slots=True)
class Place:
    name: str
    path: str


def places(database: Path) -> list[Place]:
    """Those that answer a reader; an address that takes what the sample has not is left out."""
    known = _known(database)
    found = [Place(name, path) for name, path in {**OWN, **EMPTY}.items()]
    for name, row in PAGES.items():
        if row.reads:
            path = row.path.format_map(_Known(known))
            if "{" not in path:
                found.append(Place(name, path if path.startswith("/") else f"{CLUB}{path}"))
    return found


class _Known(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def _known(database: Path) -> dict[str, Any]:
    known: dict[str, Any] = {"slug": SLUG}
    with sqlite3.connect(database) as connection:
        for name, query in ASKED.items():
            row = connection.execute(query, known).fetchone()
            known[name] = row[0] if row else None
    return known


def whole_pages(page: Page, found: list[Place]) -> Iterator[Place]:
    """Opens each place that is a page of its own: no part of one, no file; the refusals once."""
    seen: set[str] = set()
    for place in found:
        answer = _opened(page, place)
        # Whoever is not let in comes to one page, whatever he asked for.
        shown = answer and (urlsplit(answer.url).path if answer.ok else str(answer.status))
        # A part of a page says of no kind of document that it is one.
        if shown and shown not in seen and page.evaluate("document.doctype?.name") == "html":
            seen.add(shown)
            yield place


def _opened(page: Page, place: Place) -> Response | None:
    try:
        return page.goto(place.path)
    except Error as problem:
        # A file goes to whoever keeps files, and the page before it stays.
        if "Download is starting" not in problem.message:
            raise
        return None


def pad_in_play(visits: Visits, table: str) -> str:
    """Of the sample's match that is being played at this table tonight."""
    database = visits.site.program.env["DATABASE_URL"].removeprefix("sqlite:///")
    with closing(sqlite3.connect(database)) as connection:
        row = connection.execute(
            'SELECT max(id) FROM games_match WHERE "table" = ? AND over = 0', (table,)
        ).fetchone()
    return f"{CLUB}matches/{row[0]}/pad/"

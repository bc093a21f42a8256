"""Every page of the list of pages, at its address in the sample club."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.sample.people import SLUG
from tests.site.page_rows import PAGES

from .readings import Reader, Reading
from .visits import CLUB, Visits

# Pages of one person, and the library's that are dressed in our look.
OWN = {
    "tokens": "/account/tokens/",
    "device": "/device/",
    "signed out": "/signed-out/",
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
    "an annulled match": f"{CLUB}matches/{{annulled}}/",
    "its way back": f"{CLUB}matches/{{annulled}}/annul/back/",
    "a finished pad": f"{CLUB}matches/1/pad/",
    "a played meeting": f"{CLUB}meetings/{{met}}/",
    "a season of teams": f"{CLUB}seasons/{{teamed}}/",
    "a tournament that is over": f"{CLUB}tournaments/{{played}}/",
    "a pool tournament": f"{CLUB}tournaments/{{pooled}}/",
    "pools that were played": f"{CLUB}tournaments/{{pooled}}/rounds/1/",
}
ASKED = {
    "match": "SELECT min(id) FROM matches_match WHERE evening_table_id IS NOT NULL AND over = 0 "
    "AND annulled_at IS NULL AND stopped = ''",
    "empty": "SELECT :match",
    "annulled": "SELECT min(id) FROM matches_match WHERE annulled_at IS NOT NULL",
    "evening": "SELECT max(id) FROM evenings_evening WHERE signed_off_at IS NULL",
    "table": "SELECT evening_table_id FROM matches_match WHERE id = :match",
    "code": "SELECT code FROM evenings_table WHERE id = :table",
    "season": "SELECT event_id FROM matches_match WHERE id = :match",
    "league": "SELECT league_id FROM leagues_season WHERE event_id = :season",
    "player": "SELECT player_a_id FROM matches_match WHERE id = :match",
    "other": "SELECT player_b_id FROM matches_match WHERE id = :match",
    "number": "SELECT min(number) FROM matches_entry WHERE match_id = :match",
    "hand": "SELECT min(id) FROM matches_entry WHERE match_id = :match",
    "planned": "SELECT min(event_id) FROM leagues_season WHERE plan LIKE '%tables%'",
    "fixture": "SELECT min(id) FROM leagues_fixture WHERE event_id = :planned AND award = '' "
    "AND match_id IS NULL",
    "contest": "SELECT max(id) FROM contests_contest WHERE over = 0",
    "told": "SELECT min(match_id) FROM matches_entry WHERE data LIKE '%notation%'",
    "told_number": "SELECT min(number) FROM matches_entry WHERE match_id = :told",
    "spare": "SELECT max(id) FROM clubs_player WHERE club_id = (SELECT club_id FROM clubs_player "
    "WHERE id = :player) AND user_id IS NULL",
    "user": "SELECT user_id FROM clubs_office WHERE role = 'scorer'",
    "settlement": "SELECT max(id) FROM ledger_settlement",
    "tournament": "SELECT max(event_id) FROM tournaments_tournament WHERE kind = 'knockout'",
    "played": "SELECT max(event_id) FROM tournaments_tournament WHERE state = 'over'",
    "over": "SELECT min(id) FROM leagues_fixture WHERE event_id = :played",
    "pooled": "SELECT max(event_id) FROM tournaments_tournament WHERE kind = 'pools'",
    "pool": "SELECT tournaments_pool.id FROM tournaments_pool JOIN leagues_round "
    "ON leagues_round.id = round_id WHERE event_id = :pooled AND how = ''",
    # Put off to tonight and lined up, with all that can still be done.
    "meeting": "SELECT max(id) FROM leagues_meeting WHERE moved_from IS NOT NULL",
    "board": "SELECT min(id) FROM leagues_board WHERE meeting_id = :meeting",
    "team": "SELECT home_id FROM leagues_meeting WHERE id = :meeting",
    "teamed": "SELECT season_id FROM leagues_meeting WHERE id = :meeting",
    "met": "SELECT min(meeting_id) FROM leagues_board WHERE match_id IS NOT NULL",
}
# What `furnish` has made, where it was asked to.
FURNISHED = {
    "rules": "SELECT max(id) FROM clubs_houserules",
    "invitation": "SELECT max(id) FROM clubs_invitation",
    "hook": "SELECT max(id) FROM webhooks_subscription",
    "sheet": "SELECT max(id) FROM sheets_sheetimport",
    "archive": "SELECT max(id) FROM archive_archive",
}


@dataclass(frozen=True, slots=True)
class Place:
    name: str
    path: str


def places(database: Path, secret: str = "") -> list[Place]:
    """Those that answer a reader. `secret`: of an invitation, if the club was furnished; without,
    what is about such things is left out."""
    known = _Known(_known(database, {**ASKED, **FURNISHED} if secret else ASKED))
    if secret:
        known["secret"] = secret
    paths = {**OWN, **EMPTY, **{name: row.path for name, row in PAGES.items() if row.reads}}
    filled = ((name, path.format_map(known)) for name, path in paths.items())
    return [
        Place(name, path if path.startswith("/") else f"{CLUB}{path}")
        for name, path in filled
        if "{" not in path
    ]


class _Known(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def _known(database: Path, asked: Mapping[str, str]) -> dict[str, Any]:
    known: dict[str, Any] = {"slug": SLUG}
    with sqlite3.connect(database) as connection:
        for name, query in asked.items():
            row = connection.execute(query, known).fetchone()
            if row is None or row[0] is None:
                raise LookupError(f"the club has no {name}")
            known[name] = row[0]
    return known


def whole_pages(reader: Reader, found: list[Place]) -> dict[Place, Reading]:
    """Each place that is a page of its own: no part of one, no file; the refusals once.

    Whoever is not let in comes to one page, whatever they asked for.
    """
    readings: dict[str, tuple[Place, Reading]] = {}
    for place in found:
        shown, reading = reader.read(place.path)
        if reading:
            readings.setdefault(shown, (place, reading))
    return dict(readings.values())


def pad_in_play(visits: Visits, table: str) -> str:
    """Of the sample's match that is being played at this table tonight."""
    query = (
        'SELECT max(id) FROM matches_match WHERE "table" = ? AND over = 0 AND annulled_at IS NULL'
        " AND stopped = ''"
    )
    return f"{CLUB}matches/{_first(visits, query, table)}/pad/"


def table_code(visits: Visits, table: str) -> str:
    """Of the table with this name, tonight."""
    query = "SELECT code FROM evenings_table WHERE name = ? ORDER BY evening_id DESC LIMIT 1"
    return str(_first(visits, query, table))


def _first(visits: Visits, query: str, value: str) -> object:
    database = visits.site.program.env["DATABASE_URL"].removeprefix("sqlite:///")
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(query, (value,)).fetchone()[0]

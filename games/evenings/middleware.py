"""Public pages of matches and evenings, and the parts of them that follow what happens, are made
once for all visitors, before sessions, languages and sign-in are looked at."""

import re
from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db.models import Model, QuerySet

from ecarte_club.clubs.audit_log import latest_acts
from ecarte_club.clubs.models import Club, Player
from ecarte_club.core.composed import Composed
from ecarte_club.core.shared_cache import club_key, topic_key
from ecarte_club.core.shared_pages import Edition, SharedAddress, answered_alike
from games.matches.models import Event, Match

from .models import Evening, Table

CLUB = 0


def _columns(model: type[Model], prefix: str = "") -> list[str]:
    return [f"{prefix}{one.attname}" for one in model._meta.concrete_fields]


def _match_rows(pk: int) -> QuerySet[Match, tuple[object, ...]]:
    """The match with everything that is read beside it; `CLUB` is the first column."""
    beside: Iterable[tuple[type[Model], str]] = (
        (Club, "club__"),
        (Event, "event__"),
        (Player, "player_a__"),
        (Player, "player_b__"),
        (Table, "evening_table__"),
        (Evening, "evening_table__evening__"),
    )
    names = [name for model, prefix in beside for name in _columns(model, prefix)]
    columns: list[Any] = ["club_id", *_columns(Match), *names, latest_acts("club")]
    return Match.objects.filter(pk=pk).order_by().values_list(*columns)


def _evening_rows(pk: int) -> QuerySet[Evening, tuple[object, ...]]:
    names = *_columns(Evening), *_columns(Club, "club__")
    columns: list[Any] = ["club_id", *names, latest_acts("club")]
    return Evening.objects.filter(pk=pk).order_by().values_list(*columns)


_matches = Composed(_match_rows, pk=int)
_evenings = Composed(_evening_rows, pk=int)


def _edition(rows: Composed[Match] | Composed[Evening], topic: str, pk: int) -> Edition | None:
    """The row itself, whose names and versions the page shows; with it the latest acts of the club,
    of which one comes with every other change."""
    found = rows.tuples(pk=pk)
    if not found:
        return None
    row = found[0]
    keys = club_key(row[CLUB]), topic_key(f"{topic}:{pk}")
    return Edition(row, row[VERSIONS[topic]], keys)


CLUB_PATH = "/clubs/[^/]+/"
ID = "([0-9]{1,18})"
VERSIONS = {
    "match": 1 + _columns(Match).index("version"),
    "evening": 1 + _columns(Evening).index("version"),
}
_match = partial(_edition, _matches, "match")
_evening = partial(_edition, _evenings, "evening")
SHARED = (
    SharedAddress(re.compile(rf"{CLUB_PATH}matches/{ID}/(?:now/)?"), _match),
    SharedAddress(re.compile(rf"{CLUB_PATH}evenings/{ID}/(?:wall/)?(?:now/)?"), _evening),
    SharedAddress(re.compile(rf"/api/v1/matches/{ID}"), _match, is_page=False),
    SharedAddress(re.compile(rf"/api/v1/evenings/{ID}"), _evening, is_page=False),
)
visitors_pages = partial(answered_alike, SHARED)

"""Public pages of matches and evenings, and the parts of them that follow what happens, are made
once for all visitors, before sessions, languages and sign-in are looked at."""

import re
from collections.abc import Callable, Hashable, Iterable
from functools import partial

from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from ecarte_club.clubs.models import AuditLogEntry, Club, Player
from ecarte_club.core.composed import Composed
from ecarte_club.core.shared_pages import read_at_once, shared_pages
from games.matches.models import Event, Match

from .models import Evening, Table

# Acts of a club that are compared. An id is given out before its act is committed: one that is
# committed later than others is among them still.
ACTS = 32
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
    return Match.objects.filter(pk=pk).order_by().values_list("club_id", *_columns(Match), *names)


def _evening_rows(pk: int) -> QuerySet[Evening, tuple[object, ...]]:
    names = _columns(Evening), _columns(Club, "club__")
    return Evening.objects.filter(pk=pk).order_by().values_list("club_id", *names[0], *names[1])


_matches = Composed(_match_rows, pk=int)
_evenings = Composed(_evening_rows, pk=int)
_acts = Composed(
    lambda club: AuditLogEntry.objects.filter(club=club).order_by("-pk").values_list("pk")[:ACTS],
    club=int,
)


def _edition(rows: Composed[Match] | Composed[Evening], pk: int) -> Hashable | None:
    """The rows themselves, whose names and versions the page shows, and the latest acts of the
    club, of which one comes with every other change."""
    found = rows.tuples(pk=pk)
    return (found[0], *_acts.tuples(club=found[0][CLUB])) if found else None


CLUB_PATH = "/clubs/[^/]+/"
EDITIONS: tuple[tuple[re.Pattern[str], Composed[Match] | Composed[Evening]], ...] = (
    (re.compile(rf"{CLUB_PATH}matches/([0-9]{{1,18}})/(?:now/)?"), _matches),
    (re.compile(rf"{CLUB_PATH}evenings/([0-9]{{1,18}})/(?:wall/)?(?:now/)?"), _evenings),
)


def visitors_pages(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    def middleware(request: HttpRequest) -> HttpResponseBase:
        for pattern, rows in EDITIONS:
            if found := pattern.fullmatch(request.path_info):
                edition = partial(_edition, rows, int(found[1]))
                return shared_pages.answer(request, partial(read_at_once, edition), get_response)
        return get_response(request)

    return middleware

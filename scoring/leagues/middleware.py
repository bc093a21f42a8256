"""Public standings: by the API answered from the cache, before all other middlewares, and as
pages made once for all visitors.

Session, language, sign-in and the API's own machinery cost several times what reading the version
does, and neither a 304 nor cached bytes need any of them. Whatever it cannot answer goes on to the
API.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from ecarte_club.clubs.audit_log import latest_acts
from ecarte_club.clubs.models import Club
from ecarte_club.core import etags
from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.shared_cache import club_key, mark, topic_key
from ecarte_club.core.shared_pages import (
    Edition,
    SharedAddress,
    answered_alike,
    is_plain_question,
    may_be_shared,
)
from ecarte_club.core.throttling import address, request_within_rate
from games.matches.models import Event

from . import renderers
from .models import League, Season
from .selectors import seasons

ADDRESS = re.compile(r"/api/v1/seasons/([0-9]{1,18})/standings(\.csv|\.ndjson)?")
FORMS = {None: renderers.JSON, ".csv": renderers.CSV, ".ndjson": renderers.NDJSON}


def standings_cache(get_response: Callable[[HttpRequest], HttpResponseBase]) -> object:
    def middleware(request: HttpRequest) -> HttpResponseBase:
        match = ADDRESS.fullmatch(request.path_info)
        if match is None or request.method not in ("GET", "HEAD"):
            return get_response(request)
        answer = cached_answer(request, int(match[1]), FORMS[match[2]]) or get_response(request)
        _mark(request, answer)
        return answer

    return middleware


def _mark(request: HttpRequest, answer: HttpResponseBase) -> None:
    edition: seasons.Edition | None = getattr(request, "edition", None)
    if not settings.SHARED_CACHE_SECONDS or edition is None or not edition.public:
        return
    if is_plain_question(request) and may_be_shared(request, answer):
        keys = club_key(edition.club), topic_key(f"season:{edition.season}")
        mark(answer, keys, settings.SHARED_CACHE_SECONDS)


def cached_answer(request: HttpRequest, season: int, form: renderers.Form) -> HttpResponse | None:
    try:
        edition = seasons.edition(season)
    except Absent:
        return None
    request.edition = edition  # type: ignore[attr-defined]  # the API needs no second query for it
    if not edition.public:
        return None
    known = request.META.get("HTTP_IF_NONE_MATCH", "")
    # That the club's own edition is unchanged says nothing of what is in it.
    of_the_club = edition.for_the_club()
    if known and renderers.etag(of_the_club) in known:
        return renderers.not_modified(of_the_club)
    if etags.is_current(known, renderers.etag(edition)) and not _may_be_signed_in(request):
        return renderers.not_modified(edition)
    if not _is_first_page(request, form):
        return None
    printed = renderers.printed_cache.get(edition, form.cache_name(request))
    if printed is None:
        return None
    if not request_within_rate(request, address(request)):
        return None
    return renderers.response(edition, printed, form.media_type)


def _is_first_page(request: HttpRequest, form: renderers.Form) -> bool:
    """For the first page, by the public, in an accepted format: the API answers all others."""
    meta = request.META
    if request.method != "GET" or meta.get("QUERY_STRING") or _may_be_signed_in(request):
        return False
    accepted = meta.get("HTTP_ACCEPT", "*/*")
    return form.any_accepted or "*/*" in accepted or form.media_type in accepted


def _may_be_signed_in(request: HttpRequest) -> bool:
    """Then the API must find out whether they may see names."""
    return bool(request.META.get("HTTP_AUTHORIZATION") or request.META.get("HTTP_COOKIE"))


def _season_rows(pk: int) -> QuerySet[Season, tuple[object, ...]]:
    """The season with what is read beside it; its club comes first."""
    beside: tuple[tuple[type[Model], str], ...] = (
        (Season, ""),
        (Event, "event__"),
        (League, "league__"),
        (Club, "league__club__"),
    )
    names = [f"{start}{one.attname}" for model, start in beside for one in _columns(model)]
    columns: list[Any] = ["league__club_id", *names, latest_acts("league__club")]
    return Season.objects.filter(pk=pk).order_by().values_list(*columns)


def _columns(model: type[Model]) -> list[Any]:
    return list(model._meta.concrete_fields)


_seasons = Composed(_season_rows, pk=int)
VERSION = 1 + [one.attname for one in _columns(Season)].index("version")


def _season(pk: int) -> Edition | None:
    """A season has another version whenever its standings read differently."""
    found = _seasons.tuples(pk=pk)
    if not found:
        return None
    club, version = found[0][0], found[0][VERSION]
    keys = club_key(club), topic_key(f"season:{pk}")
    return Edition(found[0], version, keys)


SEASON = "/clubs/[^/]+/seasons/([0-9]{1,18})/"
SHARED = (
    SharedAddress(re.compile(rf"{SEASON}(?:standings/|teams/standings/table/)?"), _season),
    SharedAddress(re.compile(r"/api/v1/seasons/([0-9]{1,18})"), _season, is_page=False),
)
visitors_standings = partial(answered_alike, SHARED)

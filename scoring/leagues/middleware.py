"""Answers requests for public standings from the cache, before all other middlewares.

Session, language, sign-in and the API's own machinery cost several times what reading the version
does, and neither a 304 nor cached bytes need any of them. Whatever it cannot answer goes on to the
API.
"""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from ecarte_club.core import etags
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.throttling import address, request_within_rate

from . import renderers
from .selectors import seasons

ADDRESS = re.compile(r"/api/v1/seasons/([0-9]{1,18})/standings(\.csv|\.ndjson)?")
FORMS = {None: renderers.JSON, ".csv": renderers.CSV, ".ndjson": renderers.NDJSON}


def standings_cache(get_response: Callable[[HttpRequest], HttpResponseBase]) -> object:
    def middleware(request: HttpRequest) -> HttpResponseBase:
        match = ADDRESS.fullmatch(request.path_info)
        if match is None or request.method not in ("GET", "HEAD"):
            return get_response(request)
        return cached_answer(request, int(match[1]), FORMS[match[2]]) or get_response(request)

    return middleware


def cached_answer(request: HttpRequest, season: int, form: renderers.Form) -> HttpResponse | None:
    try:
        edition = seasons.edition(season)
    except Absent:
        return None
    if not edition.public:
        return None
    known = request.META.get("HTTP_IF_NONE_MATCH", "")
    # That the club's own edition is unchanged says nothing of what is in it.
    of_the_club = edition.for_the_club()
    if known and renderers.etag(of_the_club) in known:
        return renderers.not_modified(of_the_club)
    if etags.is_current(known, renderers.etag(edition)) and not _may_be_signed_in(request):
        return renderers.not_modified(edition)
    # The API needs no second query for it.
    request.edition = edition  # type: ignore[attr-defined]  # read by `printed_answer`
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

"""Public standings handed out before the rest of the site is asked.

A middleware: session, language, sign-in and the API's own machinery cost several times what
reading the version does, and neither a 304 nor bytes that lie ready need any of them. Whatever
it cannot answer goes on to the API as if it were not there.
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


def kiosk(get_response: Callable[[HttpRequest], HttpResponseBase]) -> object:
    def middleware(request: HttpRequest) -> HttpResponseBase:
        found = ADDRESS.fullmatch(request.path_info)
        if found is None or request.method not in ("GET", "HEAD"):
            return get_response(request)
        return handed_out(request, int(found[1]), FORMS[found[2]]) or get_response(request)

    return middleware


def handed_out(request: HttpRequest, season: int, form: renderers.Form) -> HttpResponse | None:
    try:
        edition = seasons.edition(season)
    except Absent:
        return None
    if not edition.public:
        return None
    known = request.META.get("HTTP_IF_NONE_MATCH", "")
    # To say that the club's own edition is unchanged tells nobody anything of what is in it.
    of_the_club = edition.for_the_club()
    if known and renderers.etag(of_the_club) in known:
        return renderers.unchanged(of_the_club)
    if etags.known(known, renderers.etag(edition)) and not _may_be_known(request):
        return renderers.unchanged(edition)
    # Whoever asks next must not ask the version again.
    request.edition = edition  # type: ignore[attr-defined]
    if not _plainly_asked(request, form):
        return None
    printed = renderers.shelf.get(edition, form.lies_under(request))
    if printed is None:
        return None
    if not request_within_rate(request, address(request)):
        return None
    return renderers.issue(edition, printed, form.media_type)


def _plainly_asked(request: HttpRequest, form: renderers.Form) -> bool:
    """By a stranger, for the usual page, in a form that he takes: the API knows all the rest."""
    meta = request.META
    if request.method != "GET" or meta.get("QUERY_STRING") or _may_be_known(request):
        return False
    accepted = meta.get("HTTP_ACCEPT", "*/*")
    return form.any_accepted or "*/*" in accepted or form.media_type in accepted


def _may_be_known(request: HttpRequest) -> bool:
    """Then the API must look whether names are for him."""
    return bool(request.META.get("HTTP_AUTHORIZATION") or request.META.get("HTTP_COOKIE"))

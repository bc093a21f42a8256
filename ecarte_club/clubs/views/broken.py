"""What somebody sees when the site itself fails: nothing here asks the database or the session.

A form that met an outage is not lost: the page has what was sent, and a button that sends it again
with its key, so that it counts once even if it was saved.
"""

import sys

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from ecarte_club.core import logs, metrics, outages, problems
from ecarte_club.core.exceptions import Fault

CANNOT_BE_READ = (
    *(MultiPartParserError, RequestDataTooBig, SuspiciousOperation, TooManyFilesSent),
    UnreadablePostError,
)
# Of what was typed, what reads as words is shown too; the rest is sent again unseen.
WORDS_LEAST = 2


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500, called while the error is being handled."""
    kind = outages.kind_of(sys.exc_info()[1])
    if kind is not None:
        metrics.outages.labels(kind.value).inc()
        return _answer(request, outages.fault(kind))
    text = _(
        "Something broke on our side. What you had already entered is safe. Try again in a minute."
    )
    fault = Fault("server_error", text)
    fault.status = 500
    return _answer(request, fault)


def _answer(request: HttpRequest, fault: Fault) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problems.response(fault)
    is_part = "HX-Request" in request.headers
    shown = {"fault": fault, "request_id": logs.request_id(), "address": request.get_full_path()}
    if request.method == "POST" and not is_part:
        shown |= _sent(request)
    template = "errors/broken_part.html" if is_part else "errors/broken.html"
    try:
        text, media_type = str(render_to_string(template, shown)), "text/html"
    except Exception:
        # What broke may be what every page needs.
        text, media_type = str(fault.detail), "text/plain"
    headers = {**problems.headers_of(fault), "Cache-Control": "no-store"}
    return HttpResponse(
        text, status=fault.status, headers=headers, content_type=f"{media_type}; charset=utf-8"
    )


def _sent(request: HttpRequest) -> dict[str, object]:
    """`again`: the fields to send once more; none for a password or a file, which no page keeps."""
    try:
        post, has_files = request.POST, bool(request.FILES)
    except CANNOT_BE_READ:
        return {"is_lost": True}
    if has_files or any("password" in name for name in post):
        return {"is_lost": True}
    return {
        "again": _pairs(post),
        "words": [value for _name, value in _pairs(post) if _reads(value)],
    }


def _pairs(post: QueryDict) -> list[tuple[str, str]]:
    return [(name, str(value)) for name, values in post.lists() for value in values]


def _reads(value: str) -> bool:
    return len(value.split()) >= WORDS_LEAST

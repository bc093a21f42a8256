"""Middleware: probes, ids and figures of requests; CORS and rate-limit headers on every answer of
the API; compression of pages.

Any page of any site may read what the public may read: answers to reads allow every origin and no
credentials, so that a browser sends neither cookie nor token along. Writes from other sites' pages
are not allowed; programs that are no pages need none of this.
"""

import time
from collections.abc import Callable, Mapping
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.crypto import constant_time_compare

from . import health, logs, metrics, outages
from .shared_cache import is_marked
from .throttling import WINDOW, Rate, wait

READING = ("GET", "HEAD", "OPTIONS")
# What a page may send beyond what every page may: none of it says who asks.
ASKED = "Accept, Accept-Language, If-None-Match, Last-Event-ID"
EXPOSED = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"
DAY = 24 * 60 * 60
POLICY = "minute"


def monitoring(get_response: Callable[[HttpRequest], HttpResponseBase]) -> object:
    """Before all others, as a probe asks by a machine's number, and not for a page."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if probe := PROBES.get(request.path_info):
            return probe(request)
        began = time.monotonic()
        with logs.identified(request) as own:
            answer = get_response(request)
            answer[logs.HEADER] = own
            if answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
                outages.current.end_those_over()
        metrics.count(request, answer.status_code, time.monotonic() - began)
        return answer

    return middleware


def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain", headers=FRESH)


def readyz(request: HttpRequest) -> HttpResponse:
    checks = health.readiness()
    status = health.summary(checks)
    body = {
        "status": status,
        "checks": {name: one.represented() for name, one in checks.items()},
    }
    if status == "unready":
        return JsonResponse(body, status=503, headers={**FRESH, "Retry-After": "5"})
    return JsonResponse(body, headers=FRESH)


def metrics_page(request: HttpRequest) -> HttpResponse:
    """For the one who has the token: a site without one has no such page."""
    sent = request.META.get("HTTP_AUTHORIZATION", "")
    token = settings.METRICS_TOKEN
    if not token or not constant_time_compare(sent, f"Bearer {token}"):
        return HttpResponse(status=404, headers=FRESH)
    return HttpResponse(metrics.exposition(), content_type=metrics.MEDIA_TYPE, headers=FRESH)


FRESH = {"Cache-Control": "no-store"}
PROBES: Mapping[str, Callable[[HttpRequest], HttpResponse]] = {
    "/healthz": healthz,
    "/readyz": readyz,
    "/metrics": metrics_page,
}


def api_headers(get_response: Callable[[HttpRequest], HttpResponseBase]) -> object:
    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith("/api/"):
            return get_response(request)
        wanted = request.META.get("HTTP_ACCESS_CONTROL_REQUEST_METHOD")
        if request.method == "OPTIONS" and wanted:
            return _preflight(wanted)
        answer = get_response(request)
        if request.method in READING:
            answer["Access-Control-Allow-Origin"] = "*"
            answer["Access-Control-Expose-Headers"] = EXPOSED
        rate = getattr(request, "rate", None)
        # What is left to one is no business of others.
        if rate and not is_marked(answer):
            _tell(answer, rate)
        return answer

    return middleware


def _preflight(wanted: str) -> HttpResponse:
    """What a browser asks before it lets a page of another site ask."""
    answer = HttpResponse(status=204)
    if wanted in READING:
        answer["Access-Control-Allow-Origin"] = "*"
        answer["Access-Control-Allow-Methods"] = ", ".join(READING)
        answer["Access-Control-Allow-Headers"] = ASKED
        answer["Access-Control-Max-Age"] = str(DAY)
    return answer


def _tell(answer: HttpResponseBase, rate: Rate) -> None:
    """As draft-ietf-httpapi-ratelimit-headers-10 says: quota, window, remaining, seconds to go."""
    answer["RateLimit-Policy"] = f'"{POLICY}";q={rate.most};w={WINDOW}'
    answer["RateLimit"] = f'"{POLICY}";r={rate.left};t={max(1, round(wait()))}'


class PagesZipped(GZipMiddleware):
    """The library's, with its guard against guessing what is in a page from its length."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        is_page = response.get("Content-Type", "").startswith("text/html")
        if is_page and isinstance(response, HttpResponse) and not response.has_header("ETag"):
            return super().process_response(request, response)
        return response

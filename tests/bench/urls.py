"""The site's addresses, and the baselines: Django views and middlewares with nothing in them."""

import os
from collections.abc import Callable
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import include, path

FOLDER = Path(os.environ["BENCH_BYTES"])
MEDIA_TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8"}
READY = {form: (FOLDER / f"ready.{form}").read_bytes() for form in MEDIA_TYPES}


def ready(_request: HttpRequest, form: str) -> HttpResponse:
    length = {"Content-Length": str(len(READY[form]))}
    return HttpResponse(READY[form], content_type=MEDIA_TYPES[form], headers=length)


def unchanged(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=304)


def early(get_response: Callable[[HttpRequest], HttpResponseBase]) -> object:
    """The same answers where the standings cache answers, before the other middlewares."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith("/bench/early/"):
            form = request.path_info.removeprefix("/bench/early/")
            return unchanged(request) if form == "unchanged" else ready(request, form)
        return get_response(request)

    return middleware


urlpatterns = [
    path("bench/unchanged", unchanged),
    path("bench/<str:form>", ready),
    path("", include("ecarte_club.urls")),
]

"""The site's addresses, and the baseline: Django views with nothing in them."""

import os
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

FOLDER = Path(os.environ["BENCH_BYTES"])
MEDIA_TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8"}
READY = {form: (FOLDER / f"ready.{form}").read_bytes() for form in MEDIA_TYPES}


def ready(_request: HttpRequest, form: str) -> HttpResponse:
    return HttpResponse(READY[form], content_type=MEDIA_TYPES[form])


def unchanged(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=304)


urlpatterns = [
    path("bench/unchanged", unchanged),
    path("bench/<str:form>", ready),
    path("", include("ecarte_club.urls")),
]

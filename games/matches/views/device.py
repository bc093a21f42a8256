"""What a device stores of the site: the worker, the manifest, and the page that checks them."""

import json
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ecarte_club.clubs.views.common import safe_page

from . import pad_words
from .pad import PAD_SCRIPTS

WORKER: Final = ("js/worker.js", "js/worker_push.js")
DEVICE_SCRIPTS: Final = (
    "js/vendor/lean-qr.js",
    *(f"js/pad/{name}.js" for name in ("tables", "scorer", "store", "sender", "outbox")),
    *(f"js/pad/{name}.js" for name in ("evening", "qr", "device")),
)
EVENING_SCRIPTS: Final = tuple(f"js/pad/{name}.js" for name in ("store", "sender", "evening"))
# All that a pad, an evening and the page of the device need.
STORED: Final = (
    *("css/site.css", "css/parts.css", "css/pad.css", "css/evening.css", "css/device.css"),
    "css/fixtures.css",
    *("js/day.js", "js/live.js", "django_htmx/htmx-2.min.js", *PAD_SCRIPTS),
    *DEVICE_SCRIPTS,
    *("js/attendance.js", "js/pad/arrivals.js", "js/pad/results.js"),
    *("svg/icon.svg", "svg/marker.svg", "svg/cards.svg"),
    *("fonts/club-sans-400.woff2", "fonts/club-sans-600.woff2", "fonts/sorts-mill-goudy-400.woff2"),
)
ICONS: Final = (("icons/icon-192.png", "192x192"), ("icons/icon-512.png", "512x512"))
THEME, PAPER = "#1a523c", "#fdf9ee"


@never_cache
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """From the root, so that it serves every page; new whenever anything that it stores is."""
    head = f"const STORED = {_stored()};\n"
    return HttpResponse(head + _script(), content_type="text/javascript; charset=utf-8")


def _stored() -> str:
    addresses = sorted({static(name) for name in STORED})
    found = {
        "assets": addresses,
        "version": sha256("".join([*addresses, _script()]).encode()).hexdigest()[:12],
        "static": settings.STATIC_URL,
        "device": reverse("device"),
        "icon": static(ICONS[0][0]),
        "signingOut": reverse("account_logout"),
        "leaving": [
            reverse(name)
            for name in ("account_login", "account_logout", "sign_out_everywhere", "table_leave")
        ],
    }
    return json.dumps(found)


@lru_cache(maxsize=1)
def _script() -> str:
    files = (Path(str(finders.find(name))) for name in WORKER)
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    icons = [{"src": static(name), "sizes": sizes, "type": "image/png"} for name, sizes in ICONS]
    drawn = {"src": static("svg/icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    found = {
        "name": _("Écarté club"),
        "short_name": _("Écarté"),
        "lang": get_language(),
        "id": "/",
        "start_url": "/",
        "display": "standalone",
        "theme_color": THEME,
        "background_color": PAPER,
        "icons": [*icons, drawn],
    }
    return JsonResponse(found, content_type="application/manifest+json")


@never_cache
@safe_page
def device(request: HttpRequest) -> HttpResponse:
    """Names nobody: it is what the worker shows where a page is not stored."""
    shown = {"scripts": DEVICE_SCRIPTS, "words": pad_words.of_device()}
    return render(request, "matches/device.html", shown)


@never_cache
@safe_page
def signed_out(request: HttpRequest) -> HttpResponse:
    return render(request, "matches/signed_out.html")

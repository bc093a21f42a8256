"""What a page stored on a device without a network, and sends when there is one."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from ecarte_club.core.exceptions import Fault, Invalid
from ecarte_club.core.idempotency import actor_key

from .common import sign_in_again, signed_out

View = Callable[[HttpRequest, str, int], HttpResponse]


def outbox_of(page: str, stopped: str) -> Callable[[View], View]:
    """An outbox of the page of that name. GET: whether this device may send. POST: `actions`.

    A fault of all of them is shown by the template `stopped`, and nothing is taken."""

    def decorated(view: View) -> View:
        @never_cache
        @ensure_csrf_cookie
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def outbox(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
            if not actor_key(request):
                back = reverse(page, args=(slug, pk))
                if "json" not in request.headers.get("Accept", ""):
                    return signed_out(request, back)
                return nothing_taken(stopped, 401, **sign_in_again(request, back))
            try:
                return view(request, slug, pk)
            except Fault as fault:
                return nothing_taken(stopped, fault.status, fault=fault)

        return outbox

    return decorated


def nothing_taken(template: str, status: int, **shown: Any) -> JsonResponse:
    html = render_to_string(template, shown)
    return JsonResponse({"taken": [], "stopped": html}, status=status)


def stored_actions(request: HttpRequest) -> list[Any]:
    """In the order in which they were done. Raises: Invalid."""
    try:
        sent = json.loads(request.POST.get("actions", ""))
    except ValueError:
        raise unreadable() from None
    if not isinstance(sent, list) or not sent:
        raise unreadable()
    return sent


def unreadable() -> Invalid:
    text = _(
        "What this device stored cannot be read. Save it as a file and show it to the director."
    )
    return Invalid("unreadable", text, field="actions")

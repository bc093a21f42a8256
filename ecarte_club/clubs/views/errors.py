"""Pages for what went wrong; under /api/ a problem document instead."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from ecarte_club.wire import problems
from ecarte_club.wire.faults import Absent, Denied, Fault


def page(request: HttpRequest, fault: Fault, status: int | None = None) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problems.response(fault)
    template = "errors/404.html" if fault.status == 404 else "errors/fault.html"
    return render(request, template, {"fault": fault}, status=status or fault.status)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, Absent())


def denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, Denied(_("You may not do this.")))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    text = _(
        "The form had grown too old to be sent safely. Go back, load the page again, and send."
    )
    return page(request, Fault("csrf", text), status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Nothing here may fail: no database, no session."""
    text = _("Something broke on our side. What you entered before is safe; try again in a minute.")
    if request.path.startswith("/api/"):
        fault = Fault("server_error", text)
        fault.status = 500
        return problems.response(fault)
    return HttpResponse(text, status=500, content_type="text/plain; charset=utf-8")

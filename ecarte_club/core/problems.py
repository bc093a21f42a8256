"""Problem documents (RFC 9457): every error of the API is one."""

from collections.abc import Mapping
from http import HTTPStatus

from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from . import logs
from .exceptions import Absent, Denied, Fault, Invalid, Moved
from .moving import location
from .parsing import TooLarge

MEDIA_TYPE = "application/problem+json"

# HTTP's own phrases, for the titles to be read in the language asked for.
TITLES: Mapping[int, str | Promise] = {
    400: gettext_lazy("Bad Request"),
    401: gettext_lazy("Unauthorized"),
    403: gettext_lazy("Forbidden"),
    404: gettext_lazy("Not Found"),
    405: gettext_lazy("Method Not Allowed"),
    406: gettext_lazy("Not Acceptable"),
    408: gettext_lazy("Request Timeout"),
    409: gettext_lazy("Conflict"),
    412: gettext_lazy("Precondition Failed"),
    413: gettext_lazy("Request Entity Too Large"),
    415: gettext_lazy("Unsupported Media Type"),
    422: gettext_lazy("Unprocessable Entity"),
    429: gettext_lazy("Too Many Requests"),
    500: gettext_lazy("Internal Server Error"),
    503: gettext_lazy("Service Unavailable"),
}


def document(fault: Fault, status: int | None = None) -> dict[str, object]:
    """The problem as data, with the extras of the fault beside RFC 9457's members."""
    status = status or fault.status
    return {
        "type": f"/api/problems#{fault.code}",
        "title": str(TITLES.get(status, HTTPStatus(status).phrase)),
        "status": status,
        "detail": str(fault.detail),
        "code": fault.code,
        "errors": [
            {"field": field, "detail": str(text)} for field, text in sorted(fault.errors.items())
        ],
        **_request_of(status),
        **fault.extra,
    }


def _request_of(status: int) -> dict[str, object]:
    """By which the site's operator finds in the log what went wrong on its side."""
    is_ours = status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return {"request_id": logs.request_id()} if is_ours else {}


def redirect_headers(request: HttpRequest, moved: Moved) -> dict[str, str]:
    """A club may come back: nobody is to remember where it was."""
    return {"Location": location(request, moved), "Cache-Control": "no-store"}


def response(fault: Fault) -> JsonResponse:
    return JsonResponse(
        document(fault),
        status=fault.status,
        content_type=MEDIA_TYPE,
        headers=headers_of(fault),
    )


def answer(error: Exception, context: Mapping[str, object]) -> Response | None:
    """DRF's exception handler. What is not expected stays an exception."""
    if isinstance(error, RequestDataTooBig):
        error = TooLarge()
    fault, headers = _fault(error)
    if fault is None:
        return None
    request = context.get("request")
    if isinstance(fault, Moved) and isinstance(request, Request):
        headers = {**headers, **redirect_headers(request._request, fault)}
    status = fault.status
    if isinstance(error, exceptions.APIException) and not isinstance(fault, Invalid):
        status = error.status_code
    answer = Response(document(fault, status), status=status, headers=headers)
    answer.content_type = MEDIA_TYPE
    return answer


def _fault(error: Exception) -> tuple[Fault | None, dict[str, str]]:
    if isinstance(error, Fault):
        return error, headers_of(error)
    if isinstance(error, Http404):
        return Absent(), {}
    if isinstance(error, PermissionDenied):
        return Denied(_("You do not have permission to do this.")), {}
    if isinstance(error, exceptions.ValidationError):
        detail = _("Some values are not valid: see errors.")
        return Invalid("invalid", detail, errors=flat(error.detail)), {}
    if isinstance(error, exceptions.APIException):
        text = str(error.detail)
        errors = {_PLACES[type(error)]: text} if type(error) in _PLACES else None
        return Fault(str(error.get_codes()), text, errors=errors), headers_of(error)
    if isinstance(error, BadRequest | SuspiciousOperation):
        text = _("This request cannot be read.")
        return Fault("bad_request", text, errors={"body": text}), {}
    return None, {}


# Where in a request the errors are that DRF finds before any field is read.
_PLACES: Mapping[type[Exception], str] = {
    exceptions.ParseError: "body",
    TooLarge: "body",
    exceptions.UnsupportedMediaType: "Content-Type",
    exceptions.NotAcceptable: "Accept",
}


def headers_of(error: Fault | exceptions.APIException) -> dict[str, str]:
    headers: dict[str, str] = {}
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(max(1, round(wait)))
    if header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = header
    return headers


def flat(detail: object, prefix: str = "") -> dict[str, str]:
    """DRF's nested error lists as one level: `kings.0.seat` -> what is wrong there."""
    if isinstance(detail, Mapping):
        pairs = [(_member(str(key)), value) for key, value in detail.items()]
    elif isinstance(detail, list) and any(isinstance(item, Mapping | list) for item in detail):
        pairs = [(str(index), value) for index, value in enumerate(detail)]
    else:
        items = detail if isinstance(detail, list) else [detail]
        return {prefix or "body": " ".join(str(item) for item in items)}
    found: dict[str, str] = {}
    for key, value in pairs:
        for place, text in flat(value, ".".join(filter(None, (prefix, key)))).items():
            found[place] = f"{found[place]} {text}" if place in found else text
    return found


def _member(key: str) -> str:
    """What is wrong with a whole object is told under its own name."""
    return "" if key in (api_settings.NON_FIELD_ERRORS_KEY, "body") else key


@csrf_exempt
def not_found(request: HttpRequest) -> JsonResponse:
    """What an unknown address under /api/ answers."""
    return response(Absent())

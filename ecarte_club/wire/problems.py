"""Problem documents (RFC 9457): every error of the API is one."""

from collections.abc import Mapping
from http import HTTPStatus

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from .faults import Absent, Denied, Fault

MEDIA_TYPE = "application/problem+json"


def document(fault: Fault, status: int | None = None) -> dict[str, object]:
    """The problem as data, with the extras of the fault beside RFC 9457's members."""
    status = status or fault.status
    return {
        "type": f"/api/problems#{fault.code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": str(fault.detail),
        "code": fault.code,
        "errors": [
            {"field": field, "detail": str(text)} for field, text in sorted(fault.errors.items())
        ],
        **fault.extra,
    }


def response(fault: Fault) -> JsonResponse:
    return JsonResponse(document(fault), status=fault.status, content_type=MEDIA_TYPE)


def answer(error: Exception, context: Mapping[str, object]) -> Response | None:
    """DRF's exception handler. What is not expected stays an exception."""
    fault, headers = _fault(error)
    if fault is None:
        return None
    status = error.status_code if isinstance(error, exceptions.APIException) else fault.status
    answer = Response(document(fault, status), status=status, headers=headers)
    answer.content_type = MEDIA_TYPE
    return answer


def _fault(error: Exception) -> tuple[Fault | None, dict[str, str]]:
    if isinstance(error, Fault):
        return error, {}
    if isinstance(error, Http404):
        return Absent(), {}
    if isinstance(error, PermissionDenied):
        return Denied(_("You may not do this.")), {}
    if isinstance(error, exceptions.ValidationError):
        detail = _("Some of what was sent cannot be: see errors.")
        return Fault("invalid", detail, errors=flat(error.detail)), {}
    if isinstance(error, exceptions.APIException):
        return Fault(str(error.get_codes()), str(error.detail)), _headers(error)
    return None, {}


def _headers(error: exceptions.APIException) -> dict[str, str]:
    headers: dict[str, str] = {}
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(max(1, round(wait)))
    if header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = header
    return headers


def flat(detail: object, prefix: str = "") -> dict[str, str]:
    """DRF's nested error lists as one level: `kings.0.seat` -> what is wrong there."""
    if isinstance(detail, Mapping):
        pairs = [(str(key), value) for key, value in detail.items()]
    elif isinstance(detail, list) and any(isinstance(item, Mapping | list) for item in detail):
        pairs = [(str(index), value) for index, value in enumerate(detail)]
    else:
        items = detail if isinstance(detail, list) else [detail]
        return {prefix or "body": " ".join(str(item) for item in items)}
    found: dict[str, str] = {}
    for key, value in pairs:
        found.update(flat(value, f"{prefix}.{key}" if prefix else key))
    return found


def not_found(request: HttpRequest) -> JsonResponse:
    """What an unknown address under /api/ answers."""
    return response(Absent())

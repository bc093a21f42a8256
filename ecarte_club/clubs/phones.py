"""Phones that a table's code let in: which one asks, as long as its code is good."""

from collections.abc import Callable

from django.db.models import F
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from .models import Phone

SESSION_KEY = "phone"


def good(phone_filter: dict[str, object]) -> Phone | None:
    """The phone, unless its code was renewed, its evening signed off, or its night is over."""
    return (
        Phone.objects.select_related("table__evening", "player")
        .filter(
            table__evening__signed_off_at=None,
            table__evening__codes_until__gt=timezone.now(),
            code_number=F("table__code_number"),
            **phone_filter,
        )
        .first()
    )


def phone_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Puts `phone` on the request of a browser that opened a table by its code."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if pk := request.session.get(SESSION_KEY):
            request.phone = good({"pk": pk})  # type: ignore[attr-defined]
        return get_response(request)

    return middleware

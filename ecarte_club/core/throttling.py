"""Rate limits: so many requests a minute for each token, person or address."""

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView

WINDOW = 60


@dataclass(frozen=True, slots=True)
class Rate:
    """How many may be made in a minute, and how many of them are left."""

    most: int
    left: int


def within_rate(actor: str, most: int | None = None) -> bool:
    """Counts a request. One counter a minute: its cost does not grow with the limit."""
    count = _counted(actor)
    return count is None or count <= (most or settings.API_RATE)


def _counted(actor: str) -> int | None:
    """The how manieth of this minute; None while nobody can count."""
    key = f"rate:{actor}:{int(time.time()) // WINDOW}"
    try:
        # django-redis answers None, not a number, while Redis is away.
        return cache.incr(key)
    except ValueError:  # the first of this minute, or the cache was lost
        cache.add(key, 1, WINDOW)
        return 1


def request_within_rate(request: HttpRequest, actor: str) -> bool:
    """The same for a request of the API, whose answer will say how many are left."""
    most, count = settings.API_RATE, _counted(actor)
    if count is None:
        return True
    request.rate = Rate(most, max(0, most - count))  # type: ignore[attr-defined]  # set for views
    return count <= most


def give_back(actor: str) -> None:
    """Of what `within_rate` counted in this minute: it was no guess."""
    with suppress(ValueError):
        cache.decr(f"rate:{actor}:{int(time.time()) // WINDOW}")


def wait() -> float:
    """Seconds until the next minute begins to count."""
    return WINDOW - time.time() % WINDOW


def address(request: HttpRequest) -> str:
    """Of a request without a user: this much is read from the headers alone."""
    return f"address:{BaseThrottle().get_ident(cast(Request, request))}"


class MinuteThrottle(BaseThrottle):
    def allow_request(self, request: Request, view: "APIView") -> bool:
        return request_within_rate(request._request, self.actor(request))

    def wait(self) -> float:
        return wait()

    def actor(self, request: Request) -> str:
        token = getattr(request.auth, "pk", None)
        if token:
            return getattr(request.auth, "actor", "") or f"token:{token}"
        if request.user.is_authenticated:
            return f"user:{request.user.pk}"
        return f"address:{self.get_ident(request)}"

"""Rate limits: so many requests a minute for each token, person or address."""

import time
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView

WINDOW = 60


class MinuteThrottle(BaseThrottle):
    """One counter a minute: its cost does not grow with the limit. A lost cache counts nothing."""

    def allow_request(self, request: Request, view: "APIView") -> bool:
        key = f"rate:{self.asker(request)}:{int(time.time()) // WINDOW}"
        if cache.add(key, 1, WINDOW):
            return True
        try:
            count = cache.incr(key)
        except ValueError:
            return True
        # django-redis answers None, not a number, while Redis is away.
        return count is None or count <= settings.API_RATE

    def wait(self) -> float:
        return WINDOW - time.time() % WINDOW

    def asker(self, request: Request) -> str:
        token = getattr(request.auth, "pk", None)
        if token:
            return f"token:{token}"
        if request.user.is_authenticated:
            return f"user:{request.user.pk}"
        return f"address:{self.get_ident(request)}"

"""Who makes a request, before any club has looked up what they may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from rest_framework.request import Request

from .models import Token, User
from .permissions import Scope

if TYPE_CHECKING:
    from games.evenings.models import Phone


@dataclass(frozen=True, slots=True)
class Actor:
    """A person who signed in, their program (`token`), a phone at a table, or the public."""

    user: User | None = None
    token: Token | None = None
    phone: Phone | None = None

    @property
    def reads_own(self) -> bool:
        """Whether lists show the things of their own clubs, and not only what is public."""
        return self.user is not None and (self.token is None or Scope.READ in self.token.scopes)


NOBODY = Actor()


def actor_of(request: HttpRequest | Request) -> Actor:
    """Of a page or of the API."""
    auth = getattr(request, "auth", None)
    user = request.user if not isinstance(request.user, AnonymousUser) else None
    return Actor(
        user=user,
        token=auth if isinstance(auth, Token) else None,
        phone=getattr(request, "phone", None) if auth is None else _phone(auth),
    )


def _phone(auth: Token | Phone) -> Phone | None:
    return None if isinstance(auth, Token) else auth

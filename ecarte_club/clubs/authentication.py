"""How the API knows who asks: a bearer token, or the page's own session.

A table's code is a third way: `games.evenings.authentication`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import TooOften
from ecarte_club.core.parsing import whole_number
from ecarte_club.core.throttling import address, wait, within_rate

from .changes import session_stays
from .models import Token, User
from .permissions import Act, Person, Scope

if TYPE_CHECKING:
    from games.evenings.models import Phone
PARAMETER = "key"
BAD_TOKENS = 60
"""A minute, of one address."""


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


def stay_signed_in(request: HttpRequest, user: User) -> None:
    """In this session, when all of the user's have just ended."""
    update_session_auth_hash(request, user)
    session_stays.send(user=user, session=request.session)


def _phone(auth: Token | Phone) -> Phone | None:
    return None if isinstance(auth, Token) else auth


def digest(secret: str) -> str:
    """SHA-256 suffices: a secret is 256 random bits, nothing to guess by dictionary."""
    return hashlib.sha256(secret.encode()).hexdigest()


_tokens = Composed(
    lambda digest: Token.objects.select_related("user").filter(digest=digest).order_by(), digest=str
)


class TokenAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        scheme, _space, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = _tokens.first(digest=digest(secret.strip()))
        if token is None or token.revoked_at or not token.user.is_active:
            _count_bad(request)
            raise AuthenticationFailed(_("This token is unknown or has been revoked."))
        if token.expires_at <= timezone.now():
            _count_bad(request)
            raise AuthenticationFailed(_("This token has expired. Create a new one."))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _count_bad(request: Request) -> None:
    """Raises: TooOften. Good tokens from the same address, as of a whole club, go on."""
    if not within_rate(f"bad_tokens:{address(request._request)}", BAD_TOKENS):
        text = _(
            "Too many requests with bad tokens came from your network. Wait a minute, and create a "
            "new token on your account page."
        )
        raise TooOften(text, wait=wait())


class PageAuthentication(SessionAuthentication):
    """A signed-in page may use the API too, with its CSRF token."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token from your account page; scopes "
            "read, play, enter, correct, manage.",
        }


class PageScheme(OpenApiAuthenticationExtension):
    target_class = PageAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}


def _secrets() -> list[str | None]:
    """None is the site's key; those that it had before are as good."""
    return [None, *settings.SECRET_KEY_FALLBACKS]


def key_of(user_id: int, number: int, secret: str | None = None) -> str:
    made = salted_hmac("calendar", f"{user_id}:{number}", secret=secret, algorithm="sha256")
    return f"{user_id}-{made.hexdigest()}"


def holder(key: str) -> User | None:
    """Whose key it is, as long as it is good and their account is active."""
    user = User.objects.filter(pk=whole_number(key.partition("-")[0]) or 0, is_active=True).first()
    if user is None:
        return None
    made = [key_of(user.pk, user.calendar_number, secret) for secret in _secrets()]
    return user if any(constant_time_compare(key, one) for one in made) else None


class CalendarAuthentication(BaseAuthentication):
    """`?key=…`. For views that only read, and only what a calendar shows."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        key = request.query_params.get(PARAMETER)
        if key is None:
            return None
        user = holder(key)
        if user is None:
            text = _("This calendar address has expired. The new one is on the club’s calendar.")
            raise AuthenticationFailed(text)
        return user, None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class CalendarScheme(OpenApiAuthenticationExtension):
    target_class = CalendarAuthentication
    name = "calendar"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "query",
            "name": PARAMETER,
            "description": "In the addresses that `clubs/{slug}/me/calendar` gives, nowhere else.",
        }


def key_for(person: Person) -> str:
    """For the links of a page, if it is one of the club's people who looks at it; else empty."""
    if not person.may(Act.CHOOSE_OWN):
        return ""
    found = User.objects.filter(pk=person.user_id or 0).values_list("calendar_number", flat=True)
    return next((key_of(person.user_id or 0, number) for number in found), "")

"""How the API knows who asks: a bearer token, or the page's own session.

A table's code is a third way: `games.evenings.authentication`.
"""

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from .digests import digest
from .models import Token, User


class TokenAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        scheme, _space, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = Token.objects.select_related("user").filter(digest=digest(secret.strip())).first()
        if token is None or token.revoked_at or not token.user.is_active:
            raise AuthenticationFailed(_("This token is unknown or has been revoked."))
        if token.expires_at <= timezone.now():
            raise AuthenticationFailed(_("This token has expired. Create a new one."))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class PageAuthentication(SessionAuthentication):
    """A signed-in page may use the API too, with its CSRF token."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token from your account page; scopes read, enter, correct, manage.",
        }


class PageScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = PageAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}

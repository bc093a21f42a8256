"""The site as an OpenID provider for other sites, such as the cells of a federation, by
django-allauth: what it says of an account, and of itself."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.models import Client
from csp.decorators import csp_update
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from ecarte_club.federation import Provider

from .models import User

SCOPES = ("openid", "profile", "email")


class Adapter(DefaultOIDCAdapter):
    def get_issuer(self) -> str:
        """As the settings name the site: the host of a request may be forged."""
        return str(settings.SITE_URL).rstrip("/")

    def get_claims(
        self,
        purpose: Any,
        user: Any,
        client: Client,
        scopes: Iterable[str],
        email: str | None = None,
        **kwargs: Any,
    ) -> dict[str, Any]:
        wanted = set(scopes)
        claims: dict[str, Any] = {"sub": self.get_user_sub(client, user)}
        if "profile" in wanted and isinstance(user, User):
            claims |= {"name": user.name, "locale": user.language}
        if "email" in wanted:
            claims |= {
                "email": user.email,
                "email_verified": user.email_verified_at is not None,
            }
        return claims


def sign_in_forms(get_response: Callable[[HttpRequest], HttpResponseBase]) -> object:
    """Signing in may lead on to a client at once, which browsers must be allowed as well."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        answer = get_response(request)
        if not request.path_info.startswith("/account/"):
            return answer
        allow = csp_update({"form-action": _origins()})
        updated: HttpResponseBase = allow(lambda _request: answer)(request)
        return updated

    return middleware


def _origins() -> list[str]:
    found = set()
    for client in Client.objects.all():
        for uri in client.get_redirect_uris():
            parts = urlsplit(uri)
            found.add(f"{parts.scheme}://{parts.netloc}")
    return sorted(found)


def client_make(*, address: str) -> dict[str, str]:
    """The settings of the site at `address`, which may sign people in from now on. Its secret is
    stored as a digest alone; made again, it has another."""
    issuer = str(settings.SITE_URL).rstrip("/")
    secret = Adapter().generate_client_secret()
    name = str(urlsplit(address).netloc)
    provider = Provider(issuer, client_id=name, secret=secret, name="")
    client = Client.objects.filter(pk=name).first() or Client(pk=name)
    client.name = name
    client.skip_consent = True
    client.set_secret(secret)
    client.set_scopes(list(SCOPES))
    client.set_default_scopes(list(SCOPES))
    client.set_redirect_uris([address + reverse("openid_connect_callback", args=[provider.key])])
    client.save()
    return {"OIDC_ISSUER": issuer, "OIDC_CLIENT_ID": name, "OIDC_CLIENT_SECRET": secret}

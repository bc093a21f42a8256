"""Signing in with an OpenID provider, by django-allauth: whose account it is, and what is refused.

An account is known by the provider's subject once it is linked, before that by an e-mail address
that the provider has confirmed. Nobody makes an account of their own this way: whoever has none
comes with the link of an invitation.
"""

import logging
from collections.abc import Mapping
from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.providers.base import AuthError
from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from requests import RequestException

from ecarte_club.core import problems
from ecarte_club.core.exceptions import Denied, Fault, Invalid, Text, Unavailable
from ecarte_club.core.throttling import address

from .models import User
from .selectors.new_clubs import club_invitation_of
from .selectors.roles import guesses, of_secret
from .services.single_sign_on import account_link, account_make_linked

log = logging.getLogger(__name__)
WAIT = 30
"""Seconds, for Retry-After."""


class Adapter(DefaultSocialAccountAdapter):
    def authenticate_by_email(self, sociallogin: SocialLogin) -> None:
        """`pre_social_login` does: the library takes any value for a confirmation."""

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        if sociallogin.is_existing:
            return
        try:
            user = _account(request, sociallogin)
        except Fault as fault:
            raise ImmediateHttpResponse(failure_page(request, fault)) from fault
        account = SocialAccount.objects.get(
            provider=sociallogin.account.provider, uid=sociallogin.account.uid
        )
        sociallogin.account, sociallogin.user = account, user

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        return False

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: Any = None,
        exception: Exception | None = None,
        extra_context: Any = None,
    ) -> None:
        if error == AuthError.CANCELLED:
            raise ImmediateHttpResponse(redirect("account_login"))
        raise ImmediateHttpResponse(failure_page(request, fault_of(exception)))


def fault_of(exception: Exception | None) -> Fault:
    """Of what a provider answered, or did not."""
    if exception is not None:
        log.warning("Single sign-on failed: %s: %s", type(exception).__name__, exception)
    if isinstance(exception, RequestException):
        text = _("%(provider)s does not answer at the moment. Try again in half a minute.")
        return Unavailable("provider_away", text % _provider_name(), wait=WAIT)
    return Fault("sign_in_failed", _("This sign-in has expired, or was used before. Start again."))


def failure_page(request: HttpRequest, fault: Fault) -> HttpResponse:
    shown = {"fault": fault}
    page = render(request, "account/single_sign_on_failed.html", shown, status=fault.status)
    for name, value in problems.headers_of(fault).items():
        page[name] = value
    return page


def _provider_name() -> dict[str, str]:
    return {"provider": settings.SINGLE_SIGN_ON.name if settings.SINGLE_SIGN_ON else ""}


def _account(request: HttpRequest, sociallogin: SocialLogin) -> User:
    """Linked from now on. Raises: Denied, Fault."""
    claims = _claims(sociallogin.account.extra_data)
    email = str(claims.get("email") or "").strip().lower()
    if not email or claims.get("email_verified") is not True:
        raise Denied(_unconfirmed())
    key, subject = sociallogin.account.provider, sociallogin.account.uid
    user = User.objects.filter(email=email).first()
    if user is not None:
        return account_link(user=user, provider=key, subject=subject)
    if not _is_invited(request, str(sociallogin.state.get("next") or "")):
        text = _(
            "No account here has the address %(email)s. Open the link of your invitation first. If "
            "you have none, ask the committee of your club for one."
        )
        raise Denied(text % {"email": email})
    return account_make_linked(
        email=email,
        name=str(claims.get("name") or email.partition("@")[0]),
        language=(get_language() or "en")[:2],
        provider=key,
        subject=subject,
    )


def _claims(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Raises: Fault when the two answers of the provider are about different people."""
    token, info = data.get("id_token") or {}, data.get("userinfo") or {}
    if token and info and token.get("sub") != info.get("sub"):
        raise fault_of(None)
    return {**token, **info}


def _unconfirmed() -> Text:
    text = _(
        "Your e-mail address is not confirmed at %(provider)s. Confirm it there and try again."
    )
    return text % _provider_name()


def _is_invited(request: HttpRequest, path: str) -> bool:
    """Whether they come back to an invitation that is still good, or with a code for a club."""
    try:
        place, _question, query = path.partition("?")
        match = resolve(place)
        with guesses(address(request)):
            if match.url_name == "invitation":
                of_secret(match.kwargs["secret"])
                return True
            if match.url_name == "club_start":
                club_invitation_of(QueryDict(query).get("code", ""))
                return True
    except (Resolver404, Invalid):
        pass
    return False

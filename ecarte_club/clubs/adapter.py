"""What of the sign-in library is done our way."""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation

from ecarte_club.core import qr

from .models import User

log = logging.getLogger(__name__)


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Nobody makes an account of his own: the committee invites."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """In his own language; in that of the page for who has no account."""
        user = context.get("user")
        language = user.language if isinstance(user, User) else translation.get_language()
        with translation.override(language):
            shown = {"email": email, **context, "site_url": settings.SITE_URL}
            try:
                self.render_mail(template_prefix, email, shown).send()
            except OSError:
                # What the letter is about was done, and whoever asked must not see more of it.
                log.exception("A letter could not be sent: %s", template_prefix)

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Of the site as its settings name it: whoever asks may have forged the host."""
        uid, _dash, token = key.partition("-")
        path = reverse("account_reset_password_from_key", args=[uid, token])
        return settings.SITE_URL.rstrip("/") + path

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account") + "?done=password"

    def add_message(self, *args: Any, **kwargs: Any) -> None:
        """Pages say themselves what has become of something."""


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    def build_totp_svg(self, url: str) -> str:
        return qr.svg(url)

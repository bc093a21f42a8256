"""Signing in by django-allauth, in the site's look and words: its forms and its adapters."""

import logging
from collections.abc import Mapping
from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import (
    ChangePasswordForm,
    LoginForm,
    ReauthenticateForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
)
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.base.forms import ReauthenticateForm as MfaReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from ecarte_club.core import qr
from ecarte_club.core.pages import add_classes

from .emails import language_of
from .models import User
from .services.accounts import email_verified

NEW = {"password1": _("New password"), "password2": _("Repeat the new password")}
LONG = {"password1": _("At least ten characters. Several words work well.")}


class SiteForm(forms.Form):
    """`labels` and `hints` by the field's name; no placeholders."""

    labels: ClassVar[Mapping[str, Any]] = {}
    hints: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.help_text = self.hints.get(name, "")
        add_classes(self)


class SignInForm(SiteForm, LoginForm):
    def clean(self) -> dict[str, Any] | None:
        if not settings.PASSWORD_SIGN_IN:
            raise forms.ValidationError(_("Nobody signs in with a password here."))
        return super().clean()


class PasswordForgottenForm(SiteForm, ResetPasswordForm):
    labels = {"email": _("E-mail")}


class NewPasswordForm(SiteForm, ResetPasswordKeyForm):
    labels = NEW
    hints = LONG

    def save(self) -> None:
        super().save()
        # Whoever has the link reads what is sent to the address.
        email_verified(user=self.user)


class ChangeOfPasswordForm(SiteForm, ChangePasswordForm):
    labels = {"oldpassword": _("Current password"), **NEW}
    hints = LONG


class PasswordAgainForm(SiteForm, ReauthenticateForm):
    labels = {"password": _("Password")}


class CodeForm(SiteForm, AuthenticateForm):
    labels = {"code": _("Code")}
    hints = {"code": _("Six digits from the app, or one of your recovery codes.")}


class CodeAgainForm(SiteForm, MfaReauthenticateForm):
    labels = CodeForm.labels
    hints = CodeForm.hints


class FirstCodeForm(SiteForm, ActivateTOTPForm):
    labels = {"code": _("Code")}
    hints = {"code": _("The six digits that the app shows.")}


log = logging.getLogger(__name__)


class Adapter(DefaultAccountAdapter):
    """Nobody makes their own account: the committee invites."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """In the user's language; for somebody without an account, in that of a club that knows
        the address, or of the page."""
        user = context.get("user")
        language = user.language if isinstance(user, User) else language_of(email)
        with translation.override(language):
            link = context.get("password_reset_url", "")
            shown = {"email": email, **context, "site_url": settings.SITE_URL, "link": link}
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


class SecondFactorAdapter(DefaultMFAAdapter):
    def build_totp_svg(self, url: str) -> str:
        return qr.svg(url)

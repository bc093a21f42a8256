"""The sign-in library's forms in the site's look and words."""

from collections.abc import Mapping
from typing import Any, ClassVar

from allauth.account.forms import (
    ChangePasswordForm,
    LoginForm,
    ReauthenticateForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
)
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.base.forms import ReauthenticateForm as MfaReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ecarte_club.core.pages import dress


class Dressed:
    """`labels` and `hints` by the field's name; no placeholders."""

    labels: ClassVar[Mapping[str, str | Promise]] = {}
    hints: ClassVar[Mapping[str, str | Promise]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields = self.fields  # type: ignore[attr-defined]
        for name, field in fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.help_text = self.hints.get(name, "")
        dress(self)  # type: ignore[arg-type]


class SignInForm(Dressed, LoginForm):  # type: ignore[misc]
    pass


class PasswordForgottenForm(Dressed, ResetPasswordForm):  # type: ignore[misc]
    labels = {"email": _("E-mail")}


NEW = {"password1": _("New password"), "password2": _("Repeat the new password")}
LONG = {"password1": _("At least ten characters. Several words work well.")}


class NewPasswordForm(Dressed, ResetPasswordKeyForm):  # type: ignore[misc]
    labels = NEW
    hints = LONG


class ChangeOfPasswordForm(Dressed, ChangePasswordForm):  # type: ignore[misc]
    labels = {"oldpassword": _("Current password"), **NEW}
    hints = LONG


class PasswordAgainForm(Dressed, ReauthenticateForm):  # type: ignore[misc]
    labels = {"password": _("Password")}


class CodeForm(Dressed, AuthenticateForm):  # type: ignore[misc]
    labels = {"code": _("Code")}
    hints = {"code": _("Six digits from the app, or one of your recovery codes.")}


class CodeAgainForm(Dressed, MfaReauthenticateForm):  # type: ignore[misc]
    labels = CodeForm.labels
    hints = CodeForm.hints


class FirstCodeForm(Dressed, ActivateTOTPForm):  # type: ignore[misc]
    labels = {"code": _("Code")}
    hints = {"code": _("The six digits that the app shows.")}

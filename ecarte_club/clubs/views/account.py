"""What somebody keeps about himself on this site, whichever his clubs."""

from typing import Any

from allauth.mfa.models import Authenticator
from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs import emails, services, tasks
from ecarte_club.clubs.actors import Actor
from ecarte_club.clubs.models import Player, User
from ecarte_club.clubs.permissions import Role, role_name
from ecarte_club.clubs.selectors import clubs
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault, TooOften
from ecarte_club.core.pages import Form
from ecarte_club.core.throttling import wait, within_rate

from .common import faults_as_pages, signed_in

LINKS_A_MINUTE = 3


class AccountForm(Form):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        help_text=gettext_lazy("The name that the log and other members see beside what you do."),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of e-mails"), choices=settings.LANGUAGES
    )


class EmailForm(Form):
    email = forms.EmailField(
        label=gettext_lazy("New e-mail address"),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@faults_as_pages
def account(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    form = AccountForm(request.POST or None, initial={"name": user.name, "language": user.language})
    if request.method == "POST" and form.is_valid():
        try:
            pages.write(request, lambda: services.account_change(user=user, **form.cleaned_data).pk)
            return redirect(reverse("account") + "?done=account")
        except Fault as fault:
            pages.tell(form, fault)
    totp = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP)
    shown = {
        "form": form,
        "done": _done(request.GET.get("done", "")),
        "has_second_factor": totp.exists(),
        "tokens": clubs.tokens_of(user).count(),
        "clubs": [_club(user, club) for club in clubs.clubs_of(Actor(user))],
        "key": pages.new_key(),
    }
    return render(request, "clubs/account.html", shown, status=422 if form.errors else 200)


def _done(what: str) -> str:
    return {
        "account": _("Name and language saved."),
        "password": _("Password changed."),
        "link": _("A link is on its way to the new address. Open it to finish."),
        "email": _("You sign in with the new address from now on."),
    }.get(what, "")


def _club(user: User, club: Any) -> dict[str, Any]:
    """What he is there; roles that rest are named apart."""
    person = clubs.person(Actor(user), club.pk)
    held = [role for role in person.roles if role not in (Role.PUBLIC, Role.MEMBER)]
    return {
        "club": club,
        "player": Player.objects.filter(user=user, club=club, left_on=None).first(),
        "roles": [role_name(role) for role in sorted(held)],
        "asleep": [role_name(role) for role in sorted(person.asleep)],
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@faults_as_pages
def email(request: HttpRequest) -> HttpResponse:
    """Asks for a link to the new address. Whether it is taken is told to its holder alone."""
    user = signed_in(request)
    form = EmailForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if not within_rate(f"new-address:{user.pk}", LINKS_A_MINUTE):
            raise TooOften(_("Wait a minute, then try again."), wait=wait())
        if user.check_password(form.cleaned_data["password"]):
            new = form.cleaned_data["email"].strip().lower()
            if not User.objects.filter(email=new).exists():
                tasks.email_link_letter.delay(user.pk, new)
            return redirect(reverse("account") + "?done=link")
        form.add_error("password", _("This is not your password."))
    shown = {"form": form, "user": user}
    return render(request, "clubs/account_email.html", shown, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@faults_as_pages
def email_confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Opened from the new address; looking changes nothing."""
    user = signed_in(request)
    addresses = emails.email_of_link(token, user)
    if addresses is None:
        return render(request, "clubs/account_email_bad.html", {}, status=410)
    old, new = addresses
    if request.method == "POST":
        pages.write(request, lambda: services.email_move(user=user, old=old, new=new).pk)
        request.session.cycle_key()
        return redirect(reverse("account") + "?done=email")
    return render(
        request,
        "clubs/account_email_confirm.html",
        {"old": old, "new": new, "key": pages.new_key()},
    )

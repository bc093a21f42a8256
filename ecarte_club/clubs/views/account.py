"""An account: its name, address and tokens; and what a player chooses in a club."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.views import ActivateTOTPView
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from ecarte_club.clubs import emails
from ecarte_club.clubs.authentication import Actor, stay_signed_in
from ecarte_club.clubs.models import NameVisibility, Player, Token, User
from ecarte_club.clubs.permissions import Act, Role, Scope, require
from ecarte_club.clubs.selectors import clubs, personal
from ecarte_club.clubs.selectors.personal import Choices
from ecarte_club.clubs.selectors.player_names import public_name
from ecarte_club.clubs.services.accounts import (
    account_change,
    choices_make,
    email_move,
    player_anonymise,
    sessions_end,
    token_make,
    token_revoke,
)
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault, TooOften
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from ecarte_club.core.tasks import enqueue
from ecarte_club.core.throttling import wait, within_rate

from .common import club_of, club_page, form_page, post_page, signed_in

LINKS_A_MINUTE = 3
DAYS = [(30, gettext_lazy("30 days")), (90, gettext_lazy("90 days")), (365, gettext_lazy("1 year"))]


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
@never_cache
@form_page
def account(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    form = AccountForm(request.POST or None, initial={"name": user.name, "language": user.language})
    if pages.submitted(request, form, lambda: account_change(user=user, **form.cleaned_data)):
        return redirect(reverse("account") + "?done=account")
    totp = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP)
    shown = {
        "form": form,
        "done": _confirmation(request.GET.get("done", "")),
        "has_second_factor": totp.exists(),
        "tokens": clubs.tokens_of(user).count(),
        "clubs": [_club(user, club) for club in clubs.clubs_of(Actor(user))],
        "key": pages.new_key(),
    }
    return render(request, "clubs/account.html", shown, status=422 if form.errors else 200)


def _confirmation(what: str) -> str:
    return {
        "account": _("Name and language saved."),
        "password": _("Password changed."),
        "signed-out": _("You are signed out everywhere but here."),
        "link": _("A link is on its way to the new address. Open it to finish."),
        "email": _("You sign in with the new address from now on."),
    }.get(what, "")


def _club(user: User, club: Any) -> dict[str, Any]:
    """What they are there; roles that are suspended are named apart."""
    person = clubs.person(Actor(user), club.pk)
    held = [role for role in person.roles if role not in (Role.PUBLIC, Role.MEMBER)]
    return {
        "club": club,
        "player": Player.objects.filter(user=user, club=club, left_on=None).first(),
        "roles": [str(role.label) for role in sorted(held)],
        "asleep": [str(role.label) for role in sorted(person.asleep)],
    }


@login_required
@never_cache
@form_page
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """Says what it ends before it does."""
    user = signed_in(request)
    if request.method == "POST":
        pages.write(request, lambda: sessions_end(user=user))
        stay_signed_in(request, User.objects.get(pk=user.pk))
        return redirect(reverse("account") + "?done=signed-out")
    return render(request, "clubs/sign_out_everywhere.html", {"key": pages.new_key()})


class SecondFactor(ActivateTOTPView):  # type: ignore[misc]  # of a library without types
    """The library's. Whoever got in with the password alone is out; this browser stays in."""

    def form_valid(self, form: forms.Form) -> HttpResponse:
        with transaction.atomic():
            answer: HttpResponse = super().form_valid(form)
            user = sessions_end(user=signed_in(self.request))
        stay_signed_in(self.request, user)
        text = _("Two-step sign-in is on. You were signed out in all other browsers.")
        messages.success(self.request, text)
        return answer


@login_required
@never_cache
@form_page
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
                enqueue("ecarte_club.clubs.tasks.new_address_email", user.pk, new)
            return redirect(reverse("account") + "?done=link")
        form.add_error("password", _("This is not your password."))
    shown = {"form": form, "user": user}
    return render(request, "clubs/account_email.html", shown, status=422 if form.errors else 200)


@login_required
@never_cache
@form_page
def email_confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Opened from the new address; looking changes nothing."""
    user = signed_in(request)
    addresses = emails.email_of_link(token, user)
    if addresses is None:
        return render(request, "clubs/account_email_bad.html", {}, status=410)
    old, new = addresses
    if request.method == "POST":
        pages.write(request, lambda: email_move(user=user, old=old, new=new))
        request.session.cycle_key()
        return redirect(reverse("account") + "?done=email")
    shown = {"old": old, "new": new, "key": pages.new_key()}
    return render(request, "clubs/account_email_confirm.html", shown)


SCOPES = [
    (Scope.READ.value, gettext_lazy("Read clubs, players, matches, hands and standings")),
    (Scope.PLAY.value, gettext_lazy("Play online")),
    (
        Scope.ENTER.value,
        gettext_lazy("Start matches, enter, confirm and flag results, mark players as present"),
    ),
    (Scope.CORRECT.value, gettext_lazy("Correct entries, with a reason, and close flags")),
    (Scope.MANAGE.value, gettext_lazy("Manage people, evenings, seasons and settings")),
]


class TokenForm(Form):
    name = forms.CharField(label=gettext_lazy("What it is for"), max_length=60)
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do"), choices=SCOPES, widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"), choices=DAYS, coerce=int, initial=90
    )


@login_required
@form_page
def tokens(request: HttpRequest) -> HttpResponse:
    """The secret is shown in the answer to the making, and never again."""
    user = signed_in(request)
    initial = {"scopes": [Scope.READ.value]}
    form = TokenForm(request.POST or None, initial=initial)
    secret = ""

    def make() -> Token:
        # The stored answer has only the token's id: a form sent twice cannot show it again.
        nonlocal secret
        token, secret = token_make(user=user, **form.cleaned_data)
        return token

    if answer := pages.submitted(request, form, make):
        if answer.repeated:
            text = gettext_lazy(
                "This token was already created and its secret shown once. Revoke it "
                "and create another."
            )
            form.add_error(None, text)
        else:
            form = TokenForm(initial=initial)
    listed = clubs.tokens_of(user)
    shown = {"form": form, "tokens": listed, "secret": secret, "key": pages.new_key()}
    return render(request, "clubs/tokens.html", shown, status=422 if form.errors else 200)


@login_required
@post_page
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    token_revoke(user=signed_in(request), token_id=pk)
    return redirect("tokens")


class ChoicesForm(Form):
    name_shown = forms.ChoiceField(
        label=gettext_lazy("What the public sees of your name"),
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "In public results and standings. Members of the club always see the full name."
        ),
    )
    wants_results = forms.BooleanField(
        label=gettext_lazy("Send me the results of my evenings by e-mail"),
        required=False,
        help_text=gettext_lazy(
            "One e-mail for each evening you came to, after the sign-off, and one "
            "when evenings are settled up."
        ),
    )
    wants_turns = forms.BooleanField(
        label=gettext_lazy("Send me an e-mail when it is my turn by correspondence"),
        required=False,
        help_text=gettext_lazy("At most one for each turn, and none while you are at the table."),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of e-mails"),
        choices=User._meta.get_field("language").flatchoices,
    )

    def __init__(self, *args: Any, chosen: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if chosen.player is None:
            for name in ("name_shown", "wants_results", "wants_turns"):
                del self.fields[name]
            return
        player, club = chosen.player, NameVisibility.NAME.value
        # What the player would be called, were it for them alone.
        self.choose(
            "name_shown",
            [
                (own, public_name(player.name, player.pk, club=club, own=own))
                for own in NameVisibility.values
            ],
        )


@login_required
@form_page
def choices(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.CHOOSE_OWN)
    chosen = personal.choices(club, person)
    initial: dict[str, Any] = {"language": chosen.user.language}
    if player := chosen.player:
        chosen_before = ("name_shown", "wants_results", "wants_turns")
        initial |= {name: getattr(player, name) for name in chosen_before}
    form = ChoicesForm(request.POST or None, chosen=chosen, initial=initial)
    if pages.submitted(request, form, lambda: choices_make(by=person, **form.cleaned_data)):
        return redirect(f"{reverse('choices', args=[slug])}?done=1")
    done = "done" in request.GET and not form.errors
    shown = {"form": form, "chosen": chosen, "done": done}
    return club_page(request, "clubs/choices.html", club, person, **shown)


class Sure(Form):
    version = forms.IntegerField(widget=forms.HiddenInput)


@login_required
@form_page
def anonymise(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What it comes to is shown first; the form then does it, if nothing has changed meanwhile."""
    club, person = club_of(request, slug)
    require(person, Act.ANONYMISE)
    form, status = Sure(request.POST or None), 200
    if request.method == "POST":
        version = whole_number(request.POST.get("version", "-"))
        sent = -1 if version is None else version
        try:
            pages.write(request, lambda: player_anonymise(by=person, player_id=pk, version=sent))
            return redirect("players", slug=slug)
        except Fault as fault:
            if fault.status == 404:
                raise
            status = fault.status
            form.add_error(None, str(fault.detail))
    found = personal.anonymising(person, pk)
    shown = {"form": form, "found": found, "tab": "players"}
    return club_page(request, "clubs/anonymise.html", club, person, status=status, **shown)

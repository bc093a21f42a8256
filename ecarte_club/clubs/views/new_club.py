"""Creating a club with a code, and the first steps of a new one."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.cache import never_cache

from ecarte_club.clubs.authentication import actor_of, digest
from ecarte_club.clubs.labels import CODE_TITLES
from ecarte_club.clubs.models import User
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.selectors.members import member_count
from ecarte_club.clubs.selectors.new_clubs import (
    club_created_with,
    club_invitation_of,
    has_clubs,
    takes_clubs,
)
from ecarte_club.clubs.selectors.roles import guesses
from ecarte_club.clubs.services.clubs import NAME_MOST
from ecarte_club.clubs.services.new_clubs import (
    NewClub,
    club_invitation_create,
    club_start,
    club_start_with_account,
)
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault, Invalid
from ecarte_club.core.pages import Form
from ecarte_club.core.throttling import address

from .common import club_of, club_page, form_page, safe_page
from .invitations import BACKEND, JoinForm

ACCOUNT_FIELDS = ("language", "name", "email", "password")


class CodeForm(Form):
    """As it is typed, if the link was not opened."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=40,
        help_text=gettext_lazy("Twelve letters and digits, as in K7QF-9XTM-2HCB."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )


class AddressForm(Form):
    email = forms.EmailField(
        label=gettext_lazy("Your e-mail address"),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class ClubForm(Form):
    club = forms.CharField(label=gettext_lazy("Name of the club"), max_length=NAME_MOST)
    place = forms.CharField(
        label=gettext_lazy("Place"),
        max_length=NAME_MOST,
        required=False,
        help_text=gettext_lazy("Where the club meets. May be left empty."),
    )
    laws = forms.ChoiceField(
        label=gettext_lazy("Code of laws"),
        choices=list(CODE_TITLES.items()),
        help_text=gettext_lazy("You can change this later in the settings of the club."),
    )


class FounderForm(ClubForm, JoinForm):
    """With an account for whoever creates the club."""

    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=settings.LANGUAGES)
    field_order = ("club", "place", "laws", *ACCOUNT_FIELDS)


@never_cache
@form_page
def start(request: HttpRequest) -> HttpResponse:
    """Looking changes nothing: a code is used up when the club is created."""
    code, user = request.GET.get("code", ""), actor_of(request).user
    if not code:
        return _without_code(request, CodeForm(), AddressForm(), None)
    try:
        with guesses(address(request)):
            invitation = club_invitation_of(code)
    except Invalid as fault:
        if club := club_created_with(code, user):
            return redirect("first_steps", club.slug)
        code_form = CodeForm({"code": code})
        code_form.add_error("code", str(fault.detail))
        return _without_code(request, code_form, AddressForm(), fault)
    initial = {"email": invitation.email, "language": (get_language() or "en")[:2]}
    form = (ClubForm if user else FounderForm)(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            return _created(request, code, form.cleaned_data, user)
        except Fault as fault:
            pages.tell(form, _renamed(fault))
    shown = {"form": form, "key": pages.new_key(), "code": code}
    return render(request, "clubs/new_club.html", shown, status=422 if form.errors else 200)


def _created(
    request: HttpRequest, code: str, fields: dict[str, Any], user: User | None
) -> HttpResponse:
    """To the club's first steps, signed in."""
    language = user.language if user else fields["language"]
    club = NewClub(
        name=fields["club"], place=fields["place"], code=fields["laws"], language=language
    )
    account = {name: fields[name] for name in ACCOUNT_FIELDS if name in fields}

    def create() -> str:
        if user is not None:
            return club_start(start_code=code, club=club, user=user).slug
        return club_start_with_account(start_code=code, club=club, **account).slug

    done = pages.write(request, create, who=f"club:{digest(code)[:40]}")
    if user is None:
        founder = User.objects.get(email=fields["email"].strip().lower())
        login(request, founder, backend=BACKEND)
    return redirect("first_steps", str(done.body))


def _renamed(fault: Fault) -> Fault:
    """`name` of a club is the field `club` here; that of a person stays."""
    if fault.code == "invalid_settings":
        names = {"name": "club", "code": "laws"}
        fault.errors = {names.get(name, name): text for name, text in fault.errors.items()}
    return fault


def _without_code(
    request: HttpRequest, form: CodeForm, address_form: AddressForm, fault: Fault | None
) -> HttpResponse:
    sent, sends_codes = request.GET.get("sent") == "yes", settings.SIGN_UP == "open"
    shown = {
        "form": form,
        "address_form": address_form,
        "takes_clubs": takes_clubs(),
        "sends_codes": sends_codes,
        "is_first": not has_clubs(),
        "sent": sent,
        "needs_code": sends_codes and not sent and has_clubs() and not form.is_bound,
        "key": pages.new_key(),
    }
    failed = fault is not None or bool(address_form.errors)
    return render(request, "clubs/new_club_code.html", shown, status=422 if failed else 200)


@never_cache
@form_page
def start_email(request: HttpRequest) -> HttpResponse:
    """Sends a code to an address, so that whoever creates a club can be written to."""
    form = AddressForm(request.POST or None)
    if request.method != "POST" or settings.SIGN_UP != "open":
        return redirect("club_start")
    if form.is_valid():
        try:
            pages.write(
                request,
                lambda: club_invitation_create(email=form.cleaned_data["email"])[0].pk,
                who=f"address:{address(request)}",
            )
            return redirect(f"{reverse('club_start')}?sent=yes")
        except Fault as fault:
            pages.tell(form, fault)
    return _without_code(request, CodeForm(), form, None)


@login_required
@safe_page
def first_steps(request: HttpRequest, slug: str) -> HttpResponse:
    """What a new club does first."""
    club, person = club_of(request, slug)
    require(person, Act.SET_CLUB)
    shown = {"members": member_count(club.pk), "tab": "committee"}
    return club_page(request, "clubs/first_steps.html", club, person, **shown)
